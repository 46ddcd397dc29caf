import { createHash } from 'node:crypto';
import type { CompanyFile } from '../../domain/company-file-state.ts';
import { bookDate } from '../../domain/dates.ts';
import type { Language } from '../../domain/language.ts';
import type { MailKind } from '../../domain/mail/kinds.ts';
import type { MailAttachment, QueuedMail, ReminderFacts } from '../../domain/mail/mail-events.ts';
import type { MailDraft, QueueMails } from '../../domain/mail/queueing.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import { earlierMails, knownDocuments } from '../../projections/mail/facts.ts';
import type { CommandContext } from '../support/context.ts';
import { allOfType } from '../support/events-by-type.ts';
import { refusalOf } from '../support/find-refusal.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { wakeMailSenders } from '../../stores/mail/attempts.ts';

/** A mail as whoever wants it sent describes it. */
export interface RequestedMail {
  readonly kind: MailKind;
  readonly to: readonly string[];
  readonly cc?: readonly string[];
  readonly subject: string;
  readonly body: string;
  /** What has no `sha256` of a kept file is made when the mail goes out: a document is printed then. */
  readonly attachments: readonly MailAttachment[];
  readonly third_party_id?: number | null;
  readonly document_id?: number | null;
  /** Absent: that of the company file. */
  readonly language?: Language;
  /** Where answers go: the person who sends it. */
  readonly reply_to?: string | null;
  /** Absent: the address of the service. */
  readonly from?: string | null;
  /** Absent: the document, or the words themselves and the day. */
  readonly thing?: string;
  /** Also to those who have had the same thing already. */
  readonly again?: boolean;
  readonly reminder?: ReminderFacts;
}

/** Puts a mail into the queue and gives it as it was recorded; after an interrupted earlier run, as it was recorded then. */
export async function queueMail(
  toolbox: Toolbox,
  companyId: number,
  requested: RequestedMail,
  context: CommandContext,
): Promise<QueuedMail | Refusal> {
  const mails = await queueMails(toolbox, companyId, () => Promise.resolve([requested]), context);
  return isRefusal(mails) ? mails : mails[0]!;
}

/** The mails are written when the turn of the command has come: by what the books say then. */
export async function queueMails(
  toolbox: Toolbox,
  companyId: number,
  write: (file: CompanyFile) => Promise<readonly RequestedMail[] | Refusal>,
  context: CommandContext,
): Promise<readonly QueuedMail[] | Refusal> {
  const gathered = async (file: CompanyFile): Promise<QueueMails | Refusal> => {
    const requested = await write(file);
    if (isRefusal(requested)) return requested;
    const ids = await toolbox.ids.allocate('mails', Math.max(requested.length, 1));
    return commandFor(toolbox, companyId, requested, ids, file);
  };
  const outcome = await toolbox.commands.execute('company', companyId, gathered, context);
  if (isRefusal(outcome)) return outcome;
  // Who sends looks by itself now and then: what is queued is queued.
  if (outcome.events.length > 0) await wakeMailSenders(toolbox.pool).catch(() => undefined);
  return allOfType(outcome.events, 'MailsQueued').flatMap(({ data }) => data.mails);
}

/** Why the mail could not be queued so now; null when it could. */
export async function refusalOfMail(
  toolbox: Toolbox,
  companyId: number,
  requested: RequestedMail,
): Promise<Refusal | null> {
  const file = await toolbox.commands.look('company', companyId);
  return refusalOf(toolbox, 'company', companyId, await commandFor(toolbox, companyId, [requested], [1], file));
}

async function commandFor(
  { pool }: Pick<Toolbox, 'pool'>,
  companyId: number,
  requested: readonly RequestedMail[],
  ids: readonly number[],
  file: CompanyFile,
): Promise<QueueMails> {
  const today = bookDate(new Date());
  const mails = requested.map((one, index) => draftOf(one, ids[index]!, today, file));
  const documents = mails.flatMap(({ document_id }) => (document_id === null ? [] : [document_id]));
  const [earlier, known] = await Promise.all([
    earlierMails(
      pool,
      companyId,
      mails.map(({ thing }) => thing),
    ),
    knownDocuments(pool, companyId, documents),
  ]);
  return { type: 'QueueMails', mails, earlier, knownDocuments: known };
}

function draftOf(requested: RequestedMail, id: number, today: string, file: CompanyFile): MailDraft {
  const { kind, to, subject, body, attachments, document_id = null, third_party_id = null } = requested;
  const words = (): string => createHash('sha256').update(`${subject}\n${body}`).digest('hex').slice(0, 16);
  return {
    ...{ id, kind, to, subject, body, attachments, document_id, third_party_id },
    cc: requested.cc ?? [],
    language: requested.language ?? file.identity!.locale,
    thing: requested.thing ?? (document_id === null ? `${kind}:${today}:${words()}` : `document:${document_id}`),
    from: requested.from ?? null,
    reply_to: requested.reply_to ?? null,
    ...(requested.reminder && { reminder: requested.reminder }),
    isAgain: requested.again === true,
  };
}
