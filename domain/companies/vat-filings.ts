import type { PlainDate } from '../dates.ts';
import type { SettingValues } from './settings.ts';

/** Listings filed with the administration besides the returns, which record their own filing date. */
export const LISTING_KINDS = ['intracom_listing', 'customer_listing', 'fees_281_50'] as const;
export type ListingKind = (typeof LISTING_KINDS)[number];

/** Filing of a listing, as recorded by a user in the settings. */
export type Filing = {
  readonly kind: ListingKind;
  readonly year: number;
  /** Month or quarter; 1 for a year. */
  readonly period: number;
  readonly filed_on: PlainDate;
  readonly reference: string | null;
};

export const getFilings = (settings: SettingValues): readonly Filing[] =>
  (settings['vat.filings'] ?? []) as readonly Filing[];
