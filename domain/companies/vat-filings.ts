import type { PlainDate } from '../dates.ts';
import type { SettingValues } from './settings.ts';

/** What is handed to the administration beside the returns, which say themselves when they were filed. */
export const LISTING_KINDS = ['intracom_listing', 'customer_listing', 'fees_281_50'] as const;
export type ListingKind = (typeof LISTING_KINDS)[number];

/** That one of them was filed, as a person has noted it in the settings. */
export type Filing = {
  readonly kind: ListingKind;
  readonly year: number;
  /** The month or quarter; 1 for a year. */
  readonly period: number;
  readonly filed_on: PlainDate;
  readonly reference: string | null;
};

export const filingsOf = (settings: SettingValues): readonly Filing[] =>
  (settings['vat.filings'] ?? []) as readonly Filing[];
