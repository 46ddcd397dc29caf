import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { passFaultPoint } from '../../database/fault-point.ts';
import { LANGUAGES, type Language } from '../../domain/language.ts';
import { isRefusal, refuse } from '../../domain/refusal.ts';
import { writeZip, type ZipWriter } from '../../outside/zip/write-zip.ts';
import { loadCompaniesByIds } from '../../projections/companies/queries.ts';
import { readYearFiles, type DossierFile } from '../../projections/dossiers/files.ts';
import { listDossierReturns } from '../../projections/dossiers/returns.ts';
import { listFiscalYears } from '../../projections/fiscal-years/queries.ts';
import { ofFiscalYear } from '../audit-files/audit-file.ts';
import { sanitizeFileName, buildContentDisposition } from '../exports/file-name.ts';
import { resolveStanding, type Standing } from '../exports/snapshot-position.ts';
import type { Answer } from '../http/reply/answer.ts';
import { choice, list } from '../http/input/fields.ts';
import { hasMinimumRole } from '../http/routing/access-steps.ts';
import { route, type Outcome, type RouteRequest } from '../http/routing/route.ts';
import { DOSSIER_PARTS, listGeneratedFiles, type DossierPart, type MadeFile } from './contents.ts';
import { buildManifest, type LeftOut, type ListedFile, type ManifestHead } from './manifest.ts';

const ZIP_TYPE = 'application/zip';

type Request = Pick<
  RouteRequest<
    { readonly fiscalYear: number },
    { readonly lang?: Language | undefined; readonly parts?: readonly DossierPart[] | undefined }
  >,
  'services' | 'company' | 'knownAt' | 'params' | 'query' | 'language' | 'inner' | 'holdTurn'
>;

export const fullDossierRoute = route({
  area: 'exports',
  method: 'get',
  path: '/v1/companies/{company}/exports/full-dossier/{fiscalYear}',
  summary:
    'Export the complete dossier of a fiscal year as a ZIP: reports, lists, VAT returns, bank files, documents, and a manifest with their hashes',
  ability: 'read',
  role: 'any',
  demo: 'allowed',
  params: ofFiscalYear,
  query: z.object({
    lang: choice(LANGUAGES)
      .optional()
      .meta({ type: 'string', enum: [...LANGUAGES], description: 'Language of the reports and lists.' }),
    parts: list(choice(DOSSIER_PARTS), { max: DOSSIER_PARTS.length }).optional().meta({
      description:
        'Only these parts: reports as CSV and PDF with the table of fixed assets and the VAT returns as recorded, lists with the VAT listings, the audit file for the tax authority, bank files and documents.',
    }),
  }),
  example: ({ company }) => ({ params: { fiscalYear: company.fiscalYear.id }, query: 'parts[]=files' }),
  replies: { 200: z.string().meta({ description: 'An archive with `manifest.json` version 2 as its last file.' }) },
  fileTypes: [ZIP_TYPE],
  heavy: 'archive',
  handle: streamDossier,
});

async function streamDossier(request: Request): Promise<Outcome> {
  const standing = await resolveStanding(request);
  if (isRefusal(standing)) return standing;
  const head = await buildManifestHead(request, standing);
  if (head === null) return refuse('not_found');
  const returns = await listDossierReturns(standing.pool, request.company.id, head.fiscal_year);
  const made = listGeneratedFiles(head.company.country_pack, head.fiscal_year, head.parameters.parts, returns);
  if (!canReadAll(request, made)) return refuse('role_too_low');
  const zip = writeZip(new Date(standing.moment));
  request.holdTurn(zip.stream);
  // Continues while the response is sent; any error aborts the archive.
  fillArchive(zip, request, standing, { head, made }).catch((error: unknown) => zip.abortArchive(toError(error)));
  const { name } = head.company;
  return {
    status: 200,
    raw: zip.stream,
    headers: {
      'Content-Type': ZIP_TYPE,
      'Content-Disposition': buildContentDisposition(`${name} ${head.fiscal_year.code}`, 'zip'),
      'Content-Language': head.parameters.lang,
      'X-Export-Fingerprint': computeDossierFingerprint(head),
    },
  };
}

/** Checked before the first byte: a dossier is never incomplete because of the rights of its reader. */
function canReadAll({ inner, company }: Request, files: readonly MadeFile[]): boolean {
  return files.every(({ request }) => {
    const [path = ''] = request.split('?');
    const role = inner.findRoute('GET', `/v1/companies/${company.publicToken}/${path}`)?.route.role;
    return role === 'any' || (role !== undefined && role !== 'platform' && hasMinimumRole(company.role, role));
  });
}

const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/** Null if the fiscal year does not exist. */
async function buildManifestHead(
  { services, company: { id }, params, query, language, knownAt }: Request,
  { pool, moment, position, revision }: Standing,
): Promise<ManifestHead | null> {
  const year = (await listFiscalYears(pool, id)).find((one) => one.id === params.fiscalYear);
  if (!year) return null;
  const company = (await loadCompaniesByIds(pool, [id]))[0]!;
  const stream = `company-${id}`;
  return {
    company,
    fiscal_year: year,
    known_at: moment,
    chain_head: { stream, position, revision, hash: await readHashAt(services.log, stream, revision) },
    heads: (await services.listSignedHeads(stream)).filter((one) => one.revision <= revision),
    parameters: {
      fiscal_year_id: year.id,
      lang: query.lang ?? language,
      parts: DOSSIER_PARTS.filter((part) => query.parts?.includes(part) ?? true),
      known_at: knownAt ?? null,
    },
  };
}

async function readHashAt(
  log: Pick<Request['services']['log'], 'readStream'>,
  stream: string,
  revision: number,
): Promise<string | null> {
  for await (const { metadata } of log.readStream(stream, { from: revision, limit: 1 })) return metadata.hash ?? null;
  return null;
}

/** The contents of the dossier depend only on the log up to its head, and on the year. */
const computeDossierFingerprint = ({
  chain_head: { stream, revision, hash },
  fiscal_year: { id },
  parameters: { parts },
}: ManifestHead): string =>
  createHash('sha256')
    .update(`${JSON.stringify({ version: 2, stream, revision, hash, fiscal_year_id: id, parts })}\n`)
    .digest('hex');

async function fillArchive(
  zip: ZipWriter,
  request: Request,
  standing: Standing,
  { head, made }: { readonly head: ManifestHead; readonly made: readonly MadeFile[] },
): Promise<void> {
  const files: ListedFile[] = [];
  const leftOut: LeftOut[] = [];
  const { parts } = head.parameters;
  for (const one of made) {
    const answer = await requestFile(one, request, head);
    if (answer.status === 200 && answer.body !== null) {
      const content = answer.body instanceof Readable ? answer.body : Readable.from([Buffer.from(answer.body)]);
      const zipped = await zip.addFile(one.path, content, { isCompressed: one.path.endsWith('.pdf') });
      const fingerprint = answer.headers[FINGERPRINT] ?? answer.trailers?.()[FINGERPRINT];
      files.push({ ...zipped, about: { request: one.request }, ...(fingerprint && { fingerprint }) });
    } else leftOut.push(toLeftOut(one, answer));
    passFaultPoint('between-files-of-dossier');
  }
  const stored = parts.includes('files') ? readYearFiles(standing.pool, request.company.id, head.fiscal_year) : [];
  for await (const file of stored) {
    const [path, resource] = buildArchivePath(file);
    const opened = await request.services.files.open('documents', file.sha256);
    if (opened === null) {
      leftOut.push({ path, code: 'file_missing', message: null, about: { resource, id: file.id } });
      continue;
    }
    const zipped = await zip.addFile(path, opened.stream, {
      bytes: opened.bytes,
      isCompressed: isCompressedType(file),
    });
    // A stored file must match its hash, unless it was changed in storage.
    if (zipped.sha256 !== file.sha256) throw new Error(`Content of stored file ${file.sha256} does not match its hash`);
    files.push({ ...zipped, about: { resource, id: file.id } });
  }
  const heads = head.heads.map((one) => `${JSON.stringify(one)}\n`).join('');
  files.push({ ...(await zip.addFile('heads.ndjson', heads)), about: { resource: 'heads' } });
  await zip.addFile('manifest.json', buildManifest(head, files, leftOut));
  zip.end();
}

const FINGERPRINT = 'X-Export-Fingerprint';
/** A firm runs one expensive request at a time: the dossier retries until it gets its turn. */
const ATTEMPTS = 10;
const PAUSE_MS = 3_000;

/** Runs the request that generates a file, as of the time of the dossier. */
async function requestFile(
  { request: asked }: MadeFile,
  { inner, company }: Request,
  { known_at, parameters }: ManifestHead,
): Promise<Answer> {
  const path = `/v1/companies/${company.publicToken}/${asked}&lang=${parameters.lang}&known_at=${known_at}`;
  for (let attempt = 1; ; attempt += 1) {
    const answer = await inner.runRequest({ method: 'GET', path, headers: {}, body: undefined });
    const isPutOff = answer.status === 429 || answer.status === 503;
    if (isPutOff && attempt < ATTEMPTS) {
      await pause(PAUSE_MS);
      continue;
    }
    // A dossier is complete or fails: nothing that the caller may not read is left out in silence.
    const isForbidden = answer.status === 401 || answer.status === 403 || answer.status === 404;
    if (isPutOff || isForbidden || answer.status >= 500)
      throw new Error(`Part of the dossier failed with status ${answer.status}`);
    return answer;
  }
}

/** A PDF that would exceed the line limit is listed as left out. */
function toLeftOut({ path, request }: MadeFile, { body }: Answer): LeftOut {
  const refusal = JSON.parse(typeof body === 'string' ? body : '{}') as { code?: string; message?: string };
  return { path, code: refusal.code ?? 'not_made', message: refusal.message ?? null, about: { request } };
}

const KINDS = {
  1: ['bank', 'coda-files'],
  2: ['documents', 'documents'],
  3: ['attachments', 'attachments'],
} as const;

function buildArchivePath({ kind, id, day, part, name }: DossierFile): readonly [path: string, resource: string] {
  const [folder, resource] = KINDS[kind];
  return [`${folder}/${part}/${day} ${id} ${sanitizeFileName(name)}`, resource];
}

const isCompressedType = ({ mime }: DossierFile): boolean =>
  mime !== null && /^image\/(?!svg|tiff|bmp)|pdf|zip|officedocument/.test(mime);
