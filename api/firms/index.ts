import { subject } from '../subject.ts';
import { messages } from './messages.ts';
import { firmRoutes } from './routes.ts';

/** Accounting firms, their team and their activity. */
export const firms = subject({ routes: firmRoutes, messages });
