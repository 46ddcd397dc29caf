import { Decimal } from 'decimal.js';
import type { BoxEffects, CountryPack, PackVatCode } from '../../../domain/country-packs/index.ts';

/** What a document line of this amount gives rise to. */
export function amountsOf(code: PackVatCode, base: Decimal): Record<keyof BoxEffects, Decimal> {
  const { rate, direction, deductibleRate, dueAccount, deductibleAccount } = code;
  const tax = base.times(rate).div(100);
  const zero = new Decimal(0);
  const deductible = deductibleAccount === null ? zero : tax.times(deductibleRate).div(100);
  return {
    base,
    due: dueAccount === null ? zero : tax,
    deductible,
    nonDeductible: direction === 'purchase' ? tax.minus(deductible) : zero,
  };
}

/** The return with that line in it: the sum of any of its boxes, computed ones included. */
export function filledBoxes(
  pack: CountryPack,
  code: PackVatCode,
  note: 'invoice' | 'creditNote',
  base: Decimal,
): (...boxes: readonly string[]) => Decimal {
  const amounts = amountsOf(code, base);
  const filled = new Map<string, Decimal>();
  for (const part of ['base', 'due', 'deductible', 'nonDeductible'] as const) {
    for (const { box, sign } of code.boxes[note][part])
      filled.set(box, (filled.get(box) ?? new Decimal(0)).plus(amounts[part].times(sign)));
  }
  const amountOf = (box: string): Decimal => {
    const found = pack.boxes.find((candidate) => candidate.box === box);
    if (found === undefined) throw new Error(`The return of ${pack.code} has no box ${box}`);
    if (found.formula === null) return filled.get(box) ?? new Decimal(0);
    return total(found.formula.terms.map(({ box: part, sign }) => amountOf(part).times(sign)));
  };
  return (...boxes) => total(boxes.map(amountOf));
}

const total = (amounts: readonly Decimal[]): Decimal =>
  amounts.reduce((sum, amount) => sum.plus(amount), new Decimal(0));
