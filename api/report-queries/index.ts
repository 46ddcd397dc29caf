import { subject } from '../subject.ts';
import { messages } from './messages.ts';
import { queryRoute } from './query-route.ts';
import { reportQueryApi, savedQueryRoutes } from './saved.ts';

/** Declared queries over the ledger, and those that are saved under a name. */
export const reportQueries = subject({
  routes: [queryRoute, ...savedQueryRoutes],
  messages,
  records: [reportQueryApi],
  feedOrder: { 'report-queries': 190 },
});
