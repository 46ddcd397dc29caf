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
import { warning } from '../warnings.ts';
import type { WrittenInvoice, WrittenTax, WrittenTotals } from './invoice.ts';

export type Totals = ExtractedSheet['totals'];

/** What follows from the others where a total is not stated: net and tax make gross, and gross less prepayment is payable. */
export function completedTotals(stated: WrittenTotals): WrittenTotals {
  const payable = stated.payable;
  const fromPayable = payable === null ? null : subtract(add(payable, stated.prepaid ?? ZERO), stated.rounding ?? ZERO);
  const gross = stated.gross ?? both(stated.net, stated.vat, add) ?? fromPayable;
  const net = stated.net ?? both(gross, stated.vat, subtract);
  const vat = stated.vat ?? both(gross, net, subtract);
  return { ...stated, gross, net, vat };
}

const both = (
  one: SignedAmount | null,
  other: SignedAmount | null,
  compute: (one: SignedAmount, other: SignedAmount) => SignedAmount,
): SignedAmount | null => (one === null || other === null ? null : compute(one, other));

/** With all signs turned: a negative invoice is a credit note. */
export function turned(invoice: WrittenInvoice): WrittenInvoice {
  const opposite = (amount: string | null): string | null =>
    amount === null || isZero(amount) ? amount : amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
  return {
    ...invoice,
    lines: invoice.lines.map((line) => ({ ...line, quantity: opposite(line.quantity), net: opposite(line.net) })),
    allowances: invoice.allowances.map((allowance) => ({ ...allowance, amount: opposite(allowance.amount) })),
    breakdown: invoice.breakdown.map((tax) => ({ ...tax, base: opposite(tax.base), tax: opposite(tax.tax) })),
    totals: {
      net: opposite(invoice.totals.net),
      vat: opposite(invoice.totals.vat),
      gross: opposite(invoice.totals.gross),
      prepaid: opposite(invoice.totals.prepaid),
      rounding: opposite(invoice.totals.rounding),
      payable: opposite(invoice.totals.payable),
    },
  };
}

export const isNegativeInvoice = ({ totals }: WrittenInvoice): boolean => {
  const { gross } = completedTotals(totals);
  return gross !== null && isNegative(gross);
};

export function sheetTotals({ totals, breakdown }: WrittenInvoice): Totals {
  const { net, vat, gross, prepaid } = completedTotals(totals);
  return {
    net,
    vat,
    gross,
    prepaid: prepaid === null || isZero(prepaid) ? null : prepaid,
    vat_breakdown: breakdown.map(({ category, rate, base, tax }) => ({ rate, category, base, amount: tax })),
  };
}

/** Everything that a document states twice, computed once more. */
export function checkedTotals(invoice: WrittenInvoice, lines: readonly SheetLine[]): SheetWarning[] {
  const { net, vat, gross, prepaid, rounding, payable } = completedTotals(invoice.totals);
  if (net === null || vat === null || gross === null) return [warning('totals_missing')];
  const warnings: SheetWarning[] = [];
  const expect = (
    code: 'totals_mismatch' | 'lines_mismatch' | 'vat_mismatch',
    stated: SignedAmount,
    computed: SignedAmount,
  ): void => {
    if (compare(stated, computed) !== 0 && !warnings.some((one) => one.code === code))
      warnings.push(warning(code, { stated, computed }));
  };
  expect('totals_mismatch', gross, add(net, vat));
  if (payable !== null) expect('totals_mismatch', payable, add(subtract(gross, prepaid ?? ZERO), rounding ?? ZERO));
  expect('lines_mismatch', net, sum(lines.map(({ amount_net }) => amount_net ?? ZERO)));
  expect('vat_mismatch', vat, sum(lines.map(({ amount_vat }) => amount_vat ?? ZERO)));
  for (const tax of invoice.breakdown) {
    const computed = computedTax(tax, lines.length);
    if (computed !== null) expect('vat_mismatch', tax.tax!, computed);
  }
  if (prepaid !== null && !isZero(prepaid)) warnings.push(warning('prepaid_amount', { amount: prepaid }));
  if (rounding !== null && !isZero(rounding)) warnings.push(warning('rounding_amount', { amount: rounding }));
  return warnings;
}

/** What is due for this base at this rate; the stated amount where it is as near as rounding line by line brings it. */
function computedTax({ base, rate, tax }: WrittenTax, lines: number): SignedAmount | null {
  if (base === null || tax === null || rate === null) return null;
  const computed = percent(base, rate);
  const difference = absolute(subtract(computed, tax));
  return compare(difference, tolerance(lines)) <= 0 ? tax : computed;
}

/** Half a cent a line, two cents at least, and never more than half a unit. */
function tolerance(lines: number): SignedAmount {
  const cents = Math.min(Math.max(Math.ceil(lines / 2), 2), 50);
  return `0.${String(cents).padStart(2, '0')}`;
}

/** Nothing is left to pay. */
export function isPaid({ totals }: WrittenInvoice): boolean {
  const { gross, payable } = completedTotals(totals);
  return gross !== null && payable !== null && !isZero(gross) && isZero(payable);
}
