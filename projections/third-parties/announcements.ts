import type { RecordEvent } from '../../domain/records/records.ts';
import type { Announcement } from '../support/batch.ts';
import type { Row } from '../support/table.ts';

const FIELDS = ['id', 'type', 'code', 'name', 'vat_number', 'enterprise_number', 'country', 'email'] as const;

/** What webhook endpoints hear of a third party: that it was created, or modified and in which fields. */
export function announcementOf(
  resource: string,
  type: RecordEvent['type'],
  row: Row,
  changes: object | null,
): Announcement | null {
  if (resource !== 'third-parties') return null;
  const data = {
    ...Object.fromEntries(FIELDS.map((field) => [field, row[field] ?? null])),
    peppol_identifier: null,
    peppol_registered: false,
  };
  if (type === 'RecordsCreated') return { event: 'third_party.created', data };
  if (type === 'RecordUpdated')
    return { event: 'third_party.updated', data: { ...data, changed: Object.keys(changes ?? {}) } };
  return null;
}
