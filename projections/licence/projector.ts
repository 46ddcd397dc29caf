import type { LicenceEvent } from '../../domain/licence/licence.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import type { Batch } from '../support/batch.ts';
import { licences } from './tables.ts';

export function projectLicence(event: LicenceEvent, stored: RecordedEvent, batch: Batch): void {
  const firmId = Number(stored.stream.slice('firm-'.length));
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
    activated_at: stored.metadata['recorded_at'],
  });
}
