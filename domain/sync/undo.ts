import type { UndoRules } from '../history/undo.ts';
import type { syncEvents } from './sync-events.ts';

export const syncUndo: UndoRules<typeof syncEvents> = {
  // Nothing was changed by it: whoever wants it gone decides it.
  SyncConflictKept: { never: 'undo_conflict', resource: 'sync/conflicts' },
  // What it changed stands in events of its own, which are taken back; that it was decided stays true.
  SyncConflictResolved: { role: 'encoder', back: () => [] },
};
