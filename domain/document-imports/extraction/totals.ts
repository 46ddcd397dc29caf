import { fromCents } from '../../money.ts';
import { toSearchable } from '../../text.ts';
import { extractAllAmounts, extractRates, type FoundAmount } from './amounts.ts';
import {
  computeBases,
  chooseBreakdown,
  findBreakdownRows,
  sumCents,
  findTaxLines,
  computeTaxCents,
  getTolerance,
  USUAL_RATES,
  type BreakdownRow,
  type Labelled,
  type TaxLine,
  type Triple,
} from './breakdown.ts';
import { REVERSE_CHARGE, findRole, type AmountRole } from './labels.ts';
import { listCellsAbove, listCellsLeft, type Cell, type Layout } from './layout.ts';

/** Totals of a document. Labels propose candidates, and the arithmetic decides. */
export interface Totals {
  readonly net: string | null;
  readonly vat: string | null;
  readonly gross: string | null;
  readonly prepaid: string | null;
  readonly breakdown: readonly { readonly rate: string; readonly base: string; readonly amount: string }[];
  /** From 0 to 1. */
  readonly evidence: number;
  /** Negative as printed, as on some credit notes. */
  readonly isNegative: boolean;
  /** The document states another net amount or another tax than those that add up. */
  readonly isContradicted: boolean;
}

const MOST_AMOUNTS = 220;

export function extractTotals(layout: Layout): Totals {
  const amounts = extractAllAmounts(layout).map((amount) => withRole(layout, amount));
  const text = layout.rows.map((row) => toSearchable(row.text)).join('\n');
  const rates = new Set(extractRates(text).filter((rate) => USUAL_RATES.has(rate)));
  const taxes = findTaxLines(layout, amounts);
  const breakdown = findBreakdownRows(layout, amounts, rates);
  const best = findBestTriple({ amounts, taxes, breakdown, rates, isExempt: REVERSE_CHARGE.test(text), text });
  if (best === null) return buildTotalsWithoutVat(amounts);
  const rows = chooseBreakdown(best, breakdown, taxes, rates);
  const toMoney = (cents: number): string => fromCents(BigInt(cents));
  const isContradicted =
    hasOtherAmount(amounts, 'net', best.net, breakdown) || hasOtherAmount(amounts, 'vat', best.vat, []);
  const prepaid = amounts.find(({ role, cents }) => role === 'prepaid' && cents > 0 && cents <= best.gross);
  return {
    net: toMoney(best.net),
    vat: toMoney(best.vat),
    gross: toMoney(best.gross),
    prepaid: prepaid ? toMoney(prepaid.cents) : null,
    breakdown: rows.map(({ rate, base, amount }) => ({ rate, base: toMoney(base), amount: toMoney(amount) })),
    evidence: isContradicted ? Math.min(CONTRADICTED, best.evidence) : best.evidence,
    isContradicted,
    isNegative: amounts.some(({ cents, isNegative }) => isNegative && cents === best.gross),
  };
}

const CONTRADICTED = 0.5;

/** True if rows are labelled as net amount or tax, but neither one of them nor all together are the given amount. */
function hasOtherAmount(
  amounts: readonly Labelled[],
  role: 'net' | 'vat',
  cents: number,
  breakdown: readonly BreakdownRow[],
): boolean {
  const stated = amounts.filter((amount) => amount.role === role && !amount.isColumn).map((amount) => amount.cents);
  const total = sumCents([...new Set(stated)]);
  const isPart = breakdown.some(({ base }) => base === cents);
  return stated.length > 0 && !stated.includes(cents) && total !== cents && !isPart && !isSumOf(stated, cents);
}

/** Rates may be stated in rows of their own, with the total of them. */
const isSumOf = (stated: readonly number[], cents: number): boolean =>
  stated.some((one, index) => stated.slice(index + 1).some((other) => one + other === cents));

/** Label before an amount in its row, otherwise the header of its column. */
function withRole(layout: Layout, amount: FoundAmount): Labelled {
  const within = toSearchable(amount.cell.text.slice(0, amount.start)).replace(/[\d.,€%\s]+$/, '');
  const own = findRole(within);
  if (own !== null) return { ...amount, role: own, isColumn: false };
  let label = '';
  for (const cell of listCellsLeft(layout, amount.cell)) {
    if (!/\p{L}{2}/u.test(cell.text)) continue;
    label = `${cell.plain} ${label}`;
    const role = findRole(label);
    if (role !== null) return { ...amount, role, isColumn: false };
    if (label.length > 80) break;
  }
  const header = listCellsAbove(layout, amount.cell, 25).find((cell) => /\p{L}{2}/u.test(cell.text) && isHeader(cell));
  return { ...amount, role: header ? findRole(header.plain) : null, isColumn: true };
}

const isHeader = (cell: Cell): boolean => findRole(cell.plain) !== null && !/\d/.test(cell.text.replace(/%/g, ''));

interface FoundAmounts {
  readonly amounts: readonly Labelled[];
  readonly taxes: readonly TaxLine[];
  readonly breakdown: readonly BreakdownRow[];
  readonly rates: ReadonlySet<string>;
  readonly isExempt: boolean;
  readonly text: string;
}

/** Net, tax and gross that add up, with the most evidence. */
function findBestTriple({ amounts, taxes, breakdown, rates, isExempt, text }: FoundAmounts): Triple | null {
  const together = sumCents(taxes.map(({ amount }) => amount));
  const values = collectValues(amounts, breakdown, taxes.length > 1 ? together : 0);
  const roles = collectRoles(amounts);
  if (taxes.length > 1) roles.set(together, { ...roles.get(together), vat: 1 });
  const largest = Math.max(0, ...values);
  const sums = {
    base: sumCents(breakdown.map(({ base }) => base)),
    amount: sumCents(breakdown.map(({ amount }) => amount)),
  };
  let best: (Triple & { score: number }) | null = null;
  const considerTriple = (net: number, vat: number, gross: number): void => {
    if (gross <= 0 || net <= 0 || vat < 0 || vat > net * 0.28 + 2) return;
    const parts = [
      computeSupport(roles, net, 'net'),
      computeSupport(roles, vat, 'vat'),
      computeSupport(roles, gross, 'gross'),
    ];
    const agrees =
      (breakdown.length > 0 && sums.base === net && sums.amount === vat) ||
      (taxes.length > 1 && together === vat && computeBases(taxes, net) !== null);
    // One rate of several is only a part of the total.
    const isPart =
      (breakdown.length > 1 && breakdown.some(({ base, amount }) => base === net && amount === vat)) ||
      (taxes.length > 1 && taxes.some(({ amount }) => amount === vat));
    const isOneRate = [...rates].some((rate) => Math.abs(computeTaxCents(net, rate) - vat) <= getTolerance(net));
    const score =
      parts[0]! + parts[1]! + 1.3 * parts[2]! + (agrees ? 1.5 : 0) - (isPart ? 1.5 : 0) + (isOneRate && vat > 0 ? 0.7 : 0) +
      (gross === largest ? 0.4 : 0) + gross / (largest * 10); // oxfmt-ignore
    if (best === null || score > best.score)
      best = { net, vat, gross, score, evidence: computeEvidence(parts, agrees, isOneRate) };
  };
  for (const gross of values) {
    for (const net of values) if (net < gross && values.has(gross - net)) considerTriple(net, gross - net, gross);
    // The document states the tax; its base is derived.
    for (const vat of values)
      if (vat > 0 && (roles.get(vat)?.vat ?? 0) >= 1 && !values.has(gross - vat))
        considerTriple(gross - vat, vat, gross);
  }
  const decided = best as (Triple & { score: number }) | null;
  const untaxed = findUntaxedTriple(roles, values, isExempt, text);
  if (decided === null || (untaxed !== null && untaxed.score > decided.score)) return untaxed;
  return decided;
}

/** Without tax, net equals gross. */
function findUntaxedTriple(
  roles: ReadonlyMap<number, Roles>,
  values: ReadonlySet<number>,
  isExempt: boolean,
  text: string,
): (Triple & { score: number }) | null {
  const hasNoTax = isExempt || /(?<!\d)0\s?%|(?:tva|btw|vat|mwst|ust)[^\d\n]{0,30}0[.,]00(?!\d)/.test(text);
  if (!hasNoTax) return null;
  let best: (Triple & { score: number }) | null = null;
  for (const gross of values) {
    if (gross <= 0) continue;
    // The same amount is net and gross: one label does not speak against the other.
    const { gross: named = 0, total = 0, residue = 0 } = roles.get(gross) ?? {};
    const parts = [computeSupport(roles, gross, 'net'), 0.6, Math.max(named, 0.75 * total, 0.3 * residue)];
    const score = parts[0]! + 1.3 * parts[2]! + (isExempt ? 1 : 0.5);
    if (parts[2]! > 0.3 && (best === null || score > best.score))
      best = { net: gross, vat: 0, gross, score, evidence: isExempt && parts[2]! >= 0.9 ? 0.9 : 0.6 };
  }
  return best;
}

type Roles = Partial<Record<NonNullable<AmountRole>, number>>;

/** Weight of each role by value: a label in the row counts more than a column header. */
function collectRoles(amounts: readonly Labelled[]): Map<number, Roles> {
  const roles = new Map<number, Roles>();
  for (const { cents, role, isColumn } of amounts) {
    if (role === null) continue;
    const known = roles.get(cents) ?? {};
    known[role] = Math.max(known[role] ?? 0, isColumn ? 0.6 : 1);
    roles.set(cents, known);
  }
  return roles;
}

function computeSupport(roles: ReadonlyMap<number, Roles>, cents: number, as: 'net' | 'vat' | 'gross'): number {
  const known = roles.get(cents);
  if (!known) return cents === 0 ? 0.3 : 0;
  const own = known[as] ?? 0;
  if (as === 'gross')
    return (
      Math.max(own, 0.75 * (known.total ?? 0), 0.3 * (known.residue ?? 0)) -
      (own === 0 && (known.net || known.vat) ? 0.5 : 0)
    );
  if (as === 'net') return Math.max(own, 0.4 * (known.total ?? 0)) - (own === 0 && known.vat ? 0.4 : 0);
  return own - (own === 0 && (known.gross ?? 0) > 0 ? 0.6 : 0);
}

function computeEvidence(parts: readonly number[], agrees: boolean, isOneRate: boolean): number {
  const named = parts.filter((part) => part >= 0.55).length;
  if (parts[2]! < 0.3) return 0.35;
  if (named === 3 && (agrees || isOneRate)) return 1;
  if (named >= 2 && (agrees || isOneRate)) return 0.95;
  if (agrees && parts[2]! >= 0.55) return 0.9;
  return named === 3 ? 0.8 : named === 2 ? 0.65 : 0.5;
}

/** Distinct values; if there are too many, labelled ones first, then the last. */
function collectValues(amounts: readonly Labelled[], breakdown: readonly BreakdownRow[], taxes: number): Set<number> {
  const ranked = [...amounts.filter(({ role }) => role !== null), ...[...amounts].reverse()].map(({ cents }) => cents);
  const sums = [sumCents(breakdown.map(({ base }) => base)), sumCents(breakdown.map(({ amount }) => amount))];
  const values = new Set<number>();
  for (const cents of [taxes, ...sums.filter((value) => value > 0), sums[0]! + sums[1]!, ...ranked]) {
    if (values.size >= MOST_AMOUNTS) break;
    if (cents > 0) values.add(cents);
  }
  return values;
}

/** Only the payable amount is known. */
function buildTotalsWithoutVat(amounts: readonly Labelled[]): Totals {
  const named = amounts.filter(({ role }) => role === 'gross' || role === 'total');
  const gross = named.filter(({ role }) => role === 'gross').at(-1) ?? named.at(-1);
  return {
    net: null,
    vat: null,
    gross: gross ? fromCents(BigInt(gross.cents)) : null,
    prepaid: null,
    breakdown: [],
    evidence: gross ? 0.4 : 0,
    isContradicted: false,
    isNegative: gross?.isNegative ?? false,
  };
}
