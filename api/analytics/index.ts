import { recordRoutes } from '../records/routes.ts';
import { subject } from '../subject.ts';
import { analyticCodeApi } from './code.ts';
import { messages } from './messages.ts';
import { analyticReportRoute } from './report.ts';

/** Codes that lines are told apart by besides their accounts, and what they come to. */
export const analytics = subject({
  routes: [...recordRoutes(analyticCodeApi, 'analytics'), analyticReportRoute],
  messages,
  records: [analyticCodeApi],
});
