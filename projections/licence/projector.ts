import type { LicenceEvent } from '../../domain/firms/licence.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import type { Batch } from '../support/batch.ts';
import { recordedAt, streamId } from '../support/provenance.ts';
import { licences } from './tables.ts';

export function projectLicence(event: LicenceEvent, stored: RecordedEvent, batch: Batch): void {
  const firmId = streamId(stored);
  if (event.type === 'LicenceReleased') {
    batch.put(licences, { firm_id: firmId });
    return;
  }
  const { id, plan, key_hint, users, companies, valid_from, valid_until } = event.data;
  batch.put(licences, {
    firm_id: firmId,
    licence_id: id,
    plan,
    key_hint,
    users,
    companies,
    valid_from,
    valid_until,
    activated_at: recordedAt(stored),
  });
}
