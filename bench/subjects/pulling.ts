import { createMeter } from '../costs/meter.ts';
import { takeMeteredTurns, type Side } from '../costs/turns.ts';
import { createBursts, type Request } from '../load.ts';
import { oneByOne } from '../one-by-one.ts';
import { COUNTED, programArguments, startProgram } from '../processes.ts';
import { meteredResult, ratioResult, type Result } from '../report.ts';
import { compare } from '../rounds.ts';
import { startSignedIn, type SignedInService } from '../service.ts';
import { runStatement, type Stage } from '../stage.ts';

const POOL = 12;
const CONNECTIONS = 8;
const PAGE = 500;
const PUSHED_AT_ONCE = 100;

/** Without the rest of what is measured of `sync`. */
export async function measurePulling(stage: Stage): Promise<Result[]> {
  const databaseUrl = await stage.createDatabase('pulling');
  const service = await startSignedIn(stage, databaseUrl);
  try {
    return await measurePulls(stage, service, databaseUrl);
  } finally {
    await service.stop();
  }
}

/** Pulls of pages of changes, and pulls that find nothing. */
export async function measurePulls(stage: Stage, service: SignedInService, databaseUrl: string): Promise<Result[]> {
  const { extent, note, settle, waitForReports } = stage;
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
  await waitForReports();
  const bare = await startProgram(
    process.execPath,
    programArguments('bench/bare-feed'),
    { ...COUNTED, DATABASE_URL: databaseUrl, POOL_SIZE: String(POOL) },
    /ready on (\S+)/,
  );
  const pages = Array.from({ length: Math.floor((end - from) / PAGE) }, (_, page) => from + page * PAGE);
  const createRun = (url: string, of: (since: number) => Request): Side['run'] =>
    createBursts({ url, connections: CONNECTIONS, requestsOf: () => pages.map(of) });
  const { headers } = service;
  const pull = createRun(service.url, (since) => ({
    method: 'GET',
    path: `${path}/pull?since=${since}&limit=${PAGE}`,
    headers,
  }));
  const read = createRun(bare.url, (since) => ({
    method: 'GET',
    path: `/companies/${file.id}/changes?since=${since}&limit=${PAGE}`,
  }));
  try {
    note('sync: pulling');
    await pull(extent.warmUpSeconds);
    await read(extent.warmUpSeconds);
    const turns = await takeMeteredTurns(
      extent.rounds,
      extent.readingSeconds,
      { meter: createMeter(stage, service, databaseUrl, 'service'), run: pull },
      { meter: createMeter(stage, bare, databaseUrl, 'baseline'), run: read },
    );
    note('sync: polling');
    const empty = (): Request => ({ method: 'GET', path: `${path}/pull?since=${end}`, headers });
    const me = (): Request => ({ method: 'GET', path: '/v1/auth/me', headers });
    await oneByOne(service.url, 1, extent.answerPairs, empty, me);
    const polls = await oneByOne(service.url, extent.answerRounds, extent.answerPairs, empty, me);
    return [
      meteredResult('sync-pull', `sync/pull, pages of ${PAGE}, ${CONNECTIONS} connections`, '/s', turns, {
        atLeast: 0.6,
      }),
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
