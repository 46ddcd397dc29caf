import { authRoutes } from './auth/routes.ts';
import { companyRoutes } from './companies/routes.ts';
import { fiscalYearRoutes } from './fiscal-years/routes.ts';
import type { Route } from './http/route.ts';
import { entryRoutes } from './ledger/routes.ts';
import { metaRoutes } from './meta/routes.ts';
import { recordRoutes } from './records/routes.ts';
import { syncRoutes } from './sync/routes.ts';

/** The whole API, one row a route. */
export const routes: readonly Route[] = [
  ...metaRoutes,
  ...authRoutes,
  ...companyRoutes,
  ...fiscalYearRoutes,
  ...recordRoutes,
  ...entryRoutes,
  ...syncRoutes,
];
