import type { PlainDate } from '../dates.ts';
import { isSameJson } from '../json.ts';
import type { Problem } from '../refusal.ts';
import type { SettingValues } from './settings.ts';

/** Listings filed with the administration besides the returns, which record their own filing date. */
export const LISTING_KINDS = ['intracom_listing', 'customer_listing', 'fees_281_50'] as const;
export type ListingKind = (typeof LISTING_KINDS)[number];

/** Filing of a listing that an earlier version recorded in the settings. Now each is filed by its own route. */
export type Filing = {
  readonly kind: ListingKind;
  readonly year: number;
  /** Month or quarter; 1 for a year. */
  readonly period: number;
  readonly filed_on: PlainDate;
  readonly reference: string | null;
};

export const getEarlierFilings = (settings: SettingValues): readonly Filing[] =>
  (settings['vat.filings'] ?? []) as readonly Filing[];

/** Filings in the settings can be removed, but not added. */
export function findFilingProblems(filings: readonly Filing[], path: string, settings: SettingValues): Problem[] {
  const known = getEarlierFilings(settings);
  return filings.flatMap((filing, index) =>
    known.some((one) => isSameJson(one, filing)) ? [] : [{ code: 'filing_not_in_settings', field: `${path}.${index}` }],
  );
}
