import { findDiscountAccount } from '../../lettering/difference.ts';
import { absolute, add, compare, isNegative, negate, subtract, type SignedAmount } from '../../money.ts';
import { findLiveRecord } from '../../records/state.ts';
import { vatCodes } from '../../vat-codes/vat-code.ts';
import type { OfferedDiscount } from '../../documents/discount.ts';
import { buildLineOn, buildSuggestion, toFullItems, type Seen } from './examined-transaction.ts';
import type { OpenItem, Reason, Suggestion, SuggestionKind } from './movement.ts';

/** Payments less the discount that the document offers for early payment. */

/** Other programs round the discount by rate, or on the total. */
const ROUNDING = '0.05';

export interface EarlyPayment {
  readonly item: OpenItem;
  readonly offer: OfferedDiscount;
  /** Open amount less the paid one. */
  readonly difference: SignedAmount;
}

/** Null if the document offers no discount of this size. */
export function findEarlyPayment({ rest, knowledge }: Seen, item: OpenItem): EarlyPayment | null {
  const offer = knowledge.discounts.get(item.entry_id);
  if (!offer) return null;
  const difference = subtract(item.open, rest);
  const isOffered = compare(absolute(subtract(absolute(difference), offer.total)), ROUNDING) <= 0;
  return isOffered && isNegative(difference) === isNegative(item.open) ? { item, offer, difference } : null;
}

/** After the last day nothing is suggested: the payment is too small. */
export function suggestEarlyPayment(
  { movement, knowledge: { file } }: Seen,
  { item, offer, difference }: EarlyPayment,
  kind: SuggestionKind,
  reasons: readonly Reason[],
  score: number,
): readonly Suggestion[] {
  const account = findDiscountAccount(difference, file);
  if (movement.entry_date > offer.until || account === null) return [];
  const reason = { code: 'suggested_early_payment', params: { discount: absolute(difference), until: offer.until } };
  const rounding = subtract(absolute(difference), offer.total);
  const lines = offer.parts.map(({ amount, vat_code_id }, index) => {
    const size = index === 0 ? add(amount, rounding) : amount;
    const code = vat_code_id === null ? undefined : findLiveRecord(file.records, vatCodes, vat_code_id);
    return buildLineOn(account, isNegative(difference) ? size : negate(size), file, {
      vat_code: code?.data.code ?? null,
      vat_code_id: code ? vat_code_id : null,
    });
  });
  return [buildSuggestion(kind, raiseScore(score), [...reasons, reason], toFullItems([item]), { lines })];
}

/** The exact discount confirms a reference as well as the full amount does. */
const raiseScore = (score: number): number => (score >= 0.9 ? 0.97 : score + 0.1);
