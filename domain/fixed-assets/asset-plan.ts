import { countryPack } from '../country-packs/index.ts';
import type { PackFixedAssets } from '../country-packs/pack.ts';
import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import { compare, isNegative, subtract, sum, ZERO, type Amount } from '../money.ts';
import type { AssetFields } from './asset-events.ts';
import { planCalendar, type PlanCalendar } from './calendar.ts';
import { plannedOfPart, type PlanRule } from './plan.ts';
import type { AssetState } from './asset-state.ts';

/** Plans of assets by the rules of their country and over the fiscal years of their file. */

export interface Planning {
  readonly pack: PackFixedAssets;
  readonly calendar: PlanCalendar;
}

export const packOf = (country: string): PackFixedAssets => countryPack(country)!.fixedAssets;

export function planningOf(
  country: string,
  fiscalYears: readonly { readonly code: string; readonly starts_on: PlainDate; readonly ends_on: PlainDate }[],
): Planning {
  const pack = packOf(country);
  return { pack, calendar: planCalendar(fiscalYears, pack.days) };
}

export const planningIn = ({ identity, fiscalYears }: CompanyFile): Planning =>
  planningOf(identity!.country_pack, fiscalYears);

export function ruleOf({ fields }: Pick<AssetState, 'fields'>, { declining }: PackFixedAssets): PlanRule {
  const { method, depreciates_from } = fields;
  const rate = method === 'declining' ? rateOf(fields, { declining }) : null;
  return { method, in_service_on: depreciates_from, rate, declining };
}

const HUNDREDTHS = 100;
const MONTHS = 12;

/** So many parts of so many a year: the rate given, or the highest that the law allows. */
function rateOf(
  { rate, duration_months }: Pick<AssetFields, 'rate' | 'duration_months'>,
  pack: Pick<PackFixedAssets, 'declining'>,
): readonly [number, number] {
  if (rate === null) return highestRate(duration_months ?? MONTHS, pack) ?? [1, 1];
  const places = rate.length - rate.indexOf('.') - 1;
  return [Number(rate.replace('.', '')), HUNDREDTHS * 10 ** places];
}

/** Null: the law has none for so short a life. */
export function highestRate(
  months: number,
  { declining: { times, highestRate: highest } }: Pick<PackFixedAssets, 'declining'>,
): readonly [number, number] | null {
  const found = times.findLast(({ fromMonths }) => fromMonths <= months);
  if (!found) return null;
  const parts = Number(found.times.replace('.', '')) * MONTHS;
  const of = HUNDREDTHS * months;
  if (highest === undefined) return [parts, of];
  const cap = Number(highest.replace('.', ''));
  return parts * HUNDREDTHS * HUNDREDTHS > cap * of ? [cap, HUNDREDTHS * HUNDREDTHS] : [parts, of];
}

/** What the plan takes up to a day, from the beginning. */
export function plannedUntil(asset: AssetState, date: PlainDate, { pack, calendar }: Planning): Amount {
  const rule = ruleOf(asset, pack);
  return sum(asset.parts.map((part) => plannedOfPart(part, rule, calendar, date)));
}

/** What is to be posted yet up to a day. */
export function missingUntil(asset: AssetState, date: PlainDate, planning: Planning): Amount {
  const missing = subtract(plannedUntil(asset, date, planning), asset.posted);
  return isNegative(missing) ? ZERO : missing;
}

/** The rate a year in per cent, as people say it; null where there is none. */
export function shownRate(fields: AssetFields, pack: PackFixedAssets): string | null {
  const { method, duration_months: months } = fields;
  if (method === 'linear' && months !== null) return percentOf(MONTHS, months);
  if (method !== 'declining') return null;
  return percentOf(...rateOf(fields, pack));
}

const percentOf = (parts: number, of: number): string => ((parts / of) * HUNDREDTHS).toFixed(2);

/** Whether a rate in per cent is above another that is so many parts of so many. */
export const isAbove = (rate: string, [parts, of]: readonly [number, number]): boolean =>
  compare(rate, ((parts / of) * HUNDREDTHS).toFixed(4)) > 0;
