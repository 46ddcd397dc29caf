import { subject } from '../subject.ts';
import { messages } from './messages.ts';
import { historyRoutes } from './routes.ts';

/** What the log of a company file says of itself. */
export const history = subject({ routes: historyRoutes, messages });
