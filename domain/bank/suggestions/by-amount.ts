import { amountReason } from './by-reference.ts';
import { stillOpen } from './knowledge.ts';
import type { Suggestion } from './movement.ts';
import { inFull, suggestion, type Seen } from './examined-transaction.ts';

const MOST = 3;

/** By the amount alone, which proves nothing. */
export function byAmount({ rest, knowledge, ofIban }: Seen): readonly Suggestion[] {
  const items = stillOpen(knowledge.ofAmount.get(rest), knowledge.taken).filter(
    ({ third_party_id: id }) => id === null || ofIban.length === 0 || ofIban.includes(id),
  );
  const among = items.length > 1 ? [{ code: 'suggested_among', params: { count: items.length } }] : [];
  return items
    .slice(0, MOST)
    .map((item) =>
      suggestion('amount', items.length === 1 ? 0.5 : 0.3, [amountReason([item]), ...among], inFull([item])),
    );
}
