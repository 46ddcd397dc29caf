import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { createClearReader } from '../../commands/history/clear-data.ts';
import { accounts } from '../../domain/accounts/account.ts';
import { addSums } from '../../domain/audit/books.ts';
import type { PostedEntry } from '../../domain/ledger/entry-events.ts';
import { add, subtract, ZERO, type Amount } from '../../domain/money.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { StoredEvent } from '../../eventlog/port.ts';
import { writeZip, type ZipWriter } from '../../outside/zip/write-zip.ts';
import { findCompanyIdentity } from '../../projections/companies/queries.ts';
import { readRecordsByIds } from '../../projections/records/queries.ts';
import { getBuiltPath } from '../console-pages/built-files.ts';
import { buildContentDisposition } from '../exports/file-name.ts';
import { resolveStanding, type Standing } from '../exports/snapshot-position.ts';
import { route, type Outcome, type RouteRequest } from '../http/routing/route.ts';
import { translate } from '../i18n/translate.ts';
import { writeEventLines } from './events.ts';

const ZIP_TYPE = 'application/zip';

type Request = Pick<RouteRequest, 'services' | 'company' | 'knownAt' | 'language' | 'holdTurn'>;

export const auditPackRoute = route({
  area: 'companies',
  method: 'get',
  path: '/v1/companies/{company}/audit-pack',
  summary:
    'Sealed audit pack as a ZIP: the events, the head of their hash chain, the trial balance, and an offline verifier',
  ability: 'read',
  role: 'manager',
  demo: 'allowed',
  replies: {
    200: z.string().meta({
      description:
        'An archive with `events.ndjson`, `head.json`, `trial-balance.json` (all years), `README.txt` and `verify.html`, which runs in a browser or Node.',
    }),
  },
  fileTypes: [ZIP_TYPE],
  heavy: 'archive',
  handle: streamPack,
});

async function streamPack(request: Request): Promise<Outcome> {
  const standing = await resolveStanding(request);
  if (isRefusal(standing)) return standing;
  const company = await findCompanyIdentity(standing.pool, request.company.id);
  const verifier = await readFile(getBuiltPath('verify.html'), 'utf8');
  const zip = writeZip(new Date(standing.moment));
  request.holdTurn(zip.stream);
  // Continues while the response is sent; any error aborts the archive.
  fillArchive(zip, request, standing, verifier).catch((error: unknown) =>
    zip.abortArchive(error instanceof Error ? error : new Error(String(error))),
  );
  return {
    status: 200,
    raw: zip.stream,
    headers: {
      'Content-Type': ZIP_TYPE,
      'Content-Disposition': buildContentDisposition(`${company!.name} audit ${standing.moment.slice(0, 10)}`, 'zip'),
    },
  };
}

type Sums = Map<number, { debit: Amount; credit: Amount }>;

async function fillArchive(
  zip: ZipWriter,
  { services: { log, vault }, company, language }: Request,
  { pool, moment, position, revision }: Standing,
  verifier: string,
): Promise<void> {
  const stream = `company-${company.id}`;
  const sums: Sums = new Map();
  let hash: string | null = null;
  const recordEvent = ({ type, data, metadata }: StoredEvent): void => {
    if (type === 'EntryPosted') addSums(sums, JSON.parse(data) as PostedEntry);
    if (type === 'MigratedBooksDropped') sums.clear();
    hash = OWN_HASH.exec(metadata)?.[1] ?? null;
  };
  const stretch = { from: 0, last: revision, until: Infinity };
  const options = { readClear: createClearReader(vault), onEvent: recordEvent };
  const events = writeEventLines(log, stream, stretch, options);
  await zip.addFile('events.ndjson', Readable.from(events, { objectMode: false, highWaterMark: 1 }));
  const head = { stream, position, revision, hash, known_at: moment };
  await zip.addFile('head.json', `${JSON.stringify(head, null, 2)}\n`);
  const balance = await buildTrialBalance(sums, pool, company.id);
  await zip.addFile('trial-balance.json', `${JSON.stringify({ known_at: moment, ...balance }, null, 2)}\n`);
  await zip.addFile('README.txt', `${translate('audit_pack_readme', language)}\n`);
  await zip.addFile('verify.html', verifier);
  zip.end();
}

const OWN_HASH = /[{,]"hash":"([0-9a-f]{64})"/;

/** Over all years, by account number. */
async function buildTrialBalance(sums: Sums, pool: Standing['pool'], companyId: number) {
  const known = await readRecordsByIds(pool, accounts, companyId, [...sums.keys()]);
  const names = new Map(known.map((row) => [row.id, row]));
  const rows = [...sums].map(([id, { debit, credit }]) => {
    const account = names.get(id);
    const name = { number: account?.number ?? `#${id}`, label: account?.label ?? '' };
    return { id, ...name, debit, credit, balance: subtract(debit, credit) };
  });
  const sumSide = (of: 'debit' | 'credit'): Amount => rows.reduce((sum, row) => add(sum, row[of]), ZERO);
  return {
    accounts: rows.sort((one, other) => (one.number < other.number ? -1 : 1)),
    totals: { debit: sumSide('debit'), credit: sumSide('credit') },
  };
}
