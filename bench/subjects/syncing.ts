import { get } from 'node:http';
import { openLedgerFile } from '../booking.ts';
import { sampleEntry } from '../entry.ts';
import { residentMegabytes } from '../processes.ts';
import { plainResult, spaced, type Result } from '../report.ts';
import { startService, startSignedIn, type SignedInService } from '../service.ts';
import type { Stage } from '../stage.ts';
import { measurePulls } from './pulling.ts';

/** Pulling changes, polling for none, and reading a whole company file. */

const POSTED_AT_ONCE = 250;
const MOST_GROWTH_MB = 100;
const LOOK_EVERY_MS = 20;

export async function measureSync(stage: Stage): Promise<Result[]> {
  const databaseUrl = await stage.createDatabase('sync');
  const service = await startSignedIn(stage, databaseUrl);
  let path: string;
  const results: Result[] = [];
  try {
    results.push(...(await measurePulls(stage, service, databaseUrl)));
    path = await manyEntries(stage, service);
  } finally {
    await service.stop();
  }
  results.push(...(await bootstrapping(stage, service, databaseUrl, path)));
  return results;
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
      await work().finally(() => (isOver = true));
      await watching;
      const subject = `sync/bootstrap of ${spaced(extent.bootstrapEntries)} entries ${name}`;
      results.push(plainResult(`${subject}: memory`, 'MB more', peak - before, { atMost: MOST_GROWTH_MB }));
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
