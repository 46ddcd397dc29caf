import { accounts } from '../accounts/account.ts';
import { hasProRata } from '../companies/vat-regimes.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { add, compare, isNegative, isZero, negate, subtract, ZERO, type SignedAmount } from '../money.ts';
import { getRecords } from '../records/state.ts';
import { NO_PROBLEMS, type Checked } from '../refusal.ts';
import { withSalesByAccount, type SoldLine } from '../vat-codes/boxes-by-account.ts';
import type { EntryLine, VatEffect } from './entry-events.ts';
import { resolveNamedVatCode, hasVatCode, type NamedVatCode } from './invoice-lines.ts';
import { buildVatEffect, isNeverDeducted, toVatRule, type Taxed, type VatRule } from './vat.ts';

/**
 * VAT in free entries. Nothing is computed: the lines state the amounts for the return. A line on the account for tax due
 * or deductible of its code is tax. Any other line is the taxable base, by its amount or by the base it gives. This way,
 * any box can be reached, and corrected by the opposite.
 */

type Amounts = Pick<Taxed, 'base' | 'due' | 'deductible' | 'nonDeductible'>;

export interface TaxedLine extends Partial<Amounts> {
  readonly rule: VatRule;
  /** Number of the account of a sale. */
  readonly account?: string;
}

interface RequestedVat extends Partial<NamedVatCode> {
  readonly tax_base?: SignedAmount | null;
}

const NOT_TAXED: Checked<null> = { value: null, problems: NO_PROBLEMS };

/** The VAT amounts of a line. Null if it has no VAT code or an invalid one. */
export function resolveTaxedLine(
  { vat_code = null, vat_code_id = null, tax_base = null }: RequestedVat,
  line: EntryLine,
  prefix: string,
  file: CompanyFile,
): Checked<TaxedLine | null> {
  if (!hasVatCode({ vat_code, vat_code_id })) {
    if (tax_base === null) return NOT_TAXED;
    return { value: null, problems: [{ code: 'tax_base_without_code', field: `${prefix}tax_base` }] };
  }
  const { value: named, problems } = resolveNamedVatCode({ vat_code, vat_code_id }, prefix, null, file);
  return { value: named && splitLine(toVatRule(named.id, named.data), line, tax_base, file), problems };
}

function splitLine(rule: VatRule, line: EntryLine, tax_base: SignedAmount | null, file: CompanyFile): TaxedLine {
  const debit = subtract(line.debit, line.credit);
  const isPurchase = rule.direction === 'purchase';
  if (line.account_id === rule.deductibleAccountId && isPurchase)
    return { rule, deductible: debit, base: tax_base ?? ZERO };
  if (line.account_id === rule.dueAccountId) return { rule, due: negate(debit), base: tax_base ?? ZERO };
  const amount = isPurchase ? debit : negate(debit);
  const account = getRecords(file.records, accounts).byId.get(line.account_id)?.data.number ?? '';
  if (tax_base === null) return { rule, base: amount, account };
  // If the tax is not fully deductible, or a pro rata applies, the rest of the cost is non-deductible tax.
  const holdsTax = isPurchase && !isZero(amount) && (isPartlyDeducted(rule) || hasProRata(file.identity.settings));
  return { rule, base: tax_base, nonDeductible: holdsTax ? subtract(amount, tax_base) : ZERO, account };
}

const isPartlyDeducted = (rule: VatRule): boolean => isNeverDeducted(rule) || compare(rule.deductibleRate, '100') < 0;

/** One effect per code, in order of appearance. A code with a negative total has the effect of a credit note. */
export function buildFreeVat(lines: readonly TaxedLine[]): readonly VatEffect[] {
  const sums = new Map<number, { readonly rule: VatRule; readonly sold: SoldLine[]; amounts: Amounts }>();
  for (const { rule, account, ...amounts } of lines) {
    const known = sums.get(rule.id) ?? { rule, sold: [], amounts: NOTHING };
    known.amounts = addAmounts(known.amounts, amounts);
    if (account !== undefined && amounts.base !== undefined) known.sold.push({ account, base: amounts.base });
    sums.set(rule.id, known);
  }
  return [...sums.values()].flatMap(({ rule, sold, amounts }) => {
    const leading = [amounts.base, amounts.due, amounts.deductible, amounts.nonDeductible].find((one) => !isZero(one));
    if (leading === undefined) return [];
    const isCredit = isNegative(leading);
    const { base, due, deductible, nonDeductible } = isCredit ? negateAmounts(amounts) : amounts;
    const tax = rule.direction === 'sale' ? due : add(deductible, nonDeductible);
    const taxed: Taxed = { rule, base, tax, due, deductible, nonDeductible, charged: ZERO };
    const effect = buildVatEffect(taxed, isCredit ? 'credit_note' : 'invoice');
    return [{ ...effect, boxes: withSalesByAccount(effect.boxes, amounts.base, sold) }];
  });
}

const NOTHING: Amounts = { base: ZERO, due: ZERO, deductible: ZERO, nonDeductible: ZERO };

const addAmounts = (one: Amounts, other: Partial<Amounts>): Amounts => ({
  base: add(one.base, other.base ?? ZERO),
  due: add(one.due, other.due ?? ZERO),
  deductible: add(one.deductible, other.deductible ?? ZERO),
  nonDeductible: add(one.nonDeductible, other.nonDeductible ?? ZERO),
});

const negateAmounts = ({ base, due, deductible, nonDeductible }: Amounts): Amounts => ({
  base: negate(base),
  due: negate(due),
  deductible: negate(deductible),
  nonDeductible: negate(nonDeductible),
});
