import { subject } from '../subject.ts';
import { exchangeRoutes } from './exchange-routes.ts';
import { externalSyncRoute } from './external-sync.ts';
import { messages } from './messages.ts';
import { mirrorRoutes } from './mirror-routes.ts';

/** The external fiduciary platform: what it tells, what it is sent, and what it is asked. */
export const bridge = subject({ routes: [...mirrorRoutes, ...exchangeRoutes, externalSyncRoute], messages });
