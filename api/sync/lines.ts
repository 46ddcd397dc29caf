/** Limit for entries and letterings together: some have a thousand lines, and a reply is held in memory as a whole. */
export const MAX_LINES = 10_000;

/** Takes the first rows within the limit, at least one; the rest come with the next page. */
export function limitByLines<Row extends { readonly lines: number }>(
  rows: readonly Row[],
  most = MAX_LINES,
): readonly Row[] {
  let lines = 0;
  const end = rows.findIndex((row, index) => (lines += row.lines) > most && index > 0);
  return end < 0 ? rows : rows.slice(0, end);
}
