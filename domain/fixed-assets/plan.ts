import type { PackDeclining } from '../country-packs/pack.ts';
import { daysBetween, nextDay, type PlainDate } from '../dates.ts';
import { add, compare, isZero, max, min, proportion, share, subtract, sum, ZERO, type Amount } from '../money.ts';
import type { PlannedAmount } from './asset-events.ts';
import { dayBefore, type PlanCalendar, type PlanYear } from './calendar.ts';

/**
 * What is depreciated when. A plan is a chain of parts: each begins on a day with what is left to depreciate then, and is cut off
 * where the next one begins. Within a part every year takes its share, rounded, and the last one what is left.
 */
export type PlanPart = {
  readonly from: PlainDate;
  /** What is left to depreciate on that day. */
  readonly base: Amount;
  /** What it is worth on that day, the residual value included. */
  readonly value: Amount;
  /** What was paid for it. */
  readonly cost: Amount;
  /** The whole life from the day put into service on; null where there is none. */
  readonly months: number | null;
  /** Of a plan by hand. */
  readonly items?: readonly PlannedAmount[];
  /** The version of the asset that it came with; none of the first. */
  readonly since?: number;
  /** Of a part that another has followed: its last day, and what it has taken. */
  readonly cut?: { readonly until: PlainDate; readonly planned: Amount };
};

export interface PlanRule {
  readonly method: 'linear' | 'declining' | 'manual' | 'one_off' | 'none';
  /** Where life begins. */
  readonly in_service_on: PlainDate;
  /** Of a declining plan: so many parts of so many, a year. */
  readonly rate: readonly [parts: number, of: number] | null;
  readonly declining: PackDeclining;
}

/** What one year of the calendar takes of a part. */
export interface PartYear {
  readonly year: PlanYear;
  readonly from: PlainDate;
  readonly amount: Amount;
  /** How much of it is taken up to a day of this year. */
  readonly until: (date: PlainDate) => Amount;
}

/** No plan goes further: what is left then goes with the last year. */
const MOST_YEARS = 200;

/** The years of a part, one after another, until nothing is left or the part is cut off. */
export function* yearsOfPart(part: PlanPart, rule: PlanRule, calendar: PlanCalendar): Generator<PartYear> {
  const { cut } = part;
  if (!cut) {
    yield* wholeYears(part, rule, calendar);
    return;
  }
  let left = cut.planned;
  for (const one of wholeYears(part, rule, calendar)) {
    if (one.from > cut.until) return;
    const isLast = one.year.ends_on >= cut.until;
    const amount = isLast ? left : min(left, one.amount);
    left = subtract(left, amount);
    yield {
      ...one,
      amount,
      until: (date) => (date >= cut.until || date >= one.year.ends_on ? amount : min(amount, one.until(date))),
    };
    if (isLast) return;
  }
}

function wholeYears(part: PlanPart, rule: PlanRule, calendar: PlanCalendar): Generator<PartYear> {
  switch (rule.method) {
    case 'linear':
    case 'declining':
      return ratedYears(part, rule, calendar);
    case 'one_off':
      return atOnce(part, calendar);
    case 'manual':
      return byHand(part, calendar);
    case 'none':
      return nothing();
  }
}

function* nothing(): Generator<PartYear> {}

function* atOnce({ from, base }: PlanPart, calendar: PlanCalendar): Generator<PartYear> {
  if (!isZero(base)) yield { year: calendar.yearOf(from), from, amount: base, until: () => base };
}

function* ratedYears(part: PlanPart, rule: PlanRule, calendar: PlanCalendar): Generator<PartYear> {
  const { from: begun, base } = part;
  const life = unitsLeft(part, rule, calendar);
  let left = base;
  let remaining = life;
  let year = calendar.yearOf(begun);
  let from = begun;
  for (let count = 1; !isZero(left); count += 1) {
    const days = calendar.units(from, year.ends_on, year);
    // Where each fiscal year begun counts as one of the life, the first one does too, however short it is.
    const spent = rule.method === 'declining' && rule.declining.byMonths ? Math.max(days, calendar.unitsAYear) : days;
    const isLast = spent >= remaining || count === MOST_YEARS;
    const units = Math.min(days, Math.max(remaining, 1));
    const share =
      rule.method === 'linear'
        ? proportion(base, units, life)
        : declined({ left, part, life, remaining, days }, rule, calendar);
    const amount = isLast ? left : min(left, share);
    const begins = from;
    const counted = isLast ? units : days;
    const current = year;
    yield {
      year,
      from,
      amount,
      until: (date) => {
        if (date < begins) return ZERO;
        if (date >= current.ends_on) return amount;
        return proportion(amount, Math.min(calendar.units(begins, date, current), counted), counted);
      },
    };
    left = subtract(left, amount);
    remaining -= spent;
    if (isLast) return;
    year = calendar.yearAfter(year);
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

/** A rate of what is left, until the linear share is larger. */
function declined(
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

/** How much of its life an asset has before it where a part begins. At least a day: what is over is taken at once. */
export function unitsLeft(
  { from, months }: Pick<PlanPart, 'from' | 'months'>,
  { in_service_on }: Pick<PlanRule, 'in_service_on'>,
  calendar: PlanCalendar,
): number {
  return Math.max(1, (months ?? 0) * calendar.unitsAMonth - unitsBetween(in_service_on, from, calendar));
}

/** From one day up to the day before another. */
export function unitsBetween(from: PlainDate, to: PlainDate, calendar: PlanCalendar): number {
  let units = 0;
  for (let day = from; day < to;) {
    const year = calendar.yearOf(day);
    const last = year.ends_on < to ? year.ends_on : dayBefore(to);
    units += calendar.units(day, last, year);
    day = nextDay(last);
  }
  return units;
}

function* byHand({ from: begun, base, items = [] }: PlanPart, calendar: PlanCalendar): Generator<PartYear> {
  let before: Amount = ZERO;
  let year = calendar.yearOf(begun);
  for (let from = begun; compare(before, base) < 0; from = year.starts_on) {
    const taken = before;
    const end = year.ends_on;
    const whole = givenUntil(items, begun, end);
    const amount = subtract(whole, taken);
    yield {
      year,
      from,
      amount,
      until: (date) => (date >= end ? amount : subtract(givenUntil(items, begun, date), taken)),
    };
    before = whole;
    if (end >= (items.at(-1)?.ends_on ?? begun)) return;
    year = calendar.yearAfter(year);
  }
}

/** What items of a plan by hand take up to a day: the one under way in proportion to its days. */
function givenUntil(items: readonly PlannedAmount[], begun: PlainDate, date: PlainDate): Amount {
  let total: Amount = ZERO;
  let from = begun;
  for (const { ends_on, amount } of items) {
    if (date < from) break;
    if (ends_on <= date) total = add(total, amount);
    else total = add(total, proportion(amount, daysBetween(from, date) + 1, daysBetween(from, ends_on) + 1));
    from = nextDay(ends_on);
  }
  return total;
}

/** What a part takes up to a day. */
export function plannedOfPart(part: PlanPart, rule: PlanRule, calendar: PlanCalendar, date: PlainDate): Amount {
  if (date < part.from) return ZERO;
  if (part.cut && part.cut.until <= date) return part.cut.planned;
  const amounts: Amount[] = [];
  for (const year of yearsOfPart(part, rule, calendar)) {
    if (year.from > date) break;
    amounts.push(year.until(date));
  }
  return sum(amounts);
}

/** Items of a plan by hand from a day on, for what is left then: in the proportions that they had. */
export const itemsFrom = (
  { items = [], from: begun }: PlanPart,
  from: PlainDate,
  base: Amount,
  calendar: PlanCalendar,
): readonly PlannedAmount[] => itemsLeft(items, begun, from, base, calendar.yearOf(from).ends_on);

/** What nothing is planned for any more is taken by the last day. */
export function itemsLeft(
  items: readonly PlannedAmount[],
  begun: PlainDate,
  from: PlainDate,
  base: Amount,
  lastDay: PlainDate,
): readonly PlannedAmount[] {
  const ahead = items.filter(({ ends_on }) => ends_on >= from);
  const before = givenUntil(items, begun, dayBefore(from));
  const passed = sum(items.filter(({ ends_on }) => ends_on < from).map(({ amount }) => amount));
  const weights = ahead.map(({ amount }, index) => (index === 0 ? subtract(amount, subtract(before, passed)) : amount));
  if (weights.every(isZero)) return [{ ends_on: lastDay, amount: base }];
  const amounts = share(base, weights);
  return ahead.map(({ ends_on }, index) => ({ ends_on, amount: amounts[index]! }));
}
