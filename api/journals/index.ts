import { createRecordRoutes } from '../records/routes.ts';
import { subject } from '../subject.ts';
import { journalApi, journalRuleApi } from './journal.ts';
import { messages } from './messages.ts';
import { routingRoute } from './routing.ts';
import { journalRuleRoutes } from './rules.ts';

/** Journals and their routing rules, whose routes are nested below the journal. */
export const journals = subject({
  areas: { journals: 'Journals and their routing rules.' },
  routes: [...createRecordRoutes(journalApi), ...journalRuleRoutes, routingRoute],
  messages,
  records: [journalApi, journalRuleApi],
  feedOrder: { journals: 60, 'journal-rules': 70 },
});
