import type { DomainEvent } from '../event.ts';
import type { BankEvent } from './bank-events.ts';

/** Entries that book transactions whose matches are taken back with them: the matches see to these, and to what they settled. */
export function entriesOfMatches(together: readonly DomainEvent[]): ReadonlySet<number> {
  const found = new Set<number>();
  for (const event of together as readonly BankEvent[])
    if (event.type === 'BankTransactionsMatched') for (const { entry_id } of event.data.matches) found.add(entry_id);
  return found;
}
