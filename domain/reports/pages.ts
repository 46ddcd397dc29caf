import type { PlainDate } from '../dates.ts';

/**
 * A page of a long list that is grouped by owner (lines of accounts, entries of journals) and sorted by date within an
 * owner. The count per time range is known, so that a page is found without scanning: only the ranges it touches are
 * read.
 */

export interface Part {
  readonly first: PlainDate;
  readonly last: PlainDate;
  readonly count: number;
}

export interface Owner {
  readonly id: number;
  /** Sorted by date. */
  readonly parts: readonly Part[];
}

/** The days of one owner to read. */
export interface Window {
  readonly id: number;
  readonly first: PlainDate;
  readonly last: PlainDate;
}

export interface GroupedPage {
  readonly total: number;
  /** In list order. */
  readonly windows: readonly Window[];
  /** Number of items in the first window before the page. */
  readonly skip: number;
  /** Number of parts of the first owner before its window. */
  readonly partsBefore: number;
  /** Indexes of the owners on the page: those with items on it, and empty ones that follow them. */
  readonly owners: readonly number[];
}

export function locateGroupedPage(owners: readonly Owner[], offset: number, limit: number): GroupedPage {
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

/** Groups parts by owner and keeps their order. */
export function groupByOwner<T extends { readonly owner_id: number }>(parts: readonly T[]): Map<number, T[]> {
  const found = new Map<number, T[]>();
  for (const part of parts) {
    const others = found.get(part.owner_id);
    if (others) others.push(part);
    else found.set(part.owner_id, [part]);
  }
  return found;
}
