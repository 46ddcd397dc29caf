import type { CheckEvent } from '../../domain/third-parties/check-events.ts';
import type { MergeEvent } from '../../domain/third-parties/merge-events.ts';
import { thirdParties } from '../../domain/third-parties/third-party.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import { buildRecordSearchText } from '../records/search-text.ts';
import { getRecordTable } from '../records/tables.ts';
import type { Batch } from '../support/batch.ts';
import { getFileProvenance } from '../support/provenance.ts';
import { thirdPartyMerges } from './tables.ts';

const resource = 'third-parties';

export function projectMerge({ type, data }: MergeEvent, stored: RecordedEvent, batch: Batch): void {
  const table = getRecordTable(resource);
  const { id, version, followers } = data;
  const row = batch.get(table, id);
  if (!row) throw new Error(`${resource} ${id} does not exist`);
  const { recorded_at: at, company_id: companyId, user_id: userId } = getFileProvenance(stored);
  const isMerge = type === 'ThirdPartyMerged';
  const after = isMerge
    ? { deleted_at: at, deleted_by: userId, merged_into_id: data.into_id }
    : { deleted_at: null, deleted_by: null, merged_into_id: null };
  const seq = batch.recordChange({
    companyId,
    resource,
    id,
    version,
    op: isMerge ? 'delete' : 'upsert',
    before: { deleted_at: row.deleted_at, merged_into_id: row.merged_into_id },
    after: { deleted_at: after.deleted_at, merged_into_id: after.merged_into_id },
  });
  batch.put(table, { ...row, ...after, version, seq, updated_at: at });

  const putMerge = (thirdPartyId: number, into: number | null): void =>
    batch.put(thirdPartyMerges, { third_party_id: thirdPartyId, company_id: companyId, into_id: into });
  putMerge(id, isMerge ? data.into_id : null);
  for (const follower of followers) putMerge(follower, isMerge ? data.into_id : id);
}

/** Projected like a change of fields, but not announced: results of checks are not news. */
export function projectCheck({ data }: CheckEvent, stored: RecordedEvent, batch: Batch): void {
  const table = getRecordTable(resource);
  const { id, version, changes, previous } = data;
  const before = batch.get(table, id);
  if (!before) throw new Error(`${resource} ${id} does not exist`);
  const { recorded_at: at, company_id: companyId } = getFileProvenance(stored);
  const seq = batch.recordChange({ companyId, resource, id, version, op: 'upsert', before: previous, after: changes });
  const row = { ...before, ...changes };
  batch.put(table, { ...row, version, seq, updated_at: at, search: buildRecordSearchText(thirdParties, row) });
}
