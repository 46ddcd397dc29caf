import { findExchangeAccount } from '../currency/realised.ts';
import { takeCarryingAmount } from '../currency/settlement.ts';
import type { CompanyFile } from '../company-file-state.ts';
import type { Labels } from '../language.ts';
import type { EntryEvent } from '../ledger/entry-events.ts';
import { isZero, sum, type SignedAmount } from '../money.ts';
import { isRefusal, type Refusal } from '../refusal.ts';
import {
  buildDifferenceEntry,
  planDifference,
  type DifferenceOf,
  type WriteOff,
  type WriteOffIds,
} from './difference.ts';
import { getOpenAmount, type OpenLine } from './open-line.ts';

/**
 * Lines in foreign currency close on their amounts in that currency. What remains in the currency of the company file is
 * an exchange difference, which an entry books at once.
 */

/** The part of a line that is settled now. Debit is positive, credit is negative. */
export interface Allocation {
  readonly line: OpenLine;
  readonly amount: SignedAmount;
  /** In the currency of the line. Absent: the currency of the company file. */
  readonly currency_amount?: SignedAmount;
}

/** Settles a part of a line, given in the currency of the line. */
export function allocatePart(line: OpenLine, part: SignedAmount): Allocation {
  const { open, currency, currency_open } = line;
  if (!currency) return { line, amount: part };
  return { line, amount: takeCarryingAmount({ open, currency_open: currency_open! }, part), currency_amount: part };
}

export const allocateInFull = (line: OpenLine): Allocation => allocatePart(line, getOpenAmount(line));

/** The currency of all lines, null for the currency of the company file, undefined if they differ. */
export function findCommonCurrency(lines: readonly Pick<OpenLine, 'currency'>[]): string | null | undefined {
  const first = lines[0]?.currency ?? null;
  return lines.every(({ currency }) => (currency ?? null) === first) ? first : undefined;
}

/** Sum in the currency of the lines, which all have the same. */
export const sumOpenAmounts = (lines: readonly OpenLine[]): SignedAmount => sum(lines.map(getOpenAmount));

/** What the allocations leave in the currency of the company file: debit minus credit. */
export const sumAllocations = (allocations: readonly Allocation[]): SignedAmount =>
  sum(allocations.map(({ amount }) => amount));

const LABELS: Labels = {
  fr: 'Différence de change {code}',
  nl: 'Wisselkoersverschil {code}',
  en: 'Exchange difference {code}',
  de: 'Kursdifferenz {code}',
};

/** Plans the entry of an exchange difference, or returns all problems. */
export function planExchange(difference: DifferenceOf, file: CompanyFile): WriteOff | Refusal {
  const { id, number } = findExchangeAccount(difference.account_id, difference.amount, file);
  const problem = { code: 'exchange_account_missing', field: 'line_ids', params: { number } };
  return planDifference(difference, { id, problem }, file);
}

export const canExchange = (difference: DifferenceOf, file: CompanyFile): boolean =>
  isZero(difference.amount) || !isRefusal(planExchange(difference, file));

/** `currency`: of the settled lines, undefined if they differ. */
export function buildExchangeEntry(
  plan: WriteOff,
  ids: WriteOffIds,
  { label, code, currency }: { readonly label: string | null; readonly code: string; readonly currency?: string },
  file: CompanyFile,
): Extract<EntryEvent, { type: 'EntryPosted' }> {
  const text = label ?? LABELS[file.identity.locale].replace('{code}', code);
  const terms = { origin: 'exchange_difference', label: text, ...(currency !== undefined && { currency }) } as const;
  return buildDifferenceEntry(plan, ids, terms, file);
}
