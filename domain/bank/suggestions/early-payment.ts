import { findDiscountAccount } from '../../lettering/difference.ts';
import { sumOpen } from '../../lettering/open-line.ts';
import { absolute, add, compare, isNegative, negate, subtract, sum, type SignedAmount } from '../../money.ts';
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
  const offer = item.currency ? undefined : knowledge.discounts.get(item.entry_id);
  if (!offer) return null;
  const difference = subtract(item.open, rest);
  const isOffered = compare(absolute(subtract(absolute(difference), offer.total)), ROUNDING) <= 0;
  return isOffered && isNegative(difference) === isNegative(item.open) ? { item, offer, difference } : null;
}

/** After the last day nothing is suggested: the payment is too small. */
export function suggestEarlyPayment(
  seen: Seen,
  { item, offer, difference }: EarlyPayment,
  kind: SuggestionKind,
  reasons: readonly Reason[],
  score: number,
): readonly Suggestion[] {
  const isLate = seen.movement.entry_date > offer.until;
  const lines = isLate ? null : buildDiscountLines(seen, [offer], difference);
  if (!lines) return [];
  const reason = { code: 'suggested_early_payment', params: { discount: absolute(difference), until: offer.until } };
  return [buildSuggestion(kind, raiseScore(score), [...reasons, reason], toFullItems([item]), { lines })];
}

/** One payment of several documents, less the discounts of those that are paid in time. */
export function suggestEarlyPayments(
  seen: Seen,
  items: readonly OpenItem[],
  kind: SuggestionKind,
  reasons: readonly Reason[],
  score: number,
): readonly Suggestion[] {
  const { rest, movement, knowledge } = seen;
  const offers = items.flatMap(({ entry_id }) => knowledge.discounts.get(entry_id) ?? []);
  const inTime = offers.filter(({ until }) => movement.entry_date <= until);
  const difference = subtract(sumOpen(items), rest);
  const offered = sum(inTime.map(({ total }) => total));
  const isOffered = compare(absolute(subtract(absolute(difference), offered)), ROUNDING) <= 0;
  if (inTime.length === 0 || !isOffered || isNegative(difference) !== isNegative(rest)) return [];
  const lines = buildDiscountLines(seen, inTime, difference);
  if (!lines) return [];
  const until = inTime.map((offer) => offer.until).toSorted()[0]!;
  const reason = { code: 'suggested_early_payment', params: { discount: absolute(difference), until } };
  return [buildSuggestion(kind, raiseScore(score), [...reasons, reason], toFullItems(items), { lines })];
}

/** The first part takes the rounding. Null without an account for discounts. */
function buildDiscountLines(
  { knowledge: { file } }: Seen,
  offers: readonly OfferedDiscount[],
  difference: SignedAmount,
): Suggestion['lines'] | null {
  const account = findDiscountAccount(difference, file);
  if (account === null) return null;
  const rounding = subtract(absolute(difference), sum(offers.map(({ total }) => total)));
  return offers
    .flatMap(({ parts }) => parts)
    .map(({ amount, vat_code_id }, index) => {
      const size = index === 0 ? add(amount, rounding) : amount;
      const code = vat_code_id === null ? undefined : findLiveRecord(file.records, vatCodes, vat_code_id);
      return buildLineOn(account, isNegative(difference) ? size : negate(size), file, {
        vat_code: code?.data.code ?? null,
        vat_code_id: code ? vat_code_id : null,
      });
    });
}

/** The exact discount confirms a reference as well as the full amount does. */
const raiseScore = (score: number): number => (score >= 0.9 ? 0.97 : score + 0.1);
