import type { FiscalYearEvent } from '../../domain/fiscal-years/fiscal-year.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import type { Batch } from '../support/batch.ts';
import { fiscalYears } from './tables.ts';

export function projectFiscalYear({ data }: FiscalYearEvent, stored: RecordedEvent, batch: Batch): void {
  const at = stored.metadata['recorded_at'] as string;
  const companyId = stored.metadata['company_id'] as number;
  const seq = batch.change({
    companyId,
    resource: 'fiscal-years',
    id: data.id,
    op: 'upsert',
    version: 1,
    before: null,
    after: null,
  });
  batch.put(fiscalYears, { ...data, company_id: companyId, version: 1, seq, created_at: at, updated_at: at });
}
