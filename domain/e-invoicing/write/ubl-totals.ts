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

/** What a document comes to: every figure that the rules compute again, from what was sold. */
export interface UblTotals {
  readonly lines: readonly UblLineTotals[];
  /** Of the lines. */
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
  /** Null outside the tax. */
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

export function ublTotals(document: UblDocument): UblTotals {
  const treatment = treatmentIn(document);
  const lines = document.lines.map((line) => lineTotals(line, treatment(line)));
  const allowances = document.allowances ?? [];
  const charges = document.charges ?? [];
  const amounts = (of: readonly UblAllowance[]): SignedAmount => sum(of.map(({ amount }) => round(amount)));
  const breakdown = taxes([
    ...lines.map(({ net, category, rate }) => ({ amount: net, category, rate })),
    ...allowances.map((one) => ({ amount: negate(round(one.amount)), ...treatment(one) })),
    ...charges.map((one) => ({ amount: round(one.amount), ...treatment(one) })),
  ]);
  const lineTotal = sum(lines.map(({ net }) => net));
  const allowanceTotal = amounts(allowances);
  const chargeTotal = amounts(charges);
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

/** Categories whose tax is reckoned. */
const TAXED: ReadonlySet<VatCategory> = new Set<VatCategory>(['S', 'L', 'M']);

/**
 * What is outside the tax stands in documents of its own: among other lines it is written as exempt, with its reason. The
 * standard rate is above zero, so that a line at zero is zero-rated.
 */
export function treatmentIn(document: UblDocument): (of: Treatment) => Treatment {
  const all = [...document.lines, ...(document.allowances ?? []), ...(document.charges ?? [])];
  const isMixed = all.some(({ category }) => category === 'O') && all.some(({ category }) => category !== 'O');
  return ({ category, rate }) => {
    if (category === 'O') return isMixed ? { category: 'E', rate: ZERO } : { category, rate: null };
    if (category === 'S' && (rate === null || isZero(rate))) return { category: 'Z', rate: ZERO };
    return { category, rate: TAXED.has(category) ? (rate ?? ZERO) : ZERO };
  };
}

/** More than this between a line's net amount and what its quantity and price come to is refused by the network. */
const SLACK = '0.02';

function lineTotals(line: UblLine, treatment: Treatment): UblLineTotals {
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
    return { ...onePiece(subtract(net, extras)), net, ...treatment };
  const isTurned = isNegative(line.unitPrice);
  return {
    quantity: isTurned ? opposite(line.quantity) : line.quantity,
    unitPrice: isTurned ? opposite(line.unitPrice) : line.unitPrice,
    baseQuantity: base,
    net,
    ...treatment,
  };
}

const isPositive = (number: string): boolean => !isNegative(number) && !isZero(number);
const opposite = (number: string): string =>
  number.startsWith('-') ? number.slice(1) : isZero(number) ? number : `-${number}`;

const onePiece = (amount: SignedAmount): Pick<UblLineTotals, 'quantity' | 'unitPrice' | 'baseQuantity'> => ({
  quantity: isNegative(amount) ? '-1' : '1',
  unitPrice: absolute(amount),
  baseQuantity: null,
});

/** In the order in which they first appear. */
function taxes(parts: readonly (Treatment & { readonly amount: SignedAmount })[]): UblTax[] {
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
