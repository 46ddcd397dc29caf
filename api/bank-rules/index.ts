import { createRecordRoutes } from '../records/routes.ts';
import { subject } from '../subject.ts';
import { messages } from './messages.ts';
import { proposalsRoute } from './proposals-route.ts';
import { bankRuleApi } from './rule.ts';
import { tryRoute } from './try-route.ts';

/** Rules that decide how bank transactions are booked. */
export const bankRules = subject({
  routes: [tryRoute, proposalsRoute, ...createRecordRoutes(bankRuleApi, 'bank')],
  messages,
  records: [bankRuleApi],
  feedOrder: { 'bank-rules': 160 },
});
