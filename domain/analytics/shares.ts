import { shape, type TypeOf } from '../event.ts';

/** Percentage with two decimals. */
export const PERCENT = '^\\d{1,3}\\.\\d{2}$';

/**
 * The share of a line allocated to a code. All shares of an axis add up to the line; the code name does not change while
 * in use.
 */
export const lineShare = shape.object(
  { code_id: shape.id, code: shape.text, axis: shape.text, amount: shape.amount },
  { share: shape.matching(PERCENT) },
);

/** As requested on a document not yet booked: in per cent or as an amount without VAT; neither means the whole line. */
export const keptShare = shape.object(
  { code_id: shape.id },
  { share: shape.matching(PERCENT), amount: shape.signedAmount },
);

export type KeptShare = TypeOf<typeof keptShare>;
export type LineShare = TypeOf<typeof lineShare>;
