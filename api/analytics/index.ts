import { recordRoutes } from '../records/routes.ts';
import { subject } from '../subject.ts';
import { analyticCodeApi } from './code.ts';
import { messages } from './messages.ts';

/** Codes that lines are told apart by besides their accounts. */
export const analytics = subject({
  routes: recordRoutes(analyticCodeApi, 'analytics'),
  messages,
  records: [analyticCodeApi],
});
