import { sampleEntry } from '../entry.ts';
import { fire, type Request, type Throughput } from '../load.ts';
import { programArguments, startProgram, type Program } from '../processes.ts';
import { ratioResult, type Result } from '../report.ts';
import { compare, takeTurns } from '../rounds.ts';
import { startSignedIn, type CompanyFile, type SignedInService } from '../service.ts';
import { runStatement, type Stage } from '../stage.ts';

/** One entry, and a page of fifty, against bare handlers with the same SQL on the same database. */

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
      { DATABASE_URL: databaseUrl, POOL_SIZE: String(POOL) },
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
  { extent, settle, note }: Stage,
  service: SignedInService,
  bare: Program,
  databaseUrl: string,
): Promise<Result[]> {
  const { connections, readingSeconds: seconds, rounds } = extent;
  note('reading: filling');
  const file = await service.openFile('Read');
  const ids = await post(service, file, ENTRIES);
  const entryIdsOf = (connection: number): number[] =>
    Array.from({ length: AT_ONCE }, (_, index) => ids[(connection * AT_ONCE + index) % ids.length]!);

  const burst = (url: string, requestsOf: (connection: number) => Request[], length = seconds): Promise<Throughput> =>
    fire({ url, connections, seconds: length, requestsOf });
  const { headers } = service;
  const sides = {
    one: {
      service: (connection: number): Request[] =>
        entryIdsOf(connection).map((id) => ({
          method: 'GET',
          path: `/v1/companies/${file.public_token}/entries/${id}`,
          headers,
        })),
      bare: (connection: number): Request[] =>
        entryIdsOf(connection).map((id) => ({ method: 'GET', path: `/companies/${file.id}/entries/${id}` })),
    },
    page: {
      service: (): Request[] => [
        { method: 'GET', path: `/v1/companies/${file.public_token}/entries?per_page=${PER_PAGE}`, headers },
      ],
      bare: (): Request[] => [{ method: 'GET', path: `/companies/${file.id}/entries?per_page=${PER_PAGE}` }],
    },
  };
  // The server gathers its statistics by itself within a minute: both sides read as they would after it.
  await runStatement(databaseUrl, 'ANALYZE');
  await settle();
  const results: Result[] = [];
  for (const [kind, subject, atLeast] of [
    ['one', 'GET entries/{id}', 0.6],
    ['page', `GET entries?per_page=${PER_PAGE}`, 0.5],
  ] as const) {
    note(`reading: ${subject}`);
    const side = sides[kind];
    await burst(service.url, side.service, extent.warmUpSeconds);
    await burst(bare.url, side.bare, extent.warmUpSeconds);
    const turns = await takeTurns(
      rounds,
      () => burst(service.url, side.service),
      () => burst(bare.url, side.bare),
    );
    results.push(
      ratioResult(
        `${subject}, ${connections} connections`,
        '/s',
        compare(turns, ({ perSecond }) => perSecond),
        { atLeast },
      ),
    );
  }
  return results;
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
