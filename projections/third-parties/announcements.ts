import type { RecordEvent } from '../../domain/records/record-events.ts';
import type { Announcement } from '../support/batch.ts';
import type { Row } from '../support/table.ts';

const FIELDS = [
  'id',
  'type',
  'code',
  'name',
  'vat_number',
  'enterprise_number',
  'country',
  'email',
  'peppol_identifier',
] as const;

/** Set by technical checks: changes of only these fields are not announced. */
const TECHNICAL: ReadonlySet<string> = new Set([
  'peppol_registered',
  'peppol_checked_at',
  'vat_checked_at',
  'vat_valid',
  'vat_name',
  'vat_address',
  'vat_consultation_number',
]);

/** Payload for webhook endpoints: a third party was created, or modified with the changed fields. */
export function buildAnnouncement(
  resource: string,
  type: RecordEvent['type'],
  row: Row,
  changes: object | null,
): Announcement | null {
  if (resource !== 'third-parties') return null;
  const data = {
    ...Object.fromEntries(FIELDS.map((field) => [field, row[field] ?? null])),
    peppol_registered: row['peppol_registered'] ?? false,
  };
  if (type === 'RecordsCreated') return { event: 'third_party.created', data };
  if (type !== 'RecordUpdated' && type !== 'RecordsUpdated') return null;
  const changed = Object.keys(changes ?? {}).filter((name) => !TECHNICAL.has(name));
  return changed.length > 0 ? { event: 'third_party.updated', data: { ...data, changed } } : null;
}
