import type { CompanyEvent } from '../../domain/companies/company.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import type { Batch } from '../support/batch.ts';
import { companies } from './tables.ts';

export function projectCompany({ data }: CompanyEvent, stored: RecordedEvent, batch: Batch): void {
  const at = stored.metadata['recorded_at'] as string;
  const seq = batch.change({
    companyId: data.id,
    resource: 'companies',
    id: data.id,
    op: 'upsert',
    version: 1,
    before: null,
    after: null,
  });
  batch.put(companies, { ...data, version: 1, seq, created_at: at, updated_at: at });
}
