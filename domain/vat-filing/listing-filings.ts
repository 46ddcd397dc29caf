import { getRegimeOn } from '../companies/vat-regimes.ts';
import type { ListingKind } from '../companies/vat-filings.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { findCountryPack } from '../country-packs/index.ts';
import type { DeclarationKind } from '../country-packs/pack.ts';
import type { PlainDate } from '../dates.ts';
import { refuse, refuseInvalid, isRefusal, type Decision, type Refusal } from '../refusal.ts';
import type { PeriodType } from '../vat-declarations/declaration-events.ts';
import { countPeriods, findTimeSpan, getPeriodStart, type ReturnPeriod } from '../vat-declarations/period.ts';
import type { ReturnFiler } from '../vat-declarations/order.ts';
import { findVersionConflict } from '../versions.ts';
import type { FiledListing, ListingEvent } from './listing-events.ts';

/** Listings are filed on their own: a filed VAT return says nothing about them. */

export interface RequestedListing {
  readonly kind: ListingKind;
  readonly year: number;
  readonly period: number;
  /** Null: as the company files it at that time. */
  readonly period_type: PeriodType | null;
}

export interface FileVatListing extends RequestedListing {
  readonly type: 'FileVatListing';
  /** Of the first record of this filing. */
  readonly id: number;
  readonly filed_on: PlainDate;
  readonly reference: string | null;
  readonly today: PlainDate;
  readonly baseVersion: number | null;
}

export type ListingFilingsState = readonly FiledListing[];

declare module '../company-file-state.ts' {
  interface CompanyFile {
    readonly listingFilings: ListingFilingsState;
  }
}

export const initialListingFilings: ListingFilingsState = [];

export const evolveListingFilings = (state: ListingFilingsState, { data }: ListingEvent): ListingFilingsState => [
  ...state.filter(({ id }) => id !== data.id),
  data,
];

const DECLARED: Readonly<Record<ListingKind, DeclarationKind>> = {
  intracom_listing: 'intracom_listing',
  customer_listing: 'customer_listing',
  fees_281_50: 'fees',
};
const TYPES = { month: 'monthly', quarter: 'quarterly', year: 'yearly' } as const;
/** Elsewhere, these filings do not exist or have other contents. */
const BELGIAN: readonly ListingKind[] = ['customer_listing', 'fees_281_50'];

/** The period of a listing, by the frequency at which the company files it. */
export function resolveListingPeriod(
  { kind, year, period, period_type }: RequestedListing,
  filer: ReturnFiler,
): Omit<ReturnPeriod, 'due_on'> | Refusal {
  const pack = findCountryPack(filer.country_pack)!;
  if (BELGIAN.includes(kind) && pack.code !== 'BE')
    return refuse(kind === 'fees_281_50' ? 'fees_not_in_country' : 'listing_not_in_country', { field: 'year' });
  const declared = pack.declarations.flatMap((one) =>
    one.kind === DECLARED[kind] && one.period !== 'fiscal_year' ? [{ ...one, type: TYPES[one.period] }] : [],
  );
  const types = [...new Set(declared.map(({ type }) => type))].filter(
    (type) => period <= countPeriods(type) && (period_type === null || type === period_type),
  );
  if (types.length === 0) {
    const max = Math.max(...declared.map(({ type }) => countPeriods(type)));
    return refuseInvalid([{ code: 'vat_period_unknown', field: 'period', params: { max } }]);
  }
  const isFiledAs = (type: PeriodType): boolean => {
    const regime = getRegimeOn(filer, getPeriodStart(type, year, period));
    return declared.some(
      (one) => one.type === type && (one.regimes.length === 0 || one.regimes.some((code) => code === regime)),
    );
  };
  const fitting = types.filter(isFiledAs);
  if (fitting.length > 1) return refuseInvalid([{ code: 'vat_period_ambiguous', field: 'period_type' }]);
  return findTimeSpan(fitting[0] ?? types[0]!, getPeriodStart(fitting[0] ?? types[0]!, year, period));
}

export function decideListingFiling(command: FileVatListing, file: CompanyFile): Decision<ListingEvent> {
  const { kind, filed_on, reference, today } = command;
  const resolved = resolveListingPeriod(command, file.identity);
  if (isRefusal(resolved)) return resolved;
  if (filed_on > today) return refuse('date_in_future', { field: 'filed_on' });
  if (filed_on <= resolved.ends_on) return refuseInvalid([{ code: 'filed_before_end', field: 'filed_on' }]);
  const { period_type, year, period } = resolved;
  const known = file.listingFilings.find(
    (one) => one.kind === kind && one.period_type === period_type && one.year === year && one.period === period,
  );
  const conflict = findVersionConflict(known, command.baseVersion);
  if (conflict) return conflict;
  if (known && known.filed_on === filed_on && known.reference === reference) return [];
  const [id, version] = known ? [known.id, known.version + 1] : [command.id, 1];
  return [{ type: 'VatListingFiled', data: { id, version, kind, period_type, year, period, filed_on, reference } }];
}
