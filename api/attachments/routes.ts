import { z } from 'zod';
import { attachFiles } from '../../commands/attachments/attach-files.ts';
import { detachFile } from '../../commands/attachments/detach-file.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { FILE_MIMES } from '../../outside/files/file-types.ts';
import {
  loadAttachmentsByIds,
  listAttachments,
  findLinkedAttachment,
  type AttachmentRow,
} from '../../projections/attachments/queries.ts';
import { listEntryDocumentFiles } from '../../projections/documents/queries.ts';
import { FileQuery, serveStoredFile } from '../files/serve-file.ts';
import { withServerData } from '../http/reply/conflict.ts';
import { withSharedRecord, type Scene } from '../http/routing/example.ts';
import { id } from '../http/input/fields.ts';
import { created, noContent, ok } from '../http/reply/reply.ts';
import { route, type RouteRequest } from '../http/routing/route.ts';
import { Attachment, ONE_ENTRY, presentAttachment, presentDocumentFile } from './attachment.ts';
import { ATTACHMENT_UPLOAD, checkUploadedFiles, UPLOAD_ERRORS } from './upload.ts';

const ALL = `${ONE_ENTRY}/attachments`;
const common = { area: 'entries', demo: 'allowed' } as const;
const ofEntry = z.object({ id: id() });
const ofAttachment = z.object({ id: id(), attachment: id() });

export const attachmentRoutes = [
  route({
    ...common,
    method: 'get',
    path: '/v1/companies/{company}/entries/{id}/attachments',
    summary:
      'List the files attached to an entry and the file of the document it posts, each with a link valid for ten minutes',
    ability: 'read',
    role: 'any',
    params: ofEntry,
    example: withSharedRecord('entries'),
    replies: { 200: z.array(Attachment) },
    async handle(request) {
      const { services, company, params } = request;
      const [rows, documents] = await Promise.all([
        listAttachments(services.pool, company.id, params.id),
        listEntryDocumentFiles(services.pool, company.id, params.id),
      ]);
      if (!rows) return refuse('not_found');
      const booked = documents.map((document) =>
        presentDocumentFile(document, params.id, company.publicToken, services.signedUrls),
      );
      return ok([...booked, ...rows.map((row) => presentRow(request, row))]);
    },
  }),
  route({
    ...common,
    method: 'post',
    path: '/v1/companies/{company}/entries/{id}/attachments',
    summary: 'Attach files to an entry, in `files[]`: up to 20 at once, 25 MB each; also after its period was locked',
    ability: 'write',
    role: 'encoder',
    params: ofEntry,
    upload: ATTACHMENT_UPLOAD,
    example: async ({ fresh }) => ({
      params: { id: await fresh('entries') },
      file: { name: 'receipt.pdf', type: 'application/pdf', content: '%PDF-1.7 a receipt' },
    }),
    replies: { 201: z.array(Attachment) },
    errorCodes: [...UPLOAD_ERRORS, 'file_already_attached', 'attachments_too_many', 'storage_limit_reached'],
    async handle(request) {
      const { params, services, company, write } = request;
      const files = await checkUploadedFiles(request.files);
      if (isRefusal(files)) return files;
      const outcome = await attachFiles(services, company.id, { entryId: params.id, files }, write);
      if (isRefusal(outcome)) return outcome;
      const rows = await loadAttachmentsByIds(services.pool, company.id, outcome.attachmentIds);
      return created(rows.map((row) => presentRow(request, row)));
    },
  }),
  route({
    ...common,
    method: 'delete',
    path: '/v1/companies/{company}/entries/{id}/attachments/{attachment}',
    summary: 'Remove a file from an entry, unless its period is locked or its fiscal year closed',
    ability: 'write',
    role: 'encoder',
    params: ofAttachment,
    example: async (scene) => ({ params: (await createAttachedFile(scene)).params }),
    replies: { 204: null },
    errorCodes: ['conflict', 'period_locked'],
    async handle(request) {
      const { params, services, company, write } = request;
      const requested = { entryId: params.id, attachmentId: params.attachment, baseVersion: write.baseVersion };
      const refused = await detachFile(services, company.id, requested, write);
      return refused ? withServerAttachment(request, params.attachment, refused) : noContent({ recorded: true });
    },
  }),
  route({
    ...common,
    method: 'get',
    path: '/v1/companies/{company}/entries/{id}/attachments/{attachment}/file',
    summary: 'Download an attached file through its signed link, or display it if the link was signed with `preview=1`',
    ability: 'signed',
    role: 'any',
    params: ofAttachment.extend({ company: z.string() }),
    query: FileQuery,
    example: createAttachedFile,
    replies: { 200: z.string() },
    fileTypes: FILE_MIMES,
    async handle({ params, query, services }) {
      const row = await findLinkedAttachment(services.pool, params.company, params.id, params.attachment);
      if (!row) return refuse('not_found');
      return serveStoredFile(services, row, query);
    },
  }),
];

/** A file attached for this request, and the signature of its link. */
async function createAttachedFile({ after }: Scene) {
  const { params, answer } = await after(`POST ${ALL}`);
  const [attached] = Object.values(answer) as { readonly id: number; readonly file_url: string }[];
  return {
    params: { id: params['id']!, attachment: attached!.id },
    query: new URL(attached!.file_url).search.slice(1),
  };
}

type Request = Pick<RouteRequest, 'services' | 'company'>;

function presentRow({ services, company }: Request, row: AttachmentRow) {
  return presentAttachment(row, company.publicToken, services.signedUrls);
}

/** Adds the attachment as stored on the server to a conflict. */
function withServerAttachment(request: Request, attachmentId: number, refused: Refusal): Promise<Refusal> {
  return withServerData(refused, async () => {
    const [row] = await loadAttachmentsByIds(request.services.pool, request.company.id, [attachmentId]);
    return row ? presentRow(request, row) : null;
  });
}
