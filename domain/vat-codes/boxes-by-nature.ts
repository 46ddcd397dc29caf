import type { BoxEffect, BoxEffects, PackVatCode, VatKind, VatNature } from '../country-packs/pack.ts';

/**
 * The annual return of Luxembourg splits by nature of goods or services the amounts that periodic returns report in one
 * field. The field is fixed when the entry is posted: changing the nature of a code later does not change any return. No
 * other country uses these numbers.
 */
export const BOXES_BY_NATURE: Readonly<Record<string, Readonly<Partial<Record<VatNature, string>>>>> = {
  '472': { goods: '002', services: '004', investment: '005' },
  // Anything that is neither goods nor investment is overheads, computed as the remainder.
  '458': { goods: '077', investment: '081' },
  '459': { goods: '078', investment: '082' },
  '460': { goods: '079', investment: '083' },
  '461': { goods: '404', investment: '405' },
};

/** Goods under the margin scheme have a separate field. */
const MARGIN: Readonly<Record<string, string>> = { '472': '003' };

function findAnnualField(box: string, nature: VatNature | null, kind: VatKind): string | undefined {
  return (
    (kind === 'margin' ? MARGIN[box] : undefined) ?? (nature === null ? undefined : BOXES_BY_NATURE[box]?.[nature])
  );
}

export function withBoxesByNature(
  boxes: PackVatCode['boxes'],
  nature: VatNature | null,
  kind: VatKind,
): PackVatCode['boxes'] {
  const addAnnualFields = (effects: readonly BoxEffect[]): readonly BoxEffect[] => {
    const more = effects.flatMap(({ box, sign }) => {
      const also = findAnnualField(box, nature, kind);
      return also === undefined ? [] : [{ box: also, sign }];
    });
    return more.length === 0 ? effects : [...effects, ...more];
  };
  const extendEffects = ({ base, due, deductible, nonDeductible }: BoxEffects): BoxEffects => ({
    base: addAnnualFields(base),
    due: addAnnualFields(due),
    deductible: addAnnualFields(deductible),
    nonDeductible: addAnnualFields(nonDeductible),
  });
  return { invoice: extendEffects(boxes.invoice), creditNote: extendEffects(boxes.creditNote) };
}
