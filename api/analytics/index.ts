import { createImportRoute } from '../records/import/routes.ts';
import { createRecordRoutes } from '../records/routes.ts';
import { subject } from '../subject.ts';
import { analyticCodeApi } from './code.ts';
import { messages } from './messages.ts';
import { analyticReportRoute } from './report.ts';
import { analyticCodeSheet } from './sheet.ts';

/** Analytic codes that classify entry lines besides their accounts, and the report on them. */
export const analytics = subject({
  areas: { analytics: 'Analytic codes and budgets.' },
  routes: [
    ...createRecordRoutes(analyticCodeApi, 'analytics'),
    createImportRoute(analyticCodeApi, { role: 'encoder', sheet: analyticCodeSheet, area: 'analytics' }),
    analyticReportRoute,
  ],
  messages,
  imports: [analyticCodeSheet],
  records: [analyticCodeApi],
  feedOrder: { 'analytic-codes': 30 },
});
