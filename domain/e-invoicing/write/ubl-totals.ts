import {
  absolute,
  add,
  compare,
  divide,
  isNegative,
  isZero,
  multiply,
  negate,
  percent,
  round,
  subtract,
  sum,
  ZERO,
  type SignedAmount,
} from '../../money.ts';
import type { UblAllowance, UblDocument, UblLine, VatCategory } from './ubl-document.ts';

/** Totals of a document. Every figure that the validation rules recompute is derived here from the lines sold. */
export interface UblTotals {
  readonly lines: readonly UblLineTotals[];
  /** Sum of the net amounts of the lines. */
  readonly lineTotal: SignedAmount;
  readonly allowanceTotal: SignedAmount;
  readonly chargeTotal: SignedAmount;
  readonly taxExclusive: SignedAmount;
  readonly tax: SignedAmount;
  readonly taxInclusive: SignedAmount;
  readonly prepaid: SignedAmount;
  readonly rounding: SignedAmount;
  readonly payable: SignedAmount;
  readonly breakdown: readonly UblTax[];
}

export interface UblTax {
  readonly category: VatCategory;
  /** Null for supplies outside the scope of VAT. */
  readonly rate: string | null;
  readonly base: SignedAmount;
  readonly tax: SignedAmount;
}

export interface UblLineTotals {
  readonly quantity: string;
  readonly unitPrice: string;
  readonly baseQuantity: string | null;
  readonly net: SignedAmount;
  readonly category: VatCategory;
  readonly rate: string | null;
}

export function computeUblTotals(document: UblDocument): UblTotals {
  const treatment = createTreatmentResolver(document);
  const lines = document.lines.map((line) => computeLineTotals(line, treatment(line)));
  const allowances = document.allowances ?? [];
  const charges = document.charges ?? [];
  const sumAmounts = (of: readonly UblAllowance[]): SignedAmount => sum(of.map(({ amount }) => round(amount)));
  const breakdown = computeTaxBreakdown([
    ...lines.map(({ net, category, rate }) => ({ amount: net, category, rate })),
    ...allowances.map((one) => ({ amount: negate(round(one.amount)), ...treatment(one) })),
    ...charges.map((one) => ({ amount: round(one.amount), ...treatment(one) })),
  ]);
  const lineTotal = sum(lines.map(({ net }) => net));
  const allowanceTotal = sumAmounts(allowances);
  const chargeTotal = sumAmounts(charges);
  const taxExclusive = add(subtract(lineTotal, allowanceTotal), chargeTotal);
  const tax = sum(breakdown.map((one) => one.tax));
  const taxInclusive = add(taxExclusive, tax);
  const prepaid = round(document.prepaid ?? ZERO);
  const rounding = round(document.rounding ?? ZERO);
  const payable = add(subtract(taxInclusive, prepaid), rounding);
  return {
    lines,
    lineTotal,
    allowanceTotal,
    chargeTotal,
    taxExclusive,
    tax,
    taxInclusive,
    prepaid,
    rounding,
    payable,
    breakdown,
  };
}

interface Treatment {
  readonly category: VatCategory;
  readonly rate: string | null;
}

/** Categories on which VAT is computed. */
const TAXED: ReadonlySet<VatCategory> = new Set<VatCategory>(['S', 'L', 'M']);

/**
 * Supplies outside the scope of VAT need a document without other categories. In a mixed document they are written as
 * exempt, with their reason. The standard rate is above zero, so a standard line at zero becomes zero-rated.
 */
export function createTreatmentResolver(document: UblDocument): (of: Treatment) => Treatment {
  const all = [...document.lines, ...(document.allowances ?? []), ...(document.charges ?? [])];
  const isMixed = all.some(({ category }) => category === 'O') && all.some(({ category }) => category !== 'O');
  return ({ category, rate }) => {
    if (category === 'O') return isMixed ? { category: 'E', rate: ZERO } : { category, rate: null };
    if (category === 'S' && (rate === null || isZero(rate))) return { category: 'Z', rate: ZERO };
    return { category, rate: TAXED.has(category) ? (rate ?? ZERO) : ZERO };
  };
}

/** The network refuses a larger difference between the net amount of a line and its quantity times price. */
const SLACK = '0.02';

function computeLineTotals(line: UblLine, treatment: Treatment): UblLineTotals {
  const extras = subtract(
    sum((line.charges ?? []).map(({ amount }) => round(amount))),
    sum((line.allowances ?? []).map(({ amount }) => round(amount))),
  );
  const base =
    line.baseQuantity !== null && line.baseQuantity !== undefined && isPositive(line.baseQuantity)
      ? line.baseQuantity
      : null;
  const product = multiply(line.quantity, line.unitPrice);
  const exact = add(base === null ? product : divide(product, base, 10), extras);
  const priced = round(exact);
  const net = line.net === null || line.net === undefined ? priced : round(line.net);
  if (compare(absolute(subtract(exact, net)), SLACK) > 0)
    return { ...toSinglePiece(subtract(net, extras)), net, ...treatment };
  const isTurned = isNegative(line.unitPrice);
  return {
    quantity: isTurned ? negateNumber(line.quantity) : line.quantity,
    unitPrice: isTurned ? negateNumber(line.unitPrice) : line.unitPrice,
    baseQuantity: base,
    net,
    ...treatment,
  };
}

const isPositive = (number: string): boolean => !isNegative(number) && !isZero(number);
const negateNumber = (number: string): string =>
  number.startsWith('-') ? number.slice(1) : isZero(number) ? number : `-${number}`;

const toSinglePiece = (amount: SignedAmount): Pick<UblLineTotals, 'quantity' | 'unitPrice' | 'baseQuantity'> => ({
  quantity: isNegative(amount) ? '-1' : '1',
  unitPrice: absolute(amount),
  baseQuantity: null,
});

/** In order of first appearance. */
function computeTaxBreakdown(parts: readonly (Treatment & { readonly amount: SignedAmount })[]): UblTax[] {
  const bases = new Map<string, Treatment & { base: SignedAmount }>();
  for (const { amount, category, rate } of parts) {
    const key = `${category} ${rate === null ? '' : Number(rate)}`;
    bases.set(key, { category, rate, base: add(bases.get(key)?.base ?? ZERO, amount) });
  }
  return [...bases.values()].map(({ category, rate, base }) => ({
    category,
    rate,
    base,
    tax: TAXED.has(category) ? percent(base, rate ?? ZERO) : ZERO,
  }));
}
