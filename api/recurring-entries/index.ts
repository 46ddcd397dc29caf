import { readRecurringEntriesByIds } from '../../projections/recurring-entries/queries.ts';
import { subject } from '../subject.ts';
import { withDeletion } from '../sync/feed.ts';
import { recurringTrash } from './bin.ts';
import { messages } from './messages.ts';
import { occurrenceRoutes } from './posting-routes.ts';
import { presentRecurringEntry, RecurringEntry } from './recurring-entry.ts';
import { recurringRoutes } from './routes.ts';

/** Recurring entries, posted automatically or after confirmation. */
export const recurringEntries = subject({
  areas: { 'recurring-entries': 'Recurring entries.' },
  routes: [...recurringRoutes, ...occurrenceRoutes],
  messages,
  feed: {
    'recurring-entries': {
      answer: RecurringEntry,
      async read({ services, company, language }, ids) {
        const rows = await readRecurringEntriesByIds(services.pool, company.id, ids);
        return rows.map((row) => withDeletion(presentRecurringEntry(row, language), row));
      },
      table: 'recurring_entries',
    },
  },
  bin: { 'recurring-entries': recurringTrash },
  feedOrder: { 'recurring-entries': 170 },
});
