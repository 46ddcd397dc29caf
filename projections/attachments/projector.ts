import type { AttachmentEvent } from '../../domain/attachments/attachment-events.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import type { Batch } from '../support/batch.ts';
import { getFileProvenance } from '../support/provenance.ts';
import { companyStorage, entryAttachments } from './tables.ts';

export function projectAttachment(event: AttachmentEvent, stored: RecordedEvent, batch: Batch): void {
  const { company_id, recorded_at, user_id } = getFileProvenance(stored);
  const recordChange = (
    id: number,
    version: number,
    op: 'upsert' | 'delete',
    before: object | null,
    after: object | null,
  ) => batch.recordChange({ companyId: company_id, resource: 'entry-attachments', id, op, version, before, after });

  if (event.type === 'EntryFilesAttached') {
    const { entry_id, files } = event.data;
    for (const file of files) {
      batch.put(entryAttachments, {
        ...file,
        entry_id,
        company_id,
        version: 1,
        seq: recordChange(file.id, 1, 'upsert', null, null),
        created_at: recorded_at,
        updated_at: recorded_at,
        created_by: user_id,
        deleted_at: null,
      });
    }
    batch.add(companyStorage, {
      company_id,
      bytes: files.reduce((sum, { size }) => sum + size, 0),
      files_count: files.length,
    });
    return;
  }
  const { id, version } = event.data;
  const seq = recordChange(id, version, 'delete', { deleted_at: null }, { deleted_at: recorded_at });
  const attached = batch.get(entryAttachments, id)!;
  batch.add(companyStorage, { company_id, bytes: -attached.size, files_count: -1 });
  batch.put(entryAttachments, {
    ...attached,
    version,
    seq,
    updated_at: recorded_at,
    deleted_at: recorded_at,
  });
}
