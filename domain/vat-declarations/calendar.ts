import { filingsOf, type ListingKind } from '../companies/vat-filings.ts';
import { regimeChanges, regimeOn, type RegimeHolder } from '../companies/vat-regimes.ts';
import { countryPack } from '../country-packs/index.ts';
import type { CountryPack, DeclarationKind, Labels, PackDeclaration } from '../country-packs/pack.ts';
import { lastDayOfMonth, monthsLater, nextDay, startOfPeriod, type PlainDate } from '../dates.ts';
import type { PeriodType } from './declaration-events.ts';
import { isWithoutReturn } from './form.ts';
import { dueDay, periodAt, timeAt, usualPeriodType, type ReturnPeriod } from './period.ts';
import type { DeclarationStatus } from './state.ts';

/** What a company files about VAT and when: from the regimes of its days, its returns, and what else was noted as filed. */

export const CALENDAR_STATUSES = ['future', 'open', 'late', 'done'] as const;
export type CalendarStatus = (typeof CALENDAR_STATUSES)[number];

export const CALENDAR_KINDS = ['return', 'intracom_listing', 'customer_listing', 'fees_281_50'] as const;
export type CalendarKind = (typeof CALENDAR_KINDS)[number];

export interface CalendarItem extends ReturnPeriod {
  readonly kind: CalendarKind;
  readonly labels: Labels;
  readonly status: CalendarStatus;
  readonly declaration_id: number | null;
}

/** A return that is there, as far as the calendar cares. */
export interface KnownReturn extends ReturnPeriod {
  readonly id: number;
  readonly status: DeclarationStatus;
  readonly client_listing_nil: boolean;
  /** Whether it tells of supplies to other Member States, which are listed. */
  readonly has_intracom: boolean;
}

export interface CalendarCompany extends RegimeHolder {
  readonly country_pack: string;
  /** Of its first fiscal year: what ended before is nobody's business here. */
  readonly first_day: PlainDate;
  readonly returns: readonly KnownReturn[];
}

/** Days on which something is due. */
export interface CalendarSpan {
  readonly from: PlainDate;
  readonly to: PlainDate;
}

/** Nothing is due later than this behind the beginning of what it is about. */
const LONGEST_MONTHS = 18;

/** Returns that ended earlier say nothing about what is due in the span. */
export const returnsSince = ({ from }: CalendarSpan): PlainDate => monthsLater(from, -2 * LONGEST_MONTHS);

export function calendarOf(company: CalendarCompany, span: CalendarSpan, today: PlainDate): CalendarItem[] {
  return calendars(span, today)(company);
}

/** For many companies: those of the same country and regime are expected to file the same. */
export function calendars({ from, to }: CalendarSpan, today: PlainDate): (company: CalendarCompany) => CalendarItem[] {
  const begins = startOfPeriod(monthsLater(from, -LONGEST_MONTHS), 12);
  const isMeant = ({ due_on }: ReturnPeriod): boolean => from <= due_on && due_on <= to;
  const known = new Map<string, readonly Expected[]>();
  const expectedOf = (company: CalendarCompany, pack: CountryPack): readonly Expected[] => {
    const key = JSON.stringify([pack.code, company.vat_regime, regimeChanges(company.settings)]);
    const before = known.get(key);
    if (before) return before;
    const all = [...returnsExpected(pack, company, begins, to), ...listingsExpected(pack, company, begins, to)];
    const expected = all.filter(isMeant).sort(byDay);
    known.set(key, expected);
    return expected;
  };
  return (company) => {
    const pack = countryPack(company.country_pack)!;
    const expected = expectedOf(company, pack);
    const spans = new Set(expected.flatMap((item) => (item.kind === 'return' ? [spanKey(item)] : [])));
    const others = company.returns.filter((one) => isMeant(one) && !spans.has(spanKey(one)));
    const unexpected = others.map((one): Expected => ({ ...one, kind: 'return', labels: returnLabels(pack, one) }));
    const all = unexpected.length === 0 ? expected : [...expected, ...unexpected].sort(byDay);
    return all
      .filter((item) => item.ends_on >= company.first_day)
      .filter((item) => item.kind !== 'intracom_listing' || isListed(company, item))
      .map((item) => withStatus(item, company, today));
  };
}

const spanKey = ({ starts_on, ends_on }: Pick<ReturnPeriod, 'starts_on' | 'ends_on'>): string =>
  `${starts_on}/${ends_on}`;

const byDay = (one: Expected, other: Expected): number =>
  compareTexts(one.due_on, other.due_on) ||
  compareTexts(one.starts_on, other.starts_on) ||
  CALENDAR_KINDS.indexOf(one.kind) - CALENDAR_KINDS.indexOf(other.kind);

const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

type Expected = ReturnPeriod & Pick<CalendarItem, 'kind' | 'labels'>;

/** One return behind the other, each by the regime of its first day. */
function returnsExpected(pack: CountryPack, company: RegimeHolder, begins: PlainDate, to: PlainDate): Expected[] {
  const found: Expected[] = [];
  for (let day = begins; day <= to;) {
    const regime = regimeOn(company, day);
    if (isWithoutReturn(pack, regime)) {
      day = nextDay(lastDayOfMonth(day));
      continue;
    }
    const period = periodAt(pack, usualPeriodType(pack, regime), day, company);
    found.push(expectedReturn(pack, period));
    day = nextDay(period.ends_on);
  }
  return [...found, ...annualReturns(pack, company, begins, to)];
}

/** Those that come on top of the returns of the year. */
function annualReturns(pack: CountryPack, company: RegimeHolder, begins: PlainDate, to: PlainDate): Expected[] {
  const found: Expected[] = [];
  for (let day = begins; day <= to; day = monthsLater(day, 12)) {
    const regime = regimeOn(company, day);
    const isBeside =
      usualPeriodType(pack, regime) !== 'yearly' &&
      pack.declarations.some(
        ({ kind, period, regimes }) =>
          kind === 'vat_return' && period === 'year' && regimes.some((code) => code === regime),
      );
    if (isBeside) found.push(expectedReturn(pack, periodAt(pack, 'yearly', day, company)));
  }
  return found;
}

const expectedReturn = (pack: CountryPack, period: ReturnPeriod): Expected => ({
  ...period,
  kind: 'return',
  labels: returnLabels(pack, period),
});

const PACK_PERIODS = { monthly: 'month', quarterly: 'quarter', yearly: 'year' } as const;
const TYPES = { month: 'monthly', quarter: 'quarterly', year: 'yearly' } as const;

const returnLabels = ({ declarations }: CountryPack, { period_type }: Pick<ReturnPeriod, 'period_type'>): Labels =>
  (
    declarations.find(({ kind, period }) => kind === 'vat_return' && period === PACK_PERIODS[period_type]) ??
    declarations[0]!
  ).labels;

/** Slips of fees are known by their Belgian number: elsewhere they are no matter of VAT. */
const LISTINGS: Partial<Record<DeclarationKind, ListingKind>> = {
  intracom_listing: 'intracom_listing',
  customer_listing: 'customer_listing',
  fees: 'fees_281_50',
};

function listingsExpected(pack: CountryPack, company: RegimeHolder, begins: PlainDate, to: PlainDate): Expected[] {
  return pack.declarations.flatMap((declared): Expected[] => {
    const kind = LISTINGS[declared.kind];
    if (!kind || declared.period === 'fiscal_year' || (kind === 'fees_281_50' && pack.code !== 'BE')) return [];
    return timesOf(TYPES[declared.period], begins, to)
      .filter(({ starts_on }) => isFiledBy(declared, company, starts_on))
      .map((period) => {
        const due_on = dueDay(pack, declared.due, period.ends_on);
        return { ...period, due_on, kind, labels: declared.labels };
      });
  });
}

function isFiledBy({ regimes }: PackDeclaration, company: RegimeHolder, firstDay: PlainDate): boolean {
  const regime = regimeOn(company, firstDay);
  return regimes.length === 0 || regimes.some((code) => code === regime);
}

/** There is no listing of nothing: one is due where the return tells of such supplies, or one of the year before has. */
function isListed({ returns }: CalendarCompany, { starts_on, ends_on }: ReturnPeriod): boolean {
  const own = returns.filter((one) => one.starts_on <= ends_on && starts_on <= one.ends_on);
  if (own.length > 0) return own.some(({ has_intracom }) => has_intracom);
  const yearBefore = monthsLater(starts_on, -12);
  return returns.some((one) => one.has_intracom && one.ends_on >= yearBefore && one.ends_on < starts_on);
}

function timesOf(type: PeriodType, begins: PlainDate, to: PlainDate): Omit<ReturnPeriod, 'due_on'>[] {
  const times: Omit<ReturnPeriod, 'due_on'>[] = [];
  for (let day = begins; day <= to; day = nextDay(times.at(-1)!.ends_on)) times.push(timeAt(type, day));
  return times;
}

function withStatus(item: Expected, company: CalendarCompany, today: PlainDate): CalendarItem {
  const { period_type, year, period, starts_on, ends_on, due_on, kind, labels } = item;
  const own = company.returns.find((one) => spanKey(one) === spanKey(item));
  const isDone = kind === 'return' ? own?.status === 'filed' : isNoted({ ...item, kind }, company, own);
  const status = isDone ? 'done' : ends_on >= today ? 'future' : due_on >= today ? 'open' : 'late';
  const declaration_id = kind === 'return' ? (own?.id ?? null) : null;
  return { kind, labels, period_type, year, period, starts_on, ends_on, due_on, status, declaration_id };
}

/** Noted in the settings, or gone the way of the return: what is due on the same day is filed together. */
function isNoted(
  { kind, year, period, ends_on, due_on }: Expected & { readonly kind: ListingKind },
  { settings, returns }: CalendarCompany,
  own: KnownReturn | undefined,
): boolean {
  if (filingsOf(settings).some((one) => one.kind === kind && one.year === year && one.period === period)) return true;
  if (kind === 'intracom_listing') return own?.status === 'filed' && own.due_on === due_on;
  // A listing of nobody is told by the last return of the year.
  if (kind !== 'customer_listing') return false;
  return returns.some((one) => one.ends_on === ends_on && one.status === 'filed' && one.client_listing_nil);
}
