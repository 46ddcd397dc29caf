import { buildCounterpartyKey, normaliseNumber } from './counterparty.ts';
import type { PageOf } from './import-events.ts';
import type { ExtractedSheet } from './sheet.ts';

/** Finds images that are pages of one document, among those that arrived together. */

export interface ReadImage {
  readonly id: number;
  /** Null if nothing could be read. */
  readonly sheet: ExtractedSheet | null;
  readonly pageOf: PageOf | null;
}

/** Ids of the pages of each document, in their order. Images in the order in which they arrived. */
export function findImagesToJoin(images: readonly ReadImage[]): readonly (readonly number[])[] {
  const left = new Set(images);
  return [...findNumberedPages(images, left), ...findContinuedPages(images, left)];
}

/** «1/2» and «2/2», unless they name different documents. Takes what it finds from those that are left. */
function findNumberedPages(images: readonly ReadImage[], left: Set<ReadImage>): number[][] {
  const found: number[][] = [];
  for (const first of images) {
    if (first.pageOf?.number !== 1 || !left.has(first)) continue;
    const pages = [first];
    const { total } = first.pageOf;
    for (let number = 2; number <= total; number += 1) {
      const isNext = ({ pageOf }: ReadImage): boolean => pageOf?.number === number && pageOf.total === total;
      const next = images.find((one) => left.has(one) && isNext(one) && pages.every((page) => isCompatible(page, one)));
      if (!next) break;
      pages.push(next);
    }
    if (pages.length === total) found.push(takePages(pages, left));
  }
  return found;
}

/** A page with a number but no total, followed by pages without a heading of their own up to the one with the total. */
function findContinuedPages(images: readonly ReadImage[], left: Set<ReadImage>): number[][] {
  const found: number[][] = [];
  for (const [index, first] of images.entries()) {
    if (!left.has(first) || first.pageOf !== null || !isBeginning(first)) continue;
    const pages = [first];
    for (const next of images.slice(index + 1)) {
      if (!left.has(next) || next.pageOf !== null || !isContinuation(next)) break;
      pages.push(next);
      if (hasTotal(next)) break;
    }
    if (pages.length > 1 && hasTotal(pages.at(-1)!)) found.push(takePages(pages, left));
  }
  return found;
}

function takePages(pages: readonly ReadImage[], left: Set<ReadImage>): number[] {
  for (const page of pages) left.delete(page);
  return pages.map(({ id }) => id);
}

const hasTotal = ({ sheet }: ReadImage): boolean => sheet !== null && sheet.totals.gross !== null;

const isBeginning = ({ sheet }: ReadImage): boolean =>
  sheet !== null && sheet.number !== null && sheet.date !== null && sheet.totals.gross === null;

/** Nothing on it begins a document: neither number, date nor sender. */
const isContinuation = ({ sheet }: ReadImage): boolean =>
  sheet !== null &&
  sheet.number === null &&
  sheet.date === null &&
  sheet.counterparty.vat_number === null &&
  sheet.counterparty.enterprise_number === null;

const isCompatible = (one: ReadImage, other: ReadImage): boolean =>
  isSameOrUnknown(one, other, ({ number }) => number && normaliseNumber(number)) &&
  isSameOrUnknown(one, other, ({ counterparty }) =>
    counterparty.vat_number === null ? null : buildCounterpartyKey(counterparty),
  );

function isSameOrUnknown(one: ReadImage, other: ReadImage, find: (sheet: ExtractedSheet) => string | null): boolean {
  const [known, compared] = [one.sheet && find(one.sheet), other.sheet && find(other.sheet)];
  return known === null || compared === null || known === compared;
}
