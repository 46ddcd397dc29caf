import { get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { openLedgerFile, type LedgerFile } from '../booking.ts';
import { sampleEntry } from '../entry.ts';
import { postMany } from '../large-files.ts';
import { openPastCore, rebuildFromNothing } from '../past.ts';
import { percentile } from '../percentile.ts';
import { plainResult, type Result } from '../report.ts';
import { settingsFor, signIn, startService, startSignedIn, type SignedInService } from '../service.ts';
import { runStatement, type Stage } from '../stage.ts';

/**
 * Eight firms read the largest things that there are, all at once and without a pause: files, reports, whole lists, the
 * dossier, the log, an earlier state of the books. Meanwhile another firm reads and posts, beside
 * them.
 */

const ALL = 'from=2023-01-01&to=2026-12-31';
const BETWEEN_REQUESTS_MS = 10;

/** One for each of the eight firms. */
const HEAVY: readonly ((file: LedgerFile, halfway: string) => string)[] = [
  () => `/reports/general-ledger?format=XLSX&${ALL}`,
  () => `/reports/general-ledger?format=PDF&from=2026-01-01&to=2026-12-31`,
  () => `/reports/journals?format=CSV&${ALL}`,
  ({ fiscalYears }) => `/exports/full-dossier/${fiscalYears.at(-1)!.id}`,
  (_file, halfway) => `/reports/trial-balance?known_at=${halfway}&${ALL}`,
  () => `/reports/general-ledger?format=CSV&${ALL}`,
  () => '/sync/bootstrap?format=ndjson',
  () => '/events',
];

interface Reader {
  readonly file: LedgerFile;
  readonly headers: Readonly<Record<string, string>>;
}

export async function measureHeavyReads(stage: Stage): Promise<Result[]> {
  const { extent, note } = stage;
  const databaseUrl = await stage.createDatabase('heavy_reads');
  const { readers, other } = await openFirms(stage, databaseUrl);
  note(`heavy reads: ${extent.heavyEntries} entries are posted for each of ${readers.length} firms`);
  const halfway = await fillFiles(stage, databaseUrl, [...readers, other]);
  const program = await startService(stage, databaseUrl);
  try {
    await measureOther(program.url, other, extent.warmUpSeconds, []);
    note('heavy reads: eight firms read at once');
    const work = readers.map(({ file, headers }, index) =>
      createWork(program.url, headers, file, HEAVY[index]!(file, halfway[index]!)),
    );
    const busy = await measureOther(program.url, other, extent.neighbourSeconds, work);
    note(`heavy reads: answered ${work.map(({ answered, refused }) => `${answered}/${refused}`).join(' ')}`);
    return describe(busy);
  } finally {
    await program.stop();
  }
}

async function openFirms(stage: Stage, databaseUrl: string) {
  const service = await startSignedIn(stage, databaseUrl);
  const open = async (firm: SignedInService, name: string): Promise<Reader> => ({
    file: await openLedgerFile(firm, name, true),
    headers: firm.headers,
  });
  try {
    const readers: Reader[] = [];
    for (const index of HEAVY.keys())
      readers.push(await open(await signIn(service, settingsFor(stage, databaseUrl)), `Reader ${index + 1}`));
    return { readers, other: await open(service, 'Beside them') };
  } finally {
    await service.stop();
  }
}

/** Returns for each file a moment at which about half of it was recorded. */
async function fillFiles(stage: Stage, databaseUrl: string, readers: readonly Reader[]): Promise<readonly string[]> {
  const halfway: string[] = [];
  const core = await openPastCore({ databaseUrl }, stage.folder);
  try {
    for (const { file } of readers) {
      const startedAt = Date.now();
      await postMany(core, file, stage.extent.heavyEntries);
      halfway.push(new Date((startedAt + Date.now()) / 2).toISOString());
    }
    await rebuildFromNothing(core);
  } finally {
    await core.stop();
  }
  await runStatement(databaseUrl, 'VACUUM (ANALYZE)');
  return halfway;
}

interface Work {
  run(): Promise<void>;
  answered: number;
  /** Asked to come back later. */
  refused: number;
}

function createWork(url: string, headers: Reader['headers'], file: LedgerFile, address: string): Work {
  const work: Work = {
    answered: 0,
    refused: 0,
    async run() {
      const status = await readWhole(`${url}/v1/companies/${file.public_token}${address}`, headers);
      if (status === 200) work.answered += 1;
      else if (status === 429 || status === 503) work.refused += 1;
      else throw new Error(`${address} answered ${status}`);
    },
  };
  return work;
}

/** Each on its own connection: a kept one may be closed by the service at the moment it is used again. */
const readWhole = (url: string, headers: Reader['headers']): Promise<number> =>
  new Promise((resolve, reject) => {
    get(url, { headers, agent: false }, (response) => {
      response
        .on('error', reject)
        .on('end', () => resolve(response.statusCode!))
        .resume();
    }).on('error', (error) => reject(new Error(`${url} failed`, { cause: error })));
  });

interface Times {
  readonly reads: readonly number[];
  readonly writes: readonly number[];
}

/** How long the requests of one firm take while others do their work again and again. */
async function measureOther(
  url: string,
  { file, headers }: Reader,
  seconds: number,
  work: readonly Work[],
): Promise<Times> {
  const endsAt = performance.now() + seconds * 1000;
  const path = `${url}/v1/companies/${file.public_token}`;
  const repeat = async (step: (number: number) => Promise<unknown>, pauseMs: number): Promise<number[]> => {
    const times: number[] = [];
    for (let number = 0; performance.now() < endsAt; number += 1) {
      const startedAt = performance.now();
      await step(number);
      times.push(performance.now() - startedAt);
      await pause(pauseMs);
    }
    return times;
  };
  const request = async (address: string, body?: object): Promise<void> => {
    const response = await fetch(`${path}${address}`, {
      headers,
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${address} answered ${response.status}: ${text}`);
  };
  const addresses = ['/entries?per_page=25', '/accounts', '/third-parties', '/journals', '/fiscal-years'];
  const [reads, writes] = await Promise.all([
    repeat((number) => request(addresses[number % addresses.length]!), BETWEEN_REQUESTS_MS),
    repeat((number) => request('/entries', sampleEntry(number, file.journalId)), BETWEEN_REQUESTS_MS),
    ...work.map((one) => repeat(() => one.run(), 1)),
  ]);
  return { reads, writes };
}

function describe(busy: Times): Result[] {
  const beside = 'while eight firms make heavy reads, 99th percentile';
  return [
    plainResult(`reads of another firm ${beside}`, 'ms', percentile(busy.reads, 0.99), { atMost: 300 }),
    plainResult(`POST entries of another firm ${beside}`, 'ms', percentile(busy.writes, 0.99), { atMost: 500 }),
  ];
}
