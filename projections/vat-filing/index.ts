import type { FeesEvent } from '../../domain/vat-filing/fees-events.ts';
import type { ListingEvent } from '../../domain/vat-filing/listing-events.ts';
import type { Subject } from '../support/subject.ts';
import { projectFeesSlip, projectVatListing } from './projector.ts';
import { feesSlips, vatListings } from './tables.ts';
import { labelFeesSlips, labelVatListings } from './labels.ts';

export const subject = {
  tables: [feesSlips, vatListings],
  project: { FeesSlipSet: projectFeesSlip, VatListingFiled: projectVatListing },
  needs: {
    FeesSlipSet: ({ id, version }) => (version === 1 ? [] : [{ table: feesSlips, key: [id] }]),
    VatListingFiled: ({ id, version }) => (version === 1 ? [] : [{ table: vatListings, key: [id] }]),
  },
  labels: { 'fees-281-50-slips': labelFeesSlips, 'vat-listings': labelVatListings },
} satisfies Subject<FeesEvent | ListingEvent>;
