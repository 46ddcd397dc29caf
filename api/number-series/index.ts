import { createRecordRoutes } from '../records/routes.ts';
import { subject } from '../subject.ts';
import { messages } from './messages.ts';
import { numberSeriesApi } from './series.ts';

/** Series that give documents their numbers. */
export const numberSeries = subject({
  areas: { invoices: 'Numbers, mentions and forms of the documents that a company issues.' },
  routes: createRecordRoutes(numberSeriesApi, 'invoices'),
  messages,
  records: [numberSeriesApi],
  feedOrder: { 'number-series': 65 },
});
