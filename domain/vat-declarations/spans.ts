import { getNextDay, type PlainDate } from '../dates.ts';

export interface Days {
  readonly from: PlainDate;
  readonly to: PlainDate;
}

/** Splits days into spans of about `most` entries each, so that reading one span never takes long. */
export function splitIntoSpans(
  { from, to }: Days,
  busy: readonly { readonly day: PlainDate; readonly count: number }[],
  most: number,
): readonly Days[] {
  const spans: Days[] = [];
  let [first, entries] = [from, 0];
  for (const { day, count } of busy) {
    entries += count;
    if (entries < most || day >= to) continue;
    spans.push({ from: first, to: day });
    [first, entries] = [getNextDay(day), 0];
  }
  return [...spans, { from: first, to }];
}
