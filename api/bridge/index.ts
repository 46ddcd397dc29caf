import { subject } from '../subject.ts';
import { exchangeRoutes } from './exchange-routes.ts';
import { externalSyncRoute } from './external-sync.ts';
import { messages } from './messages.ts';
import { mirrorRoutes } from './mirror-routes.ts';

/** The external fiduciary platform: data received, sent and requested. */
export const bridge = subject({
  areas: { bridge: 'Reserved for the external platform.' },
  routes: [...mirrorRoutes, ...exchangeRoutes, externalSyncRoute],
  messages,
});
