import { readSepaFilesByIds } from '../../projections/sepa/queries.ts';
import { subject } from '../subject.ts';
import { withDeletion } from '../sync/feed.ts';
import { sepaTrash } from './bin.ts';
import { presentSepaFile, SepaFile } from './file.ts';
import { messages } from './messages.ts';
import { sepaRoutes } from './routes.ts';

/** Payments to suppliers and direct debits from customers, as SEPA files for banks. */
export const sepa = subject({
  routes: sepaRoutes,
  messages,
  feed: {
    'sepa-files': {
      answer: SepaFile,
      async read({ services, company }, ids) {
        const rows = await readSepaFilesByIds(services.pool, company.id, ids);
        return rows.map((row) => withDeletion(presentSepaFile(row), row));
      },
      table: 'sepa_files',
    },
  },
  bin: { 'sepa-files': sepaTrash },
});
