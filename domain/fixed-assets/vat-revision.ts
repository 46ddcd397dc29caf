import type { PackAssetCategory } from '../country-packs/pack.ts';
import type { PlainDate } from '../dates.ts';
import type { AssetFields } from './asset-events.ts';
import { getAssetPack } from './asset-plan.ts';

/** Deducted VAT may have to be repaid. Returns the revision period and the years left, or null if nothing is due. */
export function computeVatRevision(
  { in_service_on }: Pick<AssetFields, 'in_service_on'>,
  kind: PackAssetCategory['kind'],
  disposed_on: PlainDate,
  country: string,
): { readonly years: number; readonly left: number } | null {
  const { goods, buildings } = getAssetPack(country).vatRevision;
  const years = kind === 'building' ? buildings : goods;
  const getYear = (date: PlainDate): number => Number(date.slice(0, 4));
  // The year of first use counts as the first, and the year of disposal is revised too.
  const left = years - (getYear(disposed_on) - getYear(in_service_on));
  return kind === 'intangible' || left <= 0 ? null : { years, left };
}
