import { readConflictsByIds } from '../../projections/sync/conflicts.ts';
import { subject } from '../subject.ts';
import { createBootstrapRoute } from './bootstrap.ts';
import { createConflictRoutes } from './conflict-routes.ts';
import { presentConflict, SyncConflict } from './conflict.ts';
import { messages } from './messages.ts';
import { createPullRoute } from './pull.ts';
import { createPushRoute } from './push.ts';
import { createStatusRoute } from './status.ts';
import { createStreamRoute } from './stream.ts';

/** Continuous and offline synchronisation; the manifest of each subject declares its part of the feed. */
export const sync = subject({
  areas: { sync: 'Continuous and offline synchronisation.' },
  routes: (api) => [
    createBootstrapRoute(api),
    createPullRoute(api.feed),
    createStreamRoute(api.feed),
    createPushRoute(api.feed, api.records),
    createStatusRoute(api.feed),
    ...createConflictRoutes(api.feed),
  ],
  messages,
  feed: {
    'sync-conflicts': {
      answer: SyncConflict,
      async read({ services, company }, ids) {
        return (await readConflictsByIds(services.pool, company.id, ids)).map(presentConflict);
      },
    },
  },
});
