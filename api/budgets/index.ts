import { createRecordRoutes } from '../records/routes.ts';
import { subject } from '../subject.ts';
import { budgetApi } from './budget.ts';
import { comparisonRoute } from './comparison.ts';
import { importBudgetRoute } from './import-route.ts';
import { budgetSheet } from './import-columns.ts';
import { messages } from './messages.ts';
import { changeBudgetRoute, createBudgetRoute } from './routes.ts';

/** Read and delete use the generic record routes; create and update have their own. */
const asEveryRecord = createRecordRoutes(budgetApi, 'analytics').filter(
  ({ method }) => method === 'get' || method === 'delete',
);

/** Budgets and their comparison with actual figures. */
export const budgets = subject({
  routes: [...asEveryRecord, createBudgetRoute, changeBudgetRoute, comparisonRoute, importBudgetRoute],
  messages,
  imports: [budgetSheet],
  records: [budgetApi],
  feedOrder: { budgets: 180 },
});
