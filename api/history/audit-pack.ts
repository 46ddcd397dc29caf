import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { accounts } from '../../domain/accounts/account.ts';
import { addSums } from '../../domain/audit/books.ts';
import type { PostedEntry } from '../../domain/ledger/entry-events.ts';
import { add, subtract, ZERO, type Amount } from '../../domain/money.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { StoredEvent } from '../../eventlog/port.ts';
import { writeZip, type ZipWriter } from '../../outside/zip/write-zip.ts';
import { companyIdentity } from '../../projections/companies/queries.ts';
import { recordsByIds } from '../../projections/records/queries.ts';
import { builtFile } from '../console-pages/built-files.ts';
import { contentDisposition } from '../exports/file-name.ts';
import { places, type Keep } from '../exports/places.ts';
import { standingOf, type Standing } from '../exports/snapshot-position.ts';
import { route, type Outcome, type RouteRequest } from '../http/routing/route.ts';
import { translate } from '../i18n/translate.ts';
import { lines } from './events.ts';

const ZIP_TYPE = 'application/zip';
/** Each reads a whole log at the pace of whoever takes it. */
const inPlace = places(4);

type Request = Pick<RouteRequest, 'services' | 'company' | 'knownAt' | 'language'>;

export const auditPackRoute = route({
  area: 'companies',
  method: 'get',
  path: '/v1/companies/{company}/audit-pack',
  summary:
    'A sealed pack for the auditor as a ZIP: the events, the head of their chain, the trial balance, and a verifier that runs offline',
  ability: 'read',
  role: 'manager',
  demo: 'allowed',
  replies: {
    200: z.string().meta({
      description:
        'An archive with `events.ndjson`, `head.json`, `trial-balance.json` (over all years), `README.txt` and `verify.html`, which a browser or Node runs.',
    }),
  },
  fileTypes: [ZIP_TYPE],
  handle: (request) => inPlace((keep) => packOf(request, keep)),
});

async function packOf(request: Request, keep: Keep): Promise<Outcome> {
  const standing = await standingOf(request);
  if (isRefusal(standing)) return standing;
  const company = await companyIdentity(standing.pool, request.company.id);
  const verifier = await readFile(builtFile('verify.html'), 'utf8');
  const zip = writeZip(new Date(standing.moment));
  keep(zip.stream);
  // It goes on while the answer is sent; whatever goes wrong breaks the archive off.
  fill(zip, request, standing, verifier).catch((error: unknown) =>
    zip.fail(error instanceof Error ? error : new Error(String(error))),
  );
  return {
    status: 200,
    raw: zip.stream,
    headers: {
      'Content-Type': ZIP_TYPE,
      'Content-Disposition': contentDisposition(`${company!.name} audit ${standing.moment.slice(0, 10)}`, 'zip'),
    },
  };
}

type Sums = Map<number, { debit: Amount; credit: Amount }>;

async function fill(
  zip: ZipWriter,
  { services: { log }, company, language }: Request,
  { pool, moment, position, revision }: Standing,
  verifier: string,
): Promise<void> {
  const stream = `company-${company.id}`;
  const sums: Sums = new Map();
  let hash: string | null = null;
  const note = ({ type, data, metadata }: StoredEvent): void => {
    if (type === 'EntryPosted') addSums(sums, JSON.parse(data) as PostedEntry);
    if (type === 'MigratedBooksDropped') sums.clear();
    hash = OWN_HASH.exec(metadata)?.[1] ?? null;
  };
  const events = lines(log, stream, { from: 0, last: revision, until: Infinity }, note);
  await zip.add('events.ndjson', Readable.from(events, { objectMode: false, highWaterMark: 1 }));
  const head = { stream, position, revision, hash, known_at: moment };
  await zip.add('head.json', `${JSON.stringify(head, null, 2)}\n`);
  const balance = await balanceOf(sums, pool, company.id);
  await zip.add('trial-balance.json', `${JSON.stringify({ known_at: moment, ...balance }, null, 2)}\n`);
  await zip.add('README.txt', `${translate('audit_pack_readme', language)}\n`);
  await zip.add('verify.html', verifier);
  zip.end();
}

const OWN_HASH = /[{,]"hash":"([0-9a-f]{64})"/;

/** Over all years, by the number of the account. */
async function balanceOf(sums: Sums, pool: Standing['pool'], companyId: number) {
  const known = await recordsByIds(pool, accounts, companyId, [...sums.keys()]);
  const names = new Map(known.map((row) => [row.id, row]));
  const rows = [...sums].map(([id, { debit, credit }]) => {
    const account = names.get(id);
    const name = { number: account?.number ?? `#${id}`, label: account?.label ?? '' };
    return { id, ...name, debit, credit, balance: subtract(debit, credit) };
  });
  const total = (of: 'debit' | 'credit'): Amount => rows.reduce((sum, row) => add(sum, row[of]), ZERO);
  return {
    accounts: rows.sort((one, other) => (one.number < other.number ? -1 : 1)),
    totals: { debit: total('debit'), credit: total('credit') },
  };
}
