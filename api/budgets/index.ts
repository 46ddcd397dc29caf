import { recordRoutes } from '../records/routes.ts';
import { subject } from '../subject.ts';
import { budgetApi } from './budget.ts';
import { comparisonRoute } from './comparison.ts';
import { importBudgetRoute } from './import-route.ts';
import { messages } from './messages.ts';
import { changeBudgetRoute, createBudgetRoute } from './routes.ts';

/** Reading and deleting are as of every record; making and changing are its own. */
const asEveryRecord = recordRoutes(budgetApi, 'analytics').filter(
  ({ method }) => method === 'get' || method === 'delete',
);

/** What a year is to bring and to cost, and what it does. */
export const budgets = subject({
  routes: [...asEveryRecord, createBudgetRoute, changeBudgetRoute, comparisonRoute, importBudgetRoute],
  messages,
  records: [budgetApi],
});
