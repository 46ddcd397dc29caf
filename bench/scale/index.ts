import { rebuildFromNothing, openPastCore } from '../past.ts';
import { killAll, programArguments, startProgram, type Program } from '../processes.ts';
import { describeMachine, plainResult, textTable, type Result } from '../report.ts';
import { LISTENING, settingsFor, startService } from '../service.ts';
import { openStage, runStatement, type Stage } from '../stage.ts';
import { FULL } from '../options.ts';
import { writeBooks } from './books.ts';
import { listTargets, measureNight, measureProcesses } from './measure.ts';
import { readSizes, type ScaleSizes, type ScaleValues } from './sizes.ts';

/** `npm run bench -- scale`: an installation of many firms and company files. */

/** @throws UnknownOption */
export async function runScale(values: ScaleValues): Promise<void> {
  const sizes = readSizes(values);
  const startedAt = performance.now();
  const note = (text: string): void =>
    void process.stderr.write(`${((performance.now() - startedAt) / 1000).toFixed(0).padStart(5)} s  ${text}\n`);
  process.once('exit', killAll);
  const stage = await openStage(FULL, note);
  const clearAway = async (): Promise<void> => {
    killAll();
    await stage.close();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void clearAway().finally(() => process.exit(1)));
  try {
    const results = await measureScale(stage, sizes);
    const machine = describeMachine();
    process.stdout.write(
      values.json ? `${JSON.stringify({ machine, sizes, results })}\n` : `\n${machine}\n\n${textTable(results)}\n`,
    );
  } finally {
    await clearAway();
  }
}

async function measureScale(stage: Stage, sizes: ScaleSizes): Promise<Result[]> {
  const databaseUrl = await stage.createDatabase('scale');
  // The first start makes the schema.
  await (await startService(stage, databaseUrl)).stop();
  const core = await openPastCore({ databaseUrl }, stage.folder);
  const results: Result[] = [];
  let targets: ReturnType<typeof listTargets>;
  try {
    const writtenAt = performance.now();
    targets = listTargets(await writeBooks(core, sizes, stage.note));
    const rebuiltAt = performance.now();
    stage.note('scale: the read tables are made');
    await rebuildFromNothing(core);
    const position = await core.log.readHead();
    results.push(
      plainResult('the books are written to the log', 's', (rebuiltAt - writtenAt) / 1_000, null),
      plainResult('read tables are made of it', 's', (performance.now() - rebuiltAt) / 1_000, null),
      plainResult('events in the log', 'events', position, null),
      plainResult('size of the database', 'MB', await readSize(core.pool, 'scale'), null),
    );
    for (const { subject, measured } of results) stage.note(`scale: ${subject}: ${measured}`);
  } finally {
    await core.stop();
  }
  // As the server does by itself after a while.
  await runStatement(databaseUrl, 'VACUUM (ANALYZE)');
  await stage.settle();
  const processes: Program[] = [];
  try {
    for (let number = 0; number < sizes.processes; number += 1)
      processes.push(
        await startProgram(
          process.execPath,
          programArguments('main'),
          {
            ...settingsFor(stage, databaseUrl),
            METRICS_ADDRESS: 'off',
            COMPANY_CACHE_MB: String(sizes.cacheMb),
            ROLE: number === 0 ? 'all' : 'api',
          },
          LISTENING,
        ),
      );
    results.push(...(await measureProcesses(stage, processes, targets, sizes)));
  } finally {
    for (const one of processes) await one.stop();
  }
  const night = await openPastCore({ databaseUrl }, stage.folder);
  try {
    results.push(...(await measureNight(night, sizes)));
  } finally {
    await night.stop();
  }
  return results;
}

async function readSize(pool: { query: typeof import('pg').Pool.prototype.query }, database: string): Promise<number> {
  const { rows } = await pool.query<{ mb: number }>('SELECT pg_database_size($1)::float8 / 2 ^ 20 AS mb', [database]);
  return rows[0]!.mb;
}
