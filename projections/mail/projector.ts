import type { MailEvent, MailStatus, QueuedMail } from '../../domain/mail/mail-events.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import type { Batch } from '../support/batch.ts';
import { getFileProvenance, type FileProvenance } from '../support/provenance.ts';
import { mailAddresses, mailFiles, mails, mailSenders, mailTemplates, remindedLines } from './tables.ts';

type Of<Type extends MailEvent['type']> = Extract<MailEvent, { readonly type: Type }>;

export function projectQueued(event: Of<'MailsQueued'>, stored: RecordedEvent, batch: Batch): void {
  const provenance = getFileProvenance(stored);
  for (const mail of event.data.mails) projectMail(mail, 'queued', provenance, batch);
}

/** A letter is kept with the mails, without recipients: it counts as a reminder like them. */
export function projectLetters(event: Of<'ReminderLettersWritten'>, stored: RecordedEvent, batch: Batch): void {
  const provenance = getFileProvenance(stored);
  for (const letter of event.data.letters)
    projectMail(
      { ...letter, kind: 'reminder', thing: '', to: [], cc: [], attachments: [] },
      'printed',
      provenance,
      batch,
    );
}

function projectMail(
  mail: QueuedMail,
  status: MailStatus,
  { company_id, recorded_at, user_id }: FileProvenance,
  batch: Batch,
): void {
  const { id, thing, attachments, reminder } = mail;
  batch.put(mails, {
    id,
    company_id,
    kind: mail.kind,
    language: mail.language,
    to_addresses: mail.to,
    cc_addresses: mail.cc,
    subject: mail.subject,
    body: mail.body,
    attachments,
    third_party_id: mail.third_party_id ?? null,
    document_id: mail.document_id ?? null,
    from_address: mail.from ?? null,
    reply_to: mail.reply_to ?? null,
    reminder: reminder ?? null,
    status,
    error: null,
    answer: null,
    refused_addresses: [],
    attempts: 0,
    settled_at: null,
    version: 1,
    seq: batch.recordChange({
      companyId: company_id,
      resource: 'mails',
      id,
      op: 'upsert',
      version: 1,
      before: null,
      after: null,
    }),
    created_at: recorded_at,
    updated_at: recorded_at,
    created_by: user_id,
  });
  for (const [index, address] of [...mail.to, ...mail.cc].entries())
    batch.put(mailAddresses, { mail_id: id, number: index + 1, company_id, thing, address: address.toLowerCase() });
  for (const [index, { sha256 }] of attachments.entries())
    if (sha256 !== undefined) batch.put(mailFiles, { mail_id: id, number: index + 1, company_id, sha256 });
  for (const { line_id } of reminder?.items ?? [])
    batch.put(remindedLines, {
      mail_id: id,
      line_id,
      company_id,
      level: reminder!.level,
      reminded_on: reminder!.as_of,
    });
}

export function projectSettled(event: Of<'MailsSettled'>, stored: RecordedEvent, batch: Batch): void {
  const { company_id, recorded_at } = getFileProvenance(stored);
  for (const { id, version, status, at, attempts, error = null, answer = null, refused = [] } of event.data.mails) {
    const row = batch.get(mails, id)!;
    const before = { status: row.status, error: row.error };
    const seq = batch.recordChange({
      companyId: company_id,
      resource: 'mails',
      id,
      version,
      before,
      op: 'upsert',
      after: { status, error },
    });
    const settled = { status, error, answer, attempts, refused_addresses: refused, settled_at: at };
    batch.put(mails, { ...row, ...settled, version, seq, updated_at: recorded_at });
  }
}

export function projectTemplate(
  event: Of<'MailTemplateSet' | 'MailTemplateReset'>,
  stored: RecordedEvent,
  batch: Batch,
): void {
  const { company_id, recorded_at, user_id } = getFileProvenance(stored);
  const { id, version, kind, language } = event.data;
  const text = event.type === 'MailTemplateSet' ? event.data.text : { subject: null, body: null };
  const row = batch.get(mailTemplates, id);
  const before = row ? { subject: row.subject, body: row.body } : null;
  const after = before && { subject: text.subject, body: text.body };
  const seq = batch.recordChange({
    companyId: company_id,
    resource: 'mail-templates',
    id,
    version,
    before,
    after,
    op: 'upsert',
  });
  batch.put(mailTemplates, {
    id,
    company_id,
    kind,
    language,
    subject: text.subject,
    body: text.body,
    version,
    seq,
    created_at: row?.created_at ?? recorded_at,
    updated_at: recorded_at,
    created_by: row ? row.created_by : user_id,
  });
}

export function projectSender(
  event: Of<'MailSenderVerified' | 'MailSenderRemoved'>,
  stored: RecordedEvent,
  batch: Batch,
): void {
  const { company_id, recorded_at, user_id } = getFileProvenance(stored);
  const { id, version, kind, name } = event.data;
  const row = batch.get(mailSenders, id);
  const deletedAt = event.type === 'MailSenderRemoved' ? recorded_at : null;
  const seq = batch.recordChange({
    companyId: company_id,
    resource: 'mail-senders',
    id,
    version,
    op: deletedAt === null ? 'upsert' : 'delete',
    before: row ? { deleted_at: row.deleted_at } : null,
    after: row ? { deleted_at: deletedAt } : null,
  });
  batch.put(mailSenders, {
    id,
    company_id,
    kind,
    name,
    version,
    seq,
    created_at: row?.created_at ?? recorded_at,
    updated_at: recorded_at,
    created_by: row ? row.created_by : user_id,
    deleted_at: deletedAt,
  });
}
