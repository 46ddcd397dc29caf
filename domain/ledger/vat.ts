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
import { withBoxesByNature } from '../vat-codes/boxes-by-nature.ts';
import type { VatCode } from '../vat-codes/vat-code.ts';
import type { EntryOrigin, VatEffect, VatEffectKind } from './entry-events.ts';

/**
 * What the VAT codes of a document come to. All amounts here are those that stand on the document: those of a credit note are
 * positive too, and become its opposite in the entry.
 */

export type DocumentKind = 'invoice' | 'credit_note';
export type Direction = PackVatCode['direction'];

/** A VAT code as its record has it. */
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

/** All boxes that a code fills: those of its record, and those of the year that its nature tells. */
export const boxesOf = ({ boxes, nature, kind }: VatCode['data']): PackVatCode['boxes'] =>
  withBoxesByNature(boxes ?? NO_BOXES, nature ?? null, kind);

export function ruleOf(id: number, data: VatCode['data']): VatRule {
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
    boxes: boxesOf(data),
  };
}

/** What one code comes to. `tax` is the sum of `deductible` and `nonDeductible` on a purchase, and `due` on a sale. */
export interface Taxed {
  readonly rule: VatRule;
  readonly base: SignedAmount;
  readonly tax: SignedAmount;
  /** What the company owes by it: on a sale, and on a purchase whose tax is reversed onto it. */
  readonly due: SignedAmount;
  readonly deductible: SignedAmount;
  readonly nonDeductible: SignedAmount;
  /** The part that the third party pays, or is paid. */
  readonly charged: SignedAmount;
}

/** Kinds of purchase whose tax the company may owe itself: it does where the code has an account for it. */
const REVERSIBLE: readonly VatKind[] = ['reverse_charge', 'intracom', 'import'];

/** Kinds of purchase on which nobody owes tax, whatever rate the record may have. */
const UNTAXED_PURCHASES: readonly VatKind[] = ['exempt', 'outside_scope', 'export'];

/** Kinds of sale that are taxed whether or not there is an account for the tax: of others the customer owes it, or nobody. */
const TAXED_SALES: readonly VatKind[] = ['standard', 'margin'];

/** Kinds of purchase whose tax is a cost, whatever share the record may have. */
const NEVER_DEDUCTED: readonly VatKind[] = ['non_deductible', 'margin'];

export const isNeverDeducted = ({ kind }: Pick<VatRule, 'kind'>): boolean => NEVER_DEDUCTED.includes(kind);

export function isTaxed({ direction, kind, rate, dueAccountId }: VatRule): boolean {
  if (isZero(rate)) return false;
  return direction === 'sale' ? TAXED_SALES.includes(kind) || dueAccountId !== null : !UNTAXED_PURCHASES.includes(kind);
}

/** Computed on the sum of the bases, half up to cents: of a negative base exactly the opposite of the positive. */
export function computedTax(rule: VatRule, base: SignedAmount): SignedAmount {
  return isTaxed(rule) ? percent(base, rule.rate) : ZERO;
}

/** `deducted`: how much of what the code says the company deducts. */
export function taxed(rule: VatRule, base: SignedAmount, tax: SignedAmount, deducted: Percentage): Taxed {
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
 * What the code does in the entry and in the return of the country. A code that comes to less than nothing takes something
 * back, whatever the document is called: no box of the invoices gets a negative amount by it.
 */
export function effectOf({ rule, base, due, deductible, nonDeductible }: Taxed, kind: DocumentKind): VatEffect {
  const signed = (amount: SignedAmount): SignedAmount => (kind === 'invoice' ? amount : negate(amount));
  const amounts: VatAmounts = {
    base: signed(base),
    due: signed(due),
    deductible: signed(deductible),
    non_deductible: signed(nonDeductible),
  };
  const { effect, boxes } = reported(rule.boxes, amounts, kind);
  return {
    vat_code_id: rule.id,
    vat_code: rule.code,
    ...amounts,
    boxes,
    ...(effect !== kind && { effect }),
    ...(rule.exigibility === 'payment' && { exigibility: 'payment' as const }),
  };
}

/** Of a code in an entry, signed by what the entry does. */
export type VatAmounts = Pick<VatEffect, 'base' | 'due' | 'deductible' | 'non_deductible'>;

/** The boxes that amounts go to in a return of their own. `otherwise`: what amounts of nothing are. */
export function reported(
  boxes: PackVatCode['boxes'],
  { base, due, deductible, non_deductible }: VatAmounts,
  otherwise: VatEffectKind,
): Required<Pick<VatEffect, 'effect' | 'boxes'>> {
  const deciding = [base, due, deductible, non_deductible].find((amount) => !isZero(amount));
  const effect = deciding === undefined ? otherwise : isNegative(deciding) ? 'credit_note' : 'invoice';
  const onDocument = (amount: SignedAmount): SignedAmount => (effect === 'invoice' ? amount : negate(amount));
  const effects = effect === 'invoice' ? boxes.invoice : boxes.creditNote;
  const filled = new Map<string, SignedAmount>();
  fill(filled, onDocument(base), effects.base);
  fill(filled, onDocument(due), effects.due);
  fill(filled, onDocument(deductible), effects.deductible);
  fill(filled, onDocument(non_deductible), effects.nonDeductible);
  return { effect, boxes: [...filled].flatMap(([box, amount]) => (isZero(amount) ? [] : [{ box, amount }])) };
}

/** Which boxes a code has filled in an entry, also where that goes without saying. */
export function effectKind({ effect, base }: VatEffect, origin: EntryOrigin): VatEffectKind {
  if (effect) return effect;
  // A reversal that does not say it was posted before any did: it has the boxes of what it takes back.
  const isOfCredit = origin === 'credit_note' || (origin === 'reversal' && !isNegative(base) && !isZero(base));
  return isOfCredit ? 'credit_note' : 'invoice';
}

function fill(boxes: Map<string, SignedAmount>, amount: SignedAmount, effects: readonly BoxEffect[]): void {
  if (isZero(amount)) return;
  for (const { box, sign } of effects) {
    const added = sign === 1 ? amount : negate(amount);
    const before = boxes.get(box);
    boxes.set(box, before === undefined ? added : add(before, added));
  }
}

/** The boxes of several codes together, in the order in which they first appear. */
export function boxTotals(effects: readonly VatEffect[]): { readonly box: string; readonly amount: string }[] {
  const totals = new Map<string, SignedAmount>();
  for (const { boxes } of effects)
    for (const { box, amount } of boxes) totals.set(box, add(totals.get(box) ?? ZERO, amount));
  return [...totals].map(([box, amount]) => ({ box, amount }));
}
