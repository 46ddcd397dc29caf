import type { CompanyFile } from '../company-file-state.ts';
import { refuse, type Decision } from '../refusal.ts';
import type { RecurringEvent } from './recurring-events.ts';
import { evolveRecurring } from './state.ts';
import { findVersionConflict } from '../versions.ts';

/** Trashed templates: nothing is posted from them, and they are restored unchanged. */

export interface MoveRecurringEntry {
  readonly type: 'TrashRecurringEntry' | 'RestoreRecurringEntry';
  readonly id: number;
  readonly baseVersion: number | null;
}

export function decideTrashOrRestore(
  { type, id, baseVersion }: MoveRecurringEntry,
  file: CompanyFile,
): Decision<RecurringEvent> {
  const entry = file.recurringEntries[id];
  const isRestored = type === 'RestoreRecurringEntry';
  if (!entry || entry.is_trashed !== isRestored) return refuse('not_found');
  const conflict = findVersionConflict(entry, baseVersion);
  if (conflict) return conflict;
  const data = { id, version: entry.version + 1 };
  return [{ type: isRestored ? 'RecurringEntryRestored' : 'RecurringEntryTrashed', data }];
}

export const recurringBin = {
  /** Version of a trashed template. Null if it is not in the recycle bin. */
  trashedVersion({ recurringEntries }: CompanyFile, id: number): number | null {
    const entry = recurringEntries[id];
    return entry?.is_trashed ? entry.version : null;
  },
  purged: (recurring_entries: readonly { readonly id: number; readonly version: number }[]): RecurringEvent => ({
    type: 'RecurringEntriesPurged',
    data: { recurring_entries },
  }),
  /** Templates that refer to records are purged before them. */
  without: (file: CompanyFile, event: RecurringEvent): CompanyFile => ({
    ...file,
    recurringEntries: evolveRecurring(file.recurringEntries, event),
  }),
};
