import { z } from 'zod';
import { queueMails, type RequestedMail } from '../../commands/mail/queue-mail.ts';
import { isSameAddress } from '../../commands/mail/sender-names.ts';
import type { CompanyFile } from '../../domain/company-file-state.ts';
import type { Language } from '../../domain/language.ts';
import { getTemplateKind } from '../../domain/mail/kinds.ts';
import type { ReminderFacts } from '../../domain/mail/mail-events.ts';
import { fillMailText, getMailTemplate } from '../../domain/mail/templates.ts';
import { isNegative } from '../../domain/money.ts';
import { isLiveRecord } from '../../domain/records/state.ts';
import { refuseInvalid, isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { buildReminders, type Reminder as FoundReminder, type Remindable } from '../../domain/reminders/proposal.ts';
import { buildReminderRules } from '../../domain/reminders/settings.ts';
import { thirdParties } from '../../domain/third-parties/third-party.ts';
import { findUser } from '../../projections/identity/queries.ts';
import { readMailsByIds } from '../../projections/mail/queries.ts';
import { readRemindable } from '../../projections/mail/reminders.ts';
import { createTurnKeeper } from '../../support/yielding.ts';
import { findBankAccount } from '../documents/parties.ts';
import type { Scene } from '../http/routing/example.ts';
import { bool, date, id, integer, list, pageQuery } from '../http/input/fields.ts';
import { decimalString, plainDate, recordId } from '../http/reply/output.ts';
import { pageSchema, paginate } from '../http/reply/pagination.ts';
import { ok } from '../http/reply/reply.ts';
import { route, type RouteRequest } from '../http/routing/route.ts';
import { getBookToday } from '../http/reply/time.ts';
import { translate } from '../i18n/translate.ts';
import { withRetryAfter } from '../identity/retry-after.ts';
import type { Services } from '../services.ts';
import { Mail, MailAttachment, presentMail, presentReminderItem, ReminderItem } from './mail.ts';
import { buildFreeReminderNotice } from './reminder-document.ts';
import { getReminderLabels, type ReminderWord } from './reminder-labels.ts';
import { buildCommonValues, buildReminderValues } from './values.ts';

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
    summary: 'Send reminders to the chosen customers, each in its language; they are sent in the background',
    body: z.object({
      third_party_ids: list(id(), { min: 1, max: MOST_REMINDED }),
      /** Defaults to the level that each customer has reached. */
      level: integer({ min: 1, max: MOST_LEVELS })
        .nullish()
        .meta({ description: 'Level of the reminders; by default the next one of each third party.' }),
      /** Only for items due by this date. */
      until: date().nullish(),
      dry_run: bool().nullish(),
    }),
    example: async (scene) => {
      const body = { third_party_ids: [await createLateCustomer(scene)] };
      return { body, others: { 200: { ...body, dry_run: true } } };
    },
    replies: {
      200: z.object({ mails: z.array(DryMail), skipped: z.array(Skipped) }),
      202: z.object({ mails: z.array(Mail), skipped: z.array(Skipped) }),
    },
    errorCodes: ['mail_not_configured', 'mail_quota_exceeded', 'sender_not_verified'],
    async handle(request) {
      const { body, services, company, language, write } = request;
      if (services.mailer === null && !body.dry_run) return refuse('mail_not_configured');
      let skipped: z.output<typeof Skipped>[] = [];
      const composeMails = async (file: CompanyFile): Promise<readonly RequestedMail[] | Refusal> => {
        const made = await composeReminders(request, body, file);
        if (!isRefusal(made)) ({ skipped } = made);
        return isRefusal(made) ? made : made.mails;
      };
      if (body.dry_run) {
        const mails = await composeMails(await services.commands.loadState('company', company.id));
        return isRefusal(mails) ? mails : ok({ mails: mails.map(presentDryRun), skipped });
      }
      const queued = await queueMails(services, company.id, composeMails, write);
      if (isRefusal(queued)) return withRetryAfter(queued);
      const ids = queued.map(({ id: mailId }) => mailId);
      const rows = await readMailsByIds(services.pool, company.id, ids);
      const mails = rows.map((row) => presentMail(row, language));
      return { status: 202, body: { mails, skipped }, recorded: mails.length > 0 };
    },
  }),
];

type Body = {
  readonly third_party_ids: readonly number[];
  readonly level?: number | null | undefined;
  readonly until?: string | null | undefined;
};

const readReminderRules = ({ identity }: CompanyFile) => buildReminderRules(identity.settings, identity.country_pack);

const findReminders = (file: CompanyFile, found: Remindable, level?: number): readonly FoundReminder[] =>
  buildReminders(found, readReminderRules(file), getBookToday(), level);

/** Credits of the customer are deducted whatever their due date. */
const limitToDueDate = (found: Remindable, until: string | null | undefined): Remindable =>
  until
    ? { ...found, lines: found.lines.filter(({ open, due_date }) => isNegative(open) || due_date <= until) }
    : found;

/** Composes the mails that can be sent now; lists the others with the reason. */
async function composeReminders(
  { services, company, caller, language }: Pick<RouteRequest, 'services' | 'company' | 'caller' | 'language'>,
  { third_party_ids, level, until }: Body,
  file: CompanyFile,
): Promise<{ readonly mails: readonly RequestedMail[]; readonly skipped: z.output<typeof Skipped>[] } | Refusal> {
  const unknown = third_party_ids.flatMap((one, index) =>
    isLiveRecord(file.records, thirdParties.name, one)
      ? []
      : [{ code: 'third_party_unknown', field: `third_party_ids.${index}` }],
  );
  if (unknown.length > 0) return refuseInvalid(unknown);
  const rules = readReminderRules(file);
  if (level && level > rules.levels.length)
    return refuseInvalid([{ code: 'reminder_level_unknown', field: 'level', params: { max: rules.levels.length } }]);
  const wanted = [...new Set(third_party_ids)];
  const today = getBookToday();
  const [found, bank, user] = await Promise.all([
    readRemindable(services.pool, company.id, today, wanted),
    findBankAccount(services.pool, company.id),
    findUser(services.pool, caller.userId),
  ]);
  const reminders = new Map(
    findReminders(file, limitToDueDate(found, until), level ?? undefined).map((one) => [one.third_party.id, one]),
  );
  const { name, locale, currency } = file.identity;
  const mails: RequestedMail[] = [];
  const skipped: z.output<typeof Skipped>[] = [];
  const turn = createTurnKeeper();
  for (const partyId of wanted) {
    await turn();
    const reminder = reminders.get(partyId);
    const hold = reminder ? reminder.hold : 'nothing_late';
    if (!reminder || hold !== null) {
      skipped.push({ third_party_id: partyId, ...presentReason(hold!, language) });
      continue;
    }
    const { third_party } = reminder;
    const own = third_party.language ?? locale;
    const facts = toReminderFacts(reminder, today);
    const values = {
      ...buildCommonValues({
        language: own,
        currency,
        company: name,
        recipient: third_party.name,
        today: facts.as_of,
        sender: user?.name ?? name,
      }),
      ...buildReminderValues(facts, third_party, bank, { language: own, currency }),
    };
    const text = fillMailText(getMailTemplate(file.mail, getTemplateKind('reminder', reminder.level)!, own), values);
    mails.push({
      kind: 'reminder',
      thing: `reminder:${partyId}:${reminder.level}:${facts.as_of}`,
      to: [third_party.email!],
      subject: text.subject,
      body: addNotice(text.body, values['items'] ?? '', buildNotice(reminder, facts, own, file)),
      language: own,
      attachments: rules.attachesStatement ? [buildAttachment(reminder, own)] : [],
      third_party_id: partyId,
      from: isServiceAddress(services, rules.from) ? null : rules.from,
      reply_to: rules.reply_to ?? user?.email ?? null,
      reminder: facts,
    });
  }
  return { mails, skipped };
}

/** The address of the service needs no verification. */
const isServiceAddress = ({ mailer }: Pick<Services, 'mailer'>, from: string | null): boolean =>
  from !== null && mailer !== null && isSameAddress(from, mailer.address);

/** What the law requires of a first reminder to a Belgian consumer; null for any other reminder. */
function buildNotice(
  { isFirst, third_party }: FoundReminder,
  facts: ReminderFacts,
  language: Language,
  { identity }: CompanyFile,
): string | null {
  if (identity.country_pack !== 'BE' || third_party.is_business || !isFirst) return null;
  const { name: company, enterprise_number: enterpriseNumber, currency } = identity;
  return buildFreeReminderNotice(facts, { company, enterpriseNumber, language, currency });
}

/** The text of the file may lack the items, which belong to the notice. */
const addNotice = (body: string, items: string, notice: string | null): string =>
  notice === null ? body : [body, ...(body.includes(items) ? [] : [items]), notice].join('\n\n');

const toReminderFacts = (
  { level, pay_by, items, total_due, interest, lump_sum }: FoundReminder,
  as_of: string,
): ReminderFacts => ({ level, as_of, pay_by, items, total_due, interest, lump_sum });

/** The file is written when the mail is sent: its content is already in the reminder. */
function buildAttachment({ level, third_party }: FoundReminder, language: Language) {
  const title = getReminderLabels(language)(`reminder_${Math.min(level, 3)}` as ReminderWord);
  return { name: `${title} ${third_party.code}.pdf`, type: 'reminder', id: null } as const;
}

const presentReason = (code: string, language: Language) => ({
  code: `reminder_${code}`,
  message: translate(`reminder_${code}`, language),
});

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

const presentDryRun = ({ to, subject, body, attachments, third_party_id, reminder, language }: RequestedMail) => ({
  to,
  subject,
  body,
  language,
  third_party_id,
  attachments: attachments.map(({ name, type, id: of }) => ({ name, type, id: of })),
  level: reminder!.level,
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
