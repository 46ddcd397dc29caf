import { subject } from '../subject.ts';
import { messages } from './messages.ts';
import { validateRoute } from './validate-route.ts';

/** Electronic invoices as the network takes them. */
export const peppol = subject({ routes: [validateRoute], messages });
