import type { CompanyFile } from '../company-file-state.ts';
import type { Subject } from '../subject.ts';
import { decideSync } from './conflicts.ts';
import { syncEvents } from './sync-events.ts';
import { syncUndo } from './undo.ts';

/** What clients that were offline ask for, where it meets what others have done. */
export const sync = {
  events: syncEvents,
  decide: { KeepConflict: decideSync, ResolveConflict: decideSync },
  undo: syncUndo,
} satisfies Subject<CompanyFile>;
