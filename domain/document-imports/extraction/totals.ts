import { ofCents } from '../../money.ts';
import { searchable } from '../../text.ts';
import { allAmounts, ratesIn, type FoundAmount } from './amounts.ts';
import {
  basesOf,
  breakdownFor,
  breakdownOf,
  sum,
  taxLines,
  taxOf,
  tolerance,
  USUAL_RATES,
  type BreakdownRow,
  type Labelled,
  type TaxLine,
  type Triple,
} from './breakdown.ts';
import { REVERSE_CHARGE, roleOf, type AmountRole } from './labels.ts';
import { above, leftOf, type Cell, type Layout } from './layout.ts';

/** The totals of a document. Labels propose, and the arithmetic between the amounts decides. */
export interface Totals {
  readonly net: string | null;
  readonly vat: string | null;
  readonly gross: string | null;
  readonly prepaid: string | null;
  readonly breakdown: readonly { readonly rate: string; readonly base: string; readonly amount: string }[];
  /** From 0 to 1: how much speaks for them. */
  readonly evidence: number;
  /** As they stand: less than nothing is what a credit note shows. */
  readonly isNegative: boolean;
}

const MOST_AMOUNTS = 220;

export function totalsOf(layout: Layout): Totals {
  const amounts = allAmounts(layout).map((amount) => labelled(layout, amount));
  const text = layout.rows.map((row) => searchable(row.text)).join('\n');
  const rates = new Set(ratesIn(text).filter((rate) => USUAL_RATES.has(rate)));
  const taxes = taxLines(layout, amounts);
  const breakdown = breakdownOf(layout, amounts, rates);
  const best = bestTriple(amounts, taxes, breakdown, rates, REVERSE_CHARGE.test(text), text);
  if (best === null) return withoutVat(amounts);
  const rows = breakdownFor(best, breakdown, taxes, rates);
  const money = (cents: number): string => ofCents(BigInt(cents));
  const prepaid = amounts.find(({ role, cents }) => role === 'prepaid' && cents > 0 && cents <= best.gross);
  return {
    net: money(best.net),
    vat: money(best.vat),
    gross: money(best.gross),
    prepaid: prepaid ? money(prepaid.cents) : null,
    breakdown: rows.map(({ rate, base, amount }) => ({ rate, base: money(base), amount: money(amount) })),
    evidence: best.evidence,
    isNegative: amounts.some(({ cents, isNegative }) => isNegative && cents === best.gross),
  };
}

/** What stands before an amount in its row, else what stands over its column. */
function labelled(layout: Layout, amount: FoundAmount): Labelled {
  const within = searchable(amount.cell.text.slice(0, amount.start)).replace(/[\d.,€%\s]+$/, '');
  const own = roleOf(within);
  if (own !== null) return { ...amount, role: own, isColumn: false };
  let label = '';
  for (const cell of leftOf(layout, amount.cell)) {
    if (!/\p{L}{2}/u.test(cell.text)) continue;
    label = `${cell.plain} ${label}`;
    const role = roleOf(label);
    if (role !== null) return { ...amount, role, isColumn: false };
    if (label.length > 80) break;
  }
  const header = above(layout, amount.cell, 25).find((cell) => /\p{L}{2}/u.test(cell.text) && isHeader(cell));
  return { ...amount, role: header ? roleOf(header.plain) : null, isColumn: true };
}

const isHeader = (cell: Cell): boolean => roleOf(cell.plain) !== null && !/\d/.test(cell.text.replace(/%/g, ''));

/** Net, tax and gross that add up, and that most speaks for. */
function bestTriple(
  amounts: readonly Labelled[],
  taxes: readonly TaxLine[],
  breakdown: readonly BreakdownRow[],
  rates: ReadonlySet<string>,
  isExempt: boolean,
  text: string,
): Triple | null {
  const together = sum(taxes.map(({ amount }) => amount));
  const values = valuesOf(amounts, breakdown, taxes.length > 1 ? together : 0);
  const roles = rolesOf(amounts);
  if (taxes.length > 1) roles.set(together, { ...roles.get(together), vat: 1 });
  const largest = Math.max(0, ...values);
  const sums = { base: sum(breakdown.map(({ base }) => base)), amount: sum(breakdown.map(({ amount }) => amount)) };
  let best: (Triple & { score: number }) | null = null;
  const consider = (net: number, vat: number, gross: number): void => {
    if (gross <= 0 || net <= 0 || vat < 0 || vat > net * 0.28 + 2) return;
    const parts = [support(roles, net, 'net'), support(roles, vat, 'vat'), support(roles, gross, 'gross')];
    const agrees =
      (breakdown.length > 0 && sums.base === net && sums.amount === vat) ||
      (taxes.length > 1 && together === vat && basesOf(taxes, net) !== null);
    // One rate of several is a part and not the whole.
    const isPart =
      (breakdown.length > 1 && breakdown.some(({ base, amount }) => base === net && amount === vat)) ||
      (taxes.length > 1 && taxes.some(({ amount }) => amount === vat));
    const isOneRate = [...rates].some((rate) => Math.abs(taxOf(net, rate) - vat) <= tolerance(net));
    const score =
      parts[0]! + parts[1]! + 1.3 * parts[2]! + (agrees ? 1.5 : 0) - (isPart ? 1.5 : 0) + (isOneRate && vat > 0 ? 0.7 : 0) +
      (gross === largest ? 0.4 : 0) + gross / (largest * 10); // oxfmt-ignore
    if (best === null || score > best.score)
      best = { net, vat, gross, score, evidence: evidenceOf(parts, agrees, isOneRate) };
  };
  for (const gross of values) {
    for (const net of values) if (net < gross && values.has(gross - net)) consider(net, gross - net, gross);
    // The document says the tax, and what it was computed on follows.
    for (const vat of values)
      if (vat > 0 && (roles.get(vat)?.vat ?? 0) >= 1 && !values.has(gross - vat)) consider(gross - vat, vat, gross);
  }
  const decided = best as (Triple & { score: number }) | null;
  const untaxed = untaxedTriple(roles, values, isExempt, text);
  if (decided === null || (untaxed !== null && untaxed.score > decided.score)) return untaxed;
  return decided;
}

/** Without tax, net and gross are one. */
function untaxedTriple(
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
    const parts = [support(roles, gross, 'net'), 0.6, support(roles, gross, 'gross')];
    const score = parts[0]! + 1.3 * parts[2]! + (isExempt ? 1 : 0.5);
    if (parts[2]! > 0.3 && (best === null || score > best.score))
      best = { net: gross, vat: 0, gross, score, evidence: isExempt && parts[2]! >= 0.9 ? 0.9 : 0.6 };
  }
  return best;
}

type Roles = Partial<Record<NonNullable<AmountRole>, number>>;

/** How strongly each value is called what: a label in its row more than one over its column, the last more than the first. */
function rolesOf(amounts: readonly Labelled[]): Map<number, Roles> {
  const roles = new Map<number, Roles>();
  for (const { cents, role, isColumn } of amounts) {
    if (role === null) continue;
    const known = roles.get(cents) ?? {};
    known[role] = Math.max(known[role] ?? 0, isColumn ? 0.6 : 1);
    roles.set(cents, known);
  }
  return roles;
}

function support(roles: ReadonlyMap<number, Roles>, cents: number, as: 'net' | 'vat' | 'gross'): number {
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

function evidenceOf(parts: readonly number[], agrees: boolean, isOneRate: boolean): number {
  const named = parts.filter((part) => part >= 0.55).length;
  if (parts[2]! < 0.3) return 0.35;
  if (named === 3 && (agrees || isOneRate)) return 1;
  if (named >= 2 && (agrees || isOneRate)) return 0.95;
  if (agrees && parts[2]! >= 0.55) return 0.9;
  return named === 3 ? 0.8 : named === 2 ? 0.65 : 0.5;
}

/** Distinct values; of too many those that something is said about, then the last. */
function valuesOf(amounts: readonly Labelled[], breakdown: readonly BreakdownRow[], taxes: number): Set<number> {
  const ranked = [...amounts.filter(({ role }) => role !== null), ...[...amounts].reverse()].map(({ cents }) => cents);
  const sums = [sum(breakdown.map(({ base }) => base)), sum(breakdown.map(({ amount }) => amount))];
  const values = new Set<number>();
  for (const cents of [taxes, ...sums.filter((value) => value > 0), sums[0]! + sums[1]!, ...ranked]) {
    if (values.size >= MOST_AMOUNTS) break;
    if (cents > 0) values.add(cents);
  }
  return values;
}

/** Only what is to be paid can be told. */
function withoutVat(amounts: readonly Labelled[]): Totals {
  const named = amounts.filter(({ role }) => role === 'gross' || role === 'total');
  const gross = named.filter(({ role }) => role === 'gross').at(-1) ?? named.at(-1);
  return {
    net: null,
    vat: null,
    gross: gross ? ofCents(BigInt(gross.cents)) : null,
    prepaid: null,
    breakdown: [],
    evidence: gross ? 0.4 : 0,
    isNegative: gross?.isNegative ?? false,
  };
}
