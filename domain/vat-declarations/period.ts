import { dayOfMonth } from '../country-packs/deadlines.ts';
import { countryPack } from '../country-packs/index.ts';
import { workingDayFrom } from '../country-packs/holidays.ts';
import type { CountryPack } from '../country-packs/pack.ts';
import { lastDayOfMonth, monthsLater, type PlainDate } from '../dates.ts';
import type { Labels, Language } from '../language.ts';
import { invalid, type Refusal } from '../refusal.ts';
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

/** A special return is one of a quarter. */
const OF_NO_REGIME = 'quarterly';

interface Filer {
  readonly country_pack: string;
  readonly vat_regime: string | null;
}

/** Those that the country has a return for; nobody but Luxembourg has an annual one beside the others. */
export function periodTypes({ declarations }: CountryPack): readonly PeriodType[] {
  return PERIOD_TYPES.filter((type) =>
    declarations.some(({ kind, period }) => kind === 'vat_return' && period === PACK_PERIODS[type]),
  );
}

/** How often the regime files. */
export function usualPeriodType(pack: CountryPack, regime: string | null): PeriodType {
  if (isWithoutReturn(pack, regime)) return OF_NO_REGIME;
  const period = pack.vatRegimes.find(({ code }) => code === regime)?.periodicReturn?.period;
  return period === 'quarter' ? 'quarterly' : 'monthly';
}

export interface RequestedPeriod {
  readonly year: number;
  readonly period: number;
  /** Null: as the regime of the company has it. */
  readonly period_type: PeriodType | null;
}

export function returnPeriod(requested: RequestedPeriod, filer: Filer): ReturnPeriod | Refusal {
  const { year, period } = requested;
  const pack = countryPack(filer.country_pack)!;
  const period_type = requested.period_type ?? usualPeriodType(pack, filer.vat_regime);
  if (!periodTypes(pack).includes(period_type))
    return invalid([{ code: 'vat_period_type_unknown', field: 'period_type', params: { country: pack.code } }]);
  const most = 12 / MONTHS[period_type];
  if (period > most) return invalid([{ code: 'vat_period_unknown', field: 'period', params: { max: most } }]);
  return periodOf(pack, period_type, year, period);
}

export function periodOf(pack: CountryPack, period_type: PeriodType, year: number, period: number): ReturnPeriod {
  const months = MONTHS[period_type];
  const starts_on = monthsLater(`${year}-01-01`, (period - 1) * months);
  const ends_on = lastDayOfMonth(monthsLater(starts_on, months - 1));
  return { period_type, year, period, starts_on, ends_on, due_on: dueOn(pack, period_type, ends_on) };
}

/** The day that the country sets, or the working day behind it. */
function dueOn(pack: CountryPack, type: PeriodType, endsOn: PlainDate): PlainDate {
  const declared = pack.declarations.find(
    ({ kind, period }) => kind === 'vat_return' && period === PACK_PERIODS[type],
  )!;
  const { day, monthsAfter } = declared.due;
  return workingDayFrom(dayOfMonth(monthsLater(`${endsOn.slice(0, 7)}-01`, monthsAfter), day), pack.code);
}

/** The return before it, of the same kind. */
export function periodBefore({
  period_type,
  year,
  period,
}: Pick<ReturnPeriod, 'period_type' | 'year' | 'period'>): Pick<ReturnPeriod, 'year' | 'period'> {
  return period > 1 ? { year, period: period - 1 } : { year: year - 1, period: 12 / MONTHS[period_type] };
}

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
