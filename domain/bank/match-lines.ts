import { resolveAllocation, type Allotted, type RequestedShare } from '../analytics/allocation.ts';
import { accounts } from '../accounts/account.ts';
import { getDeductedShare } from '../companies/vat-regimes.ts';
import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import { checkThirdParty } from '../ledger/entry.ts';
import type { EntryLine } from '../ledger/entry-events.ts';
import type { TaxedLine } from '../ledger/free-vat.ts';
import { resolveNamedVatCode, hasVatCode, type NamedVatCode } from '../ledger/invoice-lines.ts';
import { isPostable, resolveNamedAccount, type NamedAccount } from '../ledger/named-account.ts';
import { getWaitingAccounts } from '../ledger/payment-tax.ts';
import { checkTaxAccounts } from '../ledger/taxes.ts';
import { computeTax, toVatRule, splitTax, type Taxed, type VatRule } from '../ledger/vat.ts';
import { absolute, add, divide, isNegative, isZero, multiply, negate, subtract, type SignedAmount } from '../money.ts';
import { findIdByKey, findLiveRecord } from '../records/state.ts';
import { collectValue, type Checked } from '../refusal.ts';
import type { MatchedLine } from './bank-events.ts';

/** Part of a transaction booked to an account: a fee, a cost, a transfer. */
export interface RequestedMatchLine extends NamedAccount, NamedVatCode {
  /** Including VAT, with the sign of the transaction. */
  readonly amount: SignedAmount;
  readonly third_party_id: number | null;
  readonly label: string | null;
  /** Analytic shares, amounts including VAT. Absent or null: the defaults apply; empty: none. */
  readonly analytics?: readonly RequestedShare[] | null;
}

/** An entry line without an id yet: debit is positive. */
export interface DraftLine extends Omit<EntryLine, 'id' | 'debit' | 'credit' | 'analytics'> {
  readonly amount: SignedAmount;
  /** Absent: the defaults apply. */
  readonly allotted?: readonly Allotted[];
}

export interface ResolvedMatchLine {
  readonly matched: MatchedLine;
  readonly drafts: readonly DraftLine[];
  readonly taxed: TaxedLine | null;
}

/** Each line may become three: the line itself, deductible tax and tax due. */
export const MOST_DRAFTS = 3;

/** Resolves a line into drafts. */
export function resolveMatchLine(
  line: RequestedMatchLine,
  prefix: string,
  date: PlainDate,
  file: CompanyFile,
): Checked<ResolvedMatchLine> {
  const { amount, third_party_id, label, analytics } = line;
  const { id: account_id, problems: ofAccount } = resolveNamedAccount(line, prefix, file);
  const problems = [...ofAccount];
  if (isZero(amount)) problems.push({ code: 'line_no_side', field: `${prefix}amount` });
  problems.push(...checkThirdParty(line, prefix, file));
  const code = hasVatCode(line) ? collectValue(resolveNamedVatCode(line, prefix, null, file), problems) : null;
  const matched: MatchedLine = {
    account_id,
    amount,
    ...(third_party_id !== null && { third_party_id }),
    ...(code && { vat_code_id: code.id }),
    ...(label !== null && { label }),
  };
  const told = { at: `${prefix}analytics`, whole: amount, date };
  const draft: DraftLine = {
    account_id,
    label,
    third_party_id,
    amount: negate(amount),
    ...(analytics && { allotted: collectValue(resolveAllocation(analytics, told, file), problems) }),
  };
  if (!code) return { value: { matched, drafts: [draft], taxed: null }, problems };
  const rule = toPaidRule(toVatRule(code.id, code.data), file);
  const tax = computeIncludedTax(rule, absolute(amount), getDeductedShare(file.identity, date));
  problems.push(...checkTaxAccounts(tax, `${prefix}${line.vat_code_id === null ? 'vat_code' : 'vat_code_id'}`, file));
  const account = findLiveRecord(file.records, accounts, account_id)?.data.number ?? '';
  const { drafts, taxed } = buildTaxedDrafts(tax, draft, isNegative(amount));
  return { value: { matched, drafts, taxed: { ...taxed, account } }, problems };
}

/** A bank transaction is a payment: tax due on payment is due at once. */
function toPaidRule(rule: VatRule, file: CompanyFile): VatRule {
  if (rule.exigibility !== 'payment') return rule;
  const resolvePaidAccount = (id: number | null): number | null => {
    const number = findLiveRecord(file.records, accounts, id)?.data.number;
    const target = number === undefined ? undefined : getWaitingAccounts(file)[number];
    const targetId = target === undefined ? null : (findIdByKey(file.records, accounts, 'number', target) ?? null);
    return isPostable(file, targetId) ? targetId : id;
  };
  return {
    ...rule,
    exigibility: 'invoice',
    dueAccountId: resolvePaidAccount(rule.dueAccountId),
    deductibleAccountId: resolvePaidAccount(rule.deductibleAccountId),
  };
}

/** Tax included in the amount, or added to it if the company owes the tax itself (reverse charge). */
function computeIncludedTax(rule: VatRule, gross: SignedAmount, deducted: string): Taxed {
  const beside = splitTax(rule, gross, computeTax(rule, gross), deducted);
  if (isZero(beside.charged)) return beside;
  const base = divide(multiply(gross, '100'), add('100.00', rule.rate), 2);
  return splitTax(rule, base, subtract(gross, base), deducted);
}

function buildTaxedDrafts(
  tax: Taxed,
  draft: DraftLine,
  isOut: boolean,
): { readonly drafts: readonly DraftLine[]; readonly taxed: TaxedLine } {
  const { rule, base, due, deductible, nonDeductible } = tax;
  const isPurchase = rule.direction === 'purchase';
  const isInvoice = isPurchase === isOut;
  const toInvoiceSign = (amount: SignedAmount): SignedAmount => (isInvoice ? amount : negate(amount));
  /** Sign of a cost: a purchase is a debit. */
  const toCostSide = (amount: SignedAmount): SignedAmount => (isOut ? amount : negate(amount));
  const vat_code_id = rule.id;
  const taxLine = { label: null, third_party_id: null, vat_code_id };
  const drafts: DraftLine[] = [{ ...draft, vat_code_id, amount: toCostSide(add(base, nonDeductible)) }];
  if (!isZero(deductible) && rule.deductibleAccountId !== null)
    drafts.push({ ...taxLine, account_id: rule.deductibleAccountId, amount: toCostSide(deductible) });
  if (!isZero(due) && rule.dueAccountId !== null)
    drafts.push({ ...taxLine, account_id: rule.dueAccountId, amount: toCostSide(isPurchase ? negate(due) : due) });
  return {
    drafts,
    taxed: {
      rule,
      base: toInvoiceSign(base),
      due: toInvoiceSign(due),
      deductible: toInvoiceSign(deductible),
      nonDeductible: toInvoiceSign(nonDeductible),
    },
  };
}
