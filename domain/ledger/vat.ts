import { Decimal } from 'decimal.js';
import type { BoxEffect, PackVatCode, VatKind } from '../country-packs/pack.ts';
import { ZERO } from '../money.ts';
import { NO_BOXES } from '../vat-codes/box-effects.ts';
import type { VatCode } from '../vat-codes/vat-code.ts';
import type { VatEffect } from './entry-events.ts';

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
  readonly rate: string;
  readonly deductibleRate: string;
  readonly exigibility: PackVatCode['exigibility'];
  readonly dueAccountId: number | null;
  readonly deductibleAccountId: number | null;
  readonly boxes: PackVatCode['boxes'];
}

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
    boxes: data.boxes ?? NO_BOXES,
  };
}

/** What one code comes to. `tax` is the sum of `deductible` and `nonDeductible` on a purchase, and `due` on a sale. */
export interface Taxed {
  readonly rule: VatRule;
  readonly base: Decimal;
  readonly tax: Decimal;
  /** What the company owes by it: on a sale, and on a purchase whose tax is reversed onto it. */
  readonly due: Decimal;
  readonly deductible: Decimal;
  readonly nonDeductible: Decimal;
  /** The part that the third party pays, or is paid. */
  readonly charged: Decimal;
}

const NOTHING = new Decimal(0);

/** Kinds of purchase whose tax the company may owe itself: it does where the code has an account for it. */
const REVERSIBLE: readonly VatKind[] = ['reverse_charge', 'intracom', 'import'];

/** Kinds of purchase on which nobody owes tax, whatever rate the record may have. */
const UNTAXED_PURCHASES: readonly VatKind[] = ['exempt', 'outside_scope', 'export'];

/** A sale without an account for the tax is taxed only when it is of the standard kind: else the customer owes it, or nobody. */
export function isTaxed({ direction, kind, rate, dueAccountId }: VatRule): boolean {
  if (Number(rate) === 0) return false;
  return direction === 'sale' ? kind === 'standard' || dueAccountId !== null : !UNTAXED_PURCHASES.includes(kind);
}

/** Computed on the sum of the bases, half up to cents. */
export function computedTax(rule: VatRule, base: Decimal): Decimal {
  return isTaxed(rule) ? shareOf(base, rule.rate) : NOTHING;
}

/** `deducts`: false for a company that deducts no tax, whatever the code says. */
export function taxed(rule: VatRule, base: Decimal, tax: Decimal, deducts: boolean): Taxed {
  if (rule.direction === 'sale')
    return { rule, base, tax, due: tax, deductible: NOTHING, nonDeductible: NOTHING, charged: tax };
  const isReversed = rule.dueAccountId !== null && REVERSIBLE.includes(rule.kind);
  const share = deducts && rule.kind !== 'non_deductible' ? rule.deductibleRate : '0';
  const deductible = shareOf(tax, share);
  return {
    rule,
    base,
    tax,
    due: isReversed ? tax : NOTHING,
    deductible,
    nonDeductible: deductible === tax ? NOTHING : tax.minus(deductible),
    charged: isReversed ? NOTHING : tax,
  };
}

/** A percentage of an amount, half up: a negative one becomes exactly the opposite of the positive. */
function shareOf(amount: Decimal, percentage: string): Decimal {
  // Most tax is deducted as a whole, or not at all.
  if (percentage === '100.00') return amount;
  if (Number(percentage) === 0) return NOTHING;
  return amount.times(percentage).dividedBy(100).toDecimalPlaces(2, Decimal.ROUND_HALF_UP);
}

/**
 * Tax that is not deducted is part of the cost, in proportion to the lines and to the cent: each gets its share rounded
 * down, and the cents that are left go to those that were cut the most, the earlier first.
 */
export function spread(amount: Decimal, over: readonly Decimal[]): Decimal[] {
  if (over.length === 1) return [amount];
  const base = over.reduce((sum, one) => sum.plus(one), NOTHING);
  // Tax that a correction put on a base of nothing has no proportion to follow.
  if (amount.isZero() || base.isZero()) return over.map((_, index) => (index === 0 ? amount : NOTHING));
  // Products of two amounts have more digits than a Decimal keeps: whole numbers of cents are exact.
  const [whole, divisor] = [cents(amount), cents(base)];
  const shares = over.map((one, index) => {
    const product = whole * cents(one);
    const down = floored(product, divisor);
    return { index, down, cut: (product - down * divisor) * (divisor < 0n ? -1n : 1n) };
  });
  const left = whole - shares.reduce((sum, { down }) => sum + down, 0n);
  const mostCut = [...shares].sort((a, b) => (a.cut === b.cut ? a.index - b.index : a.cut < b.cut ? 1 : -1));
  const raised = new Set(mostCut.slice(0, Number(left)).map(({ index }) => index));
  return shares.map(({ index, down }) => new Decimal(String(raised.has(index) ? down + 1n : down)).dividedBy(100));
}

const cents = (amount: Decimal): bigint => BigInt(amount.times(100).toFixed(0));

function floored(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  const isCut = dividend % divisor !== 0n;
  return isCut && dividend < 0n !== divisor < 0n ? quotient - 1n : quotient;
}

/** What the code does in the entry and in the return of the country, which may treat credit notes in a way of its own. */
export function effectOf({ rule, base, due, deductible, nonDeductible }: Taxed, kind: DocumentKind): VatEffect {
  const signed = (amount: Decimal): string => shown(kind === 'invoice' ? amount : amount.negated());
  const effects = kind === 'invoice' ? rule.boxes.invoice : rule.boxes.creditNote;
  const boxes = new Map<string, Decimal>();
  fill(boxes, base, effects.base);
  fill(boxes, due, effects.due);
  fill(boxes, deductible, effects.deductible);
  fill(boxes, nonDeductible, effects.nonDeductible);
  return {
    vat_code_id: rule.id,
    vat_code: rule.code,
    base: signed(base),
    due: signed(due),
    deductible: signed(deductible),
    non_deductible: signed(nonDeductible),
    boxes: [...boxes].flatMap(([box, amount]) => (amount.isZero() ? [] : [{ box, amount: shown(amount) }])),
    ...(rule.exigibility === 'payment' && { exigibility: 'payment' as const }),
  };
}

function fill(boxes: Map<string, Decimal>, amount: Decimal, effects: readonly BoxEffect[]): void {
  if (amount.isZero()) return;
  for (const { box, sign } of effects) {
    const added = sign === 1 ? amount : amount.negated();
    const before = boxes.get(box);
    boxes.set(box, before ? before.plus(added) : added);
  }
}

const shown = (amount: Decimal): string => (amount.isZero() ? ZERO : amount.toFixed(2));

/** The boxes of several codes together, in the order in which they first appear. */
export function boxTotals(effects: readonly VatEffect[]): { readonly box: string; readonly amount: string }[] {
  const totals = new Map<string, Decimal>();
  for (const { boxes } of effects)
    for (const { box, amount } of boxes) totals.set(box, (totals.get(box) ?? NOTHING).plus(amount));
  return [...totals].map(([box, amount]) => ({ box, amount: amount.toFixed(2) }));
}
