import { z } from 'zod';
import { FILING_STATUSES } from '../../domain/annual-filings/state.ts';
import { readAnnualFilingsByIds } from '../../projections/annual-filings/queries.ts';
import { decimalString, recordId, timestamp } from '../http/reply/output.ts';
import { subject } from '../subject.ts';
import { withDeletion } from '../sync/feed.ts';
import { messages } from './messages.ts';
import { annualFilingRoutes } from './routes.ts';

/** Without its boxes, which follow from the books. */
const SyncedAnnualFiling = z
  .object({
    id: recordId.meta({ description: 'Id of the fiscal year.' }),
    fiscal_year_id: recordId,
    status: z.enum(FILING_STATUSES),
    form: z.string().nullable().meta({ description: 'The chosen form; null: as it follows from the company.' }),
    manual: z
      .array(
        z.object({
          code: z.string(),
          amount: decimalString.nullable(),
          text: z.string().nullable(),
          reason: z.string(),
        }),
      )
      .meta({ description: 'Amounts and texts that a person entered, by box.' }),
    version: z.int(),
    lock_version: z.int(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'SyncedAnnualFiling' });

/** Annual accounts in the form of the administration. */
export const annualFilings = subject({
  areas: { filing: 'Annual accounts that can be filed.' },
  routes: annualFilingRoutes,
  messages,
  feed: {
    'annual-filings': {
      answer: SyncedAnnualFiling,
      async read({ services, company }, ids) {
        const rows = await readAnnualFilingsByIds(services.pool, company.id, ids);
        return rows.map(({ filed_version: _filed, ...row }) => {
          const shown = { ...row, fiscal_year_id: row.id, manual: [...row.manual], lock_version: row.version };
          return withDeletion(shown, { deleted_at: null });
        });
      },
    },
  },
});
