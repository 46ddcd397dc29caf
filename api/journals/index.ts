import { createRecordRoutes } from '../records/routes.ts';
import { subject } from '../subject.ts';
import { journalApi, journalRuleApi } from './journal.ts';
import { messages } from './messages.ts';
import { routingRoute } from './routing.ts';
import { journalRuleRoutes } from './rules.ts';

/** Journals and their routing rules, whose routes are nested below the journal. */
export const journals = subject({
  routes: [...createRecordRoutes(journalApi), ...journalRuleRoutes, routingRoute],
  messages,
  records: [journalApi, journalRuleApi],
});
