import { z } from 'zod';
import { REVALUATION_METHODS } from '../../domain/country-packs/exchange.ts';
import { readRevaluationsByIds } from '../../projections/revaluations/queries.ts';
import { plainDate, recordId, timestamp } from '../http/reply/output.ts';
import { subject } from '../subject.ts';
import { withDeletion } from '../sync/feed.ts';
import { messages } from './messages.ts';
import { revaluationRoutes } from './routes.ts';

/** Without its items, which the route of the fiscal year shows. */
const SyncedRevaluation = z
  .object({
    id: recordId,
    fiscal_year_id: recordId,
    on: plainDate.meta({ description: 'Day of the valuation.' }),
    method: z.enum(REVALUATION_METHODS).meta({ description: 'How differences are treated.' }),
    rates: z.array(z.object({ currency: z.string(), rate: z.string() })),
    entry_ids: z.array(recordId),
    is_undone: z.boolean().meta({ description: 'Whether it was undone.' }),
    version: z.int(),
    lock_version: z.int(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'SyncedRevaluation' });

/** Revaluation of foreign currencies at the end of a year. */
export const revaluations = subject({
  routes: revaluationRoutes,
  messages,
  feed: {
    revaluations: {
      answer: SyncedRevaluation,
      async read({ services, company }, ids) {
        const rows = await readRevaluationsByIds(services.pool, company.id, ids);
        return rows.map((row) => {
          const { id, fiscal_year_id, valued_on: on, method, version, created_at, updated_at } = row;
          const rates = row.rates.map(({ currency, rate }) => ({ currency, rate }));
          const entry_ids = row.entries.map(({ entry_id }) => entry_id);
          const said = { id, fiscal_year_id, on, method, rates, entry_ids, is_undone: row.is_taken_back };
          const shown = { ...said, version, lock_version: version, created_at, updated_at };
          return withDeletion(shown, { ...row, deleted_at: null });
        });
      },
    },
  },
});
