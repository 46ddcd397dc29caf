import type { BoxEffect, BoxEffects, PackVatCode, VatKind, VatNature } from '../country-packs/pack.ts';

/**
 * The yearly return of Luxembourg tells by the nature of what was sold or bought what the periodic ones tell in one field. Which
 * field that is, the entry says when it is posted: a code that gets another nature later changes no return. No other country
 * has these numbers.
 */
export const BOXES_BY_NATURE: Readonly<Record<string, Readonly<Partial<Record<VatNature, string>>>>> = {
  '472': { goods: '002', services: '004', investment: '005' },
  // What is neither goods nor an investment is overheads: it is what these leave over.
  '458': { goods: '077', investment: '081' },
  '459': { goods: '078', investment: '082' },
  '460': { goods: '079', investment: '083' },
  '461': { goods: '404', investment: '405' },
};

/** Goods that are taxed by their margin have a field of their own. */
const MARGIN: Readonly<Record<string, string>> = { '472': '003' };

function fieldOfYear(box: string, nature: VatNature | null, kind: VatKind): string | undefined {
  return (
    (kind === 'margin' ? MARGIN[box] : undefined) ?? (nature === null ? undefined : BOXES_BY_NATURE[box]?.[nature])
  );
}

export function withBoxesByNature(
  boxes: PackVatCode['boxes'],
  nature: VatNature | null,
  kind: VatKind,
): PackVatCode['boxes'] {
  const told = (effects: readonly BoxEffect[]): readonly BoxEffect[] => {
    const more = effects.flatMap(({ box, sign }) => {
      const also = fieldOfYear(box, nature, kind);
      return also === undefined ? [] : [{ box: also, sign }];
    });
    return more.length === 0 ? effects : [...effects, ...more];
  };
  const of = ({ base, due, deductible, nonDeductible }: BoxEffects): BoxEffects => ({
    base: told(base),
    due: told(due),
    deductible: told(deductible),
    nonDeductible: told(nonDeductible),
  });
  return { invoice: of(boxes.invoice), creditNote: of(boxes.creditNote) };
}
