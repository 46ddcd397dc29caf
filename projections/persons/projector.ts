import type { JsonRecord } from '../../domain/json.ts';
import { buildErasedValues } from '../../domain/persons/erase-person.ts';
import type { PersonEvent } from '../../domain/persons/person-events.ts';
import { thirdParties } from '../../domain/third-parties/third-party.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import { buildRecordSearchText } from '../records/search-text.ts';
import { getRecordTable } from '../records/tables.ts';
import type { Batch } from '../support/batch.ts';
import { getFileProvenance } from '../support/provenance.ts';
import { personErasures } from './tables.ts';

/** Shown instead of an erased value. */
const ERASED = { erased: true };

/** The record of the person. Other rows with personal texts are rebuilt by the job that completes the erasure. */
export function projectErasure({ data }: PersonEvent, stored: RecordedEvent, batch: Batch): void {
  const table = getRecordTable(thirdParties.name);
  const { third_party_id: id, version, part, fields, keys, kept_until, reason } = data;
  const row = batch.get(table, id);
  if (!row) throw new Error(`${thirdParties.name} ${id} does not exist`);
  const { recorded_at: at, company_id: companyId, user_id: userId } = getFileProvenance(stored);
  const values = buildErasedValues(data);
  const seq = batch.recordChange({
    companyId,
    resource: thirdParties.name,
    id,
    version,
    op: row.deleted_at === null ? 'upsert' : 'delete',
    before: Object.fromEntries(fields.map((name) => [name, ERASED])),
    after: pickValues(values, [...fields, 'erased_at', 'erased_part']),
  });
  const after = { ...row, ...values };
  const search = buildRecordSearchText(thirdParties, after);
  batch.put(table, { ...after, version, seq, updated_at: at, search });
  batch.put(personErasures, {
    third_party_id: id,
    version,
    company_id: companyId,
    part,
    fields,
    keys,
    kept_until,
    reason,
    position: stored.position,
    created_at: at,
    created_by: userId,
  });
}

const pickValues = (values: JsonRecord, names: readonly string[]): JsonRecord =>
  Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
