import { absolute, toCents, compare, fromCents, percent, sum } from '../../money.ts';
import type { SheetLine } from '../sheet.ts';
import { extractAmounts, parseQuantity, extractRates, formatRate } from './amounts.ts';
import { findRole } from './labels.ts';
import type { Cell, Layout, Row } from './layout.ts';
import type { Totals } from './totals.ts';

/** Lines of a document with column headers; used only if they add up to the totals. */

type Column = 'description' | 'quantity' | 'price' | 'rate' | 'amount' | 'vat' | 'gross' | 'other';

const COLUMNS: readonly (readonly [Column, RegExp])[] = [
  [
    'other',
    /^(?:n°|no|nr|#|pos|pos\.|ref|ref\.|reference|code|art|art\.|article|artikel|artikelnr|art-nr|artikel-nr\.?|unite|unit|eenheid|einheit|u\.|remise|korting|discount|rabatt|date|datum)$/,
  ],
  ['rate', /(?:taux|tarief|rate|satz|%)|^(?:tva|btw|vat|mwst|ust)\.?(?: ?%)?$/],
  [
    'quantity',
    /\b(?:qte|quantite|quant|qty|quantity|aantal|hoeveelheid|menge|anzahl|nombre|hours|heures|uren|stunden)\b/,
  ],
  ['price', /(?:prix|prijs|price|preis|\bp\.? ?u\b|unit cost|tarif\b|eenheidsprijs|einzel)/],
  ['gross', /ttc|tvac|incl|inkl|brutto/],
  ['vat', /(?:montant|bedrag|amount|betrag) (?:tva|btw|vat|mwst|ust)|tva \(?€|vat amount|btw-bedrag|steuerbetrag/],
  ['amount', /montant|total|totaal|bedrag|amount|betrag|gesamt|\bht\b|htva|netto|somme|summe/],
  [
    'description',
    /description|designation|omschrijving|bezeichnung|beschreibung|libelle|prestation|leistung|produit|product|produkt|details|item|service|dienst|artikel|article|intitule|denomination|beschrijving/,
  ],
];

interface Header {
  readonly row: number;
  readonly columns: readonly { readonly kind: Column; readonly cell: Cell }[];
}

const findColumnKind = (plain: string): Column | null =>
  COLUMNS.find(([, pattern]) => pattern.test(plain.trim()))?.[0] ?? null;

function findHeaders({ rows }: Layout): Header[] {
  return rows.flatMap((row, index) => {
    const columns = row.cells.flatMap((cell) => {
      const kind = extractAmounts(cell).length > 0 ? null : findColumnKind(cell.plain);
      return kind ? [{ kind, cell }] : [];
    });
    const kinds = new Set(columns.map(({ kind }) => kind));
    const hasAmounts = kinds.has('amount') || kinds.has('gross') || kinds.has('price');
    return kinds.has('description') && hasAmounts && kinds.size >= 2 ? [{ row: index, columns }] : [];
  });
}

const MOST_LINES = 300;

/** The lines, or none if they do not add up. */
export function extractLines(
  layout: Layout,
  totals: Totals,
): { readonly lines: readonly SheetLine[]; readonly addUp: boolean } {
  const lines = findHeaders(layout)
    .flatMap((header, index, all) => readLinesUnder(layout, header, all[index + 1]?.row ?? layout.rows.length))
    .slice(0, MOST_LINES);
  const completed = lines.map((line) => completeLine(line, totals));
  const isGross = lines.every(({ isGross: each }) => each);
  const target = isGross ? totals.gross : totals.net;
  const total = sum(completed.map((line) => (isGross ? line.amount_gross : line.amount_net) ?? '0.00'));
  const addUp =
    completed.length > 0 && target !== null && Math.abs(toCents(total) - toCents(target)) <= completed.length;
  return { lines: addUp ? completed : [], addUp };
}

interface FoundLine {
  description: string;
  quantity: string | null;
  price: string | null;
  rate: string | null;
  amount: string | null;
  isGross: boolean;
}

function readLinesUnder({ rows }: Layout, header: Header, end: number): FoundLine[] {
  const found: FoundLine[] = [];
  let idle = 0;
  for (const row of rows.slice(header.row + 1, end)) {
    const line = readLine(row, header);
    if (line === 'end') break;
    if (line === null) {
      // A description that continues in the next row.
      const text = findContinuation(row, header);
      if (text !== null && found.length > 0 && idle === 0) found.at(-1)!.description += ` ${text}`;
      else idle += 1;
      if (idle > 3) break;
      continue;
    }
    idle = 0;
    found.push(line);
  }
  return found;
}

/** True if all texts in the row are names of totals. */
const isTotalRow = (row: Row): boolean => {
  const texts = row.cells.filter(({ text }) => /\p{L}{2}/u.test(text.replace(/\bEUR\b/g, '')));
  return texts.length > 0 && texts.every(({ plain }) => findRole(plain) !== null) && !/^\d+\s/.test(row.text);
};

const DISCOUNT = /remise|korting|discount|rabatt|ristourne/;

function readLine(row: Row, header: Header): FoundLine | 'end' | null {
  const amounts = row.cells.flatMap(extractAmounts);
  if (amounts.length === 0) return isTotalRow(row) && row.cells.length > 1 ? 'end' : null;
  if (DISCOUNT.test(row.cells[0]!.plain) && row.cells.length <= 2)
    return buildDiscountLine(row.cells[0]!.text, amounts.at(-1)!.cents);
  if (isTotalRow(row)) return 'end';
  const line: FoundLine = { description: '', quantity: null, price: null, rate: null, amount: null, isGross: false };
  for (const cell of row.cells) assignCell(line, cell, findColumn(cell, header));
  const last = amounts.at(-1)!;
  if (line.amount === null) {
    line.amount = last.value;
    line.isGross =
      header.columns.some(({ kind }) => kind === 'gross') && !header.columns.some(({ kind }) => kind === 'amount');
  }
  return line.description.trim() === '' ? null : line;
}

const buildDiscountLine = (text: string, cents: number): FoundLine => ({
  description: text.replace(/[\d.,]+\s*(?:€|EUR)?$/u, '').trim(),
  quantity: null,
  price: null,
  rate: null,
  amount: fromCents(BigInt(-cents)),
  isGross: false,
});

function assignCell(line: FoundLine, cell: Cell, kind: Column): void {
  const [amount] = extractAmounts(cell);
  if (/\p{L}{3}/u.test(cell.text) && !(amount && kind !== 'description')) {
    if (kind !== 'other' || line.description === '') line.description = `${line.description} ${cell.text}`.trim();
    return;
  }
  if (kind === 'quantity') line.quantity ??= parseQuantity(cell.text);
  else if (kind === 'price') line.price ??= parseQuantity(cell.text);
  else if (kind === 'rate') line.rate ??= parseRate(cell.text);
  else if (kind === 'amount' && amount) line.amount = amount.value;
  else if (kind === 'gross' && amount && line.amount === null) [line.amount, line.isGross] = [amount.value, true];
}

function parseRate(text: string): string | null {
  const [, whole, decimals] = /^(\d{1,2})(?:[.,](\d{1,2}))?\s?%?$/.exec(text.trim()) ?? [];
  return extractRates(text)[0] ?? (whole === undefined ? null : formatRate(whole, decimals));
}

/** Numbers are aligned to the right of their column header, texts to the left. */
function findColumn(cell: Cell, { columns }: Header): Column {
  let best: Column = 'other';
  let nearest = Infinity;
  for (const { kind, cell: head } of columns) {
    const overlap = Math.min(cell.right, head.right) - Math.max(cell.left, head.left);
    const apart =
      overlap > 0
        ? -overlap / 100
        : Math.min(Math.abs(cell.right - head.right), Math.abs(cell.left - head.left), -overlap);
    if (apart < nearest) [best, nearest] = [kind, apart];
  }
  return best;
}

function findContinuation(row: Row, header: Header): string | null {
  const description = header.columns.find(({ kind }) => kind === 'description')!.cell;
  const [cell, ...others] = row.cells;
  if (!cell || others.length > 0 || findRole(cell.plain) !== null) return null;
  return cell.left < description.right + 80 && cell.right > description.left ? cell.text : null;
}

/** Adds the tax to a line, from its own rate or from the only rate of the document. */
function completeLine({ description, quantity, price, rate, amount, isGross }: FoundLine, totals: Totals): SheetLine {
  const only = totals.breakdown.length === 1 ? totals.breakdown[0]!.rate : null;
  const known = rate ?? only;
  const isOpposite = amount !== null && totals.isNegative && amount.startsWith('-');
  const value = isOpposite ? absolute(amount) : amount;
  const vat = value === null || known === null || isGross ? null : percent(value, known);
  return {
    description: description.replace(/\s+/g, ' ').slice(0, 250),
    quantity,
    unit_price: price,
    vat_rate: known,
    vat_category: null,
    amount_net: isGross ? null : value,
    amount_vat: vat,
    amount_gross: isGross ? value : value === null || vat === null ? null : sum([value, vat]),
  };
}

/** One line per rate, if the lines themselves are unknown. */
export function buildLinesFromBreakdown({ breakdown, net }: Totals, description: string): SheetLine[] {
  const parts = breakdown.length > 0 ? breakdown : net === null ? [] : [{ rate: null, base: net, amount: null }];
  return parts
    .filter(({ base }) => compare(base, '0.00') !== 0)
    .map(({ rate, base, amount }) => ({
      description,
      quantity: null,
      unit_price: null,
      vat_rate: rate,
      vat_category: null,
      amount_net: base,
      amount_vat: amount,
      amount_gross: amount === null ? null : fromCents(BigInt(toCents(base) + toCents(amount))),
    }));
}
