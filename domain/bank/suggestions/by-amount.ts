import { buildAmountReason } from './by-reference.ts';
import { filterStillOpen } from './knowledge.ts';
import type { Suggestion } from './movement.ts';
import { toFullItems, buildSuggestion, type Seen } from './examined-transaction.ts';

const MOST = 3;

/** Suggestions by amount alone, which is weak evidence. */
export function suggestByAmount({ rest, currency, knowledge, ofIban }: Seen): readonly Suggestion[] {
  const items = filterStillOpen(knowledge.ofAmount.get(rest), knowledge.taken, currency).filter(
    ({ third_party_id: id }) => id === null || ofIban.length === 0 || ofIban.includes(id),
  );
  const among = items.length > 1 ? [{ code: 'suggested_among', params: { count: items.length } }] : [];
  return items
    .slice(0, MOST)
    .map((item) =>
      buildSuggestion(
        'amount',
        items.length === 1 ? 0.5 : 0.3,
        [buildAmountReason([item]), ...among],
        toFullItems([item]),
      ),
    );
}
