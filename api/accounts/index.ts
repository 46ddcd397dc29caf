import { importRoute } from '../records/import/routes.ts';
import { recordRoutes } from '../records/routes.ts';
import { subject } from '../subject.ts';
import { accountApi } from './account.ts';
import { messages } from './messages.ts';
import { accountRoutes } from './routes.ts';

/** The chart of accounts. */
export const accounts = subject({
  routes: [...recordRoutes(accountApi), ...accountRoutes, importRoute(accountApi, 'manager')],
  messages,
  records: [accountApi],
});
