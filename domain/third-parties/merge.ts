import type { CompanyFile } from '../company-file-state.ts';
import type { Json, JsonRecord } from '../json.ts';
import { changeOf, problemsOf, type Change } from '../records/checks.ts';
import type { RecordEvent } from '../records/record-events.ts';
import { canName, naming } from '../records/references.ts';
import { conflict } from '../records/records.ts';
import { resources } from '../records/resources.ts';
import { living, recordsOf, withRecords, type RecordsState, type StoredRecord } from '../records/state.ts';
import { invalid, refuse, type Decision } from '../refusal.ts';
import type { ThirdPartyField } from './fields.ts';
import type { MergeEvent } from './merge-events.ts';
import { mergedIntoAll } from './state.ts';
import { thirdParties, type ThirdParty } from './third-party.ts';

/**
 * Two third parties that turn out to be one. The one that goes lies in the recycle bin and names the one that stays; what
 * was posted for it counts for the other from then on, and again for itself when it is restored.
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
  const goes = living(file.records, thirdParties, id);
  if (!goes) return refuse('not_found');
  if (baseVersion !== null && baseVersion !== goes.version) return conflict(goes.version);
  if (into === id) return refuse('merge_into_itself', { field: 'into' });
  const stays = living(file.records, thirdParties, into);
  if (!stays) return refuse('third_party_unknown', { field: 'into' });
  if (stays.data.type !== goes.data.type) return refuse('merge_types_differ', { field: 'into' });
  const merged: MergeEvent = {
    type: 'ThirdPartyMerged',
    data: { id, version: goes.version + 1, into_id: into, followers: mergedIntoAll(file.thirdParties, id) },
  };
  return [merged, ...completedTarget(into, stays, goes, file), ...redirected(id, into, file)];
}

/** The way back, for a record of the recycle bin that was merged; null for every other one. */
export function decideUnmerge(id: number, file: CompanyFile): Decision<MergeEvent> | null {
  const record = recordsOf(file.records, thirdParties).byId.get(id);
  const from = record?.data.merged_into_id;
  if (!record?.isTrashed || !from) return null;
  const problems = problemsOf(thirdParties, { ...record.data, merged_into_id: null }, id, file, new Set());
  if (problems.length > 0) return invalid(problems);
  const followers = mergedIntoAll(file.thirdParties, id);
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

/** What the one that stays does not know, it takes from the one that goes; what it knows, it keeps. */
function completedTarget(id: number, stays: ThirdParty, goes: ThirdParty, file: CompanyFile): RecordEvent[] {
  const requested: Record<string, Json> = {};
  const take = (name: ThirdPartyField): void => {
    const value = goes.data[name] ?? null;
    if ((stays.data[name] ?? null) === null && value !== null) requested[name] = value;
  };
  // Half of one address and half of another are no address.
  const [here, there] = [stays.data.country ?? null, goes.data.country ?? null];
  if (ADDRESS.every((name) => (stays.data[name] ?? null) === null) && (here === null || here === there))
    [...ADDRESS, 'country' as const].forEach(take);
  FILLED.forEach(take);
  requested['ibans'] = united(stays.data.ibans, goes.data.ibans);
  const { changes, previous } = withoutRefused(id, stays, requested, file);
  if (Object.keys(changes).length === 0) return [];
  return [{ type: 'RecordUpdated', data: { resource: NAME, id, version: stays.version + 1, changes, previous } }];
}

/** A value that does not go with the others, such as the number of another enterprise, is left behind. */
function withoutRefused(id: number, stays: ThirdParty, requested: JsonRecord, file: CompanyFile): Change {
  let change = changeOf(thirdParties, id, stays, {}, file);
  let taken: JsonRecord = {};
  for (const [name, value] of Object.entries(requested)) {
    const more = { ...taken, [name]: value };
    const next = changeOf(thirdParties, id, stays, more, file);
    if (next.problems.length === 0) [change, taken] = [next, more];
  }
  return change;
}

const MAX_IBANS = 10;

/** Third parties from before there was a list have none. */
function united(here: readonly string[] = [], there: readonly string[] = []): readonly string[] {
  return [...new Set([...here, ...there])].slice(0, MAX_IBANS);
}

/** Living records that name the one that goes, such as a rule for its invoices, name the other from now on. */
function redirected(id: number, into: number, file: CompanyFile): RecordEvent[] {
  return resources.flatMap((resource) => {
    if (!canName(resource, NAME)) return [];
    const records = [...(file.records[resource.name]?.byId.entries() ?? [])].flatMap(([recordId, record]) => {
      if (record.isTrashed) return [];
      const changes = naming(resource, record.data, NAME, { from: id, into });
      const named = Object.keys(changes);
      if (named.length === 0) return [];
      const previous = Object.fromEntries(named.map((name) => [name, record.data[name] ?? null]));
      return [{ id: recordId, version: record.version + 1, changes, previous }];
    });
    return records.length > 0 ? [{ type: 'RecordsUpdated', data: { resource: resource.name, records } } as const] : [];
  });
}
