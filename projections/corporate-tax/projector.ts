import type { TaxEvent } from '../../domain/corporate-tax/tax-events.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import type { Batch } from '../support/batch.ts';
import { getFileProvenance } from '../support/provenance.ts';
import { corporateTaxLines } from './tables.ts';

export function projectTaxLines({ data }: TaxEvent, stored: RecordedEvent, batch: Batch): void {
  const { company_id, recorded_at, user_id } = getFileProvenance(stored);
  const { fiscal_year_id: id, version, lines, previous } = data;
  const before = version === 1 ? null : batch.get(corporateTaxLines, id)!;
  const seq = batch.recordChange({
    companyId: company_id,
    resource: 'corporate-tax',
    id,
    op: 'upsert',
    version,
    before: before && { lines: previous },
    after: before && { lines },
  });
  batch.put(corporateTaxLines, {
    id,
    company_id,
    lines,
    version,
    seq,
    created_at: before?.created_at ?? recorded_at,
    updated_at: recorded_at,
    created_by: before ? before.created_by : user_id,
  });
}
