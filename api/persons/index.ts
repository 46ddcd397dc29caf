import { subject } from '../subject.ts';
import { accountRoutes } from './account-routes.ts';
import { messages } from './messages.ts';
import { personRoutes } from './routes.ts';

/** Personal data of natural persons: export and erasure. */
export const persons = subject({ routes: [...personRoutes, ...accountRoutes], messages });
