/** Of entries and letterings together: some have a thousand, and an answer is held as a whole. */
export const MAX_LINES = 10_000;

/** The first of them, at least one: those behind it come with the next page. */
export function withinLines<Row extends { readonly lines: number }>(
  rows: readonly Row[],
  most = MAX_LINES,
): readonly Row[] {
  let lines = 0;
  const end = rows.findIndex((row, index) => (lines += row.lines) > most && index > 0);
  return end < 0 ? rows : rows.slice(0, end);
}
