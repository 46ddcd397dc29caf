import { getRegimeOn, type RegimeHolder } from '../companies/vat-regimes.ts';
import { findCountryPack } from '../country-packs/index.ts';
import type { PlainDate } from '../dates.ts';
import type { FiscalYearsState } from '../fiscal-years/state.ts';
import type { BoxAmount } from './declaration-events.ts';
import { isWithoutReturn } from './form.ts';
import { findReturnPeriod, getUsualPeriodType, type ReturnPeriod } from './period.ts';
import type { DeclarationStatus } from './state.ts';

/** Returns follow each other: what one carries forward is the beginning of the next. */

export interface ReturnFiler extends RegimeHolder {
  readonly country_pack: string;
}

export interface OrderedReturn extends Pick<ReturnPeriod, 'period_type' | 'starts_on' | 'ends_on'> {
  readonly status: DeclarationStatus;
  readonly carried_forward: readonly BoxAmount[];
}

type Begun = Pick<ReturnPeriod, 'period_type' | 'starts_on'>;

/** Whether it is an annual return in addition to the periodic ones, which repeats their amounts. */
export function isAdditional(filer: ReturnFiler, { period_type, starts_on }: Begun): boolean {
  const pack = findCountryPack(filer.country_pack)!;
  return period_type === 'yearly' && getUsualPeriodType(pack, getRegimeOn(filer, starts_on)) !== 'yearly';
}

/** The last validated return before this one. Periods between them had nothing to declare. */
export function findPreviousReturn<Return extends OrderedReturn>(
  period: Begun,
  filer: ReturnFiler,
  returns: readonly Return[],
): Return | undefined {
  return listChain(period, filer, returns)
    .filter(({ ends_on }) => ends_on < period.starts_on)
    .reduce<Return | undefined>((last, one) => (last && last.ends_on >= one.ends_on ? last : one), undefined);
}

/** The first validated return after this one. */
export function findNextReturn<Return extends OrderedReturn>(
  period: Begun,
  filer: ReturnFiler,
  returns: readonly Return[],
): Return | undefined {
  return listChain(period, filer, returns)
    .filter(({ starts_on }) => starts_on > period.starts_on)
    .reduce<Return | undefined>((first, one) => (first && first.starts_on <= one.starts_on ? first : one), undefined);
}

const listChain = <Return extends OrderedReturn>(
  period: Begun,
  filer: ReturnFiler,
  returns: readonly Return[],
): readonly Return[] =>
  returns.filter((one) => one.status !== 'draft' && isAdditional(filer, one) === isAdditional(filer, period));

/** Amounts that the previous return carried forward to this period. */
export const findCarriedAmounts = (
  period: Begun,
  filer: ReturnFiler,
  returns: readonly OrderedReturn[],
): readonly BoxAmount[] => findPreviousReturn(period, filer, returns)?.carried_forward ?? [];

/** First day that must be declared in order; null if all fiscal years are closed. */
export function findOrderStart(fiscalYears: FiscalYearsState): PlainDate | null {
  const open = fiscalYears.filter(({ closing }) => closing === undefined).map(({ starts_on }) => starts_on);
  return open.length === 0 ? null : open.reduce((one, other) => (one < other ? one : other));
}

/** The first period of days that no validated return covers. Days on which no return is required do not count. */
export function findMissingPeriod(days: readonly PlainDate[], filer: ReturnFiler): ReturnPeriod | undefined {
  const pack = findCountryPack(filer.country_pack)!;
  const day = days.find((one) => !isWithoutReturn(pack, getRegimeOn(filer, one)));
  return day === undefined
    ? undefined
    : findReturnPeriod(pack, getUsualPeriodType(pack, getRegimeOn(filer, day)), day, filer);
}
