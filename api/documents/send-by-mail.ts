import type { z } from 'zod';
import { buildQueueCommand, queueMails } from '../../commands/mail/queue-mail.ts';
import { findQuotaRefusal, type QuotaToolbox } from '../../commands/mail/quota.ts';
import { findResendingRefusal } from '../../commands/documents/resending.ts';
import type { CommandContext } from '../../commands/support/context.ts';
import { findCommandRefusal } from '../../commands/support/preview.ts';
import type { Toolbox } from '../../commands/support/toolbox.ts';
import type { Language } from '../../domain/language.ts';
import type { MailAttachment } from '../../domain/mail/mail-events.ts';
import { refuseInvalid, isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import type { FileStore } from '../../outside/files/index.ts';
import { readMailsByIds } from '../../projections/mail/queries.ts';
import { email } from '../http/input/fields.ts';
import type { RouteRequest } from '../http/routing/route.ts';
import { presentMail, type Mail } from '../mail/mail.ts';
import { MailBody, composeMailOf, type MailAuthor } from '../mail/compose.ts';

type Request = Pick<RouteRequest, 'services' | 'company' | 'caller' | 'language' | 'write'>;

export interface DocumentToMail {
  readonly documentId: number;
  /** Null: the address of the third party. */
  readonly to: string | null;
  /** Sends it even if it was already sent to this recipient. */
  readonly isForced: boolean;
  /** Absent or null: that of the third party, or else of the company file. */
  readonly language?: Language | null;
  /** Refuses it if it was sent in any way, to anyone, or is not issued. */
  readonly isOnlyOnce?: boolean;
}

/** Sends a document by mail with the text of its template. The PDF is rendered and stored in its current state. */
export async function sendByMail(request: Request, asked: DocumentToMail): Promise<z.output<typeof Mail> | Refusal> {
  const { services, company, caller, language, write } = request;
  if (services.mailer === null) return refuse('mail_not_configured');
  const queued = await queueDocumentMail({ services, company, caller }, asked, write);
  if (isRefusal(queued)) return queued;
  const [row] = await readMailsByIds(services.pool, company.id, [queued.mailId]);
  return row ? presentMail(row, language) : refuse('not_found');
}

interface DocumentMailAuthor extends Omit<MailAuthor, 'printReport'> {
  readonly services: Toolbox & QuotaToolbox & { readonly files: FileStore };
}

/** Queues the mail; its author is a request or a job. */
export async function queueDocumentMail(
  { services, company, caller }: DocumentMailAuthor,
  { documentId, to, isForced, language = null, isOnlyOnce = false }: DocumentToMail,
  context: CommandContext,
): Promise<{ readonly mailId: number } | Refusal> {
  const checkAgain = async (): Promise<Refusal | null> =>
    isOnlyOnce ? findResendingRefusal(services.pool, company.id, documentId) : null;
  const repeated = await checkAgain();
  if (repeated) return repeated;
  if (to !== null && !email().safeParse(to).success)
    return refuseInvalid([{ field: 'to', code: 'mail_recipient_invalid' }]);
  const named = { kind: 'document', document_id: documentId, to: to === null ? null : [to], language } as const;
  const author = { services, company, caller, printReport: null };
  const made = await composeMailOf(author, MailBody.parse({ ...named, again: isForced }));
  if (isRefusal(made)) return made;
  // Check first, so that a refused mail leaves no stored file behind.
  const refused = await findCommandRefusal(services, company.id, buildQueueCommand, [
    { ...made.mail, attachments: [] },
  ]);
  if (refused) return toDocumentRefusal(refused);
  const exceeded = await findQuotaRefusal(services, company.id, 1);
  if (exceeded) return exceeded;
  const attachments: MailAttachment[] = [];
  for (const { name, type, id, mime, content } of made.files)
    attachments.push({
      name,
      type,
      id,
      mime,
      size: content.byteLength,
      sha256: await services.files.put('documents', content),
    });
  const write = async () => (await checkAgain()) ?? { mails: [{ ...made.mail, attachments }] };
  const queued = await queueMails(services, company.id, write, context);
  return isRefusal(queued) ? toDocumentRefusal(queued) : { mailId: queued.mails[0]!.id };
}

/** A mail has several recipients, a sent document only one: adapts the field names. */
const toDocumentRefusal = (refusal: Refusal): Refusal => ({
  ...refusal,
  problems: refusal.problems.map(({ field, ...problem }) => ({
    ...problem,
    ...(field !== undefined && { field: field === 'to.0' ? 'to' : field }),
  })),
});
