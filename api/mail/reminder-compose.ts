import type { RequestedMail, RequestedPost } from '../../commands/mail/queue-mail.ts';
import { isSameAddress } from '../../commands/mail/sender-names.ts';
import type { CompanyFile } from '../../domain/company-file-state.ts';
import { convertToBase } from '../../domain/currency/rates.ts';
import { findTaxRate, isKeptInTaxCurrency } from '../../domain/currency/tax-rate.ts';
import type { Language } from '../../domain/language.ts';
import { getTemplateKind } from '../../domain/mail/kinds.ts';
import type { ReminderFacts, WrittenLetter } from '../../domain/mail/mail-events.ts';
import { fillMailText, getMailTemplate } from '../../domain/mail/templates.ts';
import { isNegative, ZERO } from '../../domain/money.ts';
import { isLiveRecord } from '../../domain/records/state.ts';
import { refuseInvalid, type Refusal } from '../../domain/refusal.ts';
import { buildReminders, type Remindable, type Reminder as FoundReminder } from '../../domain/reminders/proposal.ts';
import { buildReminderRules, type ReminderRules } from '../../domain/reminders/settings.ts';
import { thirdParties } from '../../domain/third-parties/third-party.ts';
import { findUser } from '../../projections/identity/queries.ts';
import { readRemindable } from '../../projections/mail/reminders.ts';
import { createTurnKeeper } from '../../support/yielding.ts';
import { findBankAccount } from '../documents/parties.ts';
import type { RouteRequest } from '../http/routing/route.ts';
import { getBookToday } from '../http/reply/time.ts';
import { translate } from '../i18n/translate.ts';
import type { Services } from '../services.ts';
import { buildFreeReminderNotice } from './reminder-document.ts';
import { getReminderLabels, type ReminderWord } from './reminder-labels.ts';
import { buildCommonValues, buildReminderValues } from './values.ts';

/** Composes the reminders chosen: a mail each, or a letter for those without an address. */

interface ChosenReminders {
  readonly third_party_ids: readonly number[];
  readonly level?: number | null | undefined;
  readonly until?: string | null | undefined;
  readonly letters?: boolean | null | undefined;
}

export interface SkippedReminder {
  readonly third_party_id: number;
  readonly code: string;
  readonly message: string;
}

export interface ComposedReminders extends RequestedPost {
  readonly mails: readonly (RequestedMail & ReminderText)[];
  readonly letters: readonly ReminderText[];
  readonly skipped: SkippedReminder[];
}

export type ReminderText = Omit<WrittenLetter, 'id'>;

const readReminderRules = (file: CompanyFile): ReminderRules =>
  toFileCurrency(buildReminderRules(file.identity.settings, file.identity.country_pack), file);

/** The law sets the lump sum in the currency of the country. A file in another one needs a rate to claim it. */
function toFileCurrency(rules: ReminderRules, file: CompanyFile): ReminderRules {
  if (isKeptInTaxCurrency(file)) return rules;
  const { business, consumer } = rules.law;
  const known = findTaxRate(file, getBookToday());
  const lumpSum = known === null ? ZERO : convertToBase(business.lumpSum, known.rate);
  return { ...rules, law: { business: { ...business, lumpSum }, consumer } };
}

export const findReminders = (file: CompanyFile, found: Remindable, level?: number): readonly FoundReminder[] =>
  buildReminders(found, readReminderRules(file), getBookToday(), level);

/** Credits of the customer are deducted whatever their due date. */
export const limitToDueDate = (found: Remindable, until: string | null | undefined): Remindable =>
  until
    ? { ...found, lines: found.lines.filter(({ open, due_date }) => isNegative(open) || due_date <= until) }
    : found;

type Request = Pick<RouteRequest, 'services' | 'company' | 'caller' | 'language'>;

/** Composes what can be sent or posted now; lists the others with the reason. */
export async function composeReminders(
  { services, company, caller, language }: Request,
  chosen: ChosenReminders,
  file: CompanyFile,
): Promise<ComposedReminders | Refusal> {
  const { third_party_ids, level, until } = chosen;
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
  const sheet: Sheet = { file, bank, rules, today, user, isServiceAddress: createAddressCheck(services) };
  const mails: (RequestedMail & ReminderText)[] = [];
  const letters: ReminderText[] = [];
  const skipped: SkippedReminder[] = [];
  const turn = createTurnKeeper();
  for (const partyId of wanted) {
    await turn();
    const reminder = reminders.get(partyId);
    const hold = reminder ? reminder.hold : 'nothing_late';
    if (reminder && hold === null) mails.push(composeMail(reminder, sheet));
    else if (reminder && hold === 'no_address' && chosen.letters) letters.push(composeLetter(reminder, sheet));
    else skipped.push({ third_party_id: partyId, ...presentReason(hold!, language) });
  }
  return { mails, letters, skipped };
}

/** What all reminders of a request share. */
interface Sheet {
  readonly file: CompanyFile;
  readonly bank: Awaited<ReturnType<typeof findBankAccount>>;
  readonly user: Awaited<ReturnType<typeof findUser>>;
  readonly rules: ReminderRules;
  readonly today: string;
  readonly isServiceAddress: (from: string | null) => boolean;
}

function composeMail(reminder: FoundReminder, sheet: Sheet): RequestedMail & ReminderText {
  const { rules, user, isServiceAddress } = sheet;
  const letter = composeLetter(reminder, sheet);
  const { third_party_id, language } = letter;
  return {
    ...letter,
    kind: 'reminder',
    thing: `reminder:${third_party_id}:${reminder.level}:${letter.reminder.as_of}`,
    to: [reminder.third_party.email!],
    attachments: rules.attachesStatement ? [buildAttachment(reminder, language)] : [],
    from: isServiceAddress(rules.from) ? null : rules.from,
    reply_to: rules.reply_to ?? user?.email ?? null,
  };
}

/** The text, in the language of the customer, and the facts of a reminder. */
function composeLetter(reminder: FoundReminder, { file, bank, user, today }: Sheet): ReminderText {
  const { name, locale, currency } = file.identity;
  const { third_party } = reminder;
  const language = third_party.language ?? locale;
  const facts = toReminderFacts(reminder, today);
  const values = {
    ...buildCommonValues({
      language,
      currency,
      company: name,
      recipient: third_party.name,
      today: facts.as_of,
      sender: user?.name ?? name,
    }),
    ...buildReminderValues(facts, third_party, bank, { language, currency }),
  };
  const kind = getTemplateKind('reminder', reminder.level)!;
  const { subject, body } = fillMailText(getMailTemplate(file.mail, kind, language), values);
  return {
    language,
    subject,
    body: addNotice(body, values['items'] ?? '', buildNotice(reminder, facts, language, file)),
    third_party_id: third_party.id,
    reminder: facts,
  };
}

/** The address of the service needs no verification. */
const createAddressCheck =
  ({ mailer }: Pick<Services, 'mailer'>) =>
  (from: string | null): boolean =>
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

export const presentReason = (code: string, language: Language) => ({
  code: `reminder_${code}`,
  message: translate(`reminder_${code}`, language),
});
