import { shape, type EventCatalogue, type EventOf, type TypeOf } from '../event.ts';

export const LETTERING_ORIGINS = [
  'manual',
  'automatic',
  'reversal',
  'sepa_file',
  'bank_transaction',
  'migration',
  'document',
] as const;
export type LetteringOrigin = (typeof LETTERING_ORIGINS)[number];

/** The part of a line that a lettering settles. Debit is positive, credit is negative. */
const line = shape.object(
  {
    line_id: shape.id,
    entry_id: shape.id,
    /** Position in the entry. */
    line_number: shape.positive,
    amount: shape.signedAmount,
  },
  {
    /** The settled amount in the currency of the line. Absent on lines in the currency of the company file. */
    currency_amount: shape.signedAmount,
  },
);
const lines = shape.list(line, 2);

export type LetteredLine = TypeOf<typeof line>;

/** Lines of one account and third party that settle one another. Their amounts sum to zero. */
const lettering = shape.object(
  {
    id: shape.id,
    /** Letter code, in sequence within the company file: AAA, AAB, … */
    code: shape.text,
    account_id: shape.id,
    third_party_id: shape.reference,
    /** The latest date of its lines. They are settled from that date. */
    settled_on: shape.date,
    origin: shape.oneOf(...LETTERING_ORIGINS),
    lines,
  },
  {
    /** The criterion of automatic lettering, such as `structured_communication`. */
    reason: shape.text,
    /** The entry that booked a small difference as income or expense. */
    difference_entry_id: shape.id,
    /** The currency of all lines, on whose amounts the lettering closes. Absent: the currency of the company file. */
    currency: shape.text,
    /** The entry that booked the exchange difference. */
    exchange_entry_id: shape.id,
    /**
     * Present if tax due on payment moved in proportion to the settled amount, through this entry unless nothing was left
     * to move. Absent if no tax moved, either because there is none or because older versions did not move it.
     */
    moved_tax: shape.object({}, { entry_id: shape.id }),
  },
);

export type Lettering = TypeOf<typeof lettering>;

/** The entry that booked what the lines leave: a small difference, or an exchange difference. */
export const getDifferenceEntryId = ({
  difference_entry_id,
  exchange_entry_id,
}: Pick<Lettering, 'difference_entry_id' | 'exchange_entry_id'>): number | undefined =>
  difference_entry_id ?? exchange_entry_id;

export const letteringEvents = {
  LinesLettered: {
    version: 1,
    meaning: 'Lines of one account and third party were matched, in full or in part. Each match balances.',
    schema: shape.object({ letterings: shape.list(lettering, 1) }),
  },
  LinesUnlettered: {
    version: 1,
    meaning: 'Letterings were undone: the amounts they settled are open again.',
    schema: shape.object({
      letterings: shape.list(shape.object({ id: shape.id, version: shape.positive, lines }), 1),
    }),
  },
} satisfies EventCatalogue;

export type LetteringEvent = EventOf<typeof letteringEvents>;
