import type { CompanyFile, CompanyFileState } from '../company-file-state.ts';
import { on, plainSlice, type Subject } from '../subject.ts';
import { feesEvents } from './fees-events.ts';
import { decideSlip } from './fees-slips.ts';
import { evolveFees, initialFees } from './state.ts';
import { feesUndo } from './fees-undo.ts';
import { listingEvents } from './listing-events.ts';
import { decideListingFiling, evolveListingFilings, initialListingFilings } from './listing-filings.ts';

/**
 * Files for administrations. They are generated from posted data; only the slip values entered by users and the filing of
 * a listing are recorded.
 */
export const vatFiling = {
  events: { ...feesEvents, ...listingEvents },
  decide: { SetFeesSlip: decideSlip, FileVatListing: decideListingFiling },
  evolve: [
    on(feesEvents, (file: CompanyFileState, event) => ({ ...file, feesSlips: evolveFees(file.feesSlips, event) })),
    on(listingEvents, (file: CompanyFileState, event) => ({
      ...file,
      listingFilings: evolveListingFilings(file.listingFilings, event),
    })),
  ],
  slices: { feesSlips: plainSlice(initialFees), listingFilings: plainSlice(initialListingFilings) },
  // A filing cannot be undone, only recorded again with another date or reference.
  undo: { ...feesUndo, VatListingFiled: { never: 'undo_vat_listing_filed', resource: 'vat-listings' } },
} satisfies Subject<CompanyFileState, CompanyFile>;
