import { shape, type TypeOf } from '../event.ts';

/** In per cent, to two places. */
export const PERCENT = '^\\d{1,3}\\.\\d{2}$';

/** What of a line is told by a code. All shares of one axis make the line; what its code is called does not change while it is used. */
export const lineShare = shape.object(
  { code_id: shape.id, code: shape.text, axis: shape.text, amount: shape.amount },
  { share: shape.matching(PERCENT) },
);

export type LineShare = TypeOf<typeof lineShare>;
