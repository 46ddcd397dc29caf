import {
  findChargesAccount,
  findDifferenceAccount,
  findDiscountAccount,
  getLargestDifference,
} from '../../lettering/difference.ts';
import { absolute, compare, isNegative, isZero, percent, subtract, type SignedAmount } from '../../money.ts';
import { findEarlyPayment, suggestEarlyPayment } from './early-payment.ts';
import type { OpenItem, Reason, Suggestion, SuggestionKind } from './movement.ts';
import { toFullItems, isSameDirection, buildLineOn, buildSuggestion, type Seen } from './examined-transaction.ts';

/** Payments slightly below the open amount: a difference to write off, bank charges, or a discount for prompt payment. */

/** Highest usual discount, in per cent. */
const LARGEST_DISCOUNT = '5.00';

export function suggestDifferences(
  seen: Seen,
  item: OpenItem,
  kind: SuggestionKind,
  reasons: readonly Reason[],
  score: number,
): readonly Suggestion[] {
  const { rest, movement, knowledge } = seen;
  const { file } = knowledge;
  const early = findEarlyPayment(seen, item);
  if (early) return suggestEarlyPayment(seen, early, kind, reasons, score);
  // Debit: too little was received, or too much was paid.
  const difference = subtract(item.open, rest);
  if (isZero(difference) || !isSameDirection(item, rest)) return [];
  const size = absolute(difference);
  const params = { difference: size };
  const { id: differenceId } = findDifferenceAccount(difference, file);
  if (differenceId !== null && compare(size, getLargestDifference(file)) <= 0)
    return [
      buildSuggestion(kind, score, [...reasons, { code: 'suggested_write_off', params }], toFullItems([item]), {
        write_off: true,
      }),
    ];
  const isLess = compare(absolute(rest), absolute(item.open)) < 0;
  if (!isLess) return [];
  const isFee = movement.charges !== null && compare(absolute(movement.charges), size) === 0;
  if (!isFee && compare(size, percent(absolute(item.open), LARGEST_DISCOUNT)) > 0) return [];
  const id = isFee
    ? (findChargesAccount(file) ?? differenceId)
    : (findDiscountAccount(difference, file) ?? differenceId);
  if (id === null) return [];
  const code = isFee ? 'suggested_less_fee' : 'suggested_less_discount';
  return [
    buildSuggestion(kind, isFee ? score : Math.min(score, 0.72), [...reasons, { code, params }], toFullItems([item]), {
      lines: [buildLineOn(id, negateDifference(difference), file)],
    }),
  ];
}

/** The missing amount has the opposite sign of the difference. */
const negateDifference = (difference: SignedAmount): SignedAmount =>
  isNegative(difference) ? absolute(difference) : `-${difference}`;
