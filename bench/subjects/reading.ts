import { createMeter } from '../costs/meter.ts';
import { takeMeteredTurns } from '../costs/turns.ts';
import { sampleEntry } from '../entry.ts';
import type { OperationName } from '../guard/operations.ts';
import { createBursts, type Request } from '../load.ts';
import { COUNTED, programArguments, startProgram, type Program } from '../processes.ts';
import { meteredResult, type Requirement, type Result } from '../report.ts';
import { startSignedIn, type CompanyFile, type SignedInService } from '../service.ts';
import { runStatement, type Stage } from '../stage.ts';

/** One entry, a page of fifty and the trial balance, against bare handlers with the same SQL on the same database. */

/** As many connections to the database as the service has for its reads. */
const POOL = 12;
const ENTRIES = 2_000;
const AT_ONCE = 32;
const PER_PAGE = 50;

export async function measureReading(stage: Stage): Promise<Result[]> {
  const databaseUrl = await stage.createDatabase('reading');
  const service = await startSignedIn(stage, databaseUrl);
  try {
    const bare = await startProgram(
      process.execPath,
      programArguments('bench/bare-reads'),
      { ...COUNTED, DATABASE_URL: databaseUrl, POOL_SIZE: String(POOL) },
      /ready on (\S+)/,
    );
    try {
      return await compareThem(stage, service, bare, databaseUrl);
    } finally {
      await bare.stop();
    }
  } finally {
    await service.stop();
  }
}

async function compareThem(
  stage: Stage,
  service: SignedInService,
  bare: Program,
  databaseUrl: string,
): Promise<Result[]> {
  const { readingSeconds, warmUpSeconds, rounds } = stage.extent;
  stage.note('reading: filling');
  const file = await service.openFile('Read');
  const operations = await listOperations(service, file, await post(service, file, ENTRIES));
  const meters = {
    service: createMeter(stage, service, databaseUrl, 'service'),
    bare: createMeter(stage, bare, databaseUrl, 'baseline'),
  };
  // The server gathers its statistics by itself within a minute: both sides read as they would after it.
  await runStatement(databaseUrl, 'ANALYZE');
  await stage.settle();
  await stage.waitForReports();
  const results: Result[] = [];
  for (const { name, subject, requirement, most = Infinity, requestsOf, bareRequestsOf } of operations) {
    stage.note(`reading: ${subject}`);
    const connections = Math.min(stage.extent.connections, most);
    const measured = createBursts({ url: service.url, connections, requestsOf });
    const baseline = createBursts({ url: bare.url, connections, requestsOf: bareRequestsOf });
    await measured(warmUpSeconds);
    await baseline(warmUpSeconds);
    const turns = await takeMeteredTurns(
      rounds,
      readingSeconds,
      { meter: meters.service, run: measured },
      { meter: meters.bare, run: baseline },
    );
    results.push(meteredResult(name, `${subject}, ${connections} connections`, '/s', turns, requirement));
  }
  return results;
}

interface Operation {
  readonly name: OperationName;
  readonly subject: string;
  readonly requirement: Requirement;
  /** Reports of a firm wait for each other; more requests than this at a time are refused. */
  readonly most?: number;
  readonly requestsOf: (connection: number) => Request[];
  readonly bareRequestsOf: (connection: number) => Request[];
}

async function listOperations(
  service: SignedInService,
  file: CompanyFile,
  ids: readonly number[],
): Promise<readonly Operation[]> {
  const { headers } = service;
  const path = `/v1/companies/${file.public_token}`;
  const barePath = `/companies/${file.id}`;
  const [year] = await service.call<{ id: number }[]>('GET', `${path}/fiscal-years`);
  const pickIds = (connection: number): number[] =>
    Array.from({ length: AT_ONCE }, (_, index) => ids[(connection * AT_ONCE + index) % ids.length]!);
  const get = (read: string): Request => ({ method: 'GET', path: `${path}/${read}`, headers });
  const getBare = (read: string): Request => ({ method: 'GET', path: `${barePath}/${read}` });
  const page = `entries?per_page=${PER_PAGE}`;
  return [
    {
      name: 'entry',
      subject: 'GET entries/{id}',
      requirement: { atLeast: 0.6 },
      requestsOf: (connection) => pickIds(connection).map((id) => get(`entries/${id}`)),
      bareRequestsOf: (connection) => pickIds(connection).map((id) => getBare(`entries/${id}`)),
    },
    {
      name: 'page-of-entries',
      subject: `GET ${page}`,
      requirement: { atLeast: 0.5 },
      requestsOf: () => [get(page)],
      bareRequestsOf: () => [getBare(page)],
    },
    {
      name: 'trial-balance',
      subject: 'GET reports/trial-balance',
      requirement: null,
      most: 4,
      requestsOf: () => [get(`reports/trial-balance?fiscal_year_id=${year!.id}`)],
      bareRequestsOf: () => [getBare(`trial-balance?fiscal_year_id=${year!.id}`)],
    },
  ];
}

async function post(service: SignedInService, file: CompanyFile, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let number = 0; number < count; number += AT_ONCE) {
    const posted = await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, count - number) }, (_, index) =>
        service.call<{ id: number }>(
          'POST',
          `/v1/companies/${file.public_token}/entries`,
          sampleEntry(number + index, file.journalId),
        ),
      ),
    );
    ids.push(...posted.map(({ id }) => id));
  }
  return ids;
}
