import { createHash } from 'node:crypto';
import type { CompanyFile } from '../../domain/company-file-state.ts';
import { toBookDate } from '../../domain/dates.ts';
import type { Language } from '../../domain/language.ts';
import type { MailKind } from '../../domain/mail/kinds.ts';
import type { MailAttachment, QueuedMail, ReminderFacts, WrittenLetter } from '../../domain/mail/mail-events.ts';
import { decideQueueing, type MailDraft, type QueueMails } from '../../domain/mail/queueing.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import { listEarlierMails, findKnownDocuments } from '../../projections/mail/facts.ts';
import type { CommandContext } from '../support/context.ts';
import { filterByType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { wakeMailSenders } from '../../stores/mail/attempts.ts';
import type { Sources } from '../support/preview.ts';
import { openRecipientCount, type QuotaToolbox } from './quota.ts';
import { normaliseAddress } from './sender-names.ts';

/** A mail as requested by the caller. */
export interface RequestedMail {
  readonly kind: MailKind;
  readonly to: readonly string[];
  readonly cc?: readonly string[];
  readonly subject: string;
  readonly body: string;
  /** An attachment without the `sha256` of a stored file is generated on sending, such as a printed document. */
  readonly attachments: readonly MailAttachment[];
  readonly third_party_id?: number | null;
  readonly document_id?: number | null;
  /** Defaults to the language of the company file. */
  readonly language?: Language;
  /** Address for replies: the person who sends the mail. */
  readonly reply_to?: string | null;
  /** Defaults to the address of the service. Any other one must be verified. */
  readonly from?: string | null;
  /** Defaults to the document, or to the text and the date. */
  readonly thing?: string;
  /** Send it even to recipients who have already received the same. */
  readonly again?: boolean;
  readonly reminder?: ReminderFacts;
}

/** Mails to send, and letters to post. */
export interface RequestedPost {
  readonly mails: readonly RequestedMail[];
  readonly letters?: readonly Omit<WrittenLetter, 'id'>[];
}

/** Queues a mail and returns it as recorded; after an interrupted earlier run, as recorded then. */
export async function queueMail(
  toolbox: Toolbox & QuotaToolbox,
  companyId: number,
  requested: RequestedMail,
  context: CommandContext,
): Promise<QueuedMail | Refusal> {
  const compose = () => Promise.resolve({ mails: [requested] });
  const queued = await queueMails(toolbox, companyId, compose, context);
  return isRefusal(queued) ? queued : queued.mails[0]!;
}

export interface QueuedPost {
  readonly mails: readonly QueuedMail[];
  readonly letters: readonly WrittenLetter[];
}

/** Composes the mails when the command is executed, from the state of the books at that time, and counts recipients. */
export async function queueMails(
  toolbox: Toolbox & QuotaToolbox,
  companyId: number,
  write: (file: CompanyFile) => Promise<RequestedPost | Refusal>,
  context: CommandContext,
): Promise<QueuedPost | Refusal> {
  const quota = await openRecipientCount(toolbox, companyId);
  const buildCommand = async (file: CompanyFile): Promise<QueueMails | Refusal> => {
    const requested = await write(file);
    if (isRefusal(requested)) return requested;
    const command = await buildPostCommand(toolbox, companyId, requested, file);
    // A mail that is refused for another reason names that reason.
    const decided = decideQueueing(command, file);
    if (isRefusal(decided)) return command;
    return (await quota.count(countRecipients(filterByType(decided, 'MailsQueued')))) ?? command;
  };
  // If the outcome is unknown, the recipients stay counted: the mails may have been recorded.
  const outcome = await toolbox.commands.execute('company', companyId, buildCommand, context);
  if (isRefusal(outcome) || outcome.events.length === 0) await quota.release();
  if (isRefusal(outcome)) return outcome;
  // A failed notification is harmless, because the senders also poll the queue.
  if (outcome.events.length > 0) await wakeMailSenders(toolbox.pool).catch(() => undefined);
  return {
    mails: filterByType(outcome.events, 'MailsQueued').flatMap(({ data }) => data.mails),
    letters: filterByType(outcome.events, 'ReminderLettersWritten').flatMap(({ data }) => data.letters),
  };
}

const countRecipients = (events: readonly { readonly data: { readonly mails: readonly QueuedMail[] } }[]): number =>
  events.flatMap(({ data }) => data.mails).reduce((sum, { to, cc }) => sum + to.length + cc.length, 0);

export const buildQueueCommand = (
  sources: Sources,
  companyId: number,
  mails: readonly RequestedMail[],
  file: CompanyFile,
): Promise<QueueMails> => buildPostCommand(sources, companyId, { mails }, file);

async function buildPostCommand(
  { pool, ids: source }: Sources,
  companyId: number,
  { mails: requested, letters = [] }: RequestedPost,
  file: CompanyFile,
): Promise<QueueMails> {
  const ids = await source.allocate('mails', Math.max(requested.length + letters.length, 1));
  const today = toBookDate(new Date());
  const mails = requested.map((one, index) => toMailDraft(one, ids[index]!, today, file));
  const written = letters.map((one, index) => ({ id: ids[requested.length + index]!, ...one }));
  const documents = mails.flatMap(({ document_id }) => (document_id === null ? [] : [document_id]));
  const [earlier, known] = await Promise.all([
    listEarlierMails(
      pool,
      companyId,
      mails.map(({ thing }) => thing),
    ),
    findKnownDocuments(pool, companyId, documents),
  ]);
  return { type: 'QueueMails', mails, letters: written, earlier, knownDocuments: known };
}

function toMailDraft(requested: RequestedMail, id: number, today: string, file: CompanyFile): MailDraft {
  const { kind, to, subject, body, attachments, document_id = null, third_party_id = null } = requested;
  const hashText = (): string => createHash('sha256').update(`${subject}\n${body}`).digest('hex').slice(0, 16);
  return {
    id,
    kind,
    to,
    subject,
    body,
    attachments,
    document_id,
    third_party_id,
    cc: requested.cc ?? [],
    language: requested.language ?? file.identity.locale,
    thing: requested.thing ?? (document_id === null ? `${kind}:${today}:${hashText()}` : `document:${document_id}`),
    from: requested.from ? (normaliseAddress(requested.from) ?? requested.from) : null,
    reply_to: requested.reply_to ?? null,
    ...(requested.reminder && { reminder: requested.reminder }),
    isAgain: requested.again === true,
  };
}
