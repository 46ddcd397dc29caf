import { z } from 'zod';
import { readTaxLinesByIds } from '../../projections/corporate-tax/queries.ts';
import { decimalString, recordId, timestamp } from '../http/reply/output.ts';
import { subject } from '../subject.ts';
import { withDeletion } from '../sync/feed.ts';
import { messages } from './messages.ts';
import { corporateTaxRoutes } from './routes.ts';

/** Manual lines only; the estimate itself follows from the books. */
const SyncedTaxLines = z
  .object({
    id: recordId.meta({ description: 'The id of the fiscal year.' }),
    lines: z.array(z.object({ code: z.string(), amount: decimalString, reason: z.string() })),
    version: z.int(),
    lock_version: z.int(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'SyncedCorporateTaxLines' });

/** Estimate of the corporate tax. */
export const corporateTax = subject({
  routes: corporateTaxRoutes,
  messages,
  feed: {
    'corporate-tax': {
      answer: SyncedTaxLines,
      async read({ services, company }, ids) {
        const rows = await readTaxLinesByIds(services.pool, company.id, ids);
        return rows.map((row) => {
          const { id, lines, version, created_at, updated_at } = row;
          const shown = { id, lines: [...lines], version, lock_version: version, created_at, updated_at };
          return withDeletion(shown, { ...row, deleted_at: null });
        });
      },
      table: 'corporate_tax_lines',
    },
  },
});
