import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { faultPoint } from '../../database/fault-point.ts';
import { LANGUAGES, type Language } from '../../domain/language.ts';
import { isRefusal, refuse } from '../../domain/refusal.ts';
import { writeZip, type ZipWriter } from '../../outside/zip/write-zip.ts';
import { companiesByIds } from '../../projections/companies/queries.ts';
import { filesOfYear, type DossierFile } from '../../projections/dossiers/files.ts';
import { fiscalYearsOf } from '../../projections/fiscal-years/queries.ts';
import { ofFiscalYear } from '../audit-files/audit-file.ts';
import { cleanName, contentDisposition } from '../exports/file-name.ts';
import { places, type Keep } from '../exports/places.ts';
import { standingOf, type Standing } from '../exports/snapshot-position.ts';
import type { Answer } from '../http/reply/answer.ts';
import { choice, list } from '../http/input/fields.ts';
import { route, type Outcome, type RouteRequest } from '../http/routing/route.ts';
import { DOSSIER_PARTS, madeFiles, type DossierPart, type MadeFile } from './contents.ts';
import { manifestOf, type LeftOut, type ListedFile, type ManifestHead } from './manifest.ts';

const ZIP_TYPE = 'application/zip';
/** Each keeps a file open for as long as its reader takes. */
const inPlace = places(4);

type Request = Pick<
  RouteRequest<
    { readonly fiscalYear: number },
    { readonly lang?: Language | undefined; readonly parts?: readonly DossierPart[] | undefined }
  >,
  'services' | 'company' | 'knownAt' | 'params' | 'query' | 'language' | 'inner'
>;

export const fullDossierRoute = route({
  area: 'exports',
  method: 'get',
  path: '/v1/companies/{company}/exports/full-dossier/{fiscalYear}',
  summary:
    'The whole dossier of a fiscal year as a ZIP: reports, lists, files of banks, documents, and a manifest that proves them',
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
        'Only these: reports and lists as CSV and PDF, the file that the authority asks for, files of banks and documents.',
    }),
  }),
  example: ({ company }) => ({ params: { fiscalYear: company.fiscalYear.id }, query: 'parts[]=files' }),
  replies: { 200: z.string().meta({ description: 'An archive with `manifest.json` version 2 at its end.' }) },
  fileTypes: [ZIP_TYPE],
  handle: (request) => inPlace((keep) => dossierOf(request, keep)),
});

async function dossierOf(request: Request, keep: Keep): Promise<Outcome> {
  const standing = await standingOf(request);
  if (isRefusal(standing)) return standing;
  const head = await headOf(request, standing);
  if (head === null) return refuse('not_found');
  const zip = writeZip(new Date(standing.moment));
  keep(zip.stream);
  // It goes on while the answer is sent; whatever goes wrong breaks the archive off.
  fill(zip, request, standing, head).catch((error: unknown) => zip.fail(asError(error)));
  const { name } = head.company;
  return {
    status: 200,
    raw: zip.stream,
    headers: {
      'Content-Type': ZIP_TYPE,
      'Content-Disposition': contentDisposition(`${name} ${head.fiscal_year.code}`, 'zip'),
      'Content-Language': head.parameters.lang,
      'X-Export-Fingerprint': fingerprintOf(head),
    },
  };
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/** Null where there is no such fiscal year. */
async function headOf(
  { services, company: { id }, params, query, language, knownAt }: Request,
  { pool, moment, position, revision }: Standing,
): Promise<ManifestHead | null> {
  const year = (await fiscalYearsOf(pool, id)).find((one) => one.id === params.fiscalYear);
  if (!year) return null;
  const company = (await companiesByIds(pool, [id]))[0]!;
  const stream = `company-${id}`;
  return {
    company,
    fiscal_year: year,
    known_at: moment,
    chain_head: { stream, position, revision, hash: await hashAt(services.log, stream, revision) },
    heads: (await services.headsOf(stream)).filter((one) => one.revision <= revision),
    parameters: {
      fiscal_year_id: year.id,
      lang: query.lang ?? language,
      parts: DOSSIER_PARTS.filter((part) => query.parts?.includes(part) ?? true),
      known_at: knownAt ?? null,
    },
  };
}

async function hashAt(
  log: Pick<Request['services']['log'], 'readStream'>,
  stream: string,
  revision: number,
): Promise<string | null> {
  for await (const { metadata } of log.readStream(stream, { from: revision, limit: 1 })) return metadata.hash ?? null;
  return null;
}

/** Whatever is in the dossier follows from the log up to its head, and from the year. */
const fingerprintOf = ({
  chain_head: { stream, revision, hash },
  fiscal_year: { id },
  parameters: { parts },
}: ManifestHead): string =>
  createHash('sha256')
    .update(`${JSON.stringify({ version: 2, stream, revision, hash, fiscal_year_id: id, parts })}\n`)
    .digest('hex');

async function fill(zip: ZipWriter, request: Request, standing: Standing, head: ManifestHead): Promise<void> {
  const files: ListedFile[] = [];
  const leftOut: LeftOut[] = [];
  const { parts } = head.parameters;
  for (const one of madeFiles(head.company.country_pack, head.fiscal_year, parts)) {
    const answer = await answerTo(one, request, head);
    if (answer.status === 200 && answer.body !== null) {
      const content = answer.body instanceof Readable ? answer.body : Readable.from([Buffer.from(answer.body)]);
      const zipped = await zip.add(one.path, content, { isCompressed: one.path.endsWith('.pdf') });
      const fingerprint = answer.headers[FINGERPRINT] ?? answer.trailers?.()[FINGERPRINT];
      files.push({ ...zipped, about: { request: one.request }, ...(fingerprint && { fingerprint }) });
    } else leftOut.push(leftOutBecause(one, answer));
    faultPoint('between-files-of-dossier');
  }
  const stored = parts.includes('files') ? filesOfYear(standing.pool, request.company.id, head.fiscal_year) : [];
  for await (const file of stored) {
    const [path, resource] = placeOf(file);
    const opened = await request.services.files.open('documents', file.sha256);
    if (opened === null) {
      leftOut.push({ path, code: 'file_missing', message: null, about: { resource, id: file.id } });
      continue;
    }
    const zipped = await zip.add(path, opened.stream, { bytes: opened.bytes, isCompressed: isPacked(file) });
    // What was stored under a hash has it, or was changed where it lies.
    if (zipped.sha256 !== file.sha256) throw new Error(`The stored file ${file.sha256} has another content`);
    files.push({ ...zipped, about: { resource, id: file.id } });
  }
  const heads = head.heads.map((one) => `${JSON.stringify(one)}\n`).join('');
  files.push({ ...(await zip.add('heads.ndjson', heads)), about: { resource: 'heads' } });
  await zip.add('manifest.json', manifestOf(head, files, leftOut));
  zip.end();
}

const FINGERPRINT = 'X-Export-Fingerprint';
/** A firm has one expensive piece of work under way at a time: behind others the dossier waits for its turn again. */
const ATTEMPTS = 10;
const PAUSE_MS = 3_000;

/** The request that makes a file, at the moment of the dossier. */
async function answerTo(
  { request: asked }: MadeFile,
  { inner, company }: Request,
  { known_at, parameters }: ManifestHead,
): Promise<Answer> {
  const path = `/v1/companies/${company.publicToken}/${asked}&lang=${parameters.lang}&known_at=${known_at}`;
  for (let attempt = 1; ; attempt += 1) {
    const answer = await inner.run({ method: 'GET', path, headers: {}, body: undefined });
    const isPutOff = answer.status === 429 || answer.status === 503;
    if (isPutOff && attempt < ATTEMPTS) {
      await pause(PAUSE_MS);
      continue;
    }
    if (isPutOff || answer.status >= 500) throw new Error(`A part of the dossier was answered ${answer.status}`);
    return answer;
  }
}

/** A print of more lines than a print may have is told of instead. */
function leftOutBecause({ path, request }: MadeFile, { body }: Answer): LeftOut {
  const told = JSON.parse(typeof body === 'string' ? body : '{}') as { code?: string; message?: string };
  return { path, code: told.code ?? 'not_made', message: told.message ?? null, about: { request } };
}

const KINDS = {
  1: ['bank', 'coda-files'],
  2: ['documents', 'documents'],
  3: ['attachments', 'attachments'],
} as const;

function placeOf({ kind, id, day, part, name }: DossierFile): readonly [path: string, resource: string] {
  const [folder, resource] = KINDS[kind];
  return [`${folder}/${part}/${day} ${id} ${cleanName(name)}`, resource];
}

const isPacked = ({ mime }: DossierFile): boolean =>
  mime !== null && /^image\/(?!svg|tiff|bmp)|pdf|zip|officedocument/.test(mime);
