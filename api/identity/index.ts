import { subject } from '../subject.ts';
import { messages } from './messages.ts';
import { identityRoutes } from './routes.ts';

/** Sign-in, the own account, sessions and integration tokens. */
export const identity = subject({ routes: identityRoutes, messages });
