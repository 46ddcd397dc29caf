import { formatQuarter, type PlainDate } from '../dates.ts';

/** Labels may contain `{date}`, `{month}`, `{quarter}` and `{year}`. */
export function fillDatePlaceholders(text: string | null, date: PlainDate): string | null {
  return (
    text
      ?.replaceAll('{date}', date)
      .replaceAll('{month}', date.slice(0, 7))
      .replaceAll('{quarter}', formatQuarter(date))
      .replaceAll('{year}', date.slice(0, 4)) ?? null
  );
}
