/** Helpers to build the VAT codes of sales and purchases. */
import type { BoxEffect, BoxEffects, Labels, PackVatCode, VatKind, VatNature } from '../pack.ts';

export const DUE_ACCOUNT = '461411';
export const DEDUCTIBLE_ACCOUNT = '421611';

/** Common part of every code: a purchase without tax due or deductible. */
export function buildVatCodeBase(
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

/** A credit note reverses the effects of the invoice on the fields. */
export function withCreditNote(invoice: BoxEffects): PackVatCode['boxes'] {
  const { base, due, deductible, nonDeductible } = invoice;
  return {
    invoice,
    creditNote: {
      base: negateEffects(base),
      due: negateEffects(due),
      deductible: negateEffects(deductible),
      nonDeductible: negateEffects(nonDeductible),
    },
  };
}

function negateEffects(effectsOfInvoice: readonly BoxEffect[]): readonly BoxEffect[] {
  return effectsOfInvoice.map(({ box, sign }) => ({ box, sign: sign === 1 ? -1 : 1 }));
}
