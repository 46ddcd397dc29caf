import { companiesByIds } from '../../projections/companies/queries.ts';
import { subject } from '../subject.ts';
import type { FeedRecord } from '../sync/feed.ts';
import { presentCompany } from './company.ts';
import { messages } from './messages.ts';
import { companyRoutes } from './routes.ts';

/** Company files: creation with accounting set-up, identity and settings. */
export const companies = subject({
  routes: companyRoutes,
  messages,
  feed: {
    companies: {
      async read({ services, baseUrl }, ids) {
        const rows = await companiesByIds(services.pool, ids);
        return rows.map((row) => presentCompany(row, baseUrl) as FeedRecord);
      },
    },
  },
});
