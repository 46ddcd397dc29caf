import { createRecordRoutes } from '../records/routes.ts';
import { subject } from '../subject.ts';
import { messages } from './messages.ts';
import { vatCodeApi } from './vat-code.ts';

/** VAT codes with their rates, accounts and boxes. */
export const vatCodes = subject({
  areas: { 'vat-codes': 'VAT codes with their rates and accounts.' },
  routes: createRecordRoutes(vatCodeApi),
  messages,
  records: [vatCodeApi],
  feedOrder: { 'vat-codes': 40 },
});
