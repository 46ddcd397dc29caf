import type { BoxEffect, PackVatCode, VatKind } from '../country-packs/pack.ts';
import {
  add,
  isNegative,
  isZero,
  negate,
  percent,
  subtract,
  ZERO,
  type Percentage,
  type SignedAmount,
} from '../money.ts';
import { NO_BOXES } from '../vat-codes/box-effects.ts';
import { withoutReductions } from '../vat-codes/box-families.ts';
import { withBoxesByNature } from '../vat-codes/boxes-by-nature.ts';
import type { VatCode } from '../vat-codes/vat-code.ts';
import type { EntryOrigin, VatEffect, VatEffectKind } from './entry-events.ts';

/**
 * Amounts of the VAT codes of a document. All amounts are as printed on the document: positive on a credit note too,
 * where the entry reverses the sign.
 */

export type DocumentKind = 'invoice' | 'credit_note';
export type Direction = PackVatCode['direction'];

/** A VAT code, taken from its record. */
export interface VatRule {
  readonly id: number;
  readonly code: string;
  readonly direction: Direction;
  readonly kind: VatKind;
  readonly rate: Percentage;
  readonly deductibleRate: Percentage;
  readonly exigibility: PackVatCode['exigibility'];
  readonly dueAccountId: number | null;
  readonly deductibleAccountId: number | null;
  readonly boxes: PackVatCode['boxes'];
}

/** All boxes of a code: those of its record, and those of the yearly return that follow from its nature. */
export const getVatBoxes = ({ boxes, nature, kind }: VatCode['data']): PackVatCode['boxes'] =>
  withBoxesByNature(boxes ?? NO_BOXES, nature ?? null, kind);

export function toVatRule(id: number, data: VatCode['data']): VatRule {
  return {
    id,
    code: data.code,
    direction: data.direction,
    kind: data.kind,
    rate: data.rate,
    deductibleRate: data.deductible_rate,
    exigibility: data.exigibility,
    dueAccountId: data.due_account_id ?? null,
    deductibleAccountId: data.deductible_account_id ?? null,
    boxes: getVatBoxes(data),
  };
}

/** Amounts of one code. `tax` is `deductible` plus `nonDeductible` on a purchase, and `due` on a sale. */
export interface Taxed {
  readonly rule: VatRule;
  readonly base: SignedAmount;
  readonly tax: SignedAmount;
  /** Tax that the company owes: on a sale, and on a purchase with reverse charge. */
  readonly due: SignedAmount;
  readonly deductible: SignedAmount;
  readonly nonDeductible: SignedAmount;
  /** The part that the third party pays or is paid. */
  readonly charged: SignedAmount;
}

/** Kinds of purchase with possible reverse charge: it applies if the code has an account for tax due. */
const REVERSIBLE: readonly VatKind[] = ['reverse_charge', 'intracom', 'import'];

/** Kinds of purchase without tax, whatever rate the record has. */
const UNTAXED_PURCHASES: readonly VatKind[] = ['exempt', 'outside_scope', 'export'];

/**
 * Kinds of sale that are taxed even without an account for tax due. On other kinds, the customer owes the tax, or no tax
 * is due.
 */
const TAXED_SALES: readonly VatKind[] = ['standard', 'margin'];

/** Kinds of purchase whose tax is a cost, whatever deductible share the record has. */
const NEVER_DEDUCTED: readonly VatKind[] = ['non_deductible', 'margin'];

export const isNeverDeducted = ({ kind }: Pick<VatRule, 'kind'>): boolean => NEVER_DEDUCTED.includes(kind);

export function isTaxed({ direction, kind, rate, dueAccountId }: VatRule): boolean {
  if (isZero(rate)) return false;
  return direction === 'sale' ? TAXED_SALES.includes(kind) || dueAccountId !== null : !UNTAXED_PURCHASES.includes(kind);
}

/**
 * Computed on the sum of the bases and rounded half up to cents. A negative base gives the exact opposite of the positive
 * one.
 */
export function computeTax(rule: VatRule, base: SignedAmount): SignedAmount {
  return isTaxed(rule) ? percent(base, rule.rate) : ZERO;
}

/** `deducted`: the share of the code's deductible tax that the company can deduct. */
export function splitTax(rule: VatRule, base: SignedAmount, tax: SignedAmount, deducted: Percentage): Taxed {
  if (rule.direction === 'sale')
    return { rule, base, tax, due: tax, deductible: ZERO, nonDeductible: ZERO, charged: tax };
  const isReversed = rule.dueAccountId !== null && REVERSIBLE.includes(rule.kind);
  const share = isNeverDeducted(rule) ? ZERO : percent(rule.deductibleRate, deducted);
  const deductible = percent(tax, share);
  return {
    rule,
    base,
    tax,
    due: isReversed ? tax : ZERO,
    deductible,
    nonDeductible: subtract(tax, deductible),
    charged: isReversed ? ZERO : tax,
  };
}

/**
 * The effect of the code in the entry and in the VAT return. A code with a negative total counts as a credit, whatever
 * the type of document, so that no invoice box gets a negative amount. `isCorrection`: it credits an invoice of an earlier
 * return.
 */
export function buildVatEffect(
  { rule, base, due, deductible, nonDeductible }: Taxed,
  kind: DocumentKind,
  isCorrection = false,
): VatEffect {
  const applySign = (amount: SignedAmount): SignedAmount => (kind === 'invoice' ? amount : negate(amount));
  const amounts: VatAmounts = {
    base: applySign(base),
    due: applySign(due),
    deductible: applySign(deductible),
    non_deductible: applySign(nonDeductible),
  };
  const { effect, boxes } = reportInBoxes(isCorrection ? withoutReductions(rule.boxes) : rule.boxes, amounts, kind);
  return {
    vat_code_id: rule.id,
    vat_code: rule.code,
    ...amounts,
    boxes,
    ...(effect !== kind && { effect }),
    ...(rule.exigibility === 'payment' && { exigibility: 'payment' as const }),
  };
}

/** Amounts of a code in an entry, with their sign. */
export type VatAmounts = Pick<VatEffect, 'base' | 'due' | 'deductible' | 'non_deductible'>;

/** Assigns amounts to the boxes of a return. `otherwise` is the effect if all amounts are zero. */
export function reportInBoxes(
  boxes: PackVatCode['boxes'],
  { base, due, deductible, non_deductible }: VatAmounts,
  otherwise: VatEffectKind,
): Required<Pick<VatEffect, 'effect' | 'boxes'>> {
  const deciding = [base, due, deductible, non_deductible].find((amount) => !isZero(amount));
  const effect = deciding === undefined ? otherwise : isNegative(deciding) ? 'credit_note' : 'invoice';
  const toDocumentSign = (amount: SignedAmount): SignedAmount => (effect === 'invoice' ? amount : negate(amount));
  const effects = effect === 'invoice' ? boxes.invoice : boxes.creditNote;
  const filled = new Map<string, SignedAmount>();
  fillBoxes(filled, toDocumentSign(base), effects.base);
  fillBoxes(filled, toDocumentSign(due), effects.due);
  fillBoxes(filled, toDocumentSign(deductible), effects.deductible);
  fillBoxes(filled, toDocumentSign(non_deductible), effects.nonDeductible);
  return { effect, boxes: [...filled].flatMap(([box, amount]) => (isZero(amount) ? [] : [{ box, amount }])) };
}

/** The set of boxes that a code filled in an entry, even if it is implicit. */
export function getEffectKind({ effect, base }: VatEffect, origin: EntryOrigin): VatEffectKind {
  if (effect) return effect;
  // Reversals of older versions do not state it: they use the boxes of the reversed entry.
  const isOfCredit = origin === 'credit_note' || (origin === 'reversal' && !isNegative(base) && !isZero(base));
  return isOfCredit ? 'credit_note' : 'invoice';
}

function fillBoxes(boxes: Map<string, SignedAmount>, amount: SignedAmount, effects: readonly BoxEffect[]): void {
  if (isZero(amount)) return;
  for (const { box, sign } of effects) {
    const added = sign === 1 ? amount : negate(amount);
    const before = boxes.get(box);
    boxes.set(box, before === undefined ? added : add(before, added));
  }
}

/** Sums the boxes of several codes, in order of first appearance. */
export function sumBoxes(effects: readonly VatEffect[]): { readonly box: string; readonly amount: string }[] {
  const totals = new Map<string, SignedAmount>();
  for (const { boxes } of effects)
    for (const { box, amount } of boxes) totals.set(box, add(totals.get(box) ?? ZERO, amount));
  return [...totals].map(([box, amount]) => ({ box, amount }));
}
