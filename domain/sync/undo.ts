import { undoNothing, type UndoRules } from '../history/undo.ts';
import type { syncEvents } from './sync-events.ts';

export const syncUndo: UndoRules<typeof syncEvents> = {
  // It changed nothing, so there is nothing to undo: a conflict disappears when it is resolved.
  SyncConflictKept: { never: 'undo_conflict', resource: 'sync/conflicts' },
  // The resulting changes are separate events with their own undo; the resolution itself remains a fact.
  SyncConflictResolved: undoNothing('encoder'),
};
