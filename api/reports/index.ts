import { subject } from '../subject.ts';
import { messages } from './messages.ts';
import { reportRoutes } from './routes.ts';

/** Balances, ledgers and balances of third parties. */
export const reports = subject({ routes: reportRoutes, messages });
