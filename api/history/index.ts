import { subject } from '../subject.ts';
import { activityRoute } from './activity.ts';
import { auditPackRoute } from './audit-pack.ts';
import { messages } from './messages.ts';
import { revisionRoutes } from './revisions.ts';
import { historyRoutes } from './routes.ts';
import { trashRoutes } from './trash.ts';
import { undoRoutes } from './undo.ts';

/** What happened to a company file and who did it; how it is taken back; and what lies in the recycle bin. */
export const history = subject({
  // `verify` stands before `{revision}`, which would take its place.
  routes: (api) => [
    ...historyRoutes,
    ...revisionRoutes,
    ...undoRoutes,
    activityRoute,
    auditPackRoute,
    ...trashRoutes(api.records, api.bin),
  ],
  messages,
});
