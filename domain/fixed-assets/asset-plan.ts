import { findCountryPack } from '../country-packs/index.ts';
import type { PackFixedAssets } from '../country-packs/pack.ts';
import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import { compare, isNegative, subtract, sum, ZERO, type Amount } from '../money.ts';
import type { AssetFields } from './asset-events.ts';
import { createPlanCalendar, type PlanCalendar } from './calendar.ts';
import { computePartUntil, type PlanRule } from './plan.ts';
import type { AssetState } from './asset-state.ts';

/** Depreciation plans of assets, based on the rules of the country and the fiscal years of the file. */

export interface Planning {
  readonly pack: PackFixedAssets;
  readonly calendar: PlanCalendar;
}

export const getAssetPack = (country: string): PackFixedAssets => findCountryPack(country)!.fixedAssets;

export function createAssetPlanning(
  country: string,
  fiscalYears: readonly { readonly code: string; readonly starts_on: PlainDate; readonly ends_on: PlainDate }[],
): Planning {
  const pack = getAssetPack(country);
  return { pack, calendar: createPlanCalendar(fiscalYears, pack.days) };
}

export const createFilePlanning = ({ identity, fiscalYears }: CompanyFile): Planning =>
  createAssetPlanning(identity.country_pack, fiscalYears);

export function buildPlanRule({ fields }: Pick<AssetState, 'fields'>, { declining }: PackFixedAssets): PlanRule {
  const { method, depreciates_from } = fields;
  const rate = method === 'declining' ? getDecliningRate(fields, { declining }) : null;
  return { method, in_service_on: depreciates_from, rate, declining };
}

const HUNDREDTHS = 100;
const MONTHS = 12;

/** The yearly rate as a fraction: the given rate, otherwise the legal maximum. */
function getDecliningRate(
  { rate, duration_months }: Pick<AssetFields, 'rate' | 'duration_months'>,
  pack: Pick<PackFixedAssets, 'declining'>,
): readonly [number, number] {
  if (rate === null) return computeHighestRate(duration_months ?? MONTHS, pack) ?? [1, 1];
  const places = rate.length - rate.indexOf('.') - 1;
  return [Number(rate.replace('.', '')), HUNDREDTHS * 10 ** places];
}

/** The legal maximum of the yearly rate, as a fraction. Null if the life is too short for declining depreciation. */
export function computeHighestRate(
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

/** The total planned depreciation up to a date. */
export function computePlannedUntil(asset: AssetState, date: PlainDate, { pack, calendar }: Planning): Amount {
  const rule = buildPlanRule(asset, pack);
  return sum(asset.parts.map((part) => computePartUntil(part, rule, calendar, date)));
}

/** The planned depreciation up to a date that is not yet posted. */
export function computeMissingUntil(asset: AssetState, date: PlainDate, planning: Planning): Amount {
  const missing = subtract(computePlannedUntil(asset, date, planning), asset.posted);
  return isNegative(missing) ? ZERO : missing;
}

/** The yearly rate as a percentage, for display. Null if the method has none. */
export function formatYearlyRate(fields: AssetFields, pack: PackFixedAssets): string | null {
  const { method, duration_months: months } = fields;
  if (method === 'linear' && months !== null) return formatPercent(MONTHS, months);
  if (method !== 'declining') return null;
  return formatPercent(...getDecliningRate(fields, pack));
}

const formatPercent = (parts: number, of: number): string => ((parts / of) * HUNDREDTHS).toFixed(2);

/** Is a percentage higher than a rate given as a fraction? */
export const isAboveRate = (rate: string, [parts, of]: readonly [number, number]): boolean =>
  compare(rate, ((parts / of) * HUNDREDTHS).toFixed(4)) > 0;
