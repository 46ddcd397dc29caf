import type { PackAssetCategory } from '../country-packs/pack.ts';
import type { PlainDate } from '../dates.ts';
import type { AssetFields } from './asset-events.ts';
import { packOf } from './asset-plan.ts';

/** VAT that was deducted may have to be paid back: how many years of how many are left, or null. */
export function vatRevisionLeft(
  { in_service_on }: Pick<AssetFields, 'in_service_on'>,
  kind: PackAssetCategory['kind'],
  disposed_on: PlainDate,
  country: string,
): { readonly years: number; readonly left: number } | null {
  const { goods, buildings } = packOf(country).vatRevision;
  const years = kind === 'building' ? buildings : goods;
  const yearOf = (date: PlainDate): number => Number(date.slice(0, 4));
  // The year of its first use is the first, and that of the disposal is revised too.
  const left = years - (yearOf(disposed_on) - yearOf(in_service_on));
  return kind === 'intangible' || left <= 0 ? null : { years, left };
}
