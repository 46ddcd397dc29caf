import { shape, type EventCatalogue, type EventOf, type TypeOf } from '../event.ts';

/** Nature of the fees, in form order. */
export const FEES_NATURES = ['commissions', 'fees', 'benefits', 'expenses'] as const;
export type FeesNature = (typeof FEES_NATURES)[number];

const optionalAmount = shape.optionalMatching('^\\d{1,15}\\.\\d{2}$');

/** Null: use the value from the books. */
const slip = shape.object({
  nature: shape.optionalOneOf(...FEES_NATURES),
  amount: optionalAmount,
  amount_paid: optionalAmount,
  is_excluded: shape.flag,
});
export type SlipFields = TypeOf<typeof slip>;

export const feesEvents = {
  FeesSlipSet: {
    version: 1,
    meaning: 'A user set the content of the 281.50 slip of a third party for a year, or excluded it.',
    schema: shape.object({
      id: shape.id,
      version: shape.positive,
      year: shape.positive,
      third_party_id: shape.id,
      slip,
      previous: slip,
    }),
  },
} satisfies EventCatalogue;

export type FeesEvent = EventOf<typeof feesEvents>;
