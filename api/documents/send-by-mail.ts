import type { z } from 'zod';
import { buildQueueCommand, queueMail } from '../../commands/mail/queue-mail.ts';
import { findQuotaRefusal } from '../../commands/mail/quota.ts';
import type { MailAttachment } from '../../domain/mail/mail-events.ts';
import { refuseInvalid, isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { readMailsByIds } from '../../projections/mail/queries.ts';
import { email } from '../http/input/fields.ts';
import type { RouteRequest } from '../http/routing/route.ts';
import { presentMail, type Mail } from '../mail/mail.ts';
import { MailBody, composeMail } from '../mail/compose.ts';
import { findCommandRefusal } from '../../commands/support/preview.ts';

type Request = Pick<RouteRequest, 'services' | 'company' | 'caller' | 'language' | 'inner' | 'write'>;

export interface DocumentToMail {
  readonly documentId: number;
  /** Null: the address of the third party. */
  readonly to: string | null;
  /** Sends it even if it was already sent to this recipient. */
  readonly isForced: boolean;
}

/** Sends a document by mail with the text of its template. The PDF is rendered and stored in its current state. */
export async function sendByMail(
  request: Request,
  { documentId, to, isForced }: DocumentToMail,
): Promise<z.output<typeof Mail> | Refusal> {
  const { services, company, language, write } = request;
  if (services.mailer === null) return refuse('mail_not_configured');
  if (to !== null && !email().safeParse(to).success)
    return refuseInvalid([{ field: 'to', code: 'mail_recipient_invalid' }]);
  const asked = { kind: 'document', document_id: documentId, to: to === null ? null : [to], again: isForced } as const;
  const made = await composeMail(request, MailBody.parse(asked));
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
  const queued = await queueMail(services, company.id, { ...made.mail, attachments }, write);
  if (isRefusal(queued)) return toDocumentRefusal(queued);
  const [row] = await readMailsByIds(services.pool, company.id, [queued.id]);
  return row ? presentMail(row, language) : refuse('not_found');
}

/** A mail has several recipients, a sent document only one: adapts the field names. */
const toDocumentRefusal = (refusal: Refusal): Refusal => ({
  ...refusal,
  problems: refusal.problems.map(({ field, ...problem }) => ({
    ...problem,
    ...(field !== undefined && { field: field === 'to.0' ? 'to' : field }),
  })),
});
