import { shape, type EventCatalogue, type EventOf, type TypeOf } from '../event.ts';
import { LANGUAGES } from '../language.ts';
import { ATTACHMENT_TYPES, MAIL_KINDS, SENDER_KINDS, TEMPLATE_KINDS } from './kinds.ts';

/** `printed`: a letter for someone without an e-mail address, to be posted. */
export const MAIL_STATUSES = ['queued', 'sent', 'failed', 'printed'] as const;
export type MailStatus = (typeof MAIL_STATUSES)[number];

/** With a hash: an existing, stored file. Without: generated when the mail is sent. */
const attachment = shape.object(
  { name: shape.text, type: shape.oneOf(...ATTACHMENT_TYPES), id: shape.reference },
  { sha256: shape.matching('^[0-9a-f]{64}$'), size: shape.positive, mime: shape.text },
);
export type MailAttachment = TypeOf<typeof attachment>;

/** An open item as listed in the reminder. */
const remindedItem = shape.object(
  {
    line_id: shape.id,
    entry_id: shape.id,
    reference: shape.optionalText,
    entry_date: shape.date,
    due_date: shape.date,
    days_late: shape.count,
    /** Negative for deductions, such as a credit note. */
    amount: shape.signedAmount,
    interest: shape.amount,
    lump_sum: shape.amount,
  },
  {
    /** What was supplied, as in the invoice. Absent: unknown. */
    description: shape.text,
  },
);
export type RemindedItem = TypeOf<typeof remindedItem>;

const reminder = shape.object({
  level: shape.positive,
  as_of: shape.date,
  pay_by: shape.date,
  items: shape.list(remindedItem, 1),
  total_due: shape.amount,
  interest: shape.amount,
  lump_sum: shape.amount,
});
export type ReminderFacts = TypeOf<typeof reminder>;

/** The complete mail as sent, regardless of later changes to templates and third parties. */
const mail = shape.object(
  {
    id: shape.id,
    kind: shape.oneOf(...MAIL_KINDS),
    /** Identifies the subject, so that no one receives the same mail twice unintentionally. */
    thing: shape.text,
    language: shape.oneOf(...LANGUAGES),
    to: shape.list(shape.text, 1),
    cc: shape.list(shape.text),
    subject: shape.text,
    body: shape.text,
    attachments: shape.list(attachment),
  },
  {
    third_party_id: shape.id,
    document_id: shape.id,
    /** The sender, if it is not the service. */
    from: shape.text,
    reply_to: shape.text,
    reminder,
  },
);
export type QueuedMail = TypeOf<typeof mail>;

/** A reminder on paper. Its PDF contains the text and the items. */
const letter = shape.object({
  id: shape.id,
  language: shape.oneOf(...LANGUAGES),
  subject: shape.text,
  body: shape.text,
  third_party_id: shape.id,
  reminder,
});
export type WrittenLetter = TypeOf<typeof letter>;

const settled = shape.object(
  {
    id: shape.id,
    version: shape.positive,
    status: shape.oneOf('sent', 'failed'),
    at: shape.timestamp,
    attempts: shape.count,
  },
  {
    /** Message key of the reason for the failure. */
    error: shape.text,
    /** The response of the mail server. */
    answer: shape.text,
    /** Addresses that the server refused. */
    refused: shape.list(shape.text, 1),
  },
);
export type SettledMail = TypeOf<typeof settled>;

const text = shape.object({ subject: shape.text, body: shape.text });
const template = {
  id: shape.id,
  version: shape.positive,
  kind: shape.oneOf(...TEMPLATE_KINDS),
  language: shape.oneOf(...LANGUAGES),
};

/** `name` is the address or the domain in lower case. */
const sender = {
  id: shape.id,
  version: shape.positive,
  kind: shape.oneOf(...SENDER_KINDS),
  name: shape.text,
};

const OWN_MAIL = { kind: 'mail', id: 'id' } as const;

export const mailEvents = {
  MailsQueued: {
    version: 1,
    meaning: 'Mails were queued: documents, statements of account, reports, reminders or free texts.',
    schema: shape.object({ mails: shape.list(mail, 1) }),
    personal: [
      {
        at: 'mails[]',
        person: { thirdParties: ['third_party_id'], own: OWN_MAIL },
        books: ['to', 'cc', 'subject', 'body'],
        mentions: ['attachments[].name', 'reminder.items[].reference', 'reminder.items[].description'],
      },
    ],
  },
  ReminderLettersWritten: {
    version: 1,
    meaning: 'Reminders were written as letters, for customers without an e-mail address.',
    schema: shape.object({ letters: shape.list(letter, 1) }),
    personal: [
      {
        at: 'letters[]',
        person: { thirdParties: ['third_party_id'] },
        books: ['subject', 'body'],
        mentions: ['reminder.items[].reference', 'reminder.items[].description'],
      },
    ],
  },
  MailsSettled: {
    version: 1,
    meaning: 'Mails were delivered to a mail server or failed permanently. They are no longer queued.',
    schema: shape.object({ mails: shape.list(settled, 1) }),
    personal: [{ at: 'mails[]', person: { own: OWN_MAIL }, books: ['refused', 'answer'] }],
  },
  MailTemplateSet: {
    version: 1,
    meaning: 'The text of a kind of mail was set in one language.',
    schema: shape.object({ ...template, text }, { /** Absent: the default text. */ previous: text }),
  },
  MailTemplateReset: {
    version: 1,
    meaning: 'A kind of mail was reset to its default text.',
    schema: shape.object({ ...template, previous: text }),
  },
  MailSenderVerified: {
    version: 1,
    meaning:
      'An address was confirmed through a mailed link, or a domain through a TXT record. Mails of the company file may use it as their sender.',
    schema: shape.object(sender),
  },
  MailSenderRemoved: {
    version: 1,
    meaning: 'The verification of a sender was undone. Mails of the company file may no longer use it.',
    schema: shape.object(sender),
  },
} satisfies EventCatalogue;

export type MailEvent = EventOf<typeof mailEvents>;
