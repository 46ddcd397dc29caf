import type { CompanyFile, CompanyFileState } from '../company-file-state.ts';
import type { Subject } from '../subject.ts';
import { decideSync } from './conflicts.ts';
import { syncEvents } from './sync-events.ts';
import { syncUndo } from './undo.ts';

/** Requests of offline clients that conflict with changes made by others. */
export const sync = {
  events: syncEvents,
  decide: { KeepConflict: decideSync, ResolveConflict: decideSync },
  undo: syncUndo,
} satisfies Subject<CompanyFileState, CompanyFile>;
