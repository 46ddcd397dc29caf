import { shape, type EventCatalogue, type EventOf, type TypeOf } from '../event.ts';

export const LETTERING_ORIGINS = [
  'manual',
  'automatic',
  'reversal',
  'sepa_file',
  'bank_transaction',
  'migration',
] as const;
export type LetteringOrigin = (typeof LETTERING_ORIGINS)[number];

/** How much of a line a lettering settles: debit is positive, credit negative. */
const line = shape.object({
  line_id: shape.id,
  entry_id: shape.id,
  /** Its place in the entry. */
  line_number: shape.positive,
  amount: shape.signedAmount,
});
const lines = shape.list(line, 2);

export type LetteredLine = TypeOf<typeof line>;

/** Lines of one account and third party that settle one another: their amounts make zero. */
const lettering = shape.object(
  {
    id: shape.id,
    /** Its letters, counted through in the company file: AAA, AAB, … */
    code: shape.text,
    account_id: shape.id,
    third_party_id: shape.reference,
    /** The latest of the dates of its lines: from then on they are settled. */
    settled_on: shape.date,
    origin: shape.oneOf(...LETTERING_ORIGINS),
    lines,
  },
  {
    /** What automatic lettering went by, such as `structured_communication`. */
    reason: shape.text,
    /** The entry that took a small difference to income or expenses. */
    difference_entry_id: shape.id,
    /**
     * Present when tax due with the payment has moved in proportion to what it settles, by this entry unless nothing was left
     * to move. Absent: none has, either because there is none or because tax did not move with letterings yet.
     */
    moved_tax: shape.object({}, { entry_id: shape.id }),
  },
);

export type Lettering = TypeOf<typeof lettering>;

export const letteringEvents = {
  LinesLettered: {
    version: 1,
    meaning:
      'Lines of one account and third party were found to settle one another, in full or in part; each lettering balances.',
    schema: shape.object({ letterings: shape.list(lettering, 1) }),
  },
  LinesUnlettered: {
    version: 1,
    meaning: 'Letterings were undone: what they had settled is open again.',
    schema: shape.object({
      letterings: shape.list(shape.object({ id: shape.id, version: shape.positive, lines }), 1),
    }),
  },
} satisfies EventCatalogue;

export type LetteringEvent = EventOf<typeof letteringEvents>;
