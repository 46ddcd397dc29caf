import { subject } from '../subject.ts';
import { countryPackRoutes } from './country-pack-routes.ts';
import { messages } from './messages.ts';
import { createErrorCodeRoute } from './reference/error-codes.ts';
import { ibanRoutes } from './reference/iban.ts';
import { listRoutes } from './reference/lists.ts';
import { naceRoutes } from './reference/nace.ts';
import { probeRoutes } from './probe-routes.ts';
import { metaRoutes } from './routes.ts';

/** Status of the service, country packs and reference data. */
export const meta = subject({
  areas: {
    meta: 'Status of the service, country packs and reference data.',
    operations: 'Probes for supervisors and load balancers.',
  },
  // Error codes are declared by all routes, including this one, so they are read on request.
  routes: (api) => [
    ...metaRoutes,
    ...probeRoutes,
    ...countryPackRoutes,
    ...listRoutes,
    ...naceRoutes,
    ...ibanRoutes,
    createErrorCodeRoute(() => api.routes),
  ],
  messages,
});
