import type { Language } from '../../domain/language.ts';
import type { MailKind, SenderKind, TemplateKind } from '../../domain/mail/kinds.ts';
import type { MailAttachment, MailStatus, ReminderFacts } from '../../domain/mail/mail-events.ts';
import { json, table, text, type RowOf } from '../support/table.ts';

export const mails = table({
  name: 'mails',
  columns: {
    id: 'bigint NOT NULL',
    company_id: 'bigint NOT NULL',
    kind: text<MailKind>('NOT NULL'),
    language: text<Language>('NOT NULL'),
    to_addresses: json<readonly string[]>('NOT NULL'),
    cc_addresses: json<readonly string[]>('NOT NULL'),
    subject: 'text NOT NULL',
    body: 'text NOT NULL',
    attachments: json<readonly MailAttachment[]>('NOT NULL'),
    third_party_id: 'bigint',
    document_id: 'bigint',
    from_address: 'text',
    reply_to: 'text',
    reminder: json<ReminderFacts>(),
    status: text<MailStatus>('NOT NULL'),
    error: 'text',
    answer: 'text',
    refused_addresses: json<readonly string[]>('NOT NULL'),
    attempts: 'integer NOT NULL',
    settled_at: 'timestamptz',
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
    '(company_id, third_party_id, id DESC) WHERE third_party_id IS NOT NULL',
    '(company_id, document_id) WHERE document_id IS NOT NULL',
    // Queued mails of all company files: always few, regardless of how many were sent.
    `(id) WHERE status = 'queued'`,
  ],
});

/** Recipients of each thing, to prevent sending it twice. */
export const mailAddresses = table({
  name: 'mail_addresses',
  columns: {
    mail_id: 'bigint NOT NULL',
    number: 'integer NOT NULL',
    company_id: 'bigint NOT NULL',
    thing: 'text NOT NULL',
    /** In lower case. */
    address: 'text NOT NULL',
  },
  key: ['mail_id', 'number'],
  repeated: 'impossible',
  past: {
    of: ['mails'],
    buildRows: ({ company }) =>
      `SELECT a.* FROM read.mail_addresses a JOIN past_mails m ON m.id = a.mail_id WHERE a.company_id = ${company}`,
  },
  indexes: ['(company_id, thing)'],
});

/** Files attached to mails, so that they are not swept. */
export const mailFiles = table({
  name: 'mail_files',
  columns: {
    mail_id: 'bigint NOT NULL',
    number: 'integer NOT NULL',
    company_id: 'bigint NOT NULL',
    sha256: 'text NOT NULL',
  },
  key: ['mail_id', 'number'],
  repeated: 'impossible',
  past: {
    of: ['mails'],
    buildRows: ({ company }) =>
      `SELECT f.* FROM read.mail_files f JOIN past_mails m ON m.id = f.mail_id WHERE f.company_id = ${company}`,
  },
  indexes: ['(sha256)'],
});

/** Open lines covered by a reminder, and its level. */
export const remindedLines = table({
  name: 'reminded_lines',
  columns: {
    mail_id: 'bigint NOT NULL',
    line_id: 'bigint NOT NULL',
    company_id: 'bigint NOT NULL',
    level: 'integer NOT NULL',
    reminded_on: 'date NOT NULL',
  },
  key: ['mail_id', 'line_id'],
  repeated: 'impossible',
  past: {
    of: ['mails'],
    buildRows: ({ company }) =>
      `SELECT l.* FROM read.reminded_lines l JOIN past_mails m ON m.id = l.mail_id WHERE l.company_id = ${company}`,
  },
  indexes: ['(company_id, line_id)'],
});

/** Templates customized by a company file, including those reset since. */
export const mailTemplates = table({
  name: 'mail_templates',
  columns: {
    id: 'bigint NOT NULL',
    company_id: 'bigint NOT NULL',
    kind: text<TemplateKind>('NOT NULL'),
    language: text<Language>('NOT NULL'),
    /** Null: the default text. */
    subject: 'text',
    body: 'text',
    version: 'integer NOT NULL',
    seq: 'bigint NOT NULL',
    created_at: 'timestamptz NOT NULL',
    updated_at: 'timestamptz NOT NULL',
    created_by: 'bigint',
  },
  key: ['id'],
  repeated: 'updated',
  past: 'kept',
});

/** Verified senders. Removed ones remain, for the history and the feed. */
export const mailSenders = table({
  name: 'mail_senders',
  columns: {
    id: 'bigint NOT NULL',
    company_id: 'bigint NOT NULL',
    kind: text<SenderKind>('NOT NULL'),
    /** The address or the domain in lower case. */
    name: 'text NOT NULL',
    version: 'integer NOT NULL',
    seq: 'bigint NOT NULL',
    created_at: 'timestamptz NOT NULL',
    updated_at: 'timestamptz NOT NULL',
    created_by: 'bigint',
    deleted_at: 'timestamptz',
  },
  key: ['id'],
  repeated: 'updated',
  past: 'kept',
});

declare module '../database.ts' {
  interface Database {
    readonly 'read.mails': RowOf<typeof mails>;
    readonly 'read.mail_addresses': RowOf<typeof mailAddresses>;
    readonly 'read.mail_files': RowOf<typeof mailFiles>;
    readonly 'read.reminded_lines': RowOf<typeof remindedLines>;
    readonly 'read.mail_templates': RowOf<typeof mailTemplates>;
    readonly 'read.mail_senders': RowOf<typeof mailSenders>;
  }
}
