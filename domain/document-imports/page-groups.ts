import { normaliseNumber } from './counterparty.ts';
import { findDocumentNumber } from './extraction/fields.ts';
import { CREDIT_NOTE, INVOICE, OTHER_DOCUMENTS } from './extraction/labels.ts';
import { buildLayout, type Cell, type Layout } from './extraction/layout.ts';
import { extractTotals } from './extraction/totals.ts';
import type { PageOfWords } from './extraction/words.ts';
import { MAX_PARTS } from './pages.ts';

/**
 * Finds several documents in one file: by separator pages, by page numbers that begin again, and by headings with another
 * document number. What follows an invoice without being one, such as terms or a timesheet, stays with it.
 */

export interface ReadPage extends PageOfWords {
  /** Nothing is drawn on it. */
  readonly isBlank?: boolean;
}

/** Page number as printed: «Seite 1 von 2», «Page 1/2», «Page 1». */
export interface PrintedNumber {
  readonly number: number;
  /** Null if not stated. */
  readonly total: number | null;
}

interface Described {
  readonly page: number;
  readonly printed: PrintedNumber | null;
  readonly documentNumber: string | null;
  readonly hasTitle: boolean;
  readonly hasTotal: boolean;
}

interface Group {
  readonly pages: Described[];
  /** Begun by a separator page: it is a document whatever it contains. */
  readonly isSeparated: boolean;
}

/** Page numbers of each document; null if it is one document. */
export function groupPages(pages: readonly ReadPage[], pageCount: number): readonly (readonly number[])[] | null {
  if (pageCount < 2 || pages.length < pageCount) return null;
  const groups = mergeAppendices(buildGroups([...pages].sort((one, other) => one.number - other.number)));
  if (groups.length < 2 || groups.length > MAX_PARTS) return null;
  return groups.map((group) => group.pages.map(({ page }) => page));
}

function buildGroups(pages: readonly ReadPage[]): Group[] {
  const groups: Group[] = [];
  let before: 'page' | 'blank' | 'separator' = 'page';
  for (const page of pages) {
    if (page.isBlank === true || isSeparator(page)) {
      // A blank sheet behind a separator changes nothing.
      if (before !== 'separator') before = page.isBlank === true ? 'blank' : 'separator';
      continue;
    }
    const described = describePage(page);
    const current = groups.at(-1);
    if (!current || before === 'separator' || isStart(described, current, before === 'blank'))
      groups.push({ pages: [described], isSeparated: before === 'separator' });
    else current.pages.push(described);
    before = 'page';
  }
  return groups;
}

function isStart(page: Described, { pages }: Group, isAfterBlank: boolean): boolean {
  const known = pages.find(({ documentNumber }) => documentNumber !== null)?.documentNumber ?? null;
  const isSame = page.documentNumber !== null && page.documentNumber === known;
  const last = pages.at(-1)!.printed;
  if (isSame) return false;
  if (page.printed !== null)
    return page.printed.number === 1 && (page.printed.total !== null || page.hasTitle || page.documentNumber !== null);
  // The page before it says that more follow.
  if (last?.total && last.number < last.total) return false;
  if (!page.hasTitle) return false;
  if (page.documentNumber === null) return isAfterBlank;
  return known !== null || pages.some(({ hasTotal }) => hasTotal);
}

/** A group that is no invoice by itself belongs to the one before it; cover pages belong to the one behind them. */
function mergeAppendices(groups: readonly Group[]): readonly Group[] {
  const merged: Group[] = [];
  for (const group of groups) {
    const last = merged.at(-1);
    if (!last || group.isSeparated) merged.push(group);
    else if (!isInvoice(group)) last.pages.push(...group.pages);
    else if (!isInvoice(last) && !last.isSeparated) last.pages.push(...group.pages);
    else merged.push(group);
  }
  return merged;
}

const isInvoice = ({ pages }: Group): boolean =>
  pages.some(({ hasTitle, documentNumber }) => hasTitle || documentNumber !== null) &&
  pages.some(({ hasTotal }) => hasTotal);

/** Weaker labels also stand before numbers of customers and orders. */
const SURE_NUMBER = 0.8;

function describePage(page: ReadPage): Described {
  const layout = buildLayout([page]);
  const number = findDocumentNumber(layout);
  return {
    page: page.number,
    printed: findPrintedNumber(layout),
    documentNumber: number && number.evidence >= SURE_NUMBER ? normaliseNumber(number.value) : null,
    hasTitle: hasTitle(layout),
    hasTotal: extractTotals(layout).gross !== null,
  };
}

const LONGEST_TITLE = 60;

/** Headings stand in the upper half. */
const hasTitle = ({ cells, pages }: Layout): boolean =>
  cells.some(
    ({ plain, top }) =>
      plain.length < LONGEST_TITLE &&
      top < pages[0]!.height / 2 &&
      (INVOICE.test(plain) || CREDIT_NOTE.test(plain)) &&
      !OTHER_DOCUMENTS.test(plain),
  );

const SEPARATOR =
  /\b(?:separateur|page de separation|feuille de separation|intercalaire|scheidingsblad|scheidingspagina|tussenblad|separator|separation (?:page|sheet)|patch ?(?:code|[123t6])|trennblatt|trennseite)\b/;
const MOST_SEPARATOR_WORDS = 20;

const isSeparator = (page: ReadPage): boolean =>
  page.words.length > 0 &&
  page.words.length <= MOST_SEPARATOR_WORDS &&
  buildLayout([page]).rows.some(({ cells }) => cells.some(({ plain }) => SEPARATOR.test(plain)));

const OF = String.raw`(?:\/|\bsur\b|\bvan\b|\bvon\b|\bof\b|\bde\b|\buit\b|\bop\b)`;
const LABELLED = new RegExp(
  String.raw`\b(?:page|pagina|pag|blad(?:zijde)?|blz|seite|blatt|feuille|feuillet|folio|sheet|pg|p)\b[\s.:n°]*(\d{1,3})(?:\s*${OF}\s*(\d{1,3}))?(?![\d.,/])`,
);
/** «1/2» alone in its place; not «01/02», which is a date. */
const BARE = /^[([-]?\s*([1-9]\d?)\s*\/\s*([1-9]\d?)\s*[)\]-]?$/;
/** Share of the page, at the top and at the bottom, for numbers without a label. */
const MARGIN = 0.12;
const MOST_PAGES = 500;

/** The page number that a page states about itself. */
export function findPrintedNumber({ cells, pages }: Layout): PrintedNumber | null {
  const { height } = pages[0]!;
  const isInMargin = ({ top, bottom }: Cell): boolean => bottom < height * MARGIN || top > height * (1 - MARGIN);
  let partial: PrintedNumber | null = null;
  for (const cell of cells) {
    const found = LABELLED.exec(cell.plain) ?? (isInMargin(cell) ? BARE.exec(cell.plain.trim()) : null);
    if (!found) continue;
    const number = Number(found[1]);
    const total = found[2] === undefined ? null : Number(found[2]);
    if (number < 1 || (total !== null && (number > total || total > MOST_PAGES))) continue;
    if (total !== null) return { number, total };
    if (isInMargin(cell)) partial ??= { number, total };
  }
  return partial;
}

/** Page number and number of pages of an image that is one of several; null if it is alone or does not say. */
export function findPageOf(pages: readonly PageOfWords[]): { readonly number: number; readonly total: number } | null {
  if (pages.length !== 1) return null;
  const printed = findPrintedNumber(buildLayout(pages));
  const total = printed?.total ?? 1;
  return printed && total > 1 ? { number: printed.number, total } : null;
}
