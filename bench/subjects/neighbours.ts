import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { sampleEntry } from '../entry.ts';
import { percentile } from '../percentile.ts';
import { plainResult, type Result } from '../report.ts';
import { settingsFor, signIn, startSignedIn, type CompanyFile, type SignedInService } from '../service.ts';
import type { Stage } from '../stage.ts';
import { thirdPartiesFile } from '../third-party.ts';

/**
 * One firm does the worst that it may, all at once and without a pause: imports, the largest XLSX and PDF, automatic lettering, the
 * largest logo. Meanwhile another one asks whether the service is there and posts entries.
 */

const ROWS_A_FILE = 10_000;
const ENTRIES_A_REQUEST = 500;
/** Its movements and open items together are the most that a file takes. */
const MOST_ENTRIES = 10_000;
const LOGO_SIDE = 5_000;
const BETWEEN_PINGS_MS = 5;

export async function measureNeighbours(stage: Stage): Promise<Result[]> {
  const { extent, note } = stage;
  const databaseUrl = await stage.createDatabase('neighbours');
  const service = await startSignedIn(stage, databaseUrl);
  try {
    const other = await signIn(service, settingsFor(stage, databaseUrl));
    const [file, own] = [await service.openFile('Worst allowed'), await other.openFile('Beside it')];
    note('neighbours: what is exported and lettered');
    const worst = await prepare(service, file, Math.min(extent.ledgerFewEntries, MOST_ENTRIES), extent.thirdParties);
    await during(other, own, extent.warmUpSeconds, []);
    note('neighbours: one firm does the worst that it may');
    const busy = await during(other, own, extent.neighbourSeconds, worst);
    const limits = { pings: { atMost: 100 }, writes: { atMost: 500 } };
    const meanwhile = 'while another firm does the worst, 99th percentile';
    return [
      plainResult(`GET /v1/ping ${meanwhile}`, 'ms', percentile(busy.pings, 0.99), limits.pings),
      plainResult(`POST entries ${meanwhile}`, 'ms', percentile(busy.writes, 0.99), limits.writes),
    ];
  } finally {
    await service.stop();
  }
}

type Work = () => Promise<void>;

/** Everything that can be made ready beforehand is, so that the benchmark itself has little to do meanwhile. */
async function prepare(
  service: SignedInService,
  file: CompanyFile,
  entries: number,
  thirdParties: number,
): Promise<readonly Work[]> {
  const path = `/v1/companies/${file.public_token}`;
  const parties = await Promise.all(
    ['Exported', 'Lettered'].map((name) =>
      service.call<{ id: number }>('POST', `${path}/third-parties`, { type: 'supplier', name }),
    ),
  );
  for (const { id } of parties)
    for (let first = 0; first < entries; first += ENTRIES_A_REQUEST)
      await service.call('POST', `${path}/entries/batch`, { entries: entriesOf(file, id, first, entries) });

  const { 'content-type': _json, ...headers } = service.headers;
  const send = async (method: string, address: string, body?: FormBody): Promise<void> => {
    const type = body && { 'content-type': body.type };
    const given = { method, headers: { ...headers, ...type }, ...(body && { body: body.bytes }) };
    const response = await fetch(`${service.url}${path}${address}`, given);
    const bytes = await response.arrayBuffer();
    // It asks for so much at once that it may be told to come back.
    if (!response.ok && response.status !== 429)
      throw new Error(`${address} answered ${response.status}: ${Buffer.from(bytes).toString()}`);
  };
  const rows = thirdPartiesFile(0, Math.min(ROWS_A_FILE, thirdParties));
  // Every line changes its record each time.
  const files = [rows, rows.replaceAll('Rue', 'Straat')].map((text) =>
    formOf('file', text, 'text/csv', { mode: 'upsert' }),
  );
  const logo = sharp({ create: { width: LOGO_SIDE, height: LOGO_SIDE, channels: 3, background: '#1f3a5f' } });
  const image = formOf('logo', await logo.png().toBuffer(), 'image/png');
  const [exported, lettered] = parties.map(({ id }) => id);
  const letter = (body: object): Promise<void> =>
    send('POST', '/lettering/auto', { type: 'application/json', bytes: Buffer.from(JSON.stringify(body)) });
  let [imports, letterings] = [0, 0];
  return [
    () => send('POST', '/third-parties/import', files[imports++ % 2]),
    () => send('GET', `/third-parties/${exported}/statement?format=XLSX&to=2026-12-31`),
    () => send('GET', `/third-parties/${exported}/statement?format=PDF&to=2026-12-31`),
    () => letter({ third_party_id: letterings++ === 0 ? lettered : exported, apply: letterings === 1 }),
    () => send('PUT', '/logo', image),
  ];
}

/** Invoices and payments of one amount each, by turns. */
function entriesOf({ journalId }: CompanyFile, thirdPartyId: number, first: number, all: number) {
  const count = Math.min(ENTRIES_A_REQUEST, all - first);
  return Array.from({ length: count }, (_, index) => {
    const [own, other] = (first + index) % 2 === 0 ? ['credit', 'debit'] : ['debit', 'credit'];
    const amount = `${100 + ((first + index) >> 1)}.00`;
    const lines = [
      { account: '440000', third_party_id: thirdPartyId, [own]: amount },
      { account: '604000', [other]: amount },
    ];
    return { ...sampleEntry(first + index, journalId), lines };
  });
}

interface FormBody {
  readonly type: string;
  readonly bytes: Buffer;
}

const BOUNDARY = 'one-part-and-the-next';

/** A form with one file, laid out once. */
function formOf(field: string, content: string | Buffer, type: string, more: Readonly<Record<string, string>> = {}) {
  const part = (name: string, about = '') =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${about}\r\n\r\n`;
  const bytes = Buffer.concat([
    ...Object.entries(more).map(([name, value]) => Buffer.from(`${part(name)}${value}\r\n`)),
    Buffer.from(part(field, `; filename="file"\r\nContent-Type: ${type}`)),
    Buffer.from(content),
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
  return { type: `multipart/form-data; boundary=${BOUNDARY}`, bytes } satisfies FormBody;
}

interface Times {
  readonly pings: readonly number[];
  readonly writes: readonly number[];
}

/** How long the requests of one take while others do their work again and again. */
async function during(
  { url, headers, call }: SignedInService,
  { public_token, journalId }: CompanyFile,
  seconds: number,
  work: readonly Work[],
): Promise<Times> {
  const endsAt = performance.now() + seconds * 1000;
  const isOver = (): boolean => performance.now() >= endsAt;
  const repeat = async (step: (number: number) => Promise<unknown>): Promise<number[]> => {
    const times: number[] = [];
    for (let number = 0; !isOver(); number += 1) {
      const startedAt = performance.now();
      await step(number);
      times.push(performance.now() - startedAt);
      await pause(BETWEEN_PINGS_MS);
    }
    return times;
  };
  const ping = async (): Promise<void> => void (await (await fetch(`${url}/v1/ping`, { headers })).arrayBuffer());
  const post = (number: number) =>
    call('POST', `/v1/companies/${public_token}/entries`, sampleEntry(number, journalId));
  const [pings, writes] = await Promise.all([repeat(ping), repeat(post), ...work.map(repeat)]);
  return { pings: pings, writes: writes };
}
