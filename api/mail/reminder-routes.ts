import { z } from 'zod';
import { queueMails, type RequestedMail } from '../../commands/mail/queue-mail.ts';
import type { CompanyFile } from '../../domain/company-file-state.ts';
import type { Language } from '../../domain/language.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import type { Reminder as FoundReminder } from '../../domain/reminders/proposal.ts';
import { readMailsByIds } from '../../projections/mail/queries.ts';
import { readRemindable } from '../../projections/mail/reminders.ts';
import type { Scene } from '../http/routing/example.ts';
import { bool, date, id, integer, list, pageQuery } from '../http/input/fields.ts';
import { decimalString, plainDate, recordId } from '../http/reply/output.ts';
import { pageSchema, paginate } from '../http/reply/pagination.ts';
import { ok } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';
import { getBookToday } from '../http/reply/time.ts';
import { withRetryAfter } from '../identity/retry-after.ts';
import { Mail, MailAttachment, presentMail, presentReminderItem, ReminderItem } from './mail.ts';
import {
  composeReminders,
  findReminders,
  limitToDueDate,
  presentReason,
  type ComposedReminders,
  type ReminderText,
} from './reminder-compose.ts';

/** Maximum per request, since all of them are recorded at once. */
const MOST_REMINDED = 500;
const MOST_LEVELS = 10;

const Reason = z.object({ code: z.string(), message: z.string() });

const Reminder = z
  .object({
    third_party: z.object({ id: recordId, name: z.string() }),
    level: z.int().meta({ description: 'The next level; if nothing is due, the last one.' }),
    items: z.array(ReminderItem),
    total_due: decimalString,
    interest: decimalString,
    lump_sum: decimalString,
    total: decimalString,
    oldest_due_date: plainDate,
    pay_by: plainDate,
    send_by: z.enum(['mail', 'none']).meta({ description: '`none`: the third party has no e-mail address.' }),
    last_reminded_on: plainDate.nullable(),
    is_due: z.boolean(),
    reason: Reason.nullable().meta({ description: 'Why nothing is sent now.' }),
  })
  .meta({ id: 'Reminder' });

const Letter = Mail.extend({
  pdf_url: z.string().meta({ description: 'The letter as PDF; the request needs a token.' }),
}).meta({ id: 'ReminderLetter' });

const Skipped = z.object({ third_party_id: recordId, ...Reason.shape });

const DryMail = z
  .object({
    to: z.array(z.string()),
    language: z.string(),
    subject: z.string(),
    body: z.string(),
    attachments: z.array(MailAttachment),
    third_party_id: recordId,
    level: z.int().meta({ description: 'Level of the reminder: 1 for the first.' }),
  })
  .meta({ id: 'ReminderPreview' });

export const reminderRoutes = [
  route({
    area: 'mail',
    demo: 'allowed',
    ability: 'read',
    role: 'any',
    method: 'get',
    path: '/v1/companies/{company}/reminders',
    summary: 'List overdue customers, with the level of their next reminder and the statutory charges',
    showsNow: 'it proposes who can be reminded now',
    query: z.object({
      level: integer({ min: 1, max: MOST_LEVELS }).optional().meta({ description: 'Only reminders of this level.' }),
      /** Only items due by this date. */
      until: date().optional(),
      /** Also list customers to whom nothing is sent now, with the reason. */
      all: bool().optional(),
      third_party_id: id().optional(),
      ...pageQuery(),
    }),
    replies: { 200: pageSchema(Reminder) },
    async handle({ query, services, company, language, pathUrl }) {
      const { page, per_page: perPage, level, until, all, third_party_id: only } = query;
      const file = await services.commands.loadState('company', company.id);
      const found = await readRemindable(
        services.pool,
        company.id,
        getBookToday(),
        only === undefined ? undefined : [only],
      );
      const reminders = findReminders(file, limitToDueDate(found, until)).filter(
        (one) =>
          (level === undefined || one.level === level) && (all || one.hold === null || one.hold === 'no_address'),
      );
      // Most urgent first.
      const sorted = reminders.toSorted(
        (one, other) => other.level - one.level || (one.oldest_due_date < other.oldest_due_date ? -1 : 1),
      );
      const rows = sorted.slice((page - 1) * perPage, page * perPage).map((one) => presentReminder(one, language));
      return ok(paginate({ rows, total: sorted.length, page, perPage, pathUrl, language }));
    },
  }),
  route({
    area: 'mail',
    demo: 'blocked',
    ability: 'write',
    role: 'encoder',
    perMinute: 30,
    method: 'post',
    path: '/v1/companies/{company}/reminders',
    summary:
      'Send reminders to the chosen customers, each in its language; they are sent in the background, or written as letters to post',
    body: z.object({
      third_party_ids: list(id(), { min: 1, max: MOST_REMINDED }),
      /** Defaults to the level that each customer has reached. */
      level: integer({ min: 1, max: MOST_LEVELS })
        .nullish()
        .meta({ description: 'Level of the reminders; by default the next one of each third party.' }),
      /** Only for items due by this date. */
      until: date().nullish(),
      letters: bool().nullish().meta({
        description:
          'Write letters to customers without an e-mail address. They count as reminders; `mails/{id}/pdf` prints them. Otherwise these customers are skipped.',
      }),
      dry_run: bool().nullish(),
    }),
    example: async (scene) => {
      const body = { third_party_ids: [await createLateCustomer(scene)] };
      return { body, others: { 200: { ...body, dry_run: true } } };
    },
    replies: {
      200: z.object({
        mails: z.array(DryMail),
        letters: z.array(DryMail).meta({ description: 'Letters to post.' }),
        skipped: z.array(Skipped),
      }),
      202: z.object({
        mails: z.array(Mail),
        letters: z.array(Letter).meta({ description: 'Letters to post.' }),
        skipped: z.array(Skipped),
      }),
    },
    errorCodes: ['mail_not_configured', 'mail_quota_exceeded', 'sender_not_verified'],
    async handle(request) {
      const { body, services, company, language, write, pathUrl } = request;
      const hasNoMailer = services.mailer === null && !body.dry_run;
      if (hasNoMailer && !body.letters) return refuse('mail_not_configured');
      let skipped: ComposedReminders['skipped'] = [];
      const compose = async (file: CompanyFile): Promise<ComposedReminders | Refusal> => {
        const made = await composeReminders(request, body, file);
        if (isRefusal(made)) return made;
        ({ skipped } = made);
        return hasNoMailer && made.mails.length > 0 ? refuse('mail_not_configured') : made;
      };
      if (body.dry_run) {
        const made = await compose(await services.commands.loadState('company', company.id));
        if (isRefusal(made)) return made;
        return ok({ mails: made.mails.map(presentDryRun), letters: made.letters.map(presentDryRun), skipped });
      }
      const queued = await queueMails(services, company.id, compose, write);
      if (isRefusal(queued)) return withRetryAfter(queued);
      const ids = [...queued.mails, ...queued.letters].map(({ id: mailId }) => mailId);
      const rows = await readMailsByIds(services.pool, company.id, ids);
      const shown = rows.map((row) => presentMail(row, language));
      const [mails, printed] = [false, true].map((isPrinted) =>
        shown.filter(({ status }) => (status === 'printed') === isPrinted),
      ) as [typeof shown, typeof shown];
      const letters = printed.map((letter) => ({ ...letter, pdf_url: buildPdfUrl(pathUrl, letter.id) }));
      return { status: 202, body: { mails, letters, skipped }, recorded: ids.length > 0 };
    },
  }),
];

function presentReminder(reminder: FoundReminder, language: Language): z.output<typeof Reminder> {
  const { third_party, hold, items, isFirst: _isFirst, ...rest } = reminder;
  return {
    ...rest,
    items: items.map(presentReminderItem),
    third_party: { id: third_party.id, name: third_party.name },
    send_by: third_party.email === null ? 'none' : 'mail',
    is_due: hold === null || hold === 'no_address',
    reason: hold === null ? null : presentReason(hold, language),
  };
}

const buildPdfUrl = (remindersUrl: string, mailId: number): string =>
  `${remindersUrl.slice(0, remindersUrl.lastIndexOf('/'))}/mails/${mailId}/pdf`;

type DryReminder = ReminderText & Partial<Pick<RequestedMail, 'to' | 'attachments'>>;

const presentDryRun = ({ to, subject, body, attachments, third_party_id, reminder, language }: DryReminder) => ({
  to: to ?? [],
  subject,
  body,
  language,
  third_party_id,
  attachments: (attachments ?? []).map(({ name, type, id: of }) => ({ name, type, id: of })),
  level: reminder.level,
});

/** Creates a customer with an e-mail address and a long overdue invoice. */
async function createLateCustomer({ after, next, fresh, company }: Scene): Promise<number> {
  const thirdPartyId = await fresh('third-parties', { type: 'customer', email: `late${next()}@example.org` });
  const lines = [
    { account: '400000', debit: '121.00', third_party_id: thirdPartyId },
    { account: '700000', credit: '121.00' },
  ];
  const dates = { entry_date: '2026-01-10', due_date: '2026-01-31' };
  await after('POST /v1/companies/{company}/entries', { body: { journal_id: company.journal('OD'), ...dates, lines } });
  return thirdPartyId;
}
