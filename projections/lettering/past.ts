import type { DerivedRows } from '../support/table.ts';

/** Letterings as they were known at an earlier moment. */

/**
 * What a statement calls the letterings that it takes away from what is settled now, because they are dated behind its day. By that
 * name it is known that it does so.
 */
export const SETTLED_LATER = 'settled_later';

/** About a line of a lettering (`n`). */
const ofLettering = (own: string, column: string): string =>
  `coalesce(n.${own}, (SELECT g.${column} FROM read.letterings g WHERE g.id = n.lettering_id))`;
export const LETTERED_AT = ofLettering('lettered_at', 'created_at');
export const UNDONE_AT = ofLettering('undone_at', 'deleted_at');

/**
 * Lines of letterings come and go with these, which once undone stay so. To a statement that takes away what was settled later, those
 * that came since the moment are dated at the end of time, and those that went since are there once more, with the opposite
 * amount, at the end of time: so what is settled now becomes what was then, and the few lines of which that is another amount are all
 * that is looked at.
 */
export const pastLetteringLines: DerivedRows = {
  of: [],
  rows({ company, at }, isNamed) {
    const rows = (condition: string, amount = 'n.amount', settledOn = 'n.settled_on', isUndone = 'false') =>
      `SELECT n.lettering_id, n.line_id, n.entry_id, n.line_number, n.company_id, ${amount} AS amount, n.entry_date,
          ${settledOn} AS settled_on, ${isUndone} AS is_undone, n.lettered_at, n.undone_at
        FROM read.lettering_lines n WHERE n.company_id = ${company} AND ${condition}`;
    const isKnown = `${LETTERED_AT} <= ${at}`;
    const [END, UNDONE] = ["'infinity'::date", `n.is_undone AND ${isKnown}`];
    // Apart, so that those of some entries are found by the indexes of the one and of the other.
    const parts = isNamed(SETTLED_LATER)
      ? [
          rows(`NOT n.is_undone AND ${isKnown}`),
          rows(`NOT n.is_undone AND ${LETTERED_AT} > ${at}`, 'n.amount', END),
          rows(`${UNDONE} AND ${UNDONE_AT} > ${at}`),
          rows(`${UNDONE} AND ${UNDONE_AT} > ${at}`, '-n.amount', END),
        ]
      : [rows(`NOT n.is_undone AND ${isKnown}`), rows(UNDONE, 'n.amount', 'n.settled_on', `${UNDONE_AT} <= ${at}`)];
    return parts.join(' UNION ALL ');
  },
};
