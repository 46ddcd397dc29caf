import { get } from 'node:http';
import { openLedgerFile } from '../booking.ts';
import { sampleEntry } from '../entry.ts';
import { fire, type Request, type Throughput } from '../load.ts';
import { oneByOne } from '../one-by-one.ts';
import { programArguments, residentMegabytes, startProgram } from '../processes.ts';
import { plainResult, ratioResult, spaced, type Result } from '../report.ts';
import { compare, takeTurns } from '../rounds.ts';
import { startService, startSignedIn, type SignedInService } from '../service.ts';
import { runStatement, type Stage } from '../stage.ts';

/** Pulling changes, polling for none, and reading a whole company file. */

const POOL = 12;
const CONNECTIONS = 8;
const PAGE = 500;
const PUSHED_AT_ONCE = 100;
const POSTED_AT_ONCE = 250;
const MOST_GROWTH_MB = 150;
const LOOK_EVERY_MS = 20;

export async function measureSync(stage: Stage): Promise<Result[]> {
  const databaseUrl = await stage.createDatabase('sync');
  const service = await startSignedIn(stage, databaseUrl);
  let path: string;
  const results: Result[] = [];
  try {
    results.push(...(await pulling(stage, service, databaseUrl)));
    path = await manyEntries(stage, service);
  } finally {
    await service.stop();
  }
  results.push(...(await bootstrapping(stage, service, databaseUrl, path)));
  return results;
}

async function pulling(stage: Stage, service: SignedInService, databaseUrl: string): Promise<Result[]> {
  const { extent, note, settle } = stage;
  note('sync: filling the feed');
  const file = await service.openFile('Feed');
  const path = `/v1/companies/${file.public_token}/sync`;
  const { cursor: from } = await service.call<{ cursor: number }>('GET', `${path}/status`);
  for (let first = 0; first < extent.feedRecords; first += PUSHED_AT_ONCE) {
    const mutations = Array.from({ length: PUSHED_AT_ONCE }, (_, index) => ({
      mutation_id: `party-${first + index}`,
      method: 'POST',
      path: 'third-parties',
      body: {
        type: 'customer',
        name: `Customer ${first + index}`,
        city: 'Namur',
        email: `c${first + index}@example.com`,
      },
    }));
    await service.call('POST', `${path}/push`, { device_id: 'bench', mutations });
  }
  const { cursor: end } = await service.call<{ cursor: number }>('GET', `${path}/status`);
  await runStatement(databaseUrl, 'ANALYZE');
  await settle();
  const bare = await startProgram(
    process.execPath,
    programArguments('bench/bare-feed'),
    { DATABASE_URL: databaseUrl, POOL_SIZE: String(POOL) },
    /ready on (\S+)/,
  );
  const pages = Array.from({ length: Math.floor((end - from) / PAGE) }, (_, page) => from + page * PAGE);
  const side =
    (url: string, of: (since: number) => Request) =>
    (seconds: number): Promise<Throughput> =>
      fire({ url, connections: CONNECTIONS, seconds, requestsOf: () => pages.map(of) });
  const { headers } = service;
  const pull = side(service.url, (since) => ({
    method: 'GET',
    path: `${path}/pull?since=${since}&limit=${PAGE}`,
    headers,
  }));
  const read = side(bare.url, (since) => ({
    method: 'GET' as const,
    path: `/companies/${file.id}/changes?since=${since}&limit=${PAGE}`,
  }));
  try {
    note('sync: pulling');
    await pull(extent.warmUpSeconds);
    await read(extent.warmUpSeconds);
    const turns = await takeTurns(
      extent.rounds,
      () => pull(extent.readingSeconds),
      () => read(extent.readingSeconds),
    );
    note('sync: polling');
    const empty = (): Request => ({ method: 'GET', path: `${path}/pull?since=${end}`, headers });
    const me = (): Request => ({ method: 'GET', path: '/v1/auth/me', headers });
    await oneByOne(service.url, 1, extent.answerPairs, empty, me);
    const polls = await oneByOne(service.url, extent.answerRounds, extent.answerPairs, empty, me);
    return [
      ratioResult(
        `rows of sync/pull, pages of ${PAGE}, ${CONNECTIONS} connections`,
        'rows/s',
        compare(turns, ({ perSecond }) => perSecond * PAGE),
        { atLeast: 0.6 },
      ),
      ratioResult(
        'sync/pull that finds nothing, against GET /v1/auth/me',
        'ms',
        compare(polls, (milliseconds) => milliseconds),
        { atMost: 1.5 },
      ),
    ];
  } finally {
    await bare.stop();
  }
}

async function manyEntries({ extent, note }: Stage, service: SignedInService): Promise<string> {
  note(`sync: posting ${extent.bootstrapEntries} entries`);
  const file = await openLedgerFile(service, 'Whole', true);
  const path = `/v1/companies/${file.public_token}`;
  for (let first = 0; first < extent.bootstrapEntries; first += POSTED_AT_ONCE) {
    const entries = Array.from({ length: POSTED_AT_ONCE }, (_, index) => sampleEntry(first + index, file.journals.OD));
    await service.call('POST', `${path}/entries/batch`, { entries });
  }
  return path;
}

/** In a process that has done nothing else before. */
async function bootstrapping(
  stage: Stage,
  { headers }: SignedInService,
  databaseUrl: string,
  path: string,
): Promise<Result[]> {
  const { note, extent } = stage;
  const program = await startService(stage, databaseUrl);
  try {
    const results: Result[] = [];
    const read = (query: string, encoding: string): Promise<string> =>
      textOf(`${program.url}${path}/sync/bootstrap${query}`, { ...headers, 'accept-encoding': encoding });
    // What every process takes once it has answered anything.
    await read('?limit=500', 'gzip');
    const ways: readonly (readonly [string, () => Promise<void>])[] = [
      ['in pages', () => readPages((query) => read(query, 'identity'))],
      ['as NDJSON, compressed', async () => void (await read('?format=ndjson', 'gzip'))],
    ];
    for (const [name, work] of ways) {
      note(`sync: a whole file ${name}`);
      const before = await residentMegabytes(program.pid);
      let peak = before;
      let isOver = false;
      const watching = (async () => {
        while (!isOver) {
          peak = Math.max(peak, await residentMegabytes(program.pid));
          await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
        }
      })();
      const startedAt = performance.now();
      await work().finally(() => (isOver = true));
      const seconds = (performance.now() - startedAt) / 1_000;
      await watching;
      const subject = `sync/bootstrap of ${spaced(extent.bootstrapEntries)} entries ${name}`;
      results.push(plainResult(`${subject}: memory`, 'MB more', peak - before, { atMost: MOST_GROWTH_MB }));
      results.push(plainResult(`${subject}: time`, 's', seconds, null));
    }
    return results;
  } finally {
    await program.stop();
  }
}

async function readPages(read: (query: string) => Promise<string>): Promise<void> {
  let query = '?limit=500';
  for (;;) {
    const text = await read(query);
    const token = /"page_token":"([^"]+)"/.exec(text.slice(0, 5_000))?.[1];
    if (token === undefined) return;
    query = `?limit=500&page_token=${token}`;
  }
}

/** Read to its end; only the beginning is kept. */
function textOf(url: string, headers: Readonly<Record<string, string>>): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (response) => {
      const first: Buffer[] = [];
      let length = 0;
      response.on('data', (chunk: Buffer) => {
        if (length < 10_000) first.push(chunk);
        length += chunk.length;
      });
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode === 200) resolve(Buffer.concat(first).toString());
        else reject(new Error(`${url}: ${response.statusCode}`));
      });
    }).on('error', reject);
  });
}
