import type { RequestedShare } from '../analytics/allocation.ts';
import type { Account } from '../accounts/account.ts';
import type { ThirdParty } from '../third-parties/third-party.ts';
import { vatCodes, type VatCode } from '../vat-codes/vat-code.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { idByKey, living } from '../records/state.ts';
import { isNegative, isZero, ZERO, type SignedAmount } from '../money.ts';
import type { Problem } from '../refusal.ts';
import { ruleOf, type Direction, type VatRule } from './vat.ts';
import { namedAccount, type NamedAccount } from './named-account.ts';

/** The lines of an invoice or credit note as they are requested, and the accounts and VAT codes that they stand for. */

/** By its code, by its id, or by both when they agree. */
export interface NamedVatCode {
  readonly vat_code: string | null;
  readonly vat_code_id: number | null;
}

/** What is left out follows from the third party and from the account. */
export interface InvoiceLine extends NamedAccount, NamedVatCode {
  /** Without tax; negative on a line that takes something off the document. */
  readonly amount: SignedAmount;
  /** What the tax is reckoned on where it is not the amount: less a discount for prompt payment, or all of a customs document. */
  readonly tax_base?: SignedAmount | null;
  readonly label: string | null;
  /** The analytic codes that it is told by; absent or null: by the defaults, empty: by none. Amounts are without tax. */
  readonly analytics?: readonly RequestedShare[] | null;
}

export interface ResolvedLine {
  readonly index: number;
  /** Null on a line of tax alone that names none. */
  readonly accountId: number | null;
  readonly rule: VatRule;
  readonly amount: SignedAmount;
  readonly base: SignedAmount;
  readonly label: string | null;
  /** Where a client finds its VAT code. */
  readonly vatField: string;
}

/** Null when something is wrong with a line. `direction` is null when the journal does not tell it. */
export function resolveLines(
  lines: readonly InvoiceLine[],
  thirdParty: ThirdParty | undefined,
  direction: Direction | null,
  file: CompanyFile,
  problems: Problem[],
): readonly ResolvedLine[] | null {
  const before = problems.length;
  const rules = new Map<number, VatRule>();
  const resolved: ResolvedLine[] = [];
  for (const [index, line] of lines.entries()) {
    const prefix = `lines.${index}.`;
    const base = line.tax_base ?? line.amount;
    if (!isZero(base) && !isZero(line.amount) && isNegative(base) !== isNegative(line.amount))
      problems.push({ code: 'tax_base_of_other_sign', field: `${prefix}tax_base` });
    const { id: accountId, account } = lineAccount(line, thirdParty, prefix, file, problems);
    const named = namesVatCode(line)
      ? namedVatCode(line, prefix, direction, file, problems)
      : defaultVatCode([account?.data.vat_code_id, thirdParty?.data.default_vat_code_id], direction, file);
    // Without its account, nobody knows which code would have followed from it.
    if (named === undefined && (account || accountId === null))
      problems.push({ code: 'required', field: `${prefix}vat_code` });
    if (!named) continue;
    let rule = rules.get(named.id);
    if (!rule) rules.set(named.id, (rule = ruleOf(named.id, named.data)));
    const vatField = `${prefix}${line.vat_code_id === null ? 'vat_code' : 'vat_code_id'}`;
    resolved.push({ index, accountId, rule, amount: line.amount, base, label: line.label, vatField });
  }
  return problems.length > before || direction === null ? null : resolved;
}

function lineAccount(
  line: InvoiceLine,
  thirdParty: ThirdParty | undefined,
  prefix: string,
  file: CompanyFile,
  problems: Problem[],
): { readonly id: number | null; readonly account: Account | undefined } {
  const named = accountOf(line, thirdParty);
  // A document of tax alone has nothing to post but the tax.
  const isTaxAlone = isZero(line.amount) && !isZero(line.tax_base ?? ZERO);
  if (isTaxAlone && named.account === null && named.account_id === null) return { id: null, account: undefined };
  return namedAccount(named, prefix, file, problems);
}

function accountOf(line: InvoiceLine, thirdParty: ThirdParty | undefined): NamedAccount {
  if (line.account !== null || line.account_id !== null) return line;
  const standing = thirdParty?.data.default_account_id;
  return standing ? { account: null, account_id: standing } : line;
}

export const namesVatCode = ({ vat_code, vat_code_id }: NamedVatCode): boolean =>
  vat_code !== null || vat_code_id !== null;

interface FoundCode {
  readonly id: number;
  readonly data: VatCode['data'];
}

/** The code that a line names, or null when something is wrong with it. */
export function namedVatCode(
  { vat_code: code, vat_code_id }: NamedVatCode,
  prefix: string,
  direction: Direction | null,
  file: CompanyFile,
  problems: Problem[],
): FoundCode | null {
  const field = `${prefix}${vat_code_id === null ? 'vat_code' : 'vat_code_id'}`;
  const id = vat_code_id ?? idByKey(file.records, vatCodes, 'code', code ?? '') ?? 0;
  const record = living(file.records, vatCodes, id);
  const refused = (problem: string, at = field): null => (problems.push({ code: problem, field: at }), null);
  if (!record) return refused('vat_code_unknown');
  if (code !== null && record.data.code !== code) return refused('vat_code_contradicts', `${prefix}vat_code`);
  if (!record.data.is_active) return refused('vat_code_inactive');
  if (direction !== null && record.data.direction !== direction) return refused('vat_code_not_of_direction');
  return { id, data: record.data };
}

/** The first that fits: an account that is bought and sold by has one code, and the other direction needs another. */
function defaultVatCode(
  ids: readonly (number | null | undefined)[],
  direction: Direction | null,
  file: CompanyFile,
): FoundCode | undefined {
  for (const id of ids) {
    const record = living(file.records, vatCodes, id);
    if (!id || !record?.data.is_active) continue;
    if (direction === null || record.data.direction === direction) return { id, data: record.data };
  }
  return undefined;
}
