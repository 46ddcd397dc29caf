import { blockUndo, toUndone, type Undone, type Undoing, type UndoRules } from '../history/undo.ts';
import { findLiveRecord, getRecords } from '../records/state.ts';
import type { checkEvents } from './check-events.ts';
import type { mergeEvents } from './merge-events.ts';
import { decideUnmerge } from './merge.ts';
import { listAllMerged } from './state.ts';
import { thirdParties } from './third-party.ts';

/**
 * Changes that a merge made to other records, such as a rule that refers to the merged one, are separate events with
 * their own undo.
 */
export const thirdPartyUndo: UndoRules<typeof mergeEvents & typeof checkEvents> = {
  ThirdPartyMerged: { role: 'manager', revert: ({ id, into_id }, undoing) => undoMerge(id, into_id, undoing) },
  ThirdPartyUnmerged: { role: 'manager', revert: ({ id, from_id }, undoing) => undoUnmerge(id, from_id, undoing) },
  ThirdPartyChecked: { never: 'undo_check', resource: 'third-parties' },
};

function undoMerge(id: number, into: number, { file }: Undoing): Undone {
  const record = getRecords(file.records, thirdParties).byId.get(id);
  if (!record?.isTrashed || record.data.merged_into_id !== into)
    return blockUndo('undo_record_restored', thirdParties.name, id);
  return toUndone(decideUnmerge(id, file) ?? [], thirdParties.name, id);
}

function undoUnmerge(id: number, into: number, { file }: Undoing): Undone {
  const goes = findLiveRecord(file.records, thirdParties, id);
  if (!goes) return blockUndo('undo_record_trashed', thirdParties.name, id);
  if (!findLiveRecord(file.records, thirdParties, into))
    return blockUndo('undo_record_trashed', thirdParties.name, into);
  const followers = listAllMerged(file.thirdParties, id);
  return [{ type: 'ThirdPartyMerged', data: { id, version: goes.version + 1, into_id: into, followers } }];
}
