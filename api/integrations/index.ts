import { integrationsByIds } from '../../projections/integrations/queries.ts';
import { subject } from '../subject.ts';
import { withDeletion } from '../sync/feed.ts';
import { presentSynced, SyncedIntegration } from './integration.ts';
import { messages } from './messages.ts';
import { integrationRoutes } from './routes.ts';

/** Sources outside that a company file is connected with, and their runs. */
export const integrations = subject({
  routes: integrationRoutes,
  messages,
  feed: {
    integrations: {
      answer: SyncedIntegration,
      async read({ services, company }, ids) {
        const rows = await integrationsByIds(services.pool, company.id, ids);
        return rows.map((row) => withDeletion(presentSynced(row), row));
      },
      isGoneForGood: true,
      isSentWithSecrets: true,
    },
  },
});
