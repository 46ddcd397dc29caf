import { createImportRoute } from '../records/import/routes.ts';
import { createRecordRoutes } from '../records/routes.ts';
import { subject } from '../subject.ts';
import { accountApi } from './account.ts';
import { messages } from './messages.ts';
import { accountRoutes } from './routes.ts';
import { accountSheet } from './sheet.ts';

/** The chart of accounts. */
export const accounts = subject({
  areas: { accounts: 'The chart of accounts.' },
  routes: [
    ...createRecordRoutes(accountApi),
    ...accountRoutes,
    createImportRoute(accountApi, { role: 'manager', sheet: accountSheet }),
  ],
  messages,
  imports: [accountSheet],
  records: [accountApi],
  feedOrder: { accounts: 50 },
});
