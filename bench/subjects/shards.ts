import pg from 'pg';
import { APPENDED_CHANNEL } from '../../eventlog/postgres/index.ts';
import { openPastCore, postMany, rebuildFromNothing } from '../past.ts';
import { readProcessorTime } from '../processor-time.ts';
import { programArguments, startProgram, type Program } from '../processes.ts';
import { plainResult, ratioResult, spaced, type Result } from '../report.ts';
import { compare, takeTurns } from '../rounds.ts';
import { settingsFor, startSignedIn, type CompanyFile } from '../service.ts';
import { runStatement, type Stage } from '../stage.ts';

/**
 * Two processes that share the shards against one that has them all, on the same log; and a rebuild with several shards
 * against one with a single shard. The processes are ready before the log gets the events that they project.
 */

const FILES = 16;
const SHARDS = 16;
const RUNNING = /Grandlivre (projector) is running/;
const LOOK_MS = 10;

interface Projected {
  /** Events a second. */
  readonly rate: number;
  /** Milliseconds of all processes and of the server, for each event. */
  readonly processorMs: number;
  /** Share of the time that connections of projectors waited for a lock. */
  readonly waiting: number;
}

export async function measureShards(stage: Stage): Promise<Result[]> {
  const { shardEntries } = stage.extent;
  const template = await makeLog(stage, shardEntries);
  let copies = 0;
  const run = (processes: number): Promise<Projected> =>
    projectCopy(stage, template, `shards_${(copies += 1)}`, processes);
  stage.note('shards: one process, then two, in turns');
  const projected = await takeTurns(
    stage.extent.rounds,
    () => run(2),
    () => run(1),
  );
  const entries = `${spaced(shardEntries)} entries`;
  stage.note('shards: rebuild with one shard, then with several, in turns');
  const rebuilt = await takeTurns(
    stage.extent.rounds,
    () => rebuildCopy(stage, template, `rebuilt_${(copies += 1)}`, SHARDS),
    () => rebuildCopy(stage, template, `rebuilt_${(copies += 1)}`, 1),
  );
  return [
    ratioResult(
      `projection of ${entries} by two processes against one, ${SHARDS} shards`,
      '/s',
      compare(projected, ({ rate }) => rate),
      {
        atLeast: 1.15,
      },
    ),
    ratioResult(
      'processor time of the same',
      'ms',
      compare(projected, ({ processorMs }) => processorMs),
      null,
    ),
    plainResult(
      'time that two processes wait for locks',
      '%',
      Math.max(...projected.measured.map(({ waiting }) => waiting)) * 100,
      { atMost: 2 },
    ),
    ratioResult(
      `rebuild of ${entries} with ${SHARDS} shards against one`,
      '/s',
      compare(rebuilt, (rate) => rate),
      {
        atLeast: 1.15,
      },
    ),
  ];
}

/** A database whose tables show sixteen company files, with the events of their entries set aside. */
async function makeLog(stage: Stage, entries: number): Promise<string> {
  const databaseUrl = await stage.createDatabase('shards');
  const service = await startSignedIn(stage, databaseUrl);
  const files: CompanyFile[] = [];
  try {
    for (let number = 1; number <= FILES; number += 1) files.push(await service.openFile(`File ${number}`));
  } finally {
    await service.stop();
  }
  stage.note(`shards: ${entries} entries are posted`);
  const core = await openPastCore({ databaseUrl }, stage.folder);
  try {
    const before = await core.log.readHead();
    await Promise.all(files.map((file) => postMany(core, file, Math.ceil(entries / FILES))));
    await core.pool.query(`CREATE TABLE public.set_aside AS SELECT * FROM log.events WHERE position > ${before}`);
    await core.pool.query(`DELETE FROM log.events WHERE position > ${before}`);
  } finally {
    await core.stop();
  }
  await runStatement(databaseUrl, 'VACUUM (ANALYZE)');
  return databaseUrl;
}

async function copyDatabase(stage: Stage, template: string, name: string): Promise<string> {
  const url = new URL(template);
  const from = url.pathname.slice(1);
  url.pathname = '/postgres';
  await runStatement(url.href, `CREATE DATABASE ${name} TEMPLATE ${from} STRATEGY FILE_COPY`);
  await stage.settle();
  url.pathname = `/${name}`;
  return url.href;
}

async function dropDatabase(url: string): Promise<void> {
  const server = new URL(url);
  const name = server.pathname.slice(1);
  server.pathname = '/postgres';
  await runStatement(server.href, `DROP DATABASE ${name} WITH (FORCE)`);
}

async function projectCopy(stage: Stage, template: string, name: string, processes: number): Promise<Projected> {
  const databaseUrl = await copyDatabase(stage, template, name);
  const settings = {
    // A copy uses the files of its original.
    ...settingsFor(stage, template),
    DATABASE_URL: databaseUrl,
    ROLE: 'projector',
    PROJECTOR_SHARDS: String(SHARDS),
    METRICS_ADDRESS: 'off',
  };
  const programs: Program[] = [];
  const client = new pg.Client({ connectionString: databaseUrl });
  try {
    await client.connect();
    for (let number = 0; number < processes; number += 1)
      programs.push(await startProgram(process.execPath, programArguments('main'), settings, RUNNING));
    await waitForShares(client, processes);
    const measureTime = async (): Promise<number> =>
      (await Promise.all(programs.map(({ pid }) => readProcessorTime(pid)))).reduce(
        (sum, one) => sum + one,
        await stage.serverTime(),
      );
    const before = await measureTime();
    const { rows } = await client.query<{ events: number; last: string }>(
      'SELECT count(*)::int AS events, max(position) AS last FROM public.set_aside',
    );
    await client.query('INSERT INTO log.events SELECT * FROM public.set_aside ORDER BY position');
    await client.query(`SELECT pg_notify('${APPENDED_CHANNEL}', '')`);
    const startedAt = performance.now();
    const locks = new Map<string, number>();
    const waiting = await watchUntil(client, Number(rows[0]!.last), (lock) =>
      locks.set(lock, (locks.get(lock) ?? 0) + 1),
    );
    if (locks.size > 0) stage.note(`shards: waits for locks: ${[...locks].map((one) => one.join(' ')).join(', ')}`);
    const { events } = rows[0]!;
    return {
      rate: (events * 1000) / (performance.now() - startedAt),
      processorMs: ((await measureTime()) - before) / events,
      waiting,
    };
  } finally {
    await client.end();
    await Promise.all(programs.map((program) => program.stop()));
    await dropDatabase(databaseUrl);
  }
}

/** Until each process has its share of the shards. */
async function waitForShares(client: pg.Client, processes: number): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ shards: number }>(
      'SELECT count(*)::int AS shards FROM ops.projector_shards GROUP BY owner HAVING owner IS NOT NULL',
    );
    if (rows.length === processes && rows.every(({ shards }) => shards === SHARDS / processes)) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

/** Resolves when all shards have passed the position, with the share of looks at which a projector waited for a lock. */
async function watchUntil(client: pg.Client, last: number, onWait: (lock: string) => void): Promise<number> {
  let [looks, waits] = [0, 0];
  for (;;) {
    const { rows } = await client.query<{ position: string; active: number; waiting: number; locks: string[] | null }>(`
      SELECT (SELECT min(position) FROM ops.projector_shards) AS position, count(*)::int AS active,
        count(*) FILTER (WHERE wait_event_type = 'Lock')::int AS waiting,
        array_agg(wait_event) FILTER (WHERE wait_event_type = 'Lock') AS locks
      FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'grandlivre-relaxed' AND state <> 'idle'`);
    const { position, active, waiting, locks } = rows[0]!;
    locks?.forEach(onWait);
    looks += active;
    waits += waiting;
    if (Number(position) >= last) return looks === 0 ? 0 : waits / looks;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

async function rebuildCopy(stage: Stage, template: string, name: string, shards: number): Promise<number> {
  const databaseUrl = await copyDatabase(stage, template, name);
  try {
    await runStatement(databaseUrl, 'INSERT INTO log.events SELECT * FROM public.set_aside ORDER BY position');
    await runStatement(
      databaseUrl,
      `INSERT INTO ops.projector_shards (shard, position) SELECT shard, -1 FROM generate_series(1, ${shards - 1}) AS shard`,
    );
    const core = await openPastCore({ databaseUrl }, stage.folder);
    try {
      const { events, milliseconds } = await rebuildFromNothing(core);
      return (events * 1000) / milliseconds;
    } finally {
      await core.stop();
    }
  } finally {
    await dropDatabase(databaseUrl);
  }
}
