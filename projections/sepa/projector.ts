import type { SepaEvent } from '../../domain/sepa/sepa-events.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import type { Batch } from '../support/batch.ts';
import { getFileProvenance } from '../support/provenance.ts';
import { sepaFiles, sepaLines, sepaPayments } from './tables.ts';

export function projectSepa(event: SepaEvent, stored: RecordedEvent, batch: Batch): void {
  const { company_id, recorded_at, user_id } = getFileProvenance(stored);
  const recordChange = (
    id: number,
    version: number,
    before: object | null,
    after: object | null,
    op: 'upsert' | 'delete' = 'upsert',
  ) => batch.recordChange({ companyId: company_id, resource: 'sepa-files', id, op, version, before, after });

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
      deleted_at: null,
      deleted_by: null,
      purged_at: null,
    });
    for (const [index, { mandate = null, ...payment }] of payments.entries()) {
      batch.put(sepaPayments, { ...payment, mandate, sepa_file_id: file.id, number: index + 1, company_id });
      for (const { line_id } of payment.lines) batch.put(sepaLines, { sepa_file_id: file.id, line_id, company_id });
    }
    return;
  }
  if (event.type === 'SepaFilesPurged') {
    for (const { id, version } of event.data.files) {
      const seq = recordChange(id, version, { purged_at: null }, { purged_at: recorded_at }, 'delete');
      batch.put(sepaFiles, {
        ...batch.get(sepaFiles, id)!,
        version,
        seq,
        updated_at: recorded_at,
        purged_at: recorded_at,
      });
    }
    return;
  }
  const { id, version } = event.data;
  const row = batch.get(sepaFiles, id)!;
  if (event.type !== 'SepaFileStatusChanged') {
    const isTrashed = event.type === 'SepaFileTrashed';
    const moved = { deleted_at: isTrashed ? recorded_at : null, deleted_by: isTrashed ? user_id : null };
    const after = { deleted_at: moved.deleted_at };
    const seq = recordChange(id, version, { deleted_at: row.deleted_at }, after, isTrashed ? 'delete' : 'upsert');
    batch.put(sepaFiles, { ...row, ...moved, version, seq, updated_at: recorded_at });
    return;
  }
  const { status, previous, reason = null, entry_id = null } = event.data;
  const moved = { status, cancelled_reason: reason, journal_entry_id: entry_id };
  const before = { status: previous, cancelled_reason: row.cancelled_reason, journal_entry_id: row.journal_entry_id };
  const seq = recordChange(id, version, before, moved);
  batch.put(sepaFiles, { ...row, ...moved, version, seq, updated_at: recorded_at });
}
