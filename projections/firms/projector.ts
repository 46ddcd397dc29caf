import type { FirmEvent } from '../../domain/firms/firm.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import type { Batch } from '../support/batch.ts';
import { firms, members, registrations } from './tables.ts';

export function projectFirm(event: FirmEvent, stored: RecordedEvent, batch: Batch): void {
  const at = stored.metadata['recorded_at'] as string;
  const firmId = Number(stored.stream.slice('firm-'.length));
  switch (event.type) {
    case 'FirmOpened':
      batch.put(firms, { ...event.data, created_at: at, updated_at: at });
      return;
    case 'MemberAttached':
      batch.put(members, { ...event.data, firm_id: firmId, created_at: at });
      batch.invalidateAccess(`user:${event.data.user_id}`);
      return;
    case 'CompanyFileRegistered':
      batch.put(registrations, {
        company_id: event.data.company_id,
        firm_id: firmId,
        revision: stored.revision,
        registered_at: at,
      });
      return;
  }
}
