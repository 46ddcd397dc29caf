import type { LicenceEvent } from '../../domain/licence/licence.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import type { Batch } from '../support/batch.ts';
import { getRecordedAt, getStreamId } from '../support/provenance.ts';
import { licences } from './tables.ts';

const NO_LICENCE = {
  licence_id: null,
  plan: null,
  key_hint: null,
  users: null,
  companies: null,
  valid_from: null,
  valid_until: null,
  activated_at: null,
};

export function projectLicence(event: LicenceEvent, stored: RecordedEvent, batch: Batch): void {
  const firmId = getStreamId(stored);
  if (event.type === 'LicenceReleased') {
    batch.put(licences, { firm_id: firmId, ...NO_LICENCE });
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
    activated_at: getRecordedAt(stored),
  });
}
