import { recordRoutes } from '../records/routes.ts';
import { subject } from '../subject.ts';
import { messages } from './messages.ts';
import { bankRuleApi } from './rule.ts';
import { tryRoute } from './try-route.ts';

/** Which movements of the bank are booked where. */
export const bankRules = subject({
  routes: [tryRoute, ...recordRoutes(bankRuleApi, 'bank')],
  messages,
  records: [bankRuleApi],
});
