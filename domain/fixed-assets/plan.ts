import type { PackDeclining } from '../country-packs/pack.ts';
import { countDaysBetween, getNextDay, type PlainDate } from '../dates.ts';
import { add, compare, isZero, max, min, proportion, share, subtract, sum, ZERO, type Amount } from '../money.ts';
import type { PlannedAmount } from './asset-events.ts';
import { getDayBefore, type PlanCalendar, type PlanYear } from './calendar.ts';

/**
 * Depreciation plans. A plan is a chain of parts. Each part starts on a date with the amount left to depreciate, and is
 * cut off where the next part starts. Within a part, every year takes its rounded share, and the last year takes the
 * remainder.
 */
export type PlanPart = {
  readonly from: PlainDate;
  /** The amount left to depreciate on that date. */
  readonly base: Amount;
  /** The book value on that date, including the residual value. */
  readonly value: Amount;
  /** The purchase cost. */
  readonly cost: Amount;
  /** The total life in months, counted from the date put into service. Null if the method has none. */
  readonly months: number | null;
  /** For a manual plan only. */
  readonly items?: readonly PlannedAmount[];
  /** The asset version that added this part. Absent for the first part. */
  readonly since?: number;
  /** For a part followed by another: its last day and the amount it depreciated. */
  readonly cut?: { readonly until: PlainDate; readonly planned: Amount };
};

export interface PlanRule {
  readonly method: 'linear' | 'declining' | 'manual' | 'one_off' | 'none';
  /** The start of the useful life. */
  readonly in_service_on: PlainDate;
  /** For a declining plan: the yearly rate as a fraction. */
  readonly rate: readonly [parts: number, of: number] | null;
  readonly declining: PackDeclining;
}

/** The share of one plan year in a part. */
export interface PartYear {
  readonly year: PlanYear;
  readonly from: PlainDate;
  readonly amount: Amount;
  /** Computes the amount depreciated up to a date in this year. */
  readonly computeUntil: (date: PlainDate) => Amount;
}

/** The maximum length of a plan. The last year takes the remainder. */
const MOST_YEARS = 200;

/** Yields the years of a part in order, until nothing is left or the part is cut off. */
export function* iteratePartYears(part: PlanPart, rule: PlanRule, calendar: PlanCalendar): Generator<PartYear> {
  const { cut } = part;
  if (!cut) {
    yield* iterateUncutYears(part, rule, calendar);
    return;
  }
  let left = cut.planned;
  for (const one of iterateUncutYears(part, rule, calendar)) {
    if (one.from > cut.until) return;
    const isLast = one.year.ends_on >= cut.until;
    const amount = isLast ? left : min(left, one.amount);
    left = subtract(left, amount);
    yield {
      ...one,
      amount,
      computeUntil: (date) =>
        date >= cut.until || date >= one.year.ends_on ? amount : min(amount, one.computeUntil(date)),
    };
    if (isLast) return;
  }
}

function iterateUncutYears(part: PlanPart, rule: PlanRule, calendar: PlanCalendar): Generator<PartYear> {
  switch (rule.method) {
    case 'linear':
    case 'declining':
      return iterateRatedYears(part, rule, calendar);
    case 'one_off':
      return iterateSingleYear(part, calendar);
    case 'manual':
      return iterateManualYears(part, calendar);
    case 'none':
      return iterateNoYears();
  }
}

function* iterateNoYears(): Generator<PartYear> {}

function* iterateSingleYear({ from, base }: PlanPart, calendar: PlanCalendar): Generator<PartYear> {
  if (!isZero(base)) yield { year: calendar.findYear(from), from, amount: base, computeUntil: () => base };
}

function* iterateRatedYears(part: PlanPart, rule: PlanRule, calendar: PlanCalendar): Generator<PartYear> {
  const { from: begun, base } = part;
  const life = countUnitsLeft(part, rule, calendar);
  let left = base;
  let remaining = life;
  let year = calendar.findYear(begun);
  let from = begun;
  for (let count = 1; !isZero(left); count += 1) {
    const days = calendar.countUnits(from, year.ends_on, year);
    // If each started fiscal year counts as a full year of life, so does the first one, even if it is short.
    const spent = rule.method === 'declining' && rule.declining.byMonths ? Math.max(days, calendar.unitsAYear) : days;
    const isLast = spent >= remaining || count === MOST_YEARS;
    const units = Math.min(days, Math.max(remaining, 1));
    const share =
      rule.method === 'linear'
        ? proportion(base, units, life)
        : computeDecliningAmount({ left, part, life, remaining, days }, rule, calendar);
    const amount = isLast ? left : min(left, share);
    const begins = from;
    const counted = isLast ? units : days;
    const current = year;
    yield {
      year,
      from,
      amount,
      computeUntil: (date) => {
        if (date < begins) return ZERO;
        if (date >= current.ends_on) return amount;
        return proportion(amount, Math.min(calendar.countUnits(begins, date, current), counted), counted);
      },
    };
    left = subtract(left, amount);
    remaining -= spent;
    if (isLast) return;
    year = calendar.getNextYear(year);
    from = year.starts_on;
  }
}

interface DecliningYear {
  readonly left: Amount;
  readonly part: PlanPart;
  readonly life: number;
  readonly remaining: number;
  readonly days: number;
}

/** A percentage of the remaining amount, until the linear share becomes larger. */
function computeDecliningAmount(
  { left, part, life, remaining, days }: DecliningYear,
  rule: PlanRule,
  { unitsAYear }: PlanCalendar,
): Amount {
  const [parts, of] = rule.rate ?? [0, 1];
  const { shareOfCost, linearOf } = rule.declining;
  const rated = proportion(left, parts * days, of * unitsAYear);
  const capped =
    shareOfCost === undefined ? rated : min(rated, proportion(part.cost, shareOfCost * days, 100 * unitsAYear));
  const linear =
    linearOf === 'cost'
      ? proportion(part.base, Math.min(days, life), life)
      : proportion(left, Math.min(days, remaining), remaining);
  return max(capped, linear);
}

/** The remaining life at the start of a part, in units. At least one unit, so that an expired life is depreciated at once. */
export function countUnitsLeft(
  { from, months }: Pick<PlanPart, 'from' | 'months'>,
  { in_service_on }: Pick<PlanRule, 'in_service_on'>,
  calendar: PlanCalendar,
): number {
  return Math.max(1, (months ?? 0) * calendar.unitsAMonth - countUnitsBetween(in_service_on, from, calendar));
}

/** Counts the units from one date to the day before another. */
export function countUnitsBetween(from: PlainDate, to: PlainDate, calendar: PlanCalendar): number {
  let units = 0;
  for (let day = from; day < to;) {
    const year = calendar.findYear(day);
    const last = year.ends_on < to ? year.ends_on : getDayBefore(to);
    units += calendar.countUnits(day, last, year);
    day = getNextDay(last);
  }
  return units;
}

function* iterateManualYears({ from: begun, base, items = [] }: PlanPart, calendar: PlanCalendar): Generator<PartYear> {
  let before: Amount = ZERO;
  let year = calendar.findYear(begun);
  for (let from = begun; compare(before, base) < 0; from = year.starts_on) {
    const taken = before;
    const end = year.ends_on;
    const whole = sumItemsUntil(items, begun, end);
    const amount = subtract(whole, taken);
    yield {
      year,
      from,
      amount,
      computeUntil: (date) => (date >= end ? amount : subtract(sumItemsUntil(items, begun, date), taken)),
    };
    before = whole;
    if (end >= (items.at(-1)?.ends_on ?? begun)) return;
    year = calendar.getNextYear(year);
  }
}

/** The total of a manual plan up to a date. The current step counts in proportion to its days. */
function sumItemsUntil(items: readonly PlannedAmount[], begun: PlainDate, date: PlainDate): Amount {
  let total: Amount = ZERO;
  let from = begun;
  for (const { ends_on, amount } of items) {
    if (date < from) break;
    if (ends_on <= date) total = add(total, amount);
    else total = add(total, proportion(amount, countDaysBetween(from, date) + 1, countDaysBetween(from, ends_on) + 1));
    from = getNextDay(ends_on);
  }
  return total;
}

/** The amount that a part depreciates up to a date. */
export function computePartUntil(part: PlanPart, rule: PlanRule, calendar: PlanCalendar, date: PlainDate): Amount {
  if (date < part.from) return ZERO;
  if (part.cut && part.cut.until <= date) return part.cut.planned;
  const amounts: Amount[] = [];
  for (const year of iteratePartYears(part, rule, calendar)) {
    if (year.from > date) break;
    amounts.push(year.computeUntil(date));
  }
  return sum(amounts);
}

/** Recomputes the steps of a manual plan from a date. The remaining amount keeps the proportions of the old steps. */
export const replanItems = (
  { items = [], from: begun }: PlanPart,
  from: PlainDate,
  base: Amount,
  calendar: PlanCalendar,
): readonly PlannedAmount[] => spreadOverRemainingItems(items, begun, from, base, calendar.findYear(from).ends_on);

/** If no steps remain, one step on `lastDay` takes the whole amount. */
export function spreadOverRemainingItems(
  items: readonly PlannedAmount[],
  begun: PlainDate,
  from: PlainDate,
  base: Amount,
  lastDay: PlainDate,
): readonly PlannedAmount[] {
  const ahead = items.filter(({ ends_on }) => ends_on >= from);
  const before = sumItemsUntil(items, begun, getDayBefore(from));
  const passed = sum(items.filter(({ ends_on }) => ends_on < from).map(({ amount }) => amount));
  const weights = ahead.map(({ amount }, index) => (index === 0 ? subtract(amount, subtract(before, passed)) : amount));
  if (weights.every(isZero)) return [{ ends_on: lastDay, amount: base }];
  const amounts = share(base, weights);
  return ahead.map(({ ends_on }, index) => ({ ends_on, amount: amounts[index]! }));
}
