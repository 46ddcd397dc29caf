import { absolute, compare } from '../../money.ts';
import { toSearchable } from '../../text.ts';
import { BOX_UNIT, listFieldValues, type FieldBox, type ReadField } from '../fields.ts';
import type { ExtractedSheet } from '../sheet.ts';
import { extractAmounts } from './amounts.ts';
import { calibrate, type FieldEvidence } from './confidence.ts';
import { extractDates } from './dates.ts';
import { buildLayout, type Cell, type Layout, type Row } from './layout.ts';
import type { PageOfWords, Word } from './words.ts';

/** Finds the values of a sheet again on the pages that they were read from. */

/** More than a person looks at; the fields of further lines are left without a place. */
const MOST_FIELDS = 600;

interface Place {
  readonly page: number;
  readonly words: readonly Word[];
}

/** `evidence`: how well each part of the sheet was found; null if a structured invoice states it. */
export function locateFields(
  sheet: ExtractedSheet,
  pages: readonly PageOfWords[],
  evidence: FieldEvidence | null,
): readonly ReadField[] {
  const layout = buildLayout(pages);
  const rows = findLineRows(sheet, layout);
  return [...listFieldValues(sheet)].slice(0, MOST_FIELDS).map(([path, value]): ReadField => {
    const place = findPlace(path, value, layout, rows);
    const confidence = computeFieldConfidence(path, place, evidence);
    const page = place && pages.find(({ number }) => number === place.page);
    if (!place || !page) return { path, confidence, page: null, box: null };
    return { path, confidence, page: page.number, box: toBox(place.words, page) };
  });
}

function findPlace(path: string, value: string, layout: Layout, lineRows: readonly (number | null)[]): Place | null {
  const [group, index, name] = path.split('.');
  if (group === 'lines') {
    const row = lineRows[Number(index)];
    // The amounts of a line may be in the row below its description.
    const rows = row === null || row === undefined ? [] : layout.rows.slice(row, row + 2);
    return name === 'description' ? findText(value, rows) : findNumber(value, rows);
  }
  if (path === 'date' || path === 'due_date') {
    const found = findDates(value, layout.cells);
    return (path === 'date' ? found[0] : found.at(-1)) ?? null;
  }
  // Totals are at the end, and so are the amounts to pay.
  if (group === 'totals') return findAmount(value, layout.rows.toReversed());
  return findText(value, layout.rows) ?? findText(value.replace(/^[A-Z]{2}(?=\d)/, ''), layout.rows);
}

/** The row of each line: the next one that begins with its description. */
function findLineRows({ lines }: ExtractedSheet, layout: Layout): readonly (number | null)[] {
  let from = 0;
  return lines.map(({ description }) => {
    const wanted = toCompact(description).slice(0, 24);
    if (wanted === '') return null;
    const found = layout.rows.findIndex((row, index) => index >= from && toCompact(row.text).includes(wanted));
    if (found < 0) return null;
    from = found + 1;
    return found;
  });
}

/** Without case, accents, blanks and punctuation, in which documents and sheets differ. */
const toCompact = (text: string): string => toSearchable(text).replace(/[^a-z0-9]/g, '');

/** Shorter texts count only as whole words. */
const LONG_TEXT = 8;

function findText(value: string, rows: readonly Row[]): Place | null {
  const wanted = toCompact(value);
  if (wanted === '') return null;
  for (const { cells, page } of rows) {
    const words = cells.flatMap((cell) => cell.words);
    const ends: number[] = [];
    let text = '';
    for (const word of words) {
      text += toCompact(word.text);
      ends.push(text.length);
    }
    for (let start = text.indexOf(wanted); start >= 0; start = text.indexOf(wanted, start + 1)) {
      const end = start + wanted.length;
      const isWhole = (start === 0 || ends.includes(start)) && ends.includes(end);
      if (!isWhole && wanted.length < LONG_TEXT) continue;
      const found = words.filter((_, index) => ends[index]! > start && (ends[index - 1] ?? 0) < end);
      return { page, words: found };
    }
  }
  // A long text may go on in the next row.
  const first = value.split(/\s+/).slice(0, 3).join(' ');
  return first.length >= LONG_TEXT && first !== value ? findText(first, rows) : null;
}

function findDates(value: string, cells: readonly Cell[]): readonly Place[] {
  return cells.flatMap((cell) =>
    extractDates(cell.text)
      .filter(({ date }) => date === value)
      .map(({ start, end }) => ({ page: cell.page, words: listWordsBetween(cell, start, end) })),
  );
}

function findAmount(value: string, rows: readonly Row[]): Place | null {
  for (const { cells, page } of rows)
    for (const cell of cells)
      for (const found of extractAmounts(cell))
        if (compare(absolute(found.value), absolute(value)) === 0)
          return { page, words: listWordsBetween(cell, found.start, found.end) };
  return null;
}

/** An amount, or a quantity, price or rate with any number of decimals. */
function findNumber(value: string, rows: readonly Row[]): Place | null {
  const asAmount = /\.\d{2}$/.test(value) ? findAmount(value, rows) : null;
  if (asAmount) return asAmount;
  for (const { cells, page } of rows)
    for (const { words } of cells)
      for (const word of words) {
        const text = word.text.replace(/[%€x]/g, '').replace(',', '.');
        if (text !== '' && Number(text) === Number(value)) return { page, words: [word] };
      }
  return null;
}

function listWordsBetween({ words }: Cell, start: number, end: number): readonly Word[] {
  let position = 0;
  return words.filter((word) => {
    const [from, to] = [position, position + word.text.length];
    position = to + 1;
    return to > start && from < end;
  });
}

/** A value that is not written as such was computed, or taken from elsewhere. */
const NOT_FOUND = 0.8;

function computeFieldConfidence(path: string, place: Place | null, evidence: FieldEvidence | null): string {
  if (evidence === null) return '1.00';
  const least = Math.min(1, ...(place?.words ?? []).map(({ confidence }) => confidence));
  const clarity = place ? Math.min(1, 0.55 + 0.5 * least) : NOT_FOUND;
  return calibrate(getEvidence(path, evidence) * clarity).toFixed(2);
}

function getEvidence(path: string, { number, date, due, party, totals }: FieldEvidence): number {
  if (path === 'number') return number;
  if (path === 'date') return date;
  if (path === 'due_date') return due;
  return /^(counterparty|payment)\./.test(path) ? party : totals;
}

/** Around the words, as a share of the page as displayed. */
function toBox(words: readonly Word[], { width, height, shown }: PageOfWords): FieldBox {
  const corners = words.flatMap(({ left, top, right, bottom }) =>
    [
      [left, top],
      [right, top],
      [left, bottom],
      [right, bottom],
    ].map(([x, y]) => toShare(x!, y!, shown ?? [1 / width, 0, 0, 1 / height, 0, 0])),
  );
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return [left, top, Math.max(...xs) - left, Math.max(...ys) - top];
}

function toShare(x: number, y: number, [a, b, c, d, e, f]: NonNullable<PageOfWords['shown']>): [number, number] {
  const clamp = (share: number): number => Math.round(Math.max(0, Math.min(1, share)) * BOX_UNIT);
  return [clamp(a * x + c * y + e), clamp(b * x + d * y + f)];
}
