import { allocationOf, type Allotted, type RequestedShare } from '../analytics/allocation.ts';
import { accounts } from '../accounts/account.ts';
import { deductedShare } from '../companies/vat-regimes.ts';
import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import type { EntryLine } from '../ledger/entry-events.ts';
import type { TaxedLine } from '../ledger/free-vat.ts';
import { namedVatCode, namesVatCode, type NamedVatCode } from '../ledger/invoice-lines.ts';
import { isPostable, namedAccount, type NamedAccount } from '../ledger/named-account.ts';
import { waitingAccounts } from '../ledger/payment-tax.ts';
import { accountProblems } from '../ledger/taxes.ts';
import { computedTax, ruleOf, taxed, type Taxed, type VatRule } from '../ledger/vat.ts';
import { absolute, add, divide, isNegative, isZero, multiply, negate, subtract, type SignedAmount } from '../money.ts';
import { idByKey, living } from '../records/state.ts';
import type { Problem } from '../refusal.ts';
import { thirdParties } from '../third-parties/third-party.ts';
import type { MatchedLine } from './bank-events.ts';

/** What of a transaction goes to an account: a fee, a cost, a transfer. */
export interface RequestedMatchLine extends NamedAccount, NamedVatCode {
  /** With its VAT, and with the sign of the transaction. */
  readonly amount: SignedAmount;
  readonly third_party_id: number | null;
  readonly label: string | null;
  /** Of analytic codes, amounts with VAT; absent or null: by the defaults, empty: by none. */
  readonly analytics?: readonly RequestedShare[] | null;
}

/** A line of the entry before it has an id: debit is positive. */
export interface DraftLine extends Omit<EntryLine, 'id' | 'debit' | 'credit' | 'analytics'> {
  readonly amount: SignedAmount;
  /** Absent: by the defaults. */
  readonly allotted?: readonly Allotted[];
}

export interface ResolvedMatchLine {
  readonly matched: MatchedLine;
  readonly drafts: readonly DraftLine[];
  readonly taxed: TaxedLine | null;
}

/** Each may become three: what it is for, and tax that is deducted or due. */
export const MOST_DRAFTS = 3;

/** What a line becomes; what is wrong with it goes to `problems`. */
export function resolvedLine(
  line: RequestedMatchLine,
  prefix: string,
  date: PlainDate,
  file: CompanyFile,
  problems: Problem[],
): ResolvedMatchLine {
  const { amount, third_party_id, label, analytics } = line;
  const { id: account_id } = namedAccount(line, prefix, file, problems);
  if (isZero(amount)) problems.push({ code: 'line_no_side', field: `${prefix}amount` });
  if (third_party_id !== null) {
    const party = living(file.records, thirdParties, third_party_id);
    if (!party) problems.push({ code: 'third_party_unknown', field: `${prefix}third_party_id` });
    else if (!party.data.is_active) problems.push({ code: 'third_party_inactive', field: `${prefix}third_party_id` });
  }
  const code = namesVatCode(line) ? namedVatCode(line, prefix, null, file, problems) : null;
  const matched: MatchedLine = {
    account_id,
    amount,
    ...(third_party_id !== null && { third_party_id }),
    ...(code && { vat_code_id: code.id }),
    ...(label !== null && { label }),
  };
  const told = { at: `${prefix}analytics`, whole: amount, date };
  const draft: DraftLine = {
    ...{ account_id, label, third_party_id, amount: negate(amount) },
    ...(analytics && { allotted: allocationOf(analytics, told, file, problems) }),
  };
  if (!code) return { matched, drafts: [draft], taxed: null };
  const rule = paidRule(ruleOf(code.id, code.data), file);
  const tax = taxIn(rule, absolute(amount), deductedShare(file.identity!, date));
  problems.push(...accountProblems(tax, `${prefix}${line.vat_code_id === null ? 'vat_code' : 'vat_code_id'}`, file));
  return { matched, ...taxedDrafts(tax, draft, isNegative(amount)) };
}

/** What is paid by the bank is paid: tax that is due with the payment waits nowhere. */
function paidRule(rule: VatRule, file: CompanyFile): VatRule {
  if (rule.exigibility !== 'payment') return rule;
  const paid = (id: number | null): number | null => {
    const number = living(file.records, accounts, id)?.data.number;
    const target = number === undefined ? undefined : waitingAccounts(file)[number];
    const targetId = target === undefined ? null : (idByKey(file.records, accounts, 'number', target) ?? null);
    return isPostable(file, targetId) ? targetId : id;
  };
  return {
    ...rule,
    exigibility: 'invoice',
    dueAccountId: paid(rule.dueAccountId),
    deductibleAccountId: paid(rule.deductibleAccountId),
  };
}

/** The tax that is within an amount, or beside it where the company owes it itself. */
function taxIn(rule: VatRule, gross: SignedAmount, deducted: string): Taxed {
  const beside = taxed(rule, gross, computedTax(rule, gross), deducted);
  if (isZero(beside.charged)) return beside;
  const base = divide(multiply(gross, '100'), add('100.00', rule.rate), 2);
  return taxed(rule, base, subtract(gross, base), deducted);
}

function taxedDrafts(tax: Taxed, draft: DraftLine, isOut: boolean): Pick<ResolvedMatchLine, 'drafts' | 'taxed'> {
  const { rule, base, due, deductible, nonDeductible } = tax;
  const isPurchase = rule.direction === 'purchase';
  const isInvoice = isPurchase === isOut;
  const signed = (amount: SignedAmount): SignedAmount => (isInvoice ? amount : negate(amount));
  /** On the side of a cost: what a purchase debits. */
  const side = (amount: SignedAmount): SignedAmount => (isOut ? amount : negate(amount));
  const vat_code_id = rule.id;
  const taxLine = { label: null, third_party_id: null, vat_code_id };
  const drafts: DraftLine[] = [{ ...draft, vat_code_id, amount: side(add(base, nonDeductible)) }];
  if (!isZero(deductible) && rule.deductibleAccountId !== null)
    drafts.push({ ...taxLine, account_id: rule.deductibleAccountId, amount: side(deductible) });
  if (!isZero(due) && rule.dueAccountId !== null)
    drafts.push({ ...taxLine, account_id: rule.dueAccountId, amount: side(isPurchase ? negate(due) : due) });
  return {
    drafts,
    taxed: {
      rule,
      base: signed(base),
      due: signed(due),
      deductible: signed(deductible),
      nonDeductible: signed(nonDeductible),
    },
  };
}
