import type { FeesEvent } from '../../domain/vat-filing/fees-events.ts';
import type { ListingEvent } from '../../domain/vat-filing/listing-events.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import type { Batch } from '../support/batch.ts';
import { getFileProvenance } from '../support/provenance.ts';
import { feesSlips, vatListings } from './tables.ts';

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

export function projectVatListing({ data }: ListingEvent, stored: RecordedEvent, batch: Batch): void {
  const { company_id, recorded_at, user_id } = getFileProvenance(stored);
  const { id, version, filed_on, reference } = data;
  const before = version === 1 ? null : batch.get(vatListings, id)!;
  const seq = batch.recordChange({
    companyId: company_id,
    resource: 'vat-listings',
    id,
    op: 'upsert',
    version,
    before: before && { filed_on: before.filed_on, reference: before.reference },
    after: before && { filed_on, reference },
  });
  batch.put(vatListings, {
    ...data,
    company_id,
    seq,
    created_at: before?.created_at ?? recorded_at,
    updated_at: recorded_at,
    created_by: before ? before.created_by : user_id,
  });
}
