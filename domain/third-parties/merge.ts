import type { CompanyFile } from '../company-file-state.ts';
import type { Json, JsonRecord } from '../json.ts';
import { prepareChange, findRecordProblems, type Change } from '../records/checks.ts';
import type { RecordEvent } from '../records/record-events.ts';
import { canReferTo, replaceReferences } from '../records/references.ts';
import { resources } from '../records/resources.ts';
import { findLiveRecord, getRecords, withRecords, type RecordsState, type StoredRecord } from '../records/state.ts';
import { refuseInvalid, refuse, type Decision } from '../refusal.ts';
import type { ThirdPartyField } from './fields.ts';
import type { MergeEvent } from './merge-events.ts';
import { listAllMerged } from './state.ts';
import { thirdParties, type ThirdParty } from './third-party.ts';
import { findVersionConflict } from '../versions.ts';

/**
 * Merges duplicate third parties. The merged one moves to the recycle bin and refers to the remaining one; its postings
 * count for the remaining one until it is restored.
 */

export interface MergeThirdParty {
  readonly type: 'MergeThirdParty';
  readonly id: number;
  readonly into: number;
  readonly baseVersion: number | null;
}

const NAME = thirdParties.name;

export function decideMerge(command: MergeThirdParty, file: CompanyFile): Decision<MergeEvent | RecordEvent> {
  const { id, into, baseVersion } = command;
  const goes = findLiveRecord(file.records, thirdParties, id);
  if (!goes) return refuse('not_found');
  const conflict = findVersionConflict(goes, baseVersion);
  if (conflict) return conflict;
  if (into === id) return refuse('merge_into_itself', { field: 'into' });
  const stays = findLiveRecord(file.records, thirdParties, into);
  if (!stays) return refuse('third_party_unknown', { field: 'into' });
  if (stays.data.type !== goes.data.type) return refuse('merge_types_differ', { field: 'into' });
  // Otherwise the data of one person would be kept under the erased keys of another.
  if (goes.data.erased_part || stays.data.erased_part) return refuse('erased', { field: 'into' });
  const merged: MergeEvent = {
    type: 'ThirdPartyMerged',
    data: { id, version: goes.version + 1, into_id: into, followers: listAllMerged(file.thirdParties, id) },
  };
  return [merged, ...completeTarget(into, stays, goes, file), ...redirectReferences(id, into, file)];
}

/** Undoes a merge when the record is restored from the recycle bin; null if the record was not merged. */
export function decideUnmerge(id: number, file: CompanyFile): Decision<MergeEvent> | null {
  const record = getRecords(file.records, thirdParties).byId.get(id);
  const from = record?.data.merged_into_id;
  if (!record?.isTrashed || !from) return null;
  const problems = findRecordProblems(thirdParties, { ...record.data, merged_into_id: null }, id, file, new Set());
  if (problems.length > 0) return refuseInvalid(problems);
  const followers = listAllMerged(file.thirdParties, id);
  return [{ type: 'ThirdPartyUnmerged', data: { id, version: record.version + 1, from_id: from, followers } }];
}

export function evolveMerge(state: RecordsState, { type, data }: MergeEvent): RecordsState {
  const collection = state[NAME];
  const before = collection?.byId.get(data.id);
  if (!collection || !before) return state;
  const target = type === 'ThirdPartyMerged' ? data.into_id : null;
  const after: StoredRecord = {
    version: data.version,
    data: { ...before.data, merged_into_id: target },
    isTrashed: target !== null,
  };
  return { ...state, [NAME]: withRecords(thirdParties, collection, [[data.id, after]]) };
}

const ADDRESS = ['address', 'street', 'house_number', 'box', 'postal_code', 'city'] as const;
const FILLED = [
  'vat_number',
  'enterprise_number',
  'email',
  'phone',
  'language',
  'bic',
  'payment_days',
  'default_account_id',
  'default_vat_code_id',
  'peppol_identifier',
  'notes',
] as const;

/** Fills the empty fields of the remaining third party from the merged one; existing values are kept. */
function completeTarget(id: number, stays: ThirdParty, goes: ThirdParty, file: CompanyFile): RecordEvent[] {
  const requested: Record<string, Json> = {};
  const takeIfMissing = (name: ThirdPartyField): void => {
    const value = goes.data[name] ?? null;
    if ((stays.data[name] ?? null) === null && value !== null) requested[name] = value;
  };
  // Parts of two addresses must not be mixed.
  const [here, there] = [stays.data.country ?? null, goes.data.country ?? null];
  if (ADDRESS.every((name) => (stays.data[name] ?? null) === null) && (here === null || here === there))
    [...ADDRESS, 'country' as const].forEach(takeIfMissing);
  FILLED.forEach(takeIfMissing);
  requested['ibans'] = mergeIbans(stays.data.ibans, goes.data.ibans);
  const { changes, previous } = dropRefusedValues(id, stays, requested, file);
  if (Object.keys(changes).length === 0) return [];
  return [{ type: 'RecordUpdated', data: { resource: NAME, id, version: stays.version + 1, changes, previous } }];
}

/** Drops values that conflict with the others, such as the number of another enterprise. */
function dropRefusedValues(id: number, stays: ThirdParty, requested: JsonRecord, file: CompanyFile): Change {
  let change = prepareChange(thirdParties, id, stays, {}, file);
  let taken: JsonRecord = {};
  for (const [name, value] of Object.entries(requested)) {
    const more = { ...taken, [name]: value };
    const next = prepareChange(thirdParties, id, stays, more, file);
    if (next.problems.length === 0) [change, taken] = [next, more];
  }
  return change;
}

const MAX_IBANS = 10;

/** Old third parties, from before `ibans` existed, have no list. */
function mergeIbans(here: readonly string[] = [], there: readonly string[] = []): readonly string[] {
  return [...new Set([...here, ...there])].slice(0, MAX_IBANS);
}

/** Active records that refer to the merged third party, such as a rule for its invoices, are redirected to the other. */
function redirectReferences(id: number, into: number, file: CompanyFile): RecordEvent[] {
  return resources.flatMap((resource) => {
    if (!canReferTo(resource, NAME)) return [];
    const records = [...(file.records[resource.name]?.byId.entries() ?? [])].flatMap(([recordId, record]) => {
      if (record.isTrashed) return [];
      const changes = replaceReferences(resource, record.data, NAME, { from: id, into });
      const named = Object.keys(changes);
      if (named.length === 0) return [];
      const previous = Object.fromEntries(named.map((name) => [name, record.data[name] ?? null]));
      return [{ id: recordId, version: record.version + 1, changes, previous }];
    });
    return records.length > 0 ? [{ type: 'RecordsUpdated', data: { resource: resource.name, records } } as const] : [];
  });
}
