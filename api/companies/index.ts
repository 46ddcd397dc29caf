import { loadCompaniesByIds } from '../../projections/companies/queries.ts';
import { subject } from '../subject.ts';
import type { FeedRecord } from '../sync/feed.ts';
import { Company, presentCompany } from './company.ts';
import { dashboardRoute } from './dashboard.ts';
import { identityRoutes } from './identity-routes.ts';
import { companyLogoRoutes } from './logo.ts';
import { membersRoute } from './members.ts';
import { messages } from './messages.ts';
import { companyRoutes } from './routes.ts';
import { settingsRoutes } from './settings-routes.ts';
import { sheetRoute } from './sheet.ts';

/** Company files: creation with accounting set-up, identity and settings. */
export const companies = subject({
  areas: { companies: 'Company files: creation with accounting set-up, identity and settings.' },
  routes: [
    ...companyRoutes,
    ...identityRoutes,
    ...settingsRoutes,
    sheetRoute,
    dashboardRoute,
    membersRoute,
    ...companyLogoRoutes,
  ],
  messages,
  feed: {
    companies: {
      answer: Company,
      async read({ services }, ids) {
        const rows = await loadCompaniesByIds(services.pool, ids);
        return rows.map((row) => presentCompany(row, services.signedUrls) as FeedRecord);
      },
    },
  },
  feedOrder: { companies: 10 },
});
