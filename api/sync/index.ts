import { conflictsByIds } from '../../projections/sync/conflicts.ts';
import { subject } from '../subject.ts';
import { bootstrapRoute } from './bootstrap.ts';
import { conflictRoutes } from './conflict-routes.ts';
import { presentConflict, SyncConflict } from './conflict.ts';
import { messages } from './messages.ts';
import { pullRoute } from './pull.ts';
import { pushRoute } from './push.ts';
import { statusRoute } from './status.ts';

/** Continuous and offline synchronisation: what the feed of each resource shows stands in the manifest of its subject. */
export const sync = subject({
  routes: (api) => [
    bootstrapRoute(api.feed),
    pullRoute(api.feed),
    pushRoute(api.feed, api.records),
    statusRoute(api.feed),
    ...conflictRoutes(api.feed),
  ],
  messages,
  feed: {
    'sync-conflicts': {
      answer: SyncConflict,
      async read({ services, company }, ids) {
        return (await conflictsByIds(services.pool, company.id, ids)).map(presentConflict);
      },
    },
  },
});
