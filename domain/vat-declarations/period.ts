import { regimeOn, type RegimeHolder } from '../companies/vat-regimes.ts';
import { dayOfMonth } from '../country-packs/deadlines.ts';
import { countryPack } from '../country-packs/index.ts';
import { workingDayFrom } from '../country-packs/holidays.ts';
import type { CountryPack } from '../country-packs/pack.ts';
import { lastDayOfMonth, monthsLater, type PlainDate } from '../dates.ts';
import type { Labels, Language } from '../language.ts';
import { invalid, isRefusal, type Refusal } from '../refusal.ts';
import { PERIOD_TYPES, type PeriodType } from './declaration-events.ts';
import { isWithoutReturn } from './form.ts';

/** Which time a return is about, what that is called, and by when it is filed. */
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

/** A special return is one of a quarter. */
const OF_NO_REGIME = 'quarterly';

interface Filer extends RegimeHolder {
  readonly country_pack: string;
}

/** Those that the country has a return for. */
export function periodTypes({ declarations }: CountryPack): readonly PeriodType[] {
  return PERIOD_TYPES.filter((type) =>
    declarations.some(({ kind, period }) => kind === 'vat_return' && period === PACK_PERIODS[type]),
  );
}

/** How often the regime files. */
export function usualPeriodType(pack: CountryPack, regime: string | null): PeriodType {
  if (isWithoutReturn(pack, regime)) return OF_NO_REGIME;
  const period = pack.vatRegimes.find(({ code }) => code === regime)?.periodicReturn?.period;
  return period === undefined ? 'monthly' : OF_PACK[period];
}

export interface RequestedPeriod {
  readonly year: number;
  readonly period: number;
  /** Null: as the regime of the company has it on the first day. */
  readonly period_type: PeriodType | null;
}

export function returnPeriod(requested: RequestedPeriod, filer: Filer): ReturnPeriod | Refusal {
  const { year, period } = requested;
  const pack = countryPack(filer.country_pack)!;
  const period_type = periodTypeOf(requested, pack, filer);
  if (isRefusal(period_type)) return period_type;
  if (!periodTypes(pack).includes(period_type))
    return invalid([{ code: 'vat_period_type_unknown', field: 'period_type', params: { country: pack.code } }]);
  const most = 12 / MONTHS[period_type];
  if (period > most) return invalid([{ code: 'vat_period_unknown', field: 'period', params: { max: most } }]);
  return periodOf(pack, period_type, year, period, filer);
}

/** As asked for, or as the regime of those days has it. */
export function periodTypeOf(requested: RequestedPeriod, pack: CountryPack, filer: RegimeHolder): PeriodType | Refusal {
  if (requested.period_type !== null) return requested.period_type;
  const fitting = fittingTypes(requested, pack, filer);
  if (fitting.length > 1) return invalid([{ code: 'vat_period_ambiguous', field: 'period_type' }]);
  return fitting[0] ?? usualPeriodType(pack, regimeOn(filer, `${requested.year}-01-01`));
}

/** Kinds of period of that number which the regime of their own first day files by: two where it changed in the year. */
function fittingTypes(
  { year, period }: RequestedPeriod,
  pack: CountryPack,
  filer: RegimeHolder,
): readonly PeriodType[] {
  return PERIOD_TYPES.filter(
    (type) =>
      period <= 12 / MONTHS[type] && usualPeriodType(pack, regimeOn(filer, firstDayOf(type, year, period))) === type,
  );
}

export const firstDayOf = (type: PeriodType, year: number, period: number): PlainDate =>
  monthsLater(`${year}-01-01`, (period - 1) * MONTHS[type]);

export function periodOf(
  pack: CountryPack,
  period_type: PeriodType,
  year: number,
  period: number,
  filer: RegimeHolder,
): ReturnPeriod {
  const time = timeOf(period_type, year, period);
  return { ...time, due_on: dueOn(pack, period_type, regimeOn(filer, time.starts_on), time.ends_on) };
}

function timeOf(period_type: PeriodType, year: number, period: number): Omit<ReturnPeriod, 'due_on'> {
  const starts_on = firstDayOf(period_type, year, period);
  const ends_on = lastDayOfMonth(monthsLater(starts_on, MONTHS[period_type] - 1));
  return { period_type, year, period, starts_on, ends_on };
}

/** The time of this kind that a day lies in, whatever is filed about it. */
export const timeAt = (type: PeriodType, date: PlainDate): Omit<ReturnPeriod, 'due_on'> =>
  timeOf(type, Number(date.slice(0, 4)), Math.ceil(Number(date.slice(5, 7)) / MONTHS[type]));

/** The return of this kind that a day lies in. */
export function periodAt(pack: CountryPack, type: PeriodType, date: PlainDate, filer: RegimeHolder): ReturnPeriod {
  const { year, period } = timeAt(type, date);
  return periodOf(pack, type, year, period, filer);
}

/** The day that the country sets, or the working day behind it. */
function dueOn(pack: CountryPack, type: PeriodType, regime: string, endsOn: PlainDate): PlainDate {
  const declared = pack.declarations.filter(
    ({ kind, period }) => kind === 'vat_return' && period === PACK_PERIODS[type],
  );
  const { due } = declared.find(({ regimes }) => regimes.some((one) => one === regime)) ?? declared[0]!;
  return dueDay(pack, due, endsOn);
}

export function dueDay(
  pack: CountryPack,
  { day, monthsAfter }: { readonly day: number; readonly monthsAfter: number },
  endsOn: PlainDate,
): PlainDate {
  return workingDayFrom(dayOfMonth(monthsLater(`${endsOn.slice(0, 7)}-01`, monthsAfter), day), pack.code);
}

/** The first quarter, or its last month: once a year something is told with it. */
export const endsInMarch = ({ period_type, period }: Pick<ReturnPeriod, 'period_type' | 'period'>): boolean =>
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

export function periodLabel(
  { period_type, year, period }: Pick<ReturnPeriod, 'period_type' | 'year' | 'period'>,
  language: Language,
): string {
  if (period_type === 'monthly') return `${MONTH_NAMES[language][period - 1]!} ${year}`;
  if (period_type === 'quarterly' && language === 'fr' && period === 1) return `1er trimestre ${year}`;
  const label = period_type === 'quarterly' ? QUARTERS : YEARS;
  return label[language].replace('{period}', String(period)).replace('{year}', String(year));
}
