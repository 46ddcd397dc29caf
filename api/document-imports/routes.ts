import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { examineUploads, MAX_FILE_BYTES } from '../../commands/document-imports/arrivals.ts';
import { processImport } from '../../commands/document-imports/analyse.ts';
import { correctSheet } from '../../commands/document-imports/correct-sheet.ts';
import { uploadDocuments } from '../../commands/document-imports/upload.ts';
import { refuseInvalid, isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { countBatchByStatus, listImports } from '../../projections/document-imports/queries.ts';
import { withServerData } from '../http/reply/conflict.ts';
import { id, pageQuery, text, uuid } from '../http/input/fields.ts';
import type { UploadDeclaration } from '../http/input/multipart.ts';
import { pageSchema, paginate } from '../http/reply/pagination.ts';
import { created, ok } from '../http/reply/reply.ts';
import { route, type RouteRequest } from '../http/routing/route.ts';
import { buildInvoiceFile, createExampleImport, getSharedImportParams, getSharedImport } from './examples.ts';
import { DocumentImport, presentImport, findPresentedImport, listPresentedImports, STATUSES } from './import.ts';
import { SheetBody, toSheet } from './sheet.ts';
import { importTrash } from './bin.ts';

const common = { area: 'document-imports', demo: 'allowed' } as const;
const writing = { ...common, ability: 'write', role: 'encoder' } as const;
const reading = { ...common, ability: 'read', role: 'any' } as const;
const ofImport = z.object({ id: id() });

const UPLOAD: UploadDeclaration = {
  field: 'files',
  types: [
    'application/pdf',
    'image/jpeg',
    'image/png',
    'image/heic',
    'image/heif',
    'image/webp',
    'image/gif',
    'application/xml',
    'application/zip',
    'message/rfc822',
  ],
  maxFiles: 20,
  maxBytes: MAX_FILE_BYTES,
};

const UPLOAD_ERRORS = [
  'import_type_unsupported',
  'file_empty',
  'file_type_mismatch',
  'storage_limit_reached',
  'archive_unreadable',
  'archive_empty',
  'archive_file_empty',
  'archive_too_many_files',
  'archive_too_large',
  'archive_suspicious',
  'archive_unsafe_name',
  'archive_duplicate_name',
  'archive_encrypted',
  'archive_nested',
  'message_unreadable',
  'message_without_document',
] as const;

const Uploaded = z
  .object({ batch_id: z.string().meta({ format: 'uuid' }), imports: z.array(DocumentImport) })
  .meta({ id: 'UploadedDocuments' });

const ImportBatch = z
  .object({
    batch_id: z.string().meta({ format: 'uuid' }),
    total: z.int().meta({ description: 'Number of documents, without archives.' }),
    counts: z.record(z.enum(STATUSES), z.int()).meta({ description: 'Number of documents per status.' }),
    progress: z.int().min(0).max(100),
    is_finished: z.boolean().meta({ description: 'True when no document is waiting for analysis.' }),
  })
  .meta({ id: 'ImportBatch' });

export const importRoutes = [
  route({
    ...writing,
    demo: 'blocked',
    method: 'post',
    path: '/v1/companies/{company}/document-imports',
    summary:
      'Upload documents, in `files[]`: up to 20 at once, 25 MB each, or archives and messages (`.eml`) of up to 50 documents. All are accepted or none. Structured invoices are read immediately; the analysis of all others starts within seconds. Follow it at the address in `Location` (progress of the batch) until `is_finished` is true, or read `status`, `step` and `progress` of each import',
    perMinute: 30,
    upload: UPLOAD,
    body: z.object({
      batch_id: uuid().nullish().meta({ description: 'Uploads of one batch; if absent, a new batch is created.' }),
    }),
    example: (scene) => ({ file: buildInvoiceFile(scene) }),
    replies: { 201: Uploaded },
    errorCodes: UPLOAD_ERRORS,
    async handle(request) {
      const { services, company, write, body, files } = request;
      const arrived = await examineUploads(files, services.files);
      if (isRefusal(arrived)) return arrived;
      try {
        const upload = { batchId: body.batch_id ?? randomUUID(), documents: arrived.documents };
        const outcome = await uploadDocuments(services, company.id, upload, write);
        if (isRefusal(outcome)) return outcome;
        const imports = await listPresentedImports(request, outcome.importIds);
        const headers = { Location: `${request.pathUrl}/batches/${outcome.batchId}` };
        return created({ batch_id: outcome.batchId, imports }, { headers });
      } finally {
        await arrived.discardUnpacked();
      }
    },
  }),
  route({
    ...reading,
    method: 'get',
    path: '/v1/companies/{company}/document-imports',
    summary: 'List imports, newest first',
    query: z.object({
      batch_id: uuid().optional(),
      status: text(200).optional().meta({ description: 'One or more statuses, separated by commas.' }),
      ...pageQuery(),
    }),
    replies: { 200: pageSchema(DocumentImport) },
    async handle(request) {
      const { query, services, company, language, pathUrl } = request;
      const { page, per_page: perPage } = query;
      const statuses = query.status?.split(',').map((status) => status.trim());
      const isKnownStatus = (status: string): boolean => (STATUSES as readonly string[]).includes(status);
      if (statuses && !statuses.every(isKnownStatus))
        return refuseInvalid([{ code: 'not_one_of', field: 'status', params: { values: STATUSES.join(', ') } }]);
      const { rows, total } = await listImports(
        services.pool,
        company.id,
        { batchId: query.batch_id, statuses },
        { limit: perPage, offset: (page - 1) * perPage },
        request.knownAt === undefined,
      );
      const shown = rows.map((row) => presentImport(row, request));
      return ok(paginate({ rows: shown, total, page, perPage, pathUrl, language }));
    },
  }),
  route({
    ...reading,
    method: 'get',
    path: '/v1/companies/{company}/document-imports/batches/{batch_id}',
    summary: 'Progress of a batch: documents by status and overall progress',
    params: z.object({ batch_id: uuid() }),
    example: async (scene) => ({ params: { batch_id: (await getSharedImport(scene)).batch_id } }),
    replies: { 200: ImportBatch },
    async handle({ params, services, company, knownAt }) {
      const rows = await countBatchByStatus(services.pool, company.id, params.batch_id, knownAt === undefined);
      if (rows.length === 0) return refuse('not_found');
      const documents = rows.filter(({ status }) => status !== 'expanded');
      const total = documents.reduce((sum, { count }) => sum + count, 0);
      const progress = documents.reduce((sum, row) => sum + row.progress, 0);
      const counts = Object.fromEntries(
        STATUSES.map((status) => [status, rows.find((row) => row.status === status)?.count ?? 0]),
      );
      return ok({
        batch_id: params.batch_id,
        total,
        counts,
        progress: total === 0 ? 100 : Math.floor(progress / total),
        is_finished: counts['queued'] === 0 && counts['analyzing'] === 0,
      });
    },
  }),
  route({
    ...reading,
    method: 'get',
    path: '/v1/companies/{company}/document-imports/{id}',
    summary: 'Get an import with its extracted data',
    params: ofImport,
    example: getSharedImportParams,
    replies: { 200: DocumentImport },
    async handle(request) {
      const shown = await findPresentedImport(request, request.params.id);
      return shown ? ok(shown, { version: shown.version, showsMore: true }) : refuse('not_found');
    },
  }),
  route({
    ...writing,
    demo: 'blocked',
    method: 'post',
    path: '/v1/companies/{company}/document-imports/{id}/process',
    summary:
      'Analyse a waiting document, or one whose analysis failed; the answer comes when it is finished, which may take 150 s',
    params: ofImport,
    example: getSharedImportParams,
    replies: { 200: DocumentImport },
    errorCodes: ['conflict', 'import_validated', 'import_is_archive', 'analysis_in_progress'],
    async handle(request) {
      const { params, services, company, write } = request;
      const { id: companyId, firmId } = company;
      const outcome = await request.untilDisconnect((signal) =>
        processImport(services, companyId, { importId: params.id, firmId, signal, ...write }, write),
      );
      return isRefusal(outcome)
        ? withServerImport(request, params.id, outcome)
        : respondWithImport(request, params.id, outcome.isRecorded);
    },
  }),
  route({
    ...writing,
    method: 'patch',
    path: '/v1/companies/{company}/document-imports/{id}',
    summary: 'Correct the extracted data: send the whole sheet; its totals are recalculated',
    params: ofImport,
    body: z.object({ extracted: SheetBody }),
    example: async (scene) => ({
      ...(await getSharedImportParams(scene)),
      body: {
        extracted: {
          document_type: 'invoice' as const,
          direction: 'purchase' as const,
          counterparty: { name: 'Papeterie du Centre' },
          number: 'F-1',
          date: '2026-01-15',
          currency: 'EUR',
          lines: [{ description: 'Paper', quantity: '10', unit_price: '12.5', vat_rate: '21' }],
        },
      },
    }),
    replies: { 200: DocumentImport },
    errorCodes: ['conflict', 'import_not_analysed', 'import_validated', 'import_is_archive'],
    async handle(request) {
      const { params, body, services, company, write } = request;
      const correction = { importId: params.id, sheet: toSheet(body.extracted), baseVersion: write.baseVersion };
      const refused = await correctSheet(services, company.id, correction, write);
      return refused ? withServerImport(request, params.id, refused) : respondWithImport(request, params.id);
    },
  }),
  route({
    ...writing,
    method: 'delete',
    path: '/v1/companies/{company}/document-imports/{id}',
    summary: 'Move an import to the recycle bin, unless it was validated',
    params: ofImport,
    example: createExampleImport,
    replies: { 204: null },
    errorCodes: ['conflict', 'import_validated'],
    handle: (request) => importTrash.trash(request, request.params.id),
  }),
];

type ImportRequest = Pick<RouteRequest, 'services' | 'company' | 'language'>;

async function respondWithImport(request: ImportRequest, importId: number, recorded = true) {
  const shown = await findPresentedImport(request, importId);
  return shown ? ok(shown, { version: shown.version, recorded, showsMore: true }) : refuse('not_found');
}

/** Adds the import as stored on the server to a conflict. */
export function withServerImport(request: ImportRequest, importId: number, refusal: Refusal): Promise<Refusal> {
  return withServerData(refusal, async () => (await findPresentedImport(request, importId)) ?? null);
}
