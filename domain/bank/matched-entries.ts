import type { DomainEvent } from '../event.ts';
import type { BankEvent } from './bank-events.ts';

/** Entries of matches undone in the same operation: undoing the match also undoes them and what they settled. */
export function collectMatchedEntries(together: readonly DomainEvent[]): ReadonlySet<number> {
  const found = new Set<number>();
  for (const event of together as readonly BankEvent[])
    if (event.type === 'BankTransactionsMatched') for (const { entry_id } of event.data.matches) found.add(entry_id);
  return found;
}
