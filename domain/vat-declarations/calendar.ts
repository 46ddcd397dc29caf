import { getEarlierFilings, type ListingKind } from '../companies/vat-filings.ts';
import { getRegimeChanges, getRegimeOn, type RegimeHolder } from '../companies/vat-regimes.ts';
import { findCountryPack } from '../country-packs/index.ts';
import type { CountryPack, DeclarationKind, Labels, PackDeclaration } from '../country-packs/pack.ts';
import { getLastDayOfMonth, addMonths, getNextDay, getStartOfPeriod, type PlainDate } from '../dates.ts';
import type { PeriodType } from './declaration-events.ts';
import { isWithoutReturn } from './form.ts';
import { computeDueDay, findReturnPeriod, findTimeSpan, getUsualPeriodType, type ReturnPeriod } from './period.ts';
import type { DeclarationStatus } from './state.ts';

/** The VAT filing calendar of a company, from its regimes over time, its returns and other filings recorded. */

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

/** An existing return, reduced to the fields that the calendar needs. */
export interface KnownReturn extends ReturnPeriod {
  readonly id: number;
  readonly status: DeclarationStatus;
  readonly client_listing_nil: boolean;
}

/** A listing recorded as filed. */
export interface KnownListing extends Pick<ReturnPeriod, 'period_type' | 'year' | 'period'> {
  readonly kind: ListingKind;
}

export interface CalendarCompany extends RegimeHolder {
  readonly country_pack: string;
  /** First day of its first fiscal year; periods that ended earlier are ignored. */
  readonly first_day: PlainDate;
  readonly returns: readonly KnownReturn[];
  readonly listings: readonly KnownListing[];
  /** Months with supplies to other Member States, which require a listing: `2026-03`. */
  readonly intracom_months: readonly string[];
}

/** Range of due dates. */
export interface CalendarSpan {
  readonly from: PlainDate;
  readonly to: PlainDate;
}

/** Upper limit, in months, between the start of a period and its due date. */
const LONGEST_MONTHS = 18;

/** Returns that ended before this day do not affect due dates in the span. */
export const getReturnsStart = ({ from }: CalendarSpan): PlainDate => addMonths(from, -2 * LONGEST_MONTHS);

export function buildCalendar(company: CalendarCompany, span: CalendarSpan, today: PlainDate): CalendarItem[] {
  return createCalendarBuilder(span, today)(company);
}

/** For many companies: the expected filings are cached by country and regime. */
export function createCalendarBuilder(
  { from, to }: CalendarSpan,
  today: PlainDate,
): (company: CalendarCompany) => CalendarItem[] {
  const begins = getStartOfPeriod(addMonths(from, -LONGEST_MONTHS), 12);
  const isInSpan = ({ due_on }: ReturnPeriod): boolean => from <= due_on && due_on <= to;
  const known = new Map<string, ExpectedFilings>();
  const getExpected = (company: CalendarCompany, pack: CountryPack): ExpectedFilings => {
    const key = JSON.stringify([pack.code, company.vat_regime, getRegimeChanges(company.settings)]);
    const before = known.get(key);
    if (before) return before;
    const all = [...listExpectedReturns(pack, company, begins, to), ...listExpectedListings(pack, company, begins, to)];
    const items = all.filter(isInSpan).sort(compareByDueDate);
    const spans = new Set(items.flatMap((item) => (item.kind === 'return' ? [buildSpanKey(item)] : [])));
    const expected = { items, spans };
    known.set(key, expected);
    return expected;
  };
  return (company) => {
    const pack = findCountryPack(company.country_pack)!;
    const { items, spans } = getExpected(company, pack);
    const others = company.returns.filter((one) => isInSpan(one) && !spans.has(buildSpanKey(one)));
    const unexpected = others.map((one): Expected => ({ ...one, kind: 'return', labels: getReturnLabels(pack, one) }));
    const all = unexpected.length === 0 ? items : [...items, ...unexpected].sort(compareByDueDate);
    return all
      .filter((item) => item.ends_on >= company.first_day)
      .filter((item) => isDue(company, item, today))
      .map((item) => withStatus(item, company, today));
  };
}

const buildSpanKey = ({ starts_on, ends_on }: Pick<ReturnPeriod, 'starts_on' | 'ends_on'>): string =>
  `${starts_on}/${ends_on}`;

const compareByDueDate = (one: Expected, other: Expected): number =>
  compareTexts(one.due_on, other.due_on) ||
  compareTexts(one.starts_on, other.starts_on) ||
  CALENDAR_KINDS.indexOf(one.kind) - CALENDAR_KINDS.indexOf(other.kind);

const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

interface ExpectedFilings {
  readonly items: readonly Expected[];
  /** Of the returns among them. */
  readonly spans: ReadonlySet<string>;
}

type Expected = ReturnPeriod & Pick<CalendarItem, 'kind' | 'labels'>;

/** Consecutive returns, each according to the regime on its first day. */
function listExpectedReturns(pack: CountryPack, company: RegimeHolder, begins: PlainDate, to: PlainDate): Expected[] {
  const found: Expected[] = [];
  for (let day = begins; day <= to;) {
    const regime = getRegimeOn(company, day);
    if (isWithoutReturn(pack, regime)) {
      day = getNextDay(getLastDayOfMonth(day));
      continue;
    }
    const period = findReturnPeriod(pack, getUsualPeriodType(pack, regime), day, company);
    found.push(toExpectedReturn(pack, period));
    day = getNextDay(period.ends_on);
  }
  return [...found, ...listAnnualReturns(pack, company, begins, to)];
}

/** Annual returns required in addition to the periodic ones. */
function listAnnualReturns(pack: CountryPack, company: RegimeHolder, begins: PlainDate, to: PlainDate): Expected[] {
  const found: Expected[] = [];
  for (let day = begins; day <= to; day = addMonths(day, 12)) {
    const regime = getRegimeOn(company, day);
    const isBeside =
      getUsualPeriodType(pack, regime) !== 'yearly' &&
      pack.declarations.some(
        ({ kind, period, regimes }) =>
          kind === 'vat_return' && period === 'year' && regimes.some((code) => code === regime),
      );
    if (isBeside) found.push(toExpectedReturn(pack, findReturnPeriod(pack, 'yearly', day, company)));
  }
  return found;
}

const toExpectedReturn = (pack: CountryPack, period: ReturnPeriod): Expected => ({
  ...period,
  kind: 'return',
  labels: getReturnLabels(pack, period),
});

const PACK_PERIODS = { monthly: 'month', quarterly: 'quarter', yearly: 'year' } as const;
const TYPES = { month: 'monthly', quarter: 'quarterly', year: 'yearly' } as const;

const getReturnLabels = ({ declarations }: CountryPack, { period_type }: Pick<ReturnPeriod, 'period_type'>): Labels =>
  (
    declarations.find(({ kind, period }) => kind === 'vat_return' && period === PACK_PERIODS[period_type]) ??
    declarations[0]!
  ).labels;

/** Fee slips use their Belgian number; in other countries they are unrelated to VAT. */
const LISTINGS: Partial<Record<DeclarationKind, ListingKind>> = {
  intracom_listing: 'intracom_listing',
  customer_listing: 'customer_listing',
  fees: 'fees_281_50',
};

function listExpectedListings(pack: CountryPack, company: RegimeHolder, begins: PlainDate, to: PlainDate): Expected[] {
  return pack.declarations.flatMap((declared): Expected[] => {
    const kind = LISTINGS[declared.kind];
    if (!kind || declared.period === 'fiscal_year' || (kind === 'fees_281_50' && pack.code !== 'BE')) return [];
    return listPeriods(TYPES[declared.period], begins, to)
      .filter(({ starts_on }) => isFiledBy(declared, company, starts_on))
      .map((period) => {
        const due_on = computeDueDay(pack, declared.due, period.ends_on);
        return { ...period, due_on, kind, labels: declared.labels };
      });
  });
}

function isFiledBy({ regimes }: PackDeclaration, company: RegimeHolder, firstDay: PlainDate): boolean {
  const regime = getRegimeOn(company, firstDay);
  return regimes.length === 0 || regimes.some((code) => code === regime);
}

/** Nil listings are not filed: there is none of supplies, and one of customers is a tick in the last return. */
function isDue(company: CalendarCompany, item: Expected, today: PlainDate): boolean {
  const { kind } = item;
  if (kind === 'intracom_listing') return isIntracomListingDue(company, item, today);
  return kind !== 'customer_listing' || !isDeclaredNil(company, item) || isFiled({ ...item, kind }, company);
}

const isDeclaredNil = ({ returns }: CalendarCompany, { ends_on }: ReturnPeriod): boolean =>
  returns.some((one) => one.ends_on === ends_on && one.status === 'filed' && one.client_listing_nil);

/** A period that is not over is expected to be like one of the year before. */
function isIntracomListingDue(
  { intracom_months }: CalendarCompany,
  { starts_on, ends_on }: ReturnPeriod,
  today: PlainDate,
): boolean {
  const hasSupplies = (from: PlainDate, to: PlainDate): boolean =>
    intracom_months.some((month) => from.slice(0, 7) <= month && month <= to.slice(0, 7));
  if (intracom_months.length === 0) return false;
  if (hasSupplies(starts_on, ends_on)) return true;
  return ends_on >= today && hasSupplies(addMonths(starts_on, -12), addMonths(starts_on, -1));
}

function listPeriods(type: PeriodType, begins: PlainDate, to: PlainDate): Omit<ReturnPeriod, 'due_on'>[] {
  const times: Omit<ReturnPeriod, 'due_on'>[] = [];
  for (let day = begins; day <= to; day = getNextDay(times.at(-1)!.ends_on)) times.push(findTimeSpan(type, day));
  return times;
}

function withStatus(item: Expected, company: CalendarCompany, today: PlainDate): CalendarItem {
  const { period_type, year, period, starts_on, ends_on, due_on, kind, labels } = item;
  const own = company.returns.find((one) => one.starts_on === starts_on && one.ends_on === ends_on);
  const isDone = kind === 'return' ? own?.status === 'filed' : isFiled({ ...item, kind }, company);
  const status = isDone ? 'done' : ends_on >= today ? 'future' : due_on >= today ? 'open' : 'late';
  const declaration_id = kind === 'return' ? (own?.id ?? null) : null;
  return { kind, labels, period_type, year, period, starts_on, ends_on, due_on, status, declaration_id };
}

/** Filed on its own. Earlier versions recorded this in the settings, which take no further filings. */
function isFiled(
  { kind, period_type, year, period }: Expected & { readonly kind: ListingKind },
  { settings, listings }: CalendarCompany,
): boolean {
  const isSame = (one: { readonly kind: ListingKind; readonly year: number; readonly period: number }): boolean =>
    one.kind === kind && one.year === year && one.period === period;
  return (
    listings.some((one) => isSame(one) && one.period_type === period_type) || getEarlierFilings(settings).some(isSame)
  );
}

/** Returns, and the listings that go with them. Annual listings of customers and fees are in the calendar only. */
const VAT_KINDS: readonly CalendarKind[] = ['return', 'intracom_listing'];

/** Range of due dates in which the next filing is looked for. */
export const getDeadlineSpan = (today: PlainDate): CalendarSpan => ({
  from: addMonths(today, -2 * LONGEST_MONTHS),
  to: addMonths(today, LONGEST_MONTHS),
});

/** Finds the oldest filing of VAT that is not done, since this day. The calendar is in the order of due dates. */
export function createDeadlineFinder(
  today: PlainDate,
): (company: CalendarCompany, since: PlainDate) => CalendarItem | undefined {
  const buildItems = createCalendarBuilder(getDeadlineSpan(today), today);
  return (company, since) =>
    buildItems({ ...company, first_day: since }).find(
      ({ kind, status }) => VAT_KINDS.includes(kind) && status !== 'done',
    );
}
