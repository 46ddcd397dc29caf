import { createRecordRoutes } from '../records/routes.ts';
import { subject } from '../subject.ts';
import { messages } from './messages.ts';
import { vatCodeApi } from './vat-code.ts';

/** VAT codes with their rates, accounts and boxes. */
export const vatCodes = subject({
  routes: createRecordRoutes(vatCodeApi),
  messages,
  records: [vatCodeApi],
});
