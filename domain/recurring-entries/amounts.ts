import type { CompanyFile } from '../company-file-state.ts';
import { addMonths, getNextDay, type PlainDate } from '../dates.ts';
import { findPeriod } from '../fiscal-years/state.ts';
import {
  absolute,
  add,
  compare,
  divide,
  isNegative,
  isZero,
  multiply,
  percent,
  round,
  subtract,
  sum,
  ZERO,
} from '../money.ts';
import type { Amount, SignedAmount } from '../money.ts';
import { FACTOR_PATTERN, type Formula, type Indexation, type TemplateLine } from './recurring-events.ts';

/** Amounts of the template lines on a date: fixed, indexed, or a part of account balances. */

/** The balance of the accounts with this prefix in a fiscal year, up to a date and before closing. */
export interface AskedBalance {
  readonly account: string;
  readonly fiscal_year_id: number;
  readonly until: PlainDate;
  /** Periods that end before this date count in full. From this date, single lines are counted. */
  readonly cut_from: PlainDate;
}

/** Debit is positive, credit is negative. Undefined if the balance was not read. */
export type BalanceOf = (asked: AskedBalance) => SignedAmount | undefined;

/** Identifies a balance, so that it is read only once. */
export const buildBalanceKey = ({ account, fiscal_year_id, until }: AskedBalance): string =>
  `${account}:${fiscal_year_id}:${until}`;

/** The balances that a formula needs. Null if its fiscal year does not exist. */
export function listFormulaBalances(
  formula: Formula,
  date: PlainDate,
  { fiscalYears }: Pick<CompanyFile, 'fiscalYears'>,
): readonly AskedBalance[] | null {
  const place = findPeriod(fiscalYears, date);
  // After the last open year, the previous year is still that one.
  const startsOn = place?.year.starts_on ?? date;
  const earlier = fiscalYears.filter(({ ends_on }) => ends_on < startsOn);
  const year =
    formula.fiscal_year === 'current'
      ? place?.year
      : earlier.toSorted((one, other) => (one.ends_on < other.ends_on ? 1 : -1))[0];
  if (!year) return null;
  const isCut = formula.fiscal_year === 'current' && place!.period.ends_on !== date;
  const until = formula.fiscal_year === 'current' ? date : year.ends_on;
  const cut_from = isCut ? place!.period.starts_on : getNextDay(until);
  return formula.accounts.map((account) => ({ account, fiscal_year_id: year.id, until, cut_from }));
}

/** Null if a balance is unknown. */
export function computeFormulaAmount(
  formula: Formula,
  date: PlainDate,
  file: Pick<CompanyFile, 'fiscalYears'>,
  balanceOf: BalanceOf,
): SignedAmount | null {
  const known = listFormulaBalances(formula, date, file)?.map(balanceOf);
  if (!known || known.includes(undefined)) return null;
  return applyFactor(sum(known as readonly SignedAmount[]), formula.factor);
}

const FACTOR = new RegExp(FACTOR_PATTERN);

/** Zero is not a valid factor. */
export function isFactor(text: string): boolean {
  const [numerator = '', denominator = '1'] = text.split('/');
  return FACTOR.test(text) && !isZero(numerator) && !isZero(denominator);
}

/** A factor is a decimal or a fraction such as `1/12`, which has no exact decimal form. */
export function applyFactor(amount: SignedAmount, factor: string): SignedAmount {
  const [numerator = '', denominator] = factor.split('/');
  const product = multiply(amount, numerator);
  return denominator === undefined ? round(product) : divide(product, denominator, 2);
}

/** More steps than any contract has. */
const MOST_STEPS = 1_200;

/** Each step raises the previous amount, rounded to the cent. */
export function applyIndexation(amount: SignedAmount, indexation: Indexation, date: PlainDate): SignedAmount {
  let raised = amount;
  for (let step = countIndexSteps(indexation, date); step > 0; step -= 1)
    raised = add(raised, percent(raised, indexation.percent));
  return raised;
}

function countIndexSteps({ from, every }: Indexation, date: PlainDate): number {
  if (date < from) return 0;
  if (every === null) return 1;
  const months =
    (Number(date.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(date.slice(5, 7)) - Number(from.slice(5, 7));
  const whole = addMonths(from, months) > date ? months - 1 : months;
  return Math.min(MOST_STEPS, 1 + Math.floor(whole / every));
}

export interface Sides {
  readonly debit: Amount;
  readonly credit: Amount;
}

const CENT = '0.01';

/**
 * Rounding of each line may leave a difference of a few cents in a free entry. The largest computed line absorbs it. A
 * larger difference is not due to rounding and stays.
 */
export function balanceSides(sides: readonly Sides[], isComputed: (index: number) => boolean): readonly Sides[] {
  const difference = subtract(sum(sides.map(({ debit }) => debit)), sum(sides.map(({ credit }) => credit)));
  const computed = sides.map((_, index) => index).filter(isComputed);
  const getSize = (index: number): Amount => add(sides[index]!.debit, sides[index]!.credit);
  if (isZero(difference) || compare(absolute(difference), multiply(CENT, String(computed.length))) > 0) return sides;
  const largest = computed.reduce((one, other) => (compare(getSize(other), getSize(one)) > 0 ? other : one));
  const { debit, credit } = sides[largest]!;
  const after = isZero(debit)
    ? { debit, credit: add(credit, difference) }
    : { debit: subtract(debit, difference), credit };
  if (isNegative(after.debit) || isNegative(after.credit)) return sides;
  return sides.map((side, index) => (index === largest ? after : side));
}

export const toSides = (amount: SignedAmount): Sides =>
  isNegative(amount) ? { debit: ZERO, credit: absolute(amount) } : { debit: amount, credit: ZERO };

export const isComputedLine = ({ indexation, formula }: TemplateLine): boolean =>
  indexation !== undefined || formula !== undefined;
