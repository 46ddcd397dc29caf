import { subject } from '../subject.ts';
import { searchRoutes } from './routes.ts';

/** One search over everything that a company file or a firm contains. */
export const search = subject({
  areas: { search: 'Find any record by a few letters.' },
  routes: searchRoutes,
});
