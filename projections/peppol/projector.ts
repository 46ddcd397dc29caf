import { toFullPeppolId, getPeppolNumber } from '../../domain/peppol/participant.ts';
import type { PeppolEvent } from '../../domain/peppol/peppol-events.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import type { Batch } from '../support/batch.ts';
import { getFileProvenance } from '../support/provenance.ts';
import type { RowOf } from '../support/table.ts';
import { peppolMessages, peppolRegistrations } from './tables.ts';

type Registration = RowOf<typeof peppolRegistrations>;
type Message = RowOf<typeof peppolMessages>;
type Of<Type extends PeppolEvent['type']> = Extract<PeppolEvent, { type: Type }>;

export const REGISTRATIONS = 'peppol';
export const MESSAGES = 'peppol-messages';

export function projectPeppol(event: PeppolEvent, stored: RecordedEvent, batch: Batch): void {
  switch (event.type) {
    case 'PeppolRegistered':
      return projectRegistered(event, stored, batch);
    case 'PeppolStatusChecked':
    case 'PeppolOptionsChanged':
    case 'PeppolTransferAsked':
    case 'PeppolLeft':
      return projectRegistrationChange(event, stored, batch);
    case 'PeppolMessageQueued':
    case 'PeppolMessageReceived':
      return projectNewMessage(event, stored, batch);
    case 'PeppolMessageMoved':
      return projectMovedMessage(event, stored, batch);
  }
}

function projectRegistered({ data }: Of<'PeppolRegistered'>, stored: RecordedEvent, batch: Batch): void {
  const { company_id, recorded_at } = getFileProvenance(stored);
  const { verification_url = null, ...registration } = data;
  const change = { companyId: company_id, resource: REGISTRATIONS, id: data.id, op: 'upsert', version: 1 } as const;
  const row: Registration = {
    ...registration,
    company_id,
    verification_url,
    transfers: null,
    version: 1,
    deleted_at: null,
    activated_at: data.status === 'active' ? recorded_at : null,
    last_checked_at: recorded_at,
    seq: batch.recordChange({ ...change, before: null, after: null }),
    created_at: recorded_at,
    updated_at: recorded_at,
  };
  batch.put(peppolRegistrations, row);
  announceStatus(row, null, stored, batch);
}

function projectRegistrationChange(
  { type, data }: Of<'PeppolStatusChecked' | 'PeppolOptionsChanged' | 'PeppolTransferAsked' | 'PeppolLeft'>,
  stored: RecordedEvent,
  batch: Batch,
): void {
  const { company_id, recorded_at } = getFileProvenance(stored);
  const row = batch.get(peppolRegistrations, data.id)!;
  const changes = collectChanges();
  const told = Object.keys(changes).filter((name) => name !== 'last_checked_at') as (keyof Registration)[];
  const pickVisible = (from: Partial<Registration>) => Object.fromEntries(told.map((name) => [name, from[name]]));
  const seq = batch.recordChange({
    companyId: company_id,
    resource: REGISTRATIONS,
    id: data.id,
    version: data.version,
    op: type === 'PeppolLeft' ? 'delete' : 'upsert',
    before: pickVisible(row),
    after: pickVisible(changes),
  });
  const after = { ...row, ...changes, version: data.version, seq, updated_at: recorded_at };
  batch.put(peppolRegistrations, after);
  if (type === 'PeppolStatusChecked' && data.status !== data.previous)
    announceStatus(after, data.previous, stored, batch);
  // A company that has left has no registration any more, so this is not one of its statuses. One that was refused has
  // never been in the network.
  if (type === 'PeppolLeft' && row.status !== 'refused')
    announceStatus({ ...after, status: 'left' }, row.status, stored, batch);

  function collectChanges(): Partial<Registration> {
    if (type === 'PeppolOptionsChanged') return data.changes;
    if (type === 'PeppolTransferAsked')
      return { transfers: [...(row.transfers ?? []), { ...data.transfer, asked_at: recorded_at }] };
    if (type === 'PeppolLeft') return { deleted_at: recorded_at };
    const { status, reason, checked_at } = data;
    // An active participant has proven its identity.
    const isFirst = status === 'active' && row.activated_at === null;
    return {
      status,
      reason,
      last_checked_at: checked_at,
      ...(isFirst && { activated_at: checked_at }),
      ...(status === 'active' && row.verification_url !== null && { verification_url: null }),
    };
  }
}

type Announced = Omit<Registration, 'status'> & { readonly status: Registration['status'] | 'left' };

function announceStatus(row: Announced, previous: string | null, stored: RecordedEvent, batch: Batch): void {
  batch.announce(stored, () => ({
    event: 'peppol.status_changed',
    data: {
      id: row.id,
      participant_id: getPeppolNumber(row.identifier),
      full_id: toFullPeppolId(row.identifier),
      status: row.status,
      previous_status: previous,
      incoming_enabled: row.incoming_enabled,
      activated_at: row.activated_at,
    },
  }));
}

function projectNewMessage(
  { type, data }: Of<'PeppolMessageQueued' | 'PeppolMessageReceived'>,
  stored: RecordedEvent,
  batch: Batch,
): void {
  const { company_id, recorded_at, user_id } = getFileProvenance(stored);
  const { id, participant, document_type } = data;
  const change = { companyId: company_id, resource: MESSAGES, id, op: 'upsert', version: 1 } as const;
  const isSent = type === 'PeppolMessageQueued';
  const status = isSent ? 'queued' : 'received';
  batch.put(peppolMessages, {
    id,
    company_id,
    participant,
    document_type,
    status,
    error: null,
    version: 1,
    direction: isSent ? 'out' : 'in',
    network: data.network ?? 'peppol',
    document_id: isSent ? data.document_id : null,
    number: isSent ? data.number : null,
    content: isSent ? data.content : null,
    import_id: isSent ? null : data.import_id,
    reference: isSent ? null : data.reference,
    envelope_id: isSent ? null : data.envelope_id,
    history: [{ status, at: recorded_at, error: null, answer: null }],
    seq: batch.recordChange({ ...change, before: null, after: null }),
    created_at: recorded_at,
    updated_at: recorded_at,
    created_by: user_id,
  });
}

/** Steps kept for a message that is sent repeatedly. */
const KEPT_STEPS = 100;

function projectMovedMessage({ data }: Of<'PeppolMessageMoved'>, stored: RecordedEvent, batch: Batch): void {
  const { company_id, recorded_at } = getFileProvenance(stored);
  const { id, version, status, previous, error = null, answer = null, reference, envelope_id, content } = data;
  const row: Message = batch.get(peppolMessages, id)!;
  const seq = batch.recordChange({
    companyId: company_id,
    resource: MESSAGES,
    id,
    op: 'upsert',
    version,
    before: { status: previous },
    after: { status },
  });
  batch.put(peppolMessages, {
    ...row,
    status,
    error: status === previous ? row.error : error,
    version,
    seq,
    updated_at: recorded_at,
    ...(reference !== undefined && { reference }),
    ...(envelope_id !== undefined && { envelope_id }),
    ...(content && { content }),
    history: [...row.history, { status, at: recorded_at, error, answer }].slice(-KEPT_STEPS),
  });
}
