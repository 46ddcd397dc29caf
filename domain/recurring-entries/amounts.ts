import type { CompanyFile } from '../company-file-state.ts';
import { monthsLater, nextDay, type PlainDate } from '../dates.ts';
import { periodOf } from '../fiscal-years/state.ts';
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

/** What the lines of a template come to on a day: as they say, raised by an index, or a part of what accounts come to. */

/** What accounts that begin with this number come to in a fiscal year, up to a day and before its closing. */
export interface AskedBalance {
  readonly account: string;
  readonly fiscal_year_id: number;
  readonly until: PlainDate;
  /** Periods that end before this day count as a whole; of the one that the day cuts, its lines. */
  readonly cut_from: PlainDate;
}

/** Debit is positive, credit negative; undefined where nobody has read it. */
export type BalanceOf = (asked: AskedBalance) => SignedAmount | undefined;

/** One balance has one name, however often it is needed. */
export const balanceKey = ({ account, fiscal_year_id, until }: AskedBalance): string =>
  `${account}:${fiscal_year_id}:${until}`;

/** What must be known for the formulas of these lines; null where the fiscal year that they mean is not there. */
export function balancesOf(
  formula: Formula,
  date: PlainDate,
  { fiscalYears }: Pick<CompanyFile, 'fiscalYears'>,
): readonly AskedBalance[] | null {
  const place = periodOf(fiscalYears, date);
  // Behind the last year that was opened, it is the one before all the same.
  const startsOn = place?.year.starts_on ?? date;
  const earlier = fiscalYears.filter(({ ends_on }) => ends_on < startsOn);
  const year =
    formula.fiscal_year === 'current'
      ? place?.year
      : earlier.toSorted((one, other) => (one.ends_on < other.ends_on ? 1 : -1))[0];
  if (!year) return null;
  const isCut = formula.fiscal_year === 'current' && place!.period.ends_on !== date;
  const until = formula.fiscal_year === 'current' ? date : year.ends_on;
  const cut_from = isCut ? place!.period.starts_on : nextDay(until);
  return formula.accounts.map((account) => ({ account, fiscal_year_id: year.id, until, cut_from }));
}

/** Null when what it is a part of is not known. */
export function formulaAmount(
  formula: Formula,
  date: PlainDate,
  file: Pick<CompanyFile, 'fiscalYears'>,
  balanceOf: BalanceOf,
): SignedAmount | null {
  const known = balancesOf(formula, date, file)?.map(balanceOf);
  if (!known || known.includes(undefined)) return null;
  return partOf(sum(known as readonly SignedAmount[]), formula.factor);
}

const FACTOR = new RegExp(FACTOR_PATTERN);

/** Nothing and nothing's part make no amount. */
export function isFactor(text: string): boolean {
  const [numerator = '', denominator = '1'] = text.split('/');
  return FACTOR.test(text) && !isZero(numerator) && !isZero(denominator);
}

/** A factor is a decimal, or a fraction such as `1/12`, which no decimal says exactly. */
export function partOf(amount: SignedAmount, factor: string): SignedAmount {
  const [numerator = '', denominator] = factor.split('/');
  const product = multiply(amount, numerator);
  return denominator === undefined ? round(product) : divide(product, denominator, 2);
}

/** More steps than any contract has; whatever they would come to is no amount any more. */
const MOST_STEPS = 1_200;

/** Each step raises what was charged before it, to the cent. */
export function indexed(amount: SignedAmount, indexation: Indexation, date: PlainDate): SignedAmount {
  let raised = amount;
  for (let step = stepsOf(indexation, date); step > 0; step -= 1)
    raised = add(raised, percent(raised, indexation.percent));
  return raised;
}

function stepsOf({ from, every }: Indexation, date: PlainDate): number {
  if (date < from) return 0;
  if (every === null) return 1;
  const months =
    (Number(date.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(date.slice(5, 7)) - Number(from.slice(5, 7));
  const whole = monthsLater(from, months) > date ? months - 1 : months;
  return Math.min(MOST_STEPS, 1 + Math.floor(whole / every));
}

export interface Sides {
  readonly debit: Amount;
  readonly credit: Amount;
}

const CENT = '0.01';

/**
 * Lines of a free entry whose amounts were rounded one by one may differ by cents: the largest of those that were computed takes them.
 * What differs by more is no rounding.
 */
export function balanced(sides: readonly Sides[], isComputed: (index: number) => boolean): readonly Sides[] {
  const difference = subtract(sum(sides.map(({ debit }) => debit)), sum(sides.map(({ credit }) => credit)));
  const computed = sides.map((_, index) => index).filter(isComputed);
  const size = (index: number): Amount => add(sides[index]!.debit, sides[index]!.credit);
  if (isZero(difference) || compare(absolute(difference), multiply(CENT, String(computed.length))) > 0) return sides;
  const largest = computed.reduce((one, other) => (compare(size(other), size(one)) > 0 ? other : one));
  const { debit, credit } = sides[largest]!;
  const after = isZero(debit)
    ? { debit, credit: add(credit, difference) }
    : { debit: subtract(debit, difference), credit };
  if (isNegative(after.debit) || isNegative(after.credit)) return sides;
  return sides.map((side, index) => (index === largest ? after : side));
}

export const sidesOf = (amount: SignedAmount): Sides =>
  isNegative(amount) ? { debit: ZERO, credit: absolute(amount) } : { debit: amount, credit: ZERO };

export const isComputedLine = ({ indexation, formula }: TemplateLine): boolean =>
  indexation !== undefined || formula !== undefined;
