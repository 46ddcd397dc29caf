import { LISTING_KINDS } from '../companies/vat-filings.ts';
import { shape, type DataOfEvent, type EventCatalogue, type EventOf } from '../event.ts';
import { PERIOD_TYPES } from '../vat-declarations/declaration-events.ts';

export const listingEvents = {
  VatListingFiled: {
    version: 1,
    meaning: 'A listing was filed with the administration: of customers, of supplies to other Member States, of fees.',
    schema: shape.object({
      id: shape.id,
      /** Above 1 if the filing was recorded before, with another date or reference. */
      version: shape.positive,
      kind: shape.oneOf(...LISTING_KINDS),
      period_type: shape.oneOf(...PERIOD_TYPES),
      year: shape.positive,
      period: shape.positive,
      filed_on: shape.date,
      reference: shape.optionalText,
    }),
  },
} satisfies EventCatalogue;

export type ListingEvent = EventOf<typeof listingEvents>;
export type FiledListing = DataOfEvent<typeof listingEvents, 'VatListingFiled'>;
