import { shape, type EventCatalogue } from '../event.ts';

/** How much of a line a lettering settles: debit is positive, credit negative. */
export interface LetteredLine {
  readonly line_id: number;
  readonly entry_id: number;
  /** Its place in the entry. */
  readonly line_number: number;
  readonly amount: string;
}

export const LETTERING_ORIGINS = ['manual', 'automatic', 'reversal'] as const;
export type LetteringOrigin = (typeof LETTERING_ORIGINS)[number];

/** Lines of one account and third party that settle one another: their amounts make zero. */
export interface Lettering {
  readonly id: number;
  /** Its letters, counted through in the company file: AAA, AAB, … */
  readonly code: string;
  readonly account_id: number;
  readonly third_party_id: number | null;
  /** The latest of the dates of its lines: from then on they are settled. */
  readonly settled_on: string;
  readonly origin: LetteringOrigin;
  /** What automatic lettering went by, such as `structured_communication`. */
  readonly reason?: string;
  /** The entry that took a small difference to income or expenses. */
  readonly difference_entry_id?: number;
  readonly lines: readonly LetteredLine[];
}

export type LetteringEvent =
  | { type: 'LinesLettered'; data: { letterings: readonly Lettering[] } }
  | {
      type: 'LinesUnlettered';
      data: { letterings: readonly (Pick<Lettering, 'id' | 'lines'> & { version: number })[] };
    };

const line = shape.object({
  line_id: shape.id,
  entry_id: shape.id,
  line_number: shape.positive,
  amount: shape.signedAmount,
});
const lines = shape.list(line, 2);

const lettering = shape.object(
  {
    id: shape.id,
    code: shape.text,
    account_id: shape.id,
    third_party_id: shape.reference,
    settled_on: shape.date,
    origin: shape.oneOf(...LETTERING_ORIGINS),
    reason: shape.text,
    difference_entry_id: shape.id,
    lines,
  },
  ['reason', 'difference_entry_id'],
);

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
