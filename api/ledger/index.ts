import { readEntriesByIds } from '../../projections/ledger/queries.ts';
import { subject } from '../subject.ts';
import { correctionRoutes } from './correction-routes.ts';
import { Entry, presentEntry } from './entry.ts';
import { importEntriesRoute } from './import-route.ts';
import { entrySheet } from './import-columns.ts';
import { messages } from './messages.ts';
import { postingRoutes } from './posting-routes.ts';
import { entryRoutes } from './routes.ts';

/** Entries in the ledger: reading, posting and correcting them. */
export const ledger = subject({
  areas: { entries: 'Ledger entries: posting, reading and reversing.' },
  routes: [...entryRoutes, ...postingRoutes, importEntriesRoute, ...correctionRoutes],
  messages,
  imports: [entrySheet],
  feed: {
    entries: {
      answer: Entry,
      async read({ services, company, language }, ids) {
        const rows = await readEntriesByIds(services.pool, company.id, ids);
        return rows.map((row) => presentEntry(row, language));
      },
    },
  },
  feedOrder: { entries: 90 },
});
