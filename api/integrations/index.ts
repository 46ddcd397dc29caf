import type { Connectors } from '../../outside/integrations/index.ts';
import type { IntegrationSecrets } from '../../stores/integrations/secrets.ts';
import { readIntegrationsByIds } from '../../projections/integrations/queries.ts';
import { subject } from '../subject.ts';
import { withDeletion } from '../sync/feed.ts';
import { presentSyncedIntegration, SyncedIntegration } from './integration.ts';
import { messages } from './messages.ts';
import { integrationRoutes } from './routes.ts';

declare module '../services.ts' {
  interface Services {
    /** Connectors to external sources, and their secrets. */
    readonly connectors: Connectors;
    readonly integrationSecrets: IntegrationSecrets;
  }
}

/** External sources that a company file is connected to, and their runs. */
export const integrations = subject({
  areas: { integrations: 'Connections to other software.' },
  routes: integrationRoutes,
  messages,
  feed: {
    integrations: {
      answer: SyncedIntegration,
      async read({ services, company }, ids) {
        const rows = await readIntegrationsByIds(services.pool, company.id, ids);
        return rows.map((row) => withDeletion(presentSyncedIntegration(row), row));
      },
      isGoneForGood: true,
      isSentWithSecrets: true,
    },
  },
});
