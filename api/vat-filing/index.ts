import { z } from 'zod';
import { FEES_NATURES } from '../../domain/vat-filing/fees-events.ts';
import { readFeesSlipsByIds } from '../../projections/vat-filing/fees.ts';
import { readVatListingsByIds } from '../../projections/vat-filing/listings.ts';
import { decimalString, recordId, timestamp } from '../http/reply/output.ts';
import { subject } from '../subject.ts';
import { withDeletion } from '../sync/feed.ts';
import { consignmentRoute } from './consignment.ts';
import { customerListingRoute } from './customer-listing.ts';
import { feesRoutes } from './fees.ts';
import { intracomListingRoute } from './intracom-listing.ts';
import { FiledListingAnswer, listingFiledRoutes, presentListing } from './listing-filed.ts';
import { messages } from './messages.ts';
import { returnFileRoutes } from './return-files.ts';

/** Manual entries for slips only; amounts from the books are not part of the feed. */
const SaidSlip = z
  .object({
    id: recordId,
    year: z.int(),
    third_party_id: recordId,
    nature: z.enum(FEES_NATURES).nullable(),
    amount: decimalString.nullable(),
    amount_paid: decimalString.nullable(),
    is_excluded: z.boolean(),
    version: z.int(),
    lock_version: z.int(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'SaidFeesSlip' });

/** Files for VAT and tax administrations. */
export const vatFiling = subject({
  routes: [
    ...returnFileRoutes,
    customerListingRoute,
    intracomListingRoute,
    ...feesRoutes,
    ...listingFiledRoutes,
    consignmentRoute,
  ],
  messages,
  feed: {
    'fees-281-50-slips': {
      answer: SaidSlip,
      async read({ services, company }, ids) {
        const rows = await readFeesSlipsByIds(services.pool, company.id, ids);
        return rows.map((row) => {
          const { id, year, third_party_id, nature, amount, amount_paid, is_excluded, version } = row;
          const { created_at, updated_at } = row;
          const shown = { id, year, third_party_id, nature, amount, amount_paid, is_excluded, version };
          return withDeletion(
            { ...shown, lock_version: version, created_at, updated_at },
            { ...row, deleted_at: null },
          );
        });
      },
      table: 'fees_slips',
    },
    'vat-listings': {
      answer: FiledListingAnswer,
      async read({ services, company }, ids) {
        const rows = await readVatListingsByIds(services.pool, company.id, ids);
        return rows.map((row) => withDeletion(presentListing(row), { ...row, deleted_at: null }));
      },
    },
  },
});
