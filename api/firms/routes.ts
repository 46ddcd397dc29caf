import type { Route } from '../http/route.ts';
import { detailsRoutes } from './details.ts';
import { overviewRoutes } from './overview.ts';
import { teamRoutes } from './team.ts';

export const firmRoutes: readonly Route[] = [...detailsRoutes, ...teamRoutes, ...overviewRoutes];
