import { compare } from '../../money.ts';
import { computeUnmatched } from '../match-entry.ts';
import { suggestByAmount } from './by-amount.ts';
import { suggestByParty } from './by-party.ts';
import { suggestByReference } from './by-reference.ts';
import { suggestByRuleOrPast } from './by-custom.ts';
import { suggestConverted } from './by-conversion.ts';
import { extractClues } from './clues.ts';
import { getKnownParties } from './known-parties.ts';
import type { Knowledge } from './knowledge.ts';
import type { Movement, Suggestion } from './movement.ts';
import { suggestOwnMoney } from './own-money.ts';
import { createSeen, type Seen } from './examined-transaction.ts';

/**
 * Possible bookings of a transaction, most likely first. Each kind of evidence gives its own reasons; a certain
 * suggestion means that no other booking is plausible.
 */

/** Users would not read more. */
const MOST_SUGGESTIONS = 10;

export function suggestBookings(movement: Movement, knowledge: Knowledge): readonly Suggestion[] {
  const rest = computeUnmatched(movement);
  if (movement.status !== 'pending' || compare(rest, '0.00') === 0) return [];
  const seen: Seen = createSeen(movement, rest, extractClues(movement), getKnownParties(knowledge.file), knowledge);
  const found = [
    ...suggestOwnMoney(seen),
    ...suggestByReference(seen),
    ...suggestConverted(seen),
    ...suggestByParty(seen),
    ...suggestByRuleOrPast(seen),
    ...suggestByAmount(seen),
  ];
  return withoutRepetitions(found.toSorted((a, b) => b.score - a.score)).slice(0, MOST_SUGGESTIONS);
}

/** The same items and accounts may be found in several ways: the most certain one is used. */
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
