import { z } from 'zod';
import { buildQueueCommand, queueMail } from '../../commands/mail/queue-mail.ts';
import { findQuotaRefusal } from '../../commands/mail/quota.ts';
import { LANGUAGES } from '../../domain/language.ts';
import { MAIL_KINDS } from '../../domain/mail/kinds.ts';
import { MAIL_STATUSES, type MailAttachment as KeptAttachment } from '../../domain/mail/mail-events.ts';
import { isRefusal, refuse } from '../../domain/refusal.ts';
import { listMails, readMailsByIds } from '../../projections/mail/queries.ts';
import { buildContentDisposition } from '../exports/file-name.ts';
import type { Scene } from '../http/routing/example.ts';
import { choice, id, pageQuery } from '../http/input/fields.ts';
import { recordId } from '../http/reply/output.ts';
import { pageSchema, paginate } from '../http/reply/pagination.ts';
import { ok } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';
import { withRetryAfter } from '../identity/retry-after.ts';
import type { Services } from '../services.ts';
import { Mail, MailAttachment, presentMail } from './mail.ts';
import { buildReminderFileOfMail } from './files.ts';
import { MailBody, composeMail, type WrittenFile } from './compose.ts';
import { findCommandRefusal } from '../../commands/support/preview.ts';

const ALL = '/v1/companies/{company}/mails';
const read = { area: 'mail', demo: 'allowed', ability: 'read', role: 'any' } as const;
const write = { area: 'mail', ability: 'write', role: 'encoder' } as const;

const MailPreview = z
  .object({
    kind: z.enum(MAIL_KINDS),
    language: z.enum(LANGUAGES),
    to: z.array(z.string()),
    cc: z.array(z.string()),
    reply_to: z.string().nullable(),
    subject: z.string(),
    body: z.string(),
    attachments: z.array(
      MailAttachment.extend({
        media_type: z.string(),
        size: z.int().meta({ description: 'In bytes.' }),
        content: z.string().meta({ description: 'Content of the file in Base64.' }),
      }).meta({ id: 'PreviewedAttachment' }),
    ),
    third_party_id: recordId.nullable(),
    document_id: recordId.nullable(),
  })
  .meta({ id: 'MailPreview' });

export const mailRoutes = [
  route({
    ...read,
    method: 'get',
    path: '/v1/companies/{company}/mails',
    summary: 'List sent and waiting mails, newest first; filter by third party for its history',
    query: z.object({
      status: choice(MAIL_STATUSES).optional(),
      kind: choice(MAIL_KINDS).optional(),
      third_party_id: id().optional(),
      document_id: id().optional(),
      ...pageQuery(),
    }),
    replies: { 200: pageSchema(Mail) },
    async handle({ query, services, company, language, pathUrl }) {
      const { page, per_page: perPage, ...filter } = query;
      const { rows, total } = await listMails(services.pool, company.id, filter, page, perPage);
      const shown = rows.map((row) => presentMail(row, language));
      return ok(paginate({ rows: shown, total, page, perPage, pathUrl, language }));
    },
  }),
  route({
    ...write,
    demo: 'blocked',
    perMinute: 30,
    method: 'post',
    path: '/v1/companies/{company}/mails',
    summary:
      'Send a document, a statement of account, a report or a free text by mail; it is sent in the background, and never twice to the same recipient',
    body: MailBody,
    example: buildFreeMail,
    replies: { 202: Mail },
    errorCodes: ['mail_not_configured', 'mail_quota_exceeded'],
    async handle(request) {
      const { body, services, company, language, write: context } = request;
      if (services.mailer === null) return refuse('mail_not_configured');
      const made = await composeMail(request, body);
      if (isRefusal(made)) return made;
      // A mail that would be refused anyway must leave no files behind.
      const refused = await findCommandRefusal(services, company.id, buildQueueCommand, [
        { ...made.mail, attachments: [] },
      ]);
      if (refused) return refused;
      const exceeded = await findQuotaRefusal(services, company.id, 1);
      if (exceeded) return withRetryAfter(exceeded);
      const attachments = await storeFiles(services, made.files);
      const queued = await queueMail(services, company.id, { ...made.mail, attachments }, context);
      if (isRefusal(queued)) return withRetryAfter(queued);
      const [row] = await readMailsByIds(services.pool, company.id, [queued.id]);
      return { status: 202, body: presentMail(row!, language), version: row!.version, recorded: true };
    },
  }),
  route({
    ...write,
    demo: 'allowed',
    method: 'post',
    path: '/v1/companies/{company}/mails/preview',
    summary: 'Preview the subject, body and files of a mail; nothing is recorded',
    body: MailBody,
    example: buildFreeMail,
    replies: { 200: MailPreview },
    async handle(request) {
      const made = await composeMail(request, request.body);
      if (isRefusal(made)) return made;
      const { mail, files } = made;
      return ok({
        kind: mail.kind,
        language: mail.language,
        to: mail.to,
        cc: mail.cc,
        reply_to: mail.reply_to,
        subject: mail.subject,
        body: mail.body,
        attachments: files.map(({ name, type, id: of, mime, content }) => ({
          name,
          type,
          id: of,
          media_type: mime,
          size: content.byteLength,
          content: Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('base64'),
        })),
        third_party_id: mail.third_party_id,
        document_id: mail.document_id,
      });
    },
  }),
  route({
    ...read,
    method: 'get',
    path: '/v1/companies/{company}/mails/{id}',
    summary: 'Get a mail with its status',
    params: z.object({ id: id() }),
    example: async ({ once, after }) => ({
      params: { id: await once('mail', async () => (await after(`POST ${ALL}`)).answer.id) },
    }),
    replies: { 200: Mail },
    async handle({ params, services, company, language }) {
      const [row] = await readMailsByIds(services.pool, company.id, [params.id]);
      return row ? ok(presentMail(row, language), { version: row.version }) : refuse('not_found');
    },
  }),
  route({
    ...read,
    method: 'get',
    path: '/v1/companies/{company}/mails/{id}/pdf',
    summary: 'Get a reminder as PDF, with the text of its letter, to be posted',
    heavy: 'always',
    params: z.object({ id: id() }),
    example: async ({ once, after }) => ({
      params: {
        id: await once('reminder', async () => {
          const { answer } = await after('POST /v1/companies/{company}/reminders');
          return (answer.mails as { readonly id: number }[])[0]!.id;
        }),
      },
    }),
    replies: { 200: z.string() },
    fileTypes: ['application/pdf'],
    async handle({ params, services, company }) {
      const [row] = await readMailsByIds(services.pool, company.id, [params.id]);
      const made = row && (await buildReminderFileOfMail(services, company.id, row));
      if (!made) return refuse('not_found');
      return {
        status: 200,
        raw: made.content,
        headers: {
          'Content-Language': row.language,
          'Content-Type': made.mime,
          'Content-Disposition': buildContentDisposition(made.name.replace(/\.pdf$/, ''), 'pdf'),
        },
      };
    },
  }),
];

/** Stores the files as they are now: later changes to their sources do not affect what is sent. */
async function storeFiles(
  { files }: Pick<Services, 'files'>,
  made: readonly WrittenFile[],
): Promise<readonly KeptAttachment[]> {
  const attachments: KeptAttachment[] = [];
  for (const { name, type, id: of, mime, content } of made) {
    const sha256 = await files.put('documents', content);
    attachments.push({ name, type, id: of, sha256, size: content.byteLength, mime });
  }
  return attachments;
}

function buildFreeMail({ next }: Scene) {
  const body = 'Bonjour,\n\nVotre dossier {company} est complet.\n\n{sender}';
  const to = [`contact${next()}@example.org`];
  return { body: { kind: 'free' as const, to, subject: 'Votre dossier', body, language: 'fr' as const } };
}
