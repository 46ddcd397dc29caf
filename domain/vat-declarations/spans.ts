import { nextDay, type PlainDate } from '../dates.ts';

export interface Days {
  readonly from: PlainDate;
  readonly to: PlainDate;
}

/** Days cut into spans of about so many entries, by how many each day has: what reads them one after the other never takes long. */
export function cutInSpans(
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
    [first, entries] = [nextDay(day), 0];
  }
  return [...spans, { from: first, to }];
}
