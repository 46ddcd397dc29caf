import { toCents, fromCents, percent } from '../../money.ts';
import { extractRates, type FoundAmount } from './amounts.ts';
import type { AmountRole } from './labels.ts';
import type { Layout } from './layout.ts';

/** Tax by rate: rows with base and tax, or lines with the tax only. */

/** An amount with the role given by its surroundings. */
export interface Labelled extends FoundAmount {
  readonly role: AmountRole;
  readonly isColumn: boolean;
}

export interface BreakdownRow {
  readonly rate: string;
  readonly base: number;
  readonly amount: number;
  readonly row: number;
}

/** Standard and reduced rates of the Union and neighbouring countries. */
export const USUAL_RATES = new Set([
  '0',
  '2.1',
  '3',
  '4',
  '5',
  '5.5',
  '6',
  '7',
  '8',
  '8.1',
  '8.5',
  '9',
  '10',
  '12',
  '13',
  '14',
  '16',
  '17',
  '19',
  '20',
  '21',
  '22',
  '23',
  '24',
  '25',
]);

export interface Triple {
  readonly net: number;
  readonly vat: number;
  readonly gross: number;
  readonly evidence: number;
}

export interface TaxLine {
  readonly rate: string;
  readonly amount: number;
}

/** «VAT 21 % 42,00»: the tax at each rate, without its base. */
export function findTaxLines(layout: Layout, amounts: readonly Labelled[]): TaxLine[] {
  const lines = new Map<string, TaxLine>();
  for (const { role, isColumn, cell, cents } of amounts) {
    const [rate, another] = role === 'vat' && !isColumn ? extractRates(layout.rows[cell.row]!.text) : [];
    if (rate !== undefined && another === undefined && USUAL_RATES.has(rate)) lines.set(rate, { rate, amount: cents });
  }
  return [...lines.values()];
}

/** Rows in which an amount is the tax on another amount, at a rate in the same row or elsewhere in the document. */
export function findBreakdownRows(
  layout: Layout,
  amounts: readonly Labelled[],
  rates: ReadonlySet<string>,
): BreakdownRow[] {
  const byRow = new Map<number, Labelled[]>();
  for (const amount of amounts) byRow.set(amount.cell.row, [...(byRow.get(amount.cell.row) ?? []), amount]);
  const found: BreakdownRow[] = [];
  for (const [row, inRow] of byRow) {
    const own = extractRates(layout.rows[row]!.text).filter((rate) => USUAL_RATES.has(rate));
    const bare = own.length > 0 ? own : extractBareRates(layout.rows[row]!.text, rates);
    const match = bare.flatMap((rate) => findTaxAtRate(rate, inRow, row))[0];
    if (match) found.push(match);
  }
  return dropRepeats(found);
}

/** «21,00» in a rate column is a rate, although it looks like an amount. */
const extractBareRates = (text: string, rates: ReadonlySet<string>): string[] =>
  // A quantity of ten would make the price look like a 10 % tax on the amount.
  /\p{L}{3}/u.test(text.replace(/EUR/g, ''))
    ? []
    : [...text.matchAll(/(?<![\d.,])(\d{1,2})(?:[.,](\d{1,2}))?(?![\d.,])/g)]
        .map(([, whole, decimals]) =>
          decimals?.replace(/0+$/, '') ? `${Number(whole)}.${decimals.replace(/0+$/, '')}` : String(Number(whole)),
        )
        .filter((rate) => rate !== '0' && (rates.has(rate) || (rates.size === 0 && USUAL_RATES.has(rate))));

function findTaxAtRate(rate: string, inRow: readonly Labelled[], row: number): BreakdownRow[] {
  for (const base of inRow) {
    const expected = computeTaxCents(base.cents, rate);
    const tax = inRow.find(
      (other) =>
        other !== base && other.cents < base.cents && Math.abs(other.cents - expected) <= getTolerance(base.cents),
    );
    if (tax && base.cents > 0 && (rate === '0' ? tax.cents === 0 : tax.cents > 0))
      return [{ rate, base: base.cents, amount: tax.cents, row }];
  }
  return [];
}

export const computeTaxCents = (cents: number, rate: string): number =>
  toCents(percent(fromCents(BigInt(cents)), rate));
/** Tax may be rounded per line or per document. */
export const getTolerance = (cents: number): number => (cents > 100_000 ? 3 : 2);

/** An invoice line with its own tax looks like a breakdown row; the last row of each rate is the breakdown. */
function dropRepeats(rows: readonly BreakdownRow[]): BreakdownRow[] {
  const byRate = new Map<string, BreakdownRow>();
  for (const row of rows) byRate.set(row.rate, row);
  return [...byRate.values()];
}

export const sumCents = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Rows that add up to the totals; if there are none, one row for the only rate that gives the tax. */
export function chooseBreakdown(
  best: Triple,
  rows: readonly BreakdownRow[],
  taxes: readonly TaxLine[],
  rates: ReadonlySet<string>,
): readonly Omit<BreakdownRow, 'row'>[] {
  const fitting = findFittingRows(rows, best);
  if (fitting !== null) return fitting;
  const bases = sumCents(taxes.map(({ amount }) => amount)) === best.vat ? computeBases(taxes, best.net) : null;
  if (bases !== null) return bases;
  if (best.vat === 0) return [{ rate: '0', base: best.net, amount: 0 }];
  const candidates = [...rates, ...USUAL_RATES].filter((rate) => rate !== '0');
  const rate = candidates.find(
    (each) => Math.abs(computeTaxCents(best.net, each) - best.vat) <= getTolerance(best.net),
  );
  if (rate !== undefined) return [{ rate, base: best.net, amount: best.vat }];
  // One taxed part is known, and the rest is untaxed.
  const rest = best.net - sumCents(rows.map(({ base }) => base));
  return rest > 0 && sumCents(rows.map(({ amount }) => amount)) === best.vat
    ? [...rows, { rate: '0', base: rest, amount: 0 }]
    : [];
}

/** Computes the base of each tax; rounding differences are compensated by the others. Null if nothing fits. */
export function computeBases(taxes: readonly TaxLine[], net: number): Omit<BreakdownRow, 'row'>[] | null {
  const taxed = taxes.filter(({ rate }) => rate !== '0');
  if (taxed.length === 0) return null;
  const rows = taxed.map(({ rate, amount }) => ({ rate, amount, base: Math.round((amount * 100) / Number(rate)) }));
  const rest = net - sumCents(rows.map(({ base }) => base));
  const untaxed = taxes.find(({ rate }) => rate === '0');
  if (untaxed && rest > 0) return [...rows, { rate: '0', amount: 0, base: rest }];
  const widest = rows.reduce((one, other) => (Number(other.rate) < Number(one.rate) ? other : one));
  widest.base += rest;
  return Math.abs(computeTaxCents(widest.base, widest.rate) - widest.amount) <= getTolerance(widest.base) ? rows : null;
}

function findFittingRows(rows: readonly BreakdownRow[], { net, vat }: Triple): readonly BreakdownRow[] | null {
  const few = rows.slice(0, 6);
  for (let mask = 1; mask < 1 << few.length; mask++) {
    const chosen = few.filter((_, index) => mask & (1 << index));
    if (sumCents(chosen.map(({ base }) => base)) === net && sumCents(chosen.map(({ amount }) => amount)) === vat)
      return chosen;
  }
  return null;
}
