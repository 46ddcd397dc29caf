import type { FeesEvent } from '../../domain/vat-filing/fees-events.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import type { Batch } from '../support/batch.ts';
import { getFileProvenance } from '../support/provenance.ts';
import { feesSlips } from './tables.ts';

export function projectFeesSlip({ data }: FeesEvent, stored: RecordedEvent, batch: Batch): void {
  const { company_id, recorded_at, user_id } = getFileProvenance(stored);
  const { id, version, year, third_party_id, slip, previous } = data;
  const isNew = version === 1;
  const seq = batch.recordChange({
    companyId: company_id,
    resource: 'fees-281-50-slips',
    id,
    op: 'upsert',
    version,
    before: isNew ? null : previous,
    after: isNew ? null : slip,
  });
  const before = isNew ? null : batch.get(feesSlips, id)!;
  batch.put(feesSlips, {
    id,
    company_id,
    year,
    third_party_id,
    ...slip,
    version,
    seq,
    created_at: before?.created_at ?? recorded_at,
    updated_at: recorded_at,
    created_by: before ? before.created_by : user_id,
  });
}
