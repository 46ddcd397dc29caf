import type { PlainDate } from '../dates.ts';

/**
 * A page of a long list that is grouped by owner (the lines of accounts, the entries of journals) and, within an owner, by
 * date. It is known how many there are in each part of the time, so that a page is found without counting them off: only
 * the parts that it touches are read.
 */

export interface Part {
  readonly first: PlainDate;
  readonly last: PlainDate;
  readonly count: number;
}

export interface Owner {
  readonly id: number;
  /** In the order of their dates. */
  readonly parts: readonly Part[];
}

/** Days of one owner that are to be read. */
export interface Window {
  readonly id: number;
  readonly first: PlainDate;
  readonly last: PlainDate;
}

export interface GroupedPage {
  readonly total: number;
  /** In the order of the list. */
  readonly windows: readonly Window[];
  /** How many of the first window come before the page. */
  readonly skip: number;
  /** Parts of the owner that the page begins with which come before its window. */
  readonly partsBefore: number;
  /** Places of the owners that the page shows: those with something on it, and empty ones behind what they follow. */
  readonly owners: readonly number[];
}

export function groupedPage(owners: readonly Owner[], offset: number, limit: number): GroupedPage {
  const end = offset + limit;
  const windows: Window[] = [];
  const shown: number[] = [];
  let skip = 0;
  let partsBefore = 0;
  let place = 0;
  for (const [index, { id, parts }] of owners.entries()) {
    const start = place;
    let touched = null as Omit<Window, 'id'> | null;
    for (const [number, { first, last, count }] of parts.entries()) {
      const isTouched = count > 0 && place < end && place + count > offset;
      if (isTouched && windows.length === 0 && !touched) {
        skip = Math.max(offset - place, 0);
        partsBefore = number;
      }
      if (isTouched) touched = { first: touched?.first ?? first, last };
      place += count;
    }
    if (touched) windows.push({ id, ...touched });
    const isEmpty = place === start;
    if (touched || (isEmpty && (start === 0 ? offset === 0 : start > offset && start <= end))) shown.push(index);
  }
  return { total: place, windows, skip, partsBefore, owners: shown };
}

/** Parts that came in one list, by their owner and in their order. */
export function byOwner<T extends { readonly owner_id: number }>(parts: readonly T[]): Map<number, T[]> {
  const found = new Map<number, T[]>();
  for (const part of parts) {
    const others = found.get(part.owner_id);
    if (others) others.push(part);
    else found.set(part.owner_id, [part]);
  }
  return found;
}
