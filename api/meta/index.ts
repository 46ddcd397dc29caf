import { subject } from '../subject.ts';
import { countryPackRoutes } from './country-pack-routes.ts';
import { messages } from './messages.ts';
import { errorCodeRoute } from './reference/error-codes.ts';
import { ibanRoutes } from './reference/iban.ts';
import { listRoutes } from './reference/lists.ts';
import { naceRoutes } from './reference/nace.ts';
import { metaRoutes } from './routes.ts';

/** Status of the service, country packs and reference data. */
export const meta = subject({
  // The codes of errors stand in the declarations of all routes, this one's included: they are read when they are requested.
  routes: (api) => [
    ...metaRoutes,
    ...countryPackRoutes,
    ...listRoutes,
    ...naceRoutes,
    ...ibanRoutes,
    errorCodeRoute(() => api.routes),
  ],
  messages,
});
