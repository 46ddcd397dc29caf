import { readLifecycleByIds } from '../../projections/lifecycle/queries.ts';
import { subject } from '../subject.ts';
import { messages } from './messages.ts';
import { lifecycleRoutes } from './routes.ts';
import { presentRecordedStep, RecordedStep } from './step.ts';

/** Statuses of documents that were exchanged over the approved platform or Peppol. */
export const lifecycle = subject({
  routes: lifecycleRoutes,
  messages,
  feed: {
    'document-lifecycle': {
      answer: RecordedStep,
      async read({ services, company, language }, ids) {
        const rows = await readLifecycleByIds(services.pool, company.id, ids);
        return rows.map((row) => presentRecordedStep(row, language));
      },
    },
  },
});
