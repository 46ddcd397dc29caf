import type { ExtractedSheet, SheetLine, SheetWarning } from '../../document-imports/sheet.ts';
import {
  absolute,
  add,
  compare,
  isNegative,
  isZero,
  percent,
  subtract,
  sum,
  ZERO,
  type SignedAmount,
} from '../../money.ts';
import { buildWarning } from '../warnings.ts';
import type { WrittenInvoice, WrittenTax, WrittenTotals } from './invoice.ts';

export type Totals = ExtractedSheet['totals'];

/** Derives missing totals: net plus tax is gross, and gross less prepayment is payable. */
export function completeTotals(stated: WrittenTotals): WrittenTotals {
  const payable = stated.payable;
  const fromPayable = payable === null ? null : subtract(add(payable, stated.prepaid ?? ZERO), stated.rounding ?? ZERO);
  const gross = stated.gross ?? computeIfBoth(stated.net, stated.vat, add) ?? fromPayable;
  const net = stated.net ?? computeIfBoth(gross, stated.vat, subtract);
  const vat = stated.vat ?? computeIfBoth(gross, net, subtract);
  return { ...stated, gross, net, vat };
}

const computeIfBoth = (
  one: SignedAmount | null,
  other: SignedAmount | null,
  compute: (one: SignedAmount, other: SignedAmount) => SignedAmount,
): SignedAmount | null => (one === null || other === null ? null : compute(one, other));

/** Reverses all signs: a negative invoice is a credit note. */
export function reverseSigns(invoice: WrittenInvoice): WrittenInvoice {
  const negateText = (amount: string | null): string | null =>
    amount === null || isZero(amount) ? amount : amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
  return {
    ...invoice,
    lines: invoice.lines.map((line) => ({ ...line, quantity: negateText(line.quantity), net: negateText(line.net) })),
    allowances: invoice.allowances.map((allowance) => ({ ...allowance, amount: negateText(allowance.amount) })),
    breakdown: invoice.breakdown.map((tax) => ({ ...tax, base: negateText(tax.base), tax: negateText(tax.tax) })),
    totals: {
      net: negateText(invoice.totals.net),
      vat: negateText(invoice.totals.vat),
      gross: negateText(invoice.totals.gross),
      prepaid: negateText(invoice.totals.prepaid),
      rounding: negateText(invoice.totals.rounding),
      payable: negateText(invoice.totals.payable),
      vatInEuros: negateText(invoice.totals.vatInEuros),
    },
  };
}

export const isNegativeInvoice = ({ totals }: WrittenInvoice): boolean => {
  const { gross } = completeTotals(totals);
  return gross !== null && isNegative(gross);
};

export function buildSheetTotals({ totals, breakdown }: WrittenInvoice): Totals {
  const { net, vat, gross, prepaid } = completeTotals(totals);
  return {
    net,
    vat,
    gross,
    prepaid: prepaid === null || isZero(prepaid) ? null : prepaid,
    vat_breakdown: breakdown.map(({ category, rate, base, tax }) => ({ rate, category, base, amount: tax })),
    ...(totals.vatInEuros !== null && { vat_base_currency: totals.vatInEuros }),
  };
}

/** Recomputes every amount that the document states redundantly. */
export function checkTotals(invoice: WrittenInvoice, lines: readonly SheetLine[]): SheetWarning[] {
  const { net, vat, gross, prepaid, rounding, payable } = completeTotals(invoice.totals);
  if (net === null || vat === null || gross === null) return [buildWarning('totals_missing')];
  const warnings: SheetWarning[] = [];
  const expectEqual = (
    code: 'totals_mismatch' | 'lines_mismatch' | 'vat_mismatch',
    stated: SignedAmount,
    computed: SignedAmount,
  ): void => {
    if (compare(stated, computed) !== 0 && !warnings.some((one) => one.code === code))
      warnings.push(buildWarning(code, { stated, computed }));
  };
  expectEqual('totals_mismatch', gross, add(net, vat));
  if (payable !== null)
    expectEqual('totals_mismatch', payable, add(subtract(gross, prepaid ?? ZERO), rounding ?? ZERO));
  expectEqual('lines_mismatch', net, sum(lines.map(({ amount_net }) => amount_net ?? ZERO)));
  expectEqual('vat_mismatch', vat, sum(lines.map(({ amount_vat }) => amount_vat ?? ZERO)));
  for (const tax of invoice.breakdown) {
    const computed = computeExpectedTax(tax, lines.length);
    if (computed !== null) expectEqual('vat_mismatch', tax.tax!, computed);
  }
  if (prepaid !== null && !isZero(prepaid)) warnings.push(buildWarning('prepaid_amount', { amount: prepaid }));
  if (rounding !== null && !isZero(rounding)) warnings.push(buildWarning('rounding_amount', { amount: rounding }));
  return warnings;
}

/** Tax for this base and rate; the stated amount if it is within the tolerance of line rounding. */
function computeExpectedTax({ base, rate, tax }: WrittenTax, lines: number): SignedAmount | null {
  if (base === null || tax === null || rate === null) return null;
  const computed = percent(base, rate);
  const difference = absolute(subtract(computed, tax));
  return compare(difference, computeTolerance(lines)) <= 0 ? tax : computed;
}

/** Half a cent per line, at least two cents, and at most half a unit. */
function computeTolerance(lines: number): SignedAmount {
  const cents = Math.min(Math.max(Math.ceil(lines / 2), 2), 50);
  return `0.${String(cents).padStart(2, '0')}`;
}

/** Nothing remains to be paid. */
export function isPaid({ totals }: WrittenInvoice): boolean {
  const { gross, payable } = completeTotals(totals);
  return gross !== null && payable !== null && !isZero(gross) && isZero(payable);
}
