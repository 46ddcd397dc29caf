import type { DerivedRows } from '../support/table.ts';

/** Letterings as known at an earlier moment. */

/**
 * Name that a statement gives to the letterings it subtracts from the settled amount because they are dated after its
 * day. Its presence shows that the statement does so.
 */
export const SETTLED_LATER = 'settled_later';

/** For a line of a lettering (`n`). */
const buildLetteringColumn = (own: string, column: string): string =>
  `coalesce(n.${own}, (SELECT g.${column} FROM read.letterings g WHERE g.company_id = n.company_id AND g.id = n.lettering_id))`;
export const LETTERED_AT = buildLetteringColumn('lettered_at', 'created_at');
export const UNDONE_AT = buildLetteringColumn('undone_at', 'deleted_at');

/**
 * Lettering lines come and go with their lettering; an undone lettering stays undone. For a statement that subtracts
 * later settlements, letterings made since the moment are dated at the end of time, and those undone since appear once
 * more with the opposite amount, also at the end of time: this turns the current settled amounts into those of that time, and
 * only the few lines that differ are read.
 */
export const pastLetteringLines: DerivedRows = {
  of: [],
  buildRows({ company, at }, isNamed) {
    const buildRows = (condition: string, sign = '', settledOn = 'n.settled_on', isUndone = 'false') =>
      `SELECT n.lettering_id, n.line_id, n.entry_id, n.line_number, n.company_id, ${sign}n.amount AS amount,
          ${sign}n.currency_amount AS currency_amount, n.entry_date,
          ${settledOn} AS settled_on, ${isUndone} AS is_undone, n.lettered_at, n.undone_at
        FROM read.lettering_lines n WHERE n.company_id = ${company} AND ${condition}`;
    const isKnown = `${LETTERED_AT} <= ${at}`;
    const [END, UNDONE] = ["'infinity'::date", `n.is_undone AND ${isKnown}`];
    const endIfLater = `CASE WHEN ${isKnown} THEN n.settled_on ELSE ${END} END`;
    // Separate parts, so that each can use its own partial index, and the time in it.
    const parts = isNamed(SETTLED_LATER)
      ? [
          buildRows(`NOT n.is_undone AND n.lettered_at <= ${at}`),
          buildRows(`NOT n.is_undone AND n.lettered_at > ${at}`, '', END),
          buildRows('NOT n.is_undone AND n.lettered_at IS NULL', '', endIfLater),
          buildRows(`${UNDONE} AND ${UNDONE_AT} > ${at}`),
          buildRows(`${UNDONE} AND ${UNDONE_AT} > ${at}`, '-', END),
        ]
      : [buildRows(`NOT n.is_undone AND ${isKnown}`), buildRows(UNDONE, '', 'n.settled_on', `${UNDONE_AT} <= ${at}`)];
    return parts.join(' UNION ALL ');
  },
};
