import type { z } from 'zod';
import { queueMail, refusalOfMail } from '../../commands/mail/queue-mail.ts';
import type { MailAttachment } from '../../domain/mail/mail-events.ts';
import { invalid, isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { mailsByIds } from '../../projections/mail/queries.ts';
import { email } from '../http/input/fields.ts';
import type { RouteRequest } from '../http/routing/route.ts';
import { presentMail, type Mail } from '../mail/mail.ts';
import { MailBody, written } from '../mail/compose.ts';

type Request = Pick<RouteRequest, 'services' | 'company' | 'caller' | 'language' | 'inner' | 'write'>;

export interface DocumentToMail {
  readonly documentId: number;
  /** Null: the address of the third party. */
  readonly to: string | null;
  /** Also to whoever has had it already. */
  readonly isForced: boolean;
}

/** A document goes out as a mail in the words of its template, printed and kept as it is now. */
export async function sendByMail(
  request: Request,
  { documentId, to, isForced }: DocumentToMail,
): Promise<z.output<typeof Mail> | Refusal> {
  const { services, company, language, write } = request;
  if (services.mailer === null) return refuse('mail_not_configured');
  if (to !== null && !email().safeParse(to).success) return invalid([{ field: 'to', code: 'mail_recipient_invalid' }]);
  const asked = { kind: 'document', document_id: documentId, to: to === null ? null : [to], again: isForced } as const;
  const made = await written(request, MailBody.parse(asked));
  if (isRefusal(made)) return made;
  // What would be refused anyhow leaves no file behind.
  const refused = await refusalOfMail(services, company.id, { ...made.mail, attachments: [] });
  if (refused) return ofDocument(refused);
  const attachments: MailAttachment[] = [];
  for (const { name, type, id, mime, content } of made.files)
    attachments.push({
      ...{ name, type, id, mime, size: content.byteLength },
      sha256: await services.files.put('documents', content),
    });
  const queued = await queueMail(services, company.id, { ...made.mail, attachments }, write);
  if (isRefusal(queued)) return ofDocument(queued);
  const [row] = await mailsByIds(services.pool, company.id, [queued.id]);
  return row ? presentMail(row, language) : refuse('not_found');
}

/** A mail has several addresses, a document is sent to one. */
const ofDocument = (refusal: Refusal): Refusal => ({
  ...refusal,
  problems: refusal.problems.map(({ field, ...problem }) => ({
    ...problem,
    ...(field !== undefined && { field: field === 'to.0' ? 'to' : field }),
  })),
});
