import { subject } from '../subject.ts';
import { activityRoute } from './activity.ts';
import { auditPackRoute } from './audit-pack.ts';
import { messages } from './messages.ts';
import { revisionRoutes } from './revisions.ts';
import { historyRoutes } from './routes.ts';
import { createTrashRoutes } from './trash.ts';
import { undoRoutes } from './undo.ts';

/** Change history of a company file, undo, and the recycle bin. */
export const history = subject({
  areas: { history: 'History, undo and the recycle bin.' },
  // `verify` comes before `{revision}`, which would match it too.
  routes: (api) => [
    ...historyRoutes,
    ...revisionRoutes,
    ...undoRoutes,
    activityRoute,
    auditPackRoute,
    ...createTrashRoutes(api.records, api.bin),
  ],
  messages,
});
