import type { SepaEvent } from '../../domain/sepa/sepa-events.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import type { Batch } from '../support/batch.ts';
import { getFileProvenance } from '../support/provenance.ts';
import { sepaFiles, sepaLines, sepaPayments } from './tables.ts';
import { NOT_TRASHED } from '../support/trash.ts';

type FileEvent = Extract<SepaEvent, { readonly type: 'SepaFileCreated' | 'SepaFileStatusChanged' }>;

export function projectSepa(event: FileEvent, stored: RecordedEvent, batch: Batch): void {
  const { company_id, recorded_at, user_id } = getFileProvenance(stored);
  const recordChange = (id: number, version: number, before: object | null, after: object | null) =>
    batch.recordChange({ companyId: company_id, resource: 'sepa-files', id, op: 'upsert', version, before, after });

  if (event.type === 'SepaFileCreated') {
    const { payments, creditor_identifier = null, ...file } = event.data;
    batch.put(sepaFiles, {
      ...file,
      creditor_identifier,
      company_id,
      payments_count: payments.length,
      status: 'created',
      cancelled_reason: null,
      journal_entry_id: null,
      version: 1,
      seq: recordChange(file.id, 1, null, null),
      created_at: recorded_at,
      updated_at: recorded_at,
      created_by: user_id,
      ...NOT_TRASHED,
    });
    for (const [index, { mandate = null, ...payment }] of payments.entries()) {
      batch.put(sepaPayments, { ...payment, mandate, sepa_file_id: file.id, number: index + 1, company_id });
      for (const { line_id } of payment.lines) batch.put(sepaLines, { sepa_file_id: file.id, line_id, company_id });
    }
    const { id, type, format, message_id, execution_date, control_sum } = file;
    const data = { id, type, format, message_id, execution_date, control_sum, payments_count: payments.length };
    batch.announce(stored, () => ({ event: 'sepa.created', data }));
    return;
  }
  const { id, version } = event.data;
  const row = batch.get(sepaFiles, id)!;
  const { status, previous, reason = null, entry_id = null } = event.data;
  const moved = { status, cancelled_reason: reason, journal_entry_id: entry_id };
  const before = { status: previous, cancelled_reason: row.cancelled_reason, journal_entry_id: row.journal_entry_id };
  const seq = recordChange(id, version, before, moved);
  batch.put(sepaFiles, { ...row, ...moved, version, seq, updated_at: recorded_at });
}
