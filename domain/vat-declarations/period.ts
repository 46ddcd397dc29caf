import { getRegimeOn, type RegimeHolder } from '../companies/vat-regimes.ts';
import { getDayOfMonth } from '../country-packs/deadlines.ts';
import { findCountryPack } from '../country-packs/index.ts';
import { getWorkingDayFrom } from '../country-packs/holidays.ts';
import type { CountryPack } from '../country-packs/pack.ts';
import { getLastDayOfMonth, addMonths, type PlainDate } from '../dates.ts';
import type { Labels, Language } from '../language.ts';
import { refuseInvalid, isRefusal, type Refusal } from '../refusal.ts';
import { PERIOD_TYPES, type PeriodType } from './declaration-events.ts';
import { isWithoutReturn } from './form.ts';

/** Period of a return, and the date by which it must be filed. */
export interface ReturnPeriod {
  readonly period_type: PeriodType;
  readonly year: number;
  readonly period: number;
  readonly starts_on: PlainDate;
  readonly ends_on: PlainDate;
  readonly due_on: PlainDate;
}

const MONTHS: Readonly<Record<PeriodType, number>> = { monthly: 1, quarterly: 3, yearly: 12 };
const PACK_PERIODS = { monthly: 'month', quarterly: 'quarter', yearly: 'year' } as const;
const OF_PACK = { month: 'monthly', quarter: 'quarterly', year: 'yearly' } as const;

/** Special returns are quarterly. */
const OF_NO_REGIME = 'quarterly';

interface Filer extends RegimeHolder {
  readonly country_pack: string;
}

/** Period types for which the country has a return. */
export function listPeriodTypes({ declarations }: CountryPack): readonly PeriodType[] {
  return PERIOD_TYPES.filter((type) =>
    declarations.some(({ kind, period }) => kind === 'vat_return' && period === PACK_PERIODS[type]),
  );
}

/** Filing frequency of the regime. */
export function getUsualPeriodType(pack: CountryPack, regime: string | null): PeriodType {
  if (isWithoutReturn(pack, regime)) return OF_NO_REGIME;
  const period = pack.vatRegimes.find(({ code }) => code === regime)?.periodicReturn?.period;
  return period === undefined ? 'monthly' : OF_PACK[period];
}

export interface RequestedPeriod {
  readonly year: number;
  readonly period: number;
  /** Null: according to the regime of the company on the first day. */
  readonly period_type: PeriodType | null;
}

export function resolveReturnPeriod(requested: RequestedPeriod, filer: Filer): ReturnPeriod | Refusal {
  const { year, period } = requested;
  const pack = findCountryPack(filer.country_pack)!;
  const period_type = resolvePeriodType(requested, pack, filer);
  if (isRefusal(period_type)) return period_type;
  if (!listPeriodTypes(pack).includes(period_type))
    return refuseInvalid([{ code: 'vat_period_type_unknown', field: 'period_type', params: { country: pack.code } }]);
  const most = 12 / MONTHS[period_type];
  if (period > most) return refuseInvalid([{ code: 'vat_period_unknown', field: 'period', params: { max: most } }]);
  return buildReturnPeriod(pack, period_type, year, period, filer);
}

/** The requested type, or the one that the regime prescribes at that time. */
export function resolvePeriodType(
  requested: RequestedPeriod,
  pack: CountryPack,
  filer: RegimeHolder,
): PeriodType | Refusal {
  if (requested.period_type !== null) return requested.period_type;
  const fitting = listFittingTypes(requested, pack, filer);
  if (fitting.length > 1) return refuseInvalid([{ code: 'vat_period_ambiguous', field: 'period_type' }]);
  return fitting[0] ?? getUsualPeriodType(pack, getRegimeOn(filer, `${requested.year}-01-01`));
}

/** Period types for which the regime on their first day applies; there are two if the regime changed during the year. */
function listFittingTypes(
  { year, period }: RequestedPeriod,
  pack: CountryPack,
  filer: RegimeHolder,
): readonly PeriodType[] {
  return PERIOD_TYPES.filter(
    (type) =>
      period <= 12 / MONTHS[type] &&
      getUsualPeriodType(pack, getRegimeOn(filer, getPeriodStart(type, year, period))) === type,
  );
}

/** Number of periods of this type in a year. */
export const countPeriods = (type: PeriodType): number => 12 / MONTHS[type];

export const getPeriodStart = (type: PeriodType, year: number, period: number): PlainDate =>
  addMonths(`${year}-01-01`, (period - 1) * MONTHS[type]);

export function buildReturnPeriod(
  pack: CountryPack,
  period_type: PeriodType,
  year: number,
  period: number,
  filer: RegimeHolder,
): ReturnPeriod {
  const time = buildTimeSpan(period_type, year, period);
  return { ...time, due_on: computeReturnDueDate(pack, period_type, getRegimeOn(filer, time.starts_on), time.ends_on) };
}

function buildTimeSpan(period_type: PeriodType, year: number, period: number): Omit<ReturnPeriod, 'due_on'> {
  const starts_on = getPeriodStart(period_type, year, period);
  const ends_on = getLastDayOfMonth(addMonths(starts_on, MONTHS[period_type] - 1));
  return { period_type, year, period, starts_on, ends_on };
}

/** The period of this type that contains a day, whether or not it is filed. */
export const findTimeSpan = (type: PeriodType, date: PlainDate): Omit<ReturnPeriod, 'due_on'> =>
  buildTimeSpan(type, Number(date.slice(0, 4)), Math.ceil(Number(date.slice(5, 7)) / MONTHS[type]));

/** The return period of this type that contains a day. */
export function findReturnPeriod(
  pack: CountryPack,
  type: PeriodType,
  date: PlainDate,
  filer: RegimeHolder,
): ReturnPeriod {
  const { year, period } = findTimeSpan(type, date);
  return buildReturnPeriod(pack, type, year, period, filer);
}

/** The statutory due date, moved to the next working day. */
function computeReturnDueDate(pack: CountryPack, type: PeriodType, regime: string, endsOn: PlainDate): PlainDate {
  const declared = pack.declarations.filter(
    ({ kind, period }) => kind === 'vat_return' && period === PACK_PERIODS[type],
  );
  const { due } = declared.find(({ regimes }) => regimes.some((one) => one === regime)) ?? declared[0]!;
  return computeDueDay(pack, due, endsOn);
}

export function computeDueDay(
  pack: CountryPack,
  { day, monthsAfter }: { readonly day: number; readonly monthsAfter: number },
  endsOn: PlainDate,
): PlainDate {
  return getWorkingDayFrom(getDayOfMonth(addMonths(`${endsOn.slice(0, 7)}-01`, monthsAfter), day), pack.code);
}

/** The first quarter or the month of March: the return with the annual additional information. */
export const isEndingInMarch = ({ period_type, period }: Pick<ReturnPeriod, 'period_type' | 'period'>): boolean =>
  period_type === 'quarterly' ? period === 1 : period_type === 'monthly' && period === 3;

const MONTH_NAMES: Readonly<Record<Language, readonly string[]>> = {
  fr: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(' '),
  nl: 'januari februari maart april mei juni juli augustus september oktober november december'.split(' '),
  en: 'January February March April May June July August September October November December'.split(' '),
  de: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' '),
};

const QUARTERS: Labels = {
  fr: '{period}e trimestre {year}',
  nl: '{period}e kwartaal {year}',
  en: 'Quarter {period} of {year}',
  de: '{period}. Quartal {year}',
};

const YEARS: Labels = { fr: 'Année {year}', nl: 'Jaar {year}', en: 'Year {year}', de: 'Jahr {year}' };

export function formatPeriodLabel(
  { period_type, year, period }: Pick<ReturnPeriod, 'period_type' | 'year' | 'period'>,
  language: Language,
): string {
  if (period_type === 'monthly') return `${MONTH_NAMES[language][period - 1]!} ${year}`;
  if (period_type === 'quarterly' && language === 'fr' && period === 1) return `1er trimestre ${year}`;
  const label = period_type === 'quarterly' ? QUARTERS : YEARS;
  return label[language].replace('{period}', String(period)).replace('{year}', String(year));
}

/** The label in all languages, for messages. */
export const buildPeriodLabels = (period: Pick<ReturnPeriod, 'period_type' | 'year' | 'period'>): Labels => ({
  fr: formatPeriodLabel(period, 'fr'),
  nl: formatPeriodLabel(period, 'nl'),
  en: formatPeriodLabel(period, 'en'),
  de: formatPeriodLabel(period, 'de'),
});
