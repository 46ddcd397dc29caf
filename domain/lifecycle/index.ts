import type { CompanyFile, CompanyFileState } from '../company-file-state.ts';
import type { UndoRules } from '../history/undo.ts';
import type { Subject } from '../subject.ts';
import { lifecycleEvents } from './lifecycle-events.ts';
import { decideLifecycle } from './lifecycle.ts';

/** The other side and the platform know a status once it was stated. */
const lifecycleUndo: UndoRules<typeof lifecycleEvents> = {
  DocumentLifecycleChanged: { never: 'undo_lifecycle', resource: 'document-lifecycle' },
};

/** Statuses of documents that were exchanged over a network. */
export const lifecycle = {
  events: lifecycleEvents,
  decide: { StateLifecycle: decideLifecycle, RecordLifecycle: decideLifecycle },
  undo: lifecycleUndo,
} satisfies Subject<CompanyFileState, CompanyFile>;
