import type { ApprovedPlatform } from '../../outside/approved-platform/platform.ts';
import type { AccessPoint } from '../../outside/peppol/access-point.ts';
import { readPeppolMessagesByIds, readRegistrationsByIds } from '../../projections/peppol/queries.ts';
import { subject } from '../subject.ts';
import { withDeletion } from '../sync/feed.ts';
import { inboxRoute } from './inbox-route.ts';
import { PeppolMessage, presentMessage } from './message.ts';
import { messageRoutes } from './message-routes.ts';
import { messages } from './messages.ts';
import { PeppolRegistration, presentRegistration } from './registration.ts';
import { registrationRoutes } from './registration-routes.ts';
import { transferRoutes } from './transfer-routes.ts';
import { validateRoute } from './validate-route.ts';

declare module '../services.ts' {
  interface Services {
    /** Access point to the Peppol network; null if none is configured. */
    readonly accessPoint: AccessPoint | null;
    /** Approved platform of French companies; null if none is configured. */
    readonly platform: ApprovedPlatform | null;
  }
}

/** The Peppol network: registration of the company, electronic invoices and their exchange. */
export const peppol = subject({
  areas: { peppol: 'Electronic invoices over Peppol.' },
  routes: [...registrationRoutes, ...transferRoutes, ...messageRoutes, validateRoute, inboxRoute],
  messages,
  feed: {
    peppol: {
      answer: PeppolRegistration,
      async read({ services, company }, ids) {
        const rows = await readRegistrationsByIds(services.pool, company.id, ids);
        return rows.map((row) => withDeletion(presentRegistration(row), row));
      },
      table: 'peppol_registrations',
      isGoneForGood: true,
    },
    'peppol-messages': {
      answer: PeppolMessage,
      async read({ services, company, language }, ids) {
        const rows = await readPeppolMessagesByIds(services.pool, company.id, ids);
        return rows.map((row) => presentMessage(row, language));
      },
    },
  },
});
