import type { PlainDate } from '../../dates.ts';
import { countDaysBetween } from '../../dates.ts';
import { toSearchable } from '../../text.ts';
import { extractDates, computeDueDate } from './dates.ts';
import {
  BARE_NUMBER,
  CREDIT_NOTE,
  DATE_LABELS,
  DISCOUNT_TERMS,
  DUE_LABELS,
  INVOICE,
  NUMBER_LABELS,
  OTHER_DATES,
  OTHER_NUMBERS,
  PAYING,
  UNTIL,
} from './labels.ts';
import { listCellsAbove, listCellsBelow, listCellsLeft, listCellsRight, type Cell, type Layout } from './layout.ts';

/** Number and dates of a document, each with its evidence. */
export interface Field<T> {
  readonly value: T;
  readonly evidence: number;
  /** Original text and position. */
  readonly text: string;
  readonly cell: Pick<Cell, 'words'>;
}

const TOKEN = /^[A-Z0-9][A-Z0-9/._-]{0,24}$/i;

/** True if a word can be the number of a document. */
function isNumberLike(token: string): boolean {
  return (
    TOKEN.test(token) &&
    /\d/.test(token) &&
    token.replace(/\W/g, '').length >= 2 &&
    extractDates(token).length === 0 &&
    !/^\d{1,3}(?:[.,]\d{3})*[.,]\d{2}$/.test(token) &&
    !/^[A-Z]{2}\d{2}[A-Z0-9]{10,}$/.test(token)
  );
}

/** Extracts a number of one or more words at the beginning of a text: «FA 2025 0012», «2025/0012», «F-12». */
function extractNumber(text: string): string | null {
  // «14 March» and «12, rue Haute» begin with numbers of another kind.
  if (extractDates(text)[0]?.start === 0 || /^\d{1,4}, \p{L}{2}/u.test(text)) return null;
  const tokens = text
    .replace(/^[\s:.#°º-]+/, '')
    .split(/\s+/)
    .slice(0, 4);
  const first = (tokens[0] ?? '').replace(/[,;:.]+$/, '');
  if (isNumberLike(first)) {
    const rest = tokens.slice(1).join(' ');
    // A year and a number separated by a space.
    const joined = /^(\/|-)\s?(\d+)\b/.exec(rest);
    return joined ? `${first}${joined[1]}${joined[2]}` : first;
  }
  const second = (tokens[1] ?? '').replace(/[,;:.]+$/, '');
  if (/^[A-Z]{1,5}$/.test(first) && /^\d[\d/.-]*$/.test(second) && isNumberLike(second)) return `${first} ${second}`;
  return null;
}

export function findDocumentNumber(layout: Layout): Field<string> | null {
  let best: Field<string> | null = null;
  const considerCandidate = (value: string | null, evidence: number, cell: Cell): void => {
    if (value !== null && (best === null || evidence > best.evidence)) best = { value, evidence, text: value, cell };
  };
  for (const cell of layout.cells) {
    const label = NUMBER_LABELS.map(([pattern, weight]) => ({ match: pattern.exec(cell.plain), weight })).find(
      ({ match }) => match,
    );
    if (!label?.match) continue;
    const { match } = label;
    const weight = isUnderTitle(layout, cell, match[0]) ? UNDER_TITLE : label.weight;
    const before = cell.plain.slice(0, match.index + match[0].length);
    const beside = label.weight < 0.5 ? (listCellsLeft(layout, cell)[0]?.plain ?? '') : '';
    if (OTHER_NUMBERS.test(weight === 1 ? match[0] : `${before} ${beside}`)) continue;
    const place = getPageWeight(layout, cell);
    // Accented letters count as one in both texts.
    const behind =
      cell.plain.length === cell.text.length
        ? cell.text.slice(match.index + match[0].length)
        : cell.plain.slice(match.index + match[0].length).toUpperCase();
    const own = extractNumber(behind.replace(/^\s*(?:n°|nº|(?:nr|no|num|numero|nummer|number)\b)[\s.:°]*/i, ''));
    if (own !== null) considerCandidate(own, weight * place, cell);
    // «Invoice date» and «Facture du mois de mai» are no labels of a number.
    else if (label.weight < 1 && /\p{L}{3}/u.test(behind)) continue;
    else {
      const next = listCellsRight(layout, cell)[0];
      const isOther = next !== undefined && /\p{L}{3}/u.test(next.text) && extractNumber(next.text) === null;
      if (next && !isOther) considerCandidate(extractNumber(next.text), weight * 0.97 * place, next);
      // «Nr.» over a column may count lines, unless a date is beside it.
      const below = weight === UNDER_TITLE && !isBesideDate(layout, cell) ? label.weight : weight;
      for (const [index, under] of listCellsBelow(layout, cell).slice(0, 2).entries())
        considerCandidate(extractNumber(under.text), below * (0.9 - 0.08 * index) * place, under);
    }
  }
  return best;
}

/** Weight of «Numéro» within the facts under the title of a document. */
const UNDER_TITLE = 0.9;
const TITLE_DISTANCE = 60;

function isUnderTitle(layout: Layout, cell: Cell, label: string): boolean {
  if (!BARE_NUMBER.test(label)) return false;
  return layout.cells.some(
    ({ page, plain, text, bottom }) =>
      page === cell.page &&
      bottom <= cell.bottom &&
      cell.top - bottom < TITLE_DISTANCE &&
      text.length < 30 &&
      (INVOICE.test(plain) || CREDIT_NOTE.test(plain)),
  );
}

const isBesideDate = (layout: Layout, cell: Cell): boolean =>
  layout.rows[cell.row]!.cells.some(({ plain }) => DATE_LABELS.some(([pattern]) => pattern.test(plain)));

/** The top of the first page has more weight. */
function getPageWeight(layout: Layout, cell: Cell): number {
  const page = layout.pages.find(({ number }) => number === cell.page);
  if (cell.page !== layout.pages[0]?.number) return 0.85;
  return page && cell.top > page.height * 0.75 ? 0.9 : 1;
}

interface PlacedDate {
  readonly date: PlainDate;
  readonly cell: Cell;
  readonly label: string;
  readonly isUnder: boolean;
  readonly text: string;
  readonly isDue: boolean;
}

/** Each date with the words before it, or above it if it is alone in its cell. */
function findPlacedDates(layout: Layout): PlacedDate[] {
  return layout.cells.flatMap((cell) => {
    const dates = extractDates(cell.text);
    return dates.map(({ date, start, end }, index) => {
      const before = toSearchable(cell.text.slice(index === 0 ? 0 : dates[index - 1]!.end, start)).trim();
      const found = findLabel(layout, cell, before);
      const isDue = isDueDate(layout, cell, found.label, toSearchable(cell.text.slice(end)));
      return { date, cell, text: cell.text.slice(start, end), ...found, isDue };
    });
  });
}

/** «Fällig am …», or a sentence about paying until a day, which may begin in the line above: «bis zum 04.07.2015». */
function isDueDate(layout: Layout, cell: Cell, label: string, after: string): boolean {
  if (DISCOUNT_TERMS.test(label)) return false;
  if (DUE_LABELS.test(label)) return true;
  if (!UNTIL.test(label)) return false;
  return PAYING.test(`${label} ${after}`) || PAYING.test(listCellsAbove(layout, cell, 1)[0]?.plain ?? '');
}

function findLabel(layout: Layout, cell: Cell, before: string): { readonly label: string; readonly isUnder: boolean } {
  if (/\p{L}{2}/u.test(before) && !/^(?:[a-z]+,? (?:le|den|op)|le|den|the)$/.test(before))
    return { label: before, isUnder: false };
  const left = listCellsLeft(layout, cell)[0];
  if (left && /\p{L}{2}/u.test(left.text) && extractDates(left.text).length === 0 && isDateLabel(left.plain))
    return { label: left.plain, isUnder: false };
  const over = listCellsAbove(layout, cell, 3).find((candidate) => /\p{L}{2}/u.test(candidate.text));
  if (over && isDateLabel(over.plain) && extractDates(over.text).length === 0)
    return { label: over.plain, isUnder: true };
  return { label: left && !/\d/.test(left.text) ? left.plain : before, isUnder: false };
}

const isDateLabel = (text: string): boolean =>
  DUE_LABELS.test(text) || DATE_LABELS.some(([pattern]) => pattern.test(text)) || OTHER_DATES.test(text);

export function findDocumentDates(
  layout: Layout,
  today: PlainDate,
): { readonly date: Field<PlainDate> | null; readonly due: Field<PlainDate> | null } {
  const placed = findPlacedDates(layout);
  const due = placed.find(({ isDue }) => isDue);
  let date: Field<PlainDate> | null = null;
  for (const each of placed) {
    if (each.isDue) continue;
    const label = DATE_LABELS.find(([pattern]) => pattern.test(each.label));
    const isOther = OTHER_DATES.test(each.label) && label?.[1] !== 1;
    const weight = isOther ? 0.1 : label ? label[1] : getBareWeight(each) * getPageWeight(layout, each.cell);
    const early = countDaysBetween(each.date, today) < -40 ? 0.5 : 1;
    const evidence = weight * early * (each.isUnder ? 0.95 : 1);
    if (date === null || evidence > date.evidence)
      date = { value: each.date, evidence, text: each.text, cell: each.cell };
  }
  if (date !== null && date.evidence < 0.2 && placed.length > 1) date = { ...date, evidence: 0.2 };
  if (due) return { date, due: { value: due.date, evidence: 0.95, text: due.text, cell: due.cell } };
  return { date, due: date === null ? null : findDueFromTerms(layout, date.value) };
}

/** «Lyon, le 18 janvier 2025» is as good as a label; an isolated date may be anything. */
const getBareWeight = ({ cell }: PlacedDate): number =>
  /^\p{L}[\p{L}\s'’-]{1,30},\s?(?:le|den|op|the)?\s?\d/u.test(cell.text) ? 0.9 : 0.5;

function findDueFromTerms(layout: Layout, date: PlainDate): Field<PlainDate> | null {
  for (const { text, cells } of layout.rows) {
    const value = computeDueDate(text, date);
    if (value !== null) return { value, evidence: 0.8, text, cell: { words: cells.flatMap(({ words }) => words) } };
  }
  return null;
}
