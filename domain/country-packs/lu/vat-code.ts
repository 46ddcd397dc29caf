/** What the codes of sales and of purchases are built with. */
import type { BoxEffect, BoxEffects, Labels, PackVatCode, VatKind, VatNature } from '../pack.ts';

export const DUE_ACCOUNT = '461411';
export const DEDUCTIBLE_ACCOUNT = '421611';

/** Numbers of boxes with a space between them. */
export type Boxes = string;

/** What every code has, as that of a purchase that owes and deducts nothing. */
export function written(
  code: string,
  kind: VatKind,
  nature: VatNature | null,
  rate: number,
  labels: Labels,
): Omit<PackVatCode, 'boxes'> {
  return {
    code,
    labels,
    direction: 'purchase',
    kind,
    nature,
    rate: rate.toFixed(2),
    deductibleRate: '100.00',
    exigibility: 'invoice',
    dueAccount: null,
    deductibleAccount: null,
    intraListing: null,
  };
}

/** A credit note takes off the fields what the invoice put there. */
export function netted(invoice: BoxEffects): PackVatCode['boxes'] {
  const { base, due, deductible, nonDeductible } = invoice;
  return {
    invoice,
    creditNote: {
      base: opposite(base),
      due: opposite(due),
      deductible: opposite(deductible),
      nonDeductible: opposite(nonDeductible),
    },
  };
}

function opposite(effectsOfInvoice: readonly BoxEffect[]): readonly BoxEffect[] {
  return effectsOfInvoice.map(({ box, sign }) => ({ box, sign: sign === 1 ? -1 : 1 }));
}

export function effects(boxes: Boxes): readonly BoxEffect[] {
  return boxes === '' ? [] : boxes.split(' ').map((box) => ({ box, sign: 1 }));
}
