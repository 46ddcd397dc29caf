import { blocked, unlessRefused, type Undone, type Undoing, type UndoRules } from '../history/undo.ts';
import { living, recordsOf } from '../records/state.ts';
import type { checkEvents } from './check-events.ts';
import type { mergeEvents } from './merge-events.ts';
import { decideUnmerge } from './merge.ts';
import { mergedIntoAll } from './state.ts';
import { thirdParties } from './third-party.ts';

/** What a merge has changed of others, such as a rule that names the one that went, is an event of its own and goes back by itself. */
export const thirdPartyUndo: UndoRules<typeof mergeEvents & typeof checkEvents> = {
  ThirdPartyMerged: { role: 'manager', back: ({ id, into_id }, undoing) => unmerged(id, into_id, undoing) },
  ThirdPartyUnmerged: { role: 'manager', back: ({ id, from_id }, undoing) => mergedAgain(id, from_id, undoing) },
  ThirdPartyChecked: { never: 'undo_check', resource: 'third-parties' },
};

function unmerged(id: number, into: number, { file }: Undoing): Undone {
  const record = recordsOf(file.records, thirdParties).byId.get(id);
  if (!record?.isTrashed || record.data.merged_into_id !== into)
    return blocked('undo_record_restored', thirdParties.name, id);
  return unlessRefused(decideUnmerge(id, file) ?? [], thirdParties.name, id);
}

function mergedAgain(id: number, into: number, { file }: Undoing): Undone {
  const goes = living(file.records, thirdParties, id);
  if (!goes) return blocked('undo_record_trashed', thirdParties.name, id);
  if (!living(file.records, thirdParties, into)) return blocked('undo_record_trashed', thirdParties.name, into);
  const followers = mergedIntoAll(file.thirdParties, id);
  return [{ type: 'ThirdPartyMerged', data: { id, version: goes.version + 1, into_id: into, followers } }];
}
