import { shape, type EventCatalogue, type EventOf, type TypeOf } from '../event.ts';

/** What a slip is for, in the order of the form. */
export const FEES_NATURES = ['commissions', 'fees', 'benefits', 'expenses'] as const;
export type FeesNature = (typeof FEES_NATURES)[number];

const optionalAmount = shape.optionalMatching('^\\d{1,15}\\.\\d{2}$');

/** Null: as the books have it. */
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
    meaning: 'Somebody said what the slip 281.50 of a third party and a year says, or that there is none.',
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
