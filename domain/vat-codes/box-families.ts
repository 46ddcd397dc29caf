import type { BoxEffect, BoxEffects, PackVatCode } from '../country-packs/pack.ts';
import { isZero, type SignedAmount } from '../money.ts';

/**
 * Operations whose credit notes reduce only boxes of the same operation: intra-Community purchases in Belgium, and
 * purchases whose tax the customer owes in France. Their share of a box is kept beside its total, under the number of the
 * box and the family: `81@81+86`. No two countries use the same numbers.
 */

interface Amount {
  readonly box: string;
  readonly amount: SignedAmount;
}

/** The part of a VAT effect that determines its family. */
interface Effect {
  readonly boxes: readonly Amount[];
  readonly deductible: SignedAmount;
  readonly non_deductible: SignedAmount;
}

export const BELGIAN_PURCHASES: readonly string[] = ['81', '82', '83'];
export const BELGIAN_INTRACOM: readonly string[] = ['86', '88'];
/** Bases of taxed purchases. A2 also has sales. */
export const FRENCH_PURCHASES: readonly string[] = ['A2', 'A3', 'A4', 'B2', 'B3', 'B4'];
export const FRENCH_SHARED = 'A2';
export const FRENCH_IMPORTS = 'A4';
export const FRENCH_DEDUCTED: readonly string[] = ['19', '20'];
export const FRENCH_TAX = /^(08|09|9B|10|11|13|T[1-7C]|P[12]|I[1-6])(-HT)?$/;

export const FAMILY_SIGN = '@';

/** The amounts of an effect that belong to a family; none for other operations. */
export function listFamilyAmounts({ boxes, deductible, non_deductible }: Effect): readonly Amount[] {
  const names = boxes.map(({ box }) => box);
  const intracom = names.find((box) => BELGIAN_INTRACOM.includes(box));
  const bought = names.find((box) => BELGIAN_PURCHASES.includes(box));
  if (intracom !== undefined && bought !== undefined)
    return joinFamily(boxes, `${bought}+${intracom}`, (box) => box === intracom || box === bought);
  const isPurchase = !isZero(deductible) || !isZero(non_deductible);
  const base = names.find((box) => FRENCH_PURCHASES.includes(box));
  if (base === undefined || (base === FRENCH_SHARED && !isPurchase)) return [];
  const isImport = base === FRENCH_IMPORTS;
  return joinFamily(boxes, base, (box) => FRENCH_TAX.test(box) || (isImport && FRENCH_DEDUCTED.includes(box)));
}

const joinFamily = (boxes: readonly Amount[], family: string, isCounted: (box: string) => boolean): readonly Amount[] =>
  boxes.flatMap(({ box, amount }) => (isCounted(box) ? [{ box: `${box}${FAMILY_SIGN}${family}`, amount }] : []));

/**
 * The boxes of a code for a document that corrects an earlier return: a Belgian intra-Community purchase of an earlier
 * period is corrected in 84, 62 and 63 only.
 */
export function withoutReductions(boxes: PackVatCode['boxes']): PackVatCode['boxes'] {
  const { creditNote } = boxes;
  const isIntracom = creditNote.base.some(({ box, sign }) => sign === -1 && BELGIAN_INTRACOM.includes(box));
  if (!isIntracom) return boxes;
  const keep = (effects: readonly BoxEffect[]): readonly BoxEffect[] => effects.filter(({ sign }) => sign === 1);
  const kept: BoxEffects = {
    base: keep(creditNote.base),
    due: keep(creditNote.due),
    deductible: keep(creditNote.deductible),
    nonDeductible: keep(creditNote.nonDeductible),
  };
  return { ...boxes, creditNote: kept };
}
