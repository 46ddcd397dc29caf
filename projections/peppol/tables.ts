import type {
  MessageContent,
  MessageDirection,
  MessageFailure,
  MessageStatus,
  MessageType,
  Network,
  NetworkAnswer,
  PeppolTransfer,
  RegistrationStatus,
} from '../../domain/peppol/peppol-events.ts';
import { json, table, text, type RowOf } from '../support/table.ts';

export interface AskedTransfer extends PeppolTransfer {
  readonly asked_at: string;
}

/** Company files in the network. The row is kept after leaving. */
export const peppolRegistrations = table({
  name: 'peppol_registrations',
  columns: {
    id: 'bigint NOT NULL',
    company_id: 'bigint NOT NULL',
    identifier: 'text NOT NULL',
    provider: 'text NOT NULL',
    reference: 'text NOT NULL',
    status: text<RegistrationStatus>('NOT NULL'),
    reason: 'text',
    verification_url: 'text',
    incoming_enabled: 'boolean NOT NULL',
    outgoing_enabled: 'boolean NOT NULL',
    /** Company files that ask for the number; null if there are none. */
    transfers: json<readonly AskedTransfer[]>(),
    activated_at: 'timestamptz',
    last_checked_at: 'timestamptz NOT NULL',
    version: 'integer NOT NULL',
    seq: 'bigint NOT NULL',
    created_at: 'timestamptz NOT NULL',
    updated_at: 'timestamptz NOT NULL',
    /** When it left. */
    deleted_at: 'timestamptz',
  },
  key: ['id'],
  repeated: 'updated',
  past: 'kept',
  indexes: [
    '(company_id) WHERE deleted_at IS NULL',
    '(provider, reference) WHERE deleted_at IS NULL',
    '(identifier) WHERE deleted_at IS NULL',
  ],
});

/** One step of a message. */
export interface MessageStep {
  readonly status: MessageStatus;
  readonly at: string;
  readonly error: MessageFailure | null;
  readonly answer: NetworkAnswer | null;
}

export const peppolMessages = table({
  name: 'peppol_messages',
  columns: {
    id: 'bigint NOT NULL',
    company_id: 'bigint NOT NULL',
    direction: text<MessageDirection>('NOT NULL'),
    network: text<Network>('NOT NULL'),
    document_id: 'bigint',
    import_id: 'bigint',
    participant: 'text NOT NULL',
    document_type: text<MessageType>('NOT NULL'),
    number: 'text',
    status: text<MessageStatus>('NOT NULL'),
    error: json<MessageFailure>(),
    reference: 'text',
    envelope_id: 'text',
    content: json<MessageContent>(),
    history: json<readonly MessageStep[]>('NOT NULL'),
    version: 'integer NOT NULL',
    seq: 'bigint NOT NULL',
    created_at: 'timestamptz NOT NULL',
    updated_at: 'timestamptz NOT NULL',
    created_by: 'bigint',
  },
  key: ['id'],
  repeated: 'updated',
  past: 'kept',
  indexes: [
    '(company_id, status, id DESC)',
    '(company_id, reference) WHERE reference IS NOT NULL',
    '(company_id, envelope_id) WHERE envelope_id IS NOT NULL',
    '(company_id, number) WHERE number IS NOT NULL',
    '(document_id) WHERE document_id IS NOT NULL',
    '(import_id) WHERE import_id IS NOT NULL',
    "((content ->> 'sha256')) WHERE content IS NOT NULL",
    // Queued messages are few among many.
    "(id) WHERE status = 'queued'",
  ],
  earlier: { network: `'peppol'` },
});

declare module '../database.ts' {
  interface Database {
    readonly 'read.peppol_registrations': RowOf<typeof peppolRegistrations>;
    readonly 'read.peppol_messages': RowOf<typeof peppolMessages>;
  }
}
