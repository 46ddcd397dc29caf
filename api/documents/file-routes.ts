import { z } from 'zod';
import { attachDocumentFile } from '../../commands/documents/keep-document.ts';
import { isRefusal, refuse } from '../../domain/refusal.ts';
import { FILE_MIMES } from '../../outside/files/file-types.ts';
import { findLinkedFile } from '../../projections/documents/queries.ts';
import { checkUploadedFiles, UPLOAD_ERRORS } from '../attachments/upload.ts';
import { FileQuery, serveStoredFile } from '../files/serve-file.ts';
import type { Scene } from '../http/routing/example.ts';
import { id } from '../http/input/fields.ts';
import type { UploadDeclaration } from '../http/input/multipart.ts';
import { ok } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';
import { Document, findPresentedDocument } from './document.ts';
import { withServerDocument, ONE_DOCUMENT } from './routes.ts';

const FILE = `${ONE_DOCUMENT}/file`;
const common = { area: 'documents', demo: 'allowed' } as const;

/** One file, sent as `file` or `files[]`. */
const DOCUMENT_UPLOAD: UploadDeclaration = {
  field: 'file',
  types: FILE_MIMES,
  maxFiles: 1,
  maxBytes: 25 * 1024 * 1024,
};

export const documentFileRoutes = [
  route({
    ...common,
    method: 'get',
    path: '/v1/companies/{company}/documents/{id}/file',
    summary:
      'Download the file of a document through its signed link, or display it if the link was signed with `preview=1`',
    ability: 'signed',
    role: 'any',
    params: z.object({ company: z.string(), id: id() }),
    query: FileQuery,
    example: createAttachedFile,
    replies: { 200: z.string() },
    fileTypes: FILE_MIMES,
    async handle({ params, query, services }) {
      const file = await findLinkedFile(services.pool, params.company, params.id);
      if (!file) return refuse('not_found');
      return serveStoredFile(services, file, query);
    },
  }),
  route({
    ...common,
    method: 'put',
    path: '/v1/companies/{company}/documents/{id}/file',
    summary: 'Attach a file to a document that waits for booking, replacing its present file; 25 MB at most',
    ability: 'write',
    role: 'encoder',
    params: z.object({ id: id() }),
    upload: DOCUMENT_UPLOAD,
    example: async ({ fresh }) => ({
      params: { id: await fresh('documents') },
      file: { name: 'invoice.pdf', type: 'application/pdf', content: '%PDF-1.7 an invoice' },
    }),
    replies: { 200: Document },
    errorCodes: [...UPLOAD_ERRORS, 'conflict', 'document_booked', 'storage_limit_reached'],
    async handle(request) {
      const { params, services, company, write } = request;
      const files = await checkUploadedFiles(request.files, () => DOCUMENT_UPLOAD.field);
      if (isRefusal(files)) return files;
      const [file] = files;
      if (!file) return refuse('required', { field: 'file' });
      const requested = { id: params.id, file, baseVersion: write.baseVersion };
      const outcome = await attachDocumentFile(services, company.id, requested, write);
      if (isRefusal(outcome)) return withServerDocument(request, params.id, outcome);
      const shown = await findPresentedDocument(request, params.id);
      return shown ? ok(shown, { version: shown.version, recorded: outcome.isRecorded }) : refuse('not_found');
    },
  }),
];

/** A document with a file attached for this request, and the signature of its link. */
async function createAttachedFile({ after }: Scene) {
  const { params, answer } = await after(`PUT ${FILE}`);
  return { params: { id: params['id']! }, query: new URL(answer['file_url'] as string).search.slice(1) };
}
