import { z } from 'zod';
import { toArrivedBankFile, importStatements, type ImportedFile } from '../../commands/bank/import-statements.ts';
import { moveStatementFile } from '../../commands/bank/statement-files.ts';
import type { BankFileFormat } from '../../domain/bank/formats.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { StorageUnavailable } from '../../outside/files/failures.ts';
import {
  loadCodaFilesByIds,
  findLinkedCodaFile,
  listCodaFiles,
  type CodaFileRow,
} from '../../projections/bank/file-queries.ts';
import { listStatementGaps } from '../../projections/bank/gaps.ts';
import { FileQuery, replyWithStoredFile } from '../files/serve-file.ts';
import { withServerData } from '../http/reply/conflict.ts';
import { id, pageQuery } from '../http/input/fields.ts';
import { pageSchema, paginate } from '../http/reply/pagination.ts';
import { created, replyTrashed, ok } from '../http/reply/reply.ts';
import { route, type RouteRequest } from '../http/routing/route.ts';
import { translate } from '../i18n/translate.ts';
import { CodaFile, presentCodaFile } from './coda-file.ts';
import { createExampleUpload, createExampleFile } from './example-file.ts';
const common = { area: 'bank', demo: 'allowed' } as const;
const ofFile = z.object({ id: id() });

const MIMES = {
  coda: 'text/plain',
  camt053: 'application/xml',
  camt054: 'application/xml',
  cfonb120: 'text/plain',
  mt940: 'text/plain',
  ofx: 'text/plain',
} as const satisfies Record<BankFileFormat, string>;

/** Error codes for bank files. */
export const FILE_ERRORS = [
  'bank_file_unknown',
  'bank_file_camt052',
  'bank_account_unknown',
  'statement_already_imported',
  'statement_twice_in_file',
  'statement_currency',
  'statement_currency_mixed',
  'statement_balance_wrong',
  'statement_balance_missing',
  'statement_balance_unsigned',
  'statement_account_missing',
  'statement_account_differs',
  'statement_too_large',
  'statement_file_too_large',
  'bank_file_truncated',
  'bank_file_without_statements',
  'bank_file_without_details',
  'record_length_wrong',
  'record_unexpected',
  'record_out_of_sequence',
  'record_field_invalid',
  'record_count_wrong',
  'total_debit_wrong',
  'total_credit_wrong',
  'amount_not_in_cents',
  'entry_amount_invalid',
  'coda_version_unknown',
  'bank_file_xml_malformed',
  'bank_file_xml_document_type',
  'bank_file_xml_too_large',
  'bank_file_xml_encoding',
  'archive_unreadable',
  'archive_encrypted',
  'archive_too_many_files',
  'archive_too_large',
  'archive_suspicious',
  'archive_unsafe_name',
  'archive_duplicate_name',
  'archive_empty',
  'file_empty',
  'storage_limit_reached',
] as const;

const NotTaken = z
  .object({
    name: z.string(),
    code: z.string(),
    message: z.string(),
    id: optionalFileId(),
    iban: z.string().nullable().optional().meta({ description: 'The account for which there is no journal.' }),
    bank: z.string().nullable().optional().meta({ description: 'The bank of that account, if known.' }),
  })
  .meta({ id: 'StatementFileError' });

function optionalFileId() {
  return z.int().optional().meta({ description: 'The file that already contains the statement.' });
}

export const fileRoutes = [
  route({
    ...common,
    method: 'get',
    path: '/v1/companies/{company}/coda-files',
    summary: 'List bank files with their statements, newest first',
    ability: 'read',
    role: 'any',
    query: z.object({ journal_id: id().optional(), ...pageQuery() }),
    replies: { 200: pageSchema(CodaFile) },
    async handle(request) {
      const { query, services, company, language, pathUrl } = request;
      const { page, per_page: perPage, journal_id } = query;
      const { rows, total } = await listCodaFiles(services.pool, company.id, journal_id, page, perPage);
      return ok(paginate({ rows: await presentCodaFiles(request, rows), total, page, perPage, pathUrl, language }));
    },
  }),
  route({
    ...common,
    method: 'post',
    path: '/v1/companies/{company}/coda-files',
    summary:
      'Import bank statements, in `files[]`: CODA, CAMT.053, CAMT.054, CFONB 120, MT940 or OFX, also zipped; up to 20 files of 25 MB',
    ability: 'write',
    role: 'encoder',
    heavy: 'always',
    upload: {
      field: 'files',
      types: ['text/plain', 'application/xml', 'application/zip'],
      maxFiles: 20,
      maxBytes: 25 * 1024 * 1024,
    },
    example: createExampleUpload,
    replies: {
      201: z.object({
        files: z.array(CodaFile).meta({ description: 'Imported files.' }),
        errors: z.array(NotTaken).meta({ description: 'Rejected files, with the reason.' }),
      }),
    },
    errorCodes: FILE_ERRORS,
    async handle(request) {
      const { services, company, write, language } = request;
      const arrived = request.files.map((file) => toArrivedBankFile(file.name, file));
      const imported = await importStatements(services, company.id, arrived, write);
      const taken = imported.flatMap(({ outcome }) => (isRefusal(outcome) ? [] : [outcome.fileId]));
      if (taken.length === 0) return refuseAllFiles(imported);
      const errors = imported.flatMap(({ name, outcome }) => {
        if (!isRefusal(outcome)) return [];
        const [problem] = outcome.problems;
        const message = translate(problem!.code, language, problem!.params);
        return [{ name, code: outcome.code ?? problem!.code, message, ...extractDetails(outcome) }];
      });
      const rows = await loadCodaFilesByIds(services.pool, company.id, taken);
      return created({ files: await presentCodaFiles(request, rows), errors });
    },
  }),
  route({
    ...common,
    method: 'get',
    path: '/v1/companies/{company}/coda-files/{id}',
    summary: 'Get a bank file: its statements with balances, and its warnings',
    ability: 'read',
    role: 'any',
    params: ofFile,
    example: async (scene) => ({ params: (await createExampleFile(scene)).params }),
    replies: { 200: CodaFile },
    async handle(request) {
      const row = await findActiveFile(request, request.params.id);
      if (!row) return refuse('not_found');
      const [file] = await presentCodaFiles(request, [row]);
      return ok(file, { version: row.version, showsMore: true });
    },
  }),
  route({
    ...common,
    method: 'delete',
    path: '/v1/companies/{company}/coda-files/{id}',
    summary: 'Move a bank file and its transactions to the recycle bin, unless one of them is matched',
    ability: 'write',
    role: 'encoder',
    params: ofFile,
    example: async (scene) => ({ params: (await createExampleFile(scene)).params }),
    replies: { 204: null },
    errorCodes: ['conflict', 'statement_file_matched'],
    async handle(request) {
      const { params, services, company, write } = request;
      const requested = { id: params.id, baseVersion: write.baseVersion };
      const refused = await moveStatementFile(services, company.id, 'TrashStatementFile', requested, write);
      return refused ? withServerCodaFile(request, params.id, refused) : replyTrashed();
    },
  }),
  route({
    ...common,
    method: 'get',
    path: '/v1/companies/{company}/coda-files/{id}/file',
    summary: 'Download the original bank file through its signed link',
    ability: 'signed',
    role: 'any',
    params: ofFile.extend({ company: z.string() }),
    query: FileQuery,
    example: createExampleFile,
    replies: { 200: z.string() },
    fileTypes: [...new Set(Object.values(MIMES))],
    async handle({ params, query, services }) {
      const row = await findLinkedCodaFile(services.pool, params.company, params.id);
      if (!row) return refuse('not_found');
      const file = await services.files.open('documents', row.sha256);
      if (!file) throw new StorageUnavailable(new Error(`File ${row.sha256} not found`));
      const name = row.original_name.split('/').at(-1)!;
      return replyWithStoredFile({ content: file.stream, bytes: file.bytes, mime: MIMES[row.format], name }, query);
    },
  }),
];

type Request = Pick<RouteRequest, 'services' | 'company' | 'language'>;

export async function presentCodaFiles({ services, company, language }: Request, rows: readonly CodaFileRow[]) {
  const gaps = rows.length === 0 ? [] : await listStatementGaps(services.pool, company.id);
  const presenting = { companyToken: company.publicToken, signedUrls: services.signedUrls, language, gaps };
  return rows.map((row) => presentCodaFile(row, presenting));
}

async function findActiveFile({ services, company }: Request, fileId: number): Promise<CodaFileRow | undefined> {
  const [row] = await loadCodaFilesByIds(services.pool, company.id, [fileId]);
  return row?.deleted_at === null ? row : undefined;
}

/** Adds the file as stored on the server to a conflict. */
export function withServerCodaFile(request: Request, fileId: number, refused: Refusal): Promise<Refusal> {
  return withServerData(refused, async () => {
    const [row] = await loadCodaFilesByIds(request.services.pool, request.company.id, [fileId]);
    return row ? (await presentCodaFiles(request, [row]))[0] : null;
  });
}

/** Details of a refusal besides its message. */
function extractDetails({ facts = {} }: Refusal): {
  readonly id?: number;
  readonly iban?: string | null;
  readonly bank?: string | null;
} {
  const { id: fileId, iban, bank } = facts as { id?: number; iban?: string | null; bank?: string | null };
  return {
    ...(fileId !== undefined && { id: fileId }),
    ...(iban !== undefined && { iban }),
    ...(bank !== undefined && { bank }),
  };
}

/** Each problem refers to its file; the first refusal sets the code. */
function refuseAllFiles(imported: readonly ImportedFile[]): Refusal {
  const refusals = imported.flatMap(({ index, outcome }) => (isRefusal(outcome) ? [{ index, outcome }] : []));
  const first = refusals[0]!.outcome;
  return {
    refused: true,
    ...(first.code !== undefined && { code: first.code }),
    problems: refusals.flatMap(({ index, outcome }) =>
      outcome.problems.map((problem) => ({ ...problem, field: `files.${index}` })),
    ),
    ...(first.facts && { facts: first.facts }),
  };
}
