import { compare } from '../../money.ts';
import { restOf } from '../match-entry.ts';
import { byAmount } from './by-amount.ts';
import { byParty } from './by-party.ts';
import { byReference } from './by-reference.ts';
import { byRuleOrPast } from './by-custom.ts';
import { cluesOf } from './clues.ts';
import { knownParties } from './known-parties.ts';
import type { Knowledge } from './knowledge.ts';
import type { Movement, Suggestion } from './movement.ts';
import { ofOwnMoney } from './own-money.ts';
import { subjectOf, type Seen } from './examined-transaction.ts';

/**
 * What a transaction may be, the likeliest first. Each kind of evidence speaks for itself and says why; what is certain says
 * that by what is known nothing else is possible.
 */

/** More would not be read. */
const MOST_SUGGESTIONS = 10;

export function suggestionsFor(movement: Movement, knowledge: Knowledge): readonly Suggestion[] {
  const rest = restOf(movement);
  if (movement.status !== 'pending' || compare(rest, '0.00') === 0) return [];
  const seen: Seen = subjectOf(movement, rest, cluesOf(movement), knownParties(knowledge.file), knowledge);
  const found = [...ofOwnMoney(seen), ...byReference(seen), ...byParty(seen), ...byRuleOrPast(seen), ...byAmount(seen)];
  return withoutRepetitions(found.toSorted((a, b) => b.score - a.score)).slice(0, MOST_SUGGESTIONS);
}

/** The same items and accounts may be found in several ways: the surest says it. */
function withoutRepetitions(suggestions: readonly Suggestion[]): readonly Suggestion[] {
  const known = new Set<string>();
  return suggestions.filter(({ items, lines, write_off }) => {
    const parts = [
      ...items.map(({ line, amount }) => `${line.line_id} ${amount}`).sort(),
      ...lines.map(({ account, account_id, amount }) => `${account ?? account_id} ${amount}`).sort(),
    ];
    const key = `${parts.join()} ${write_off}`;
    if (known.has(key)) return false;
    known.add(key);
    return true;
  });
}
