import { getDeductedShare } from '../companies/vat-regimes.ts';
import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import { absolute, add, compare, isNegative, isZero, subtract, type Amount, type SignedAmount } from '../money.ts';
import { collectValue, joinProblems, NO_PROBLEMS, type Checked, type Problem } from '../refusal.ts';
import { hasVatCode, type NamedVatCode, type ResolvedLine } from './invoice-lines.ts';
import { computeTax, isTaxed, splitTax, type Taxed, type VatRule } from './vat.ts';
import { isPostable } from './named-account.ts';

/** The tax of a document by code, as computed or as rounded by the supplier. */

/** Suppliers may round each line, or work with prices including tax: their tax then differs by some cents. */
export const MAX_TAX_DIFFERENCE = '1.00';

interface Group {
  readonly rule: VatRule;
  /** The request field of the code on its first line. */
  readonly field: string;
  base: SignedAmount;
}

/** The tax of a code as stated by the supplier. */
export interface GivenTax extends NamedVatCode {
  readonly amount: Amount;
}

/** Null if a tax is invalid or has no account. */
export function computeTaxes(
  lines: readonly ResolvedLine[],
  given: readonly GivenTax[],
  date: PlainDate,
  file: CompanyFile,
): Checked<readonly Taxed[] | null> {
  const problems: Problem[] = [];
  const groups = new Map<VatRule, Group>();
  for (const { rule, base, vatField } of lines) {
    const group = groups.get(rule);
    if (group) group.base = add(group.base, base);
    else groups.set(rule, { rule, field: vatField, base });
  }
  const corrections =
    given.length === 0 ? null : collectValue(resolveCorrections(given, [...groups.values()]), problems);
  const deducted = getDeductedShare(file.identity, date);
  const taxes = [...groups.values()].map(({ rule, field, base }) => {
    const tax = splitTax(rule, base, corrections?.get(rule) ?? computeTax(rule, base), deducted);
    problems.push(...checkTaxAccounts(tax, field, file));
    return tax;
  });
  return { value: problems.length > 0 ? null : taxes, problems };
}

function resolveCorrections(
  given: readonly GivenTax[],
  groups: readonly Group[],
): Checked<ReadonlyMap<VatRule, SignedAmount>> {
  const problems: Problem[] = [];
  const corrections = new Map<VatRule, SignedAmount>();
  for (const [index, one] of given.entries()) {
    const toFieldPath = (name: string) => `vat_amounts.${index}.${name}`;
    const field = toFieldPath(one.vat_code_id === null ? 'vat_code' : 'vat_code_id');
    const group = groups.find(({ rule }) => isNamed(rule, one));
    if (!hasVatCode(one)) problems.push({ code: 'required', field });
    else if (!group) problems.push({ code: 'vat_amount_of_no_line', field });
    else if (corrections.has(group.rule)) problems.push({ code: 'vat_amount_repeated', field });
    else {
      const { amount } = one;
      const computed = computeTax(group.rule, group.base);
      const problem = findCorrectionProblem(amount, computed, group);
      if (problem) problems.push({ ...problem, field: toFieldPath('amount') });
      corrections.set(group.rule, problem ? computed : amount);
    }
  }
  return { value: corrections, problems };
}

const isNamed = (rule: VatRule, { vat_code, vat_code_id }: GivenTax): boolean =>
  (vat_code === null || vat_code === rule.code) && (vat_code_id === null || vat_code_id === rule.id);

function findCorrectionProblem(
  amount: SignedAmount,
  computed: SignedAmount,
  { rule, base }: Group,
): Omit<Problem, 'field'> | null {
  if (!isTaxed(rule)) return isZero(amount) ? null : { code: 'vat_amount_untaxed', params: { code: rule.code } };
  const isOpposite = !isZero(amount) && !isZero(base) && isNegative(amount) !== isNegative(base);
  if (!isOpposite && compare(absolute(subtract(amount, computed)), MAX_TAX_DIFFERENCE) <= 0) return null;
  return {
    code: 'vat_amount_too_different',
    params: { code: rule.code, computed, max: MAX_TAX_DIFFERENCE },
  };
}

/** A custom VAT code may be taxed but have no account for the tax. */
export function checkTaxAccounts(
  { rule, tax, due, deductible }: Taxed,
  field: string,
  file: CompanyFile,
): readonly Problem[] {
  if (isZero(tax)) return NO_PROBLEMS;
  const params = { code: rule.code };
  const owesItself = rule.kind === 'reverse_charge' || rule.kind === 'intracom';
  const needsDue = rule.direction === 'sale' || !isZero(due) || owesItself;
  return joinProblems(
    needsDue && !isPostable(file, rule.dueAccountId)
      ? [{ code: 'vat_code_without_due_account', field, params }]
      : NO_PROBLEMS,
    !isZero(deductible) && !isPostable(file, rule.deductibleAccountId)
      ? [{ code: 'vat_code_without_deductible_account', field, params }]
      : NO_PROBLEMS,
  );
}
