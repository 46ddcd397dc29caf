import { z } from 'zod';
import type { Language } from '../../domain/language.ts';
import { LANGUAGES } from '../../domain/language.ts';
import { ATTACHMENT_TYPES, MAIL_KINDS } from '../../domain/mail/kinds.ts';
import { MAIL_STATUSES, type RemindedItem } from '../../domain/mail/mail-events.ts';
import type { MailRow } from '../../projections/mail/queries.ts';
import { decimalString, plainDate, recordId, timestamp } from '../http/reply/output.ts';
import { formatTimestamp } from '../http/reply/time.ts';
import { isMessageKey } from '../i18n/catalogue.ts';
import { translate } from '../i18n/translate.ts';

export const MailAttachment = z
  .object({
    name: z.string(),
    type: z.enum(ATTACHMENT_TYPES),
    id: recordId.nullable().meta({ description: 'Id of the document, third party, file or fiscal year shown.' }),
  })
  .meta({ id: 'MailAttachment' });

export const ReminderItem = z
  .object({
    line_id: recordId,
    entry_id: recordId,
    reference: z.string().nullable(),
    description: z.string().nullable().meta({ description: 'What was supplied; null if unknown.' }),
    entry_date: plainDate,
    due_date: plainDate,
    days_late: z.int(),
    amount: decimalString.meta({ description: 'Negative for deductions such as a credit note.' }),
    interest: decimalString,
    lump_sum: decimalString,
  })
  .meta({ id: 'ReminderItem' });

export const presentReminderItem = ({ description, ...item }: RemindedItem): z.output<typeof ReminderItem> => ({
  ...item,
  description: description ?? null,
});

export const Mail = z
  .object({
    id: recordId,
    kind: z.enum(MAIL_KINDS),
    language: z.enum(LANGUAGES),
    to: z.array(z.string()),
    cc: z.array(z.string()),
    from: z
      .string()
      .nullable()
      .meta({ description: 'Null: the address of the service, with the name of the company.' }),
    reply_to: z.string().nullable().meta({ description: 'Where answers go.' }),
    subject: z.string(),
    body: z.string(),
    attachments: z.array(MailAttachment),
    status: z.enum(MAIL_STATUSES).meta({ description: '`sent`: accepted by a mail server.' }),
    error: z
      .object({ code: z.string(), message: z.string(), answer: z.string().nullable() })
      .nullable()
      .meta({ description: 'Why sending failed, and the reply of the mail server.' }),
    refused: z.array(z.string()).meta({ description: 'Addresses that the mail server refused.' }),
    attempts: z.int(),
    sent_at: timestamp.nullable(),
    third_party_id: recordId.nullable(),
    document_id: recordId.nullable(),
    reminder: z
      .object({
        level: z.int().meta({ description: 'Level of the reminder: 1 for the first.' }),
        as_of: plainDate,
        pay_by: plainDate,
        items: z.array(ReminderItem),
        total_due: decimalString,
        interest: decimalString,
        lump_sum: decimalString,
      })
      .nullable(),
    version: z.int(),
    lock_version: z.int(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Mail' });

export function presentMail(row: MailRow, language: Language): z.output<typeof Mail> {
  return {
    id: row.id,
    kind: row.kind,
    language: row.language,
    to: [...row.to_addresses],
    cc: [...row.cc_addresses],
    from: row.from_address,
    reply_to: row.reply_to,
    subject: row.subject,
    body: row.body,
    attachments: row.attachments.map(({ name, type, id }) => ({ name, type, id })),
    status: row.status,
    error: row.error === null ? null : { ...presentError(row, row.error, language), answer: row.answer },
    refused: [...row.refused_addresses],
    attempts: row.attempts,
    sent_at: row.status === 'sent' ? formatTimestamp(row.settled_at!) : null,
    third_party_id: row.third_party_id,
    document_id: row.document_id,
    reminder: row.reminder && { ...row.reminder, items: row.reminder.items.map(presentReminderItem) },
    version: row.version,
    lock_version: row.version,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

function presentError({ from_address }: MailRow, code: string, language: Language) {
  return { code, message: isMessageKey(code) ? translate(code, language, { address: from_address ?? '' }) : code };
}
