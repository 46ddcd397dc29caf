import { lifecycleEvents, type LifecycleEvent } from '../../domain/lifecycle/lifecycle-events.ts';
import { documents } from '../documents/tables.ts';
import { labelByColumns } from '../support/labels.ts';
import { handleEach, type Subject } from '../support/subject.ts';
import { LIFECYCLE, projectLifecycle } from './projector.ts';
import { documentLifecycle } from './tables.ts';

export const subject = {
  tables: [documentLifecycle],
  project: handleEach(lifecycleEvents, projectLifecycle),
  needs: { DocumentLifecycleChanged: ({ document_id }) => [{ table: documents, key: [document_id] }] },
  labels: { [LIFECYCLE]: labelByColumns(documentLifecycle, 'status') },
} satisfies Subject<LifecycleEvent>;
