import { postEntry } from '../commands/ledger/post-entry.ts';
import { openCommandPath } from '../commands/support/command-path.ts';
import { createSystemContext } from '../commands/support/context.ts';
import { createMutationLookup } from '../commands/support/own-events.ts';
import { openCore, type Core } from '../service/core.ts';
import { isRefusal } from '../domain/refusal.ts';
import type { Progress } from '../projections/engine/progress.ts';
import { rebuildReadTables, type RebuildReport } from '../projections/engine/rebuild.ts';
import { sampleEntry } from './entry.ts';
import { BENCH_APP_KEY, startSignedIn, type CompanyFile } from './service.ts';
import type { Stage } from './stage.ts';

/** A database with one company file that has a long past in its log, and one that has none. */
export interface Past {
  readonly databaseUrl: string;
  readonly long: CompanyFile;
  readonly empty: CompanyFile;
  /** Of a session of the firm that opened them. */
  readonly headers: Readonly<Record<string, string>>;
}

const AT_ONCE = 400;

const silent = { debug: () => undefined, info: () => undefined, warn: console.warn, error: console.error };
const made = new WeakMap<Stage, Promise<Past>>();

/** Made once a run. The log holds the past; the read tables do not yet: a rebuild makes them. */
export function pastOn(stage: Stage): Promise<Past> {
  let past = made.get(stage);
  if (!past) made.set(stage, (past = makePast(stage)));
  return past;
}

export function openPastCore({ databaseUrl }: Pick<Past, 'databaseUrl'>, folder: string): Promise<Core> {
  return openCore({
    dataDir: folder,
    databaseUrl,
    databaseOwnerUrl: null,
    eventStoreUrl: null,
    eventStorePrefix: '',
    readAppKey: () => Promise.resolve(BENCH_APP_KEY),
    isTool: true,
    runsProjector: false,
    logger: silent,
  });
}

/** As after the restore of a log: with tables there, a rebuild would end where they end. */
export async function rebuildFromNothing({ pool, relaxedPool, log }: Core): Promise<RebuildReport> {
  await pool.query('DROP SCHEMA read CASCADE');
  return rebuildReadTables(relaxedPool, log);
}

async function makePast(stage: Stage): Promise<Past> {
  const databaseUrl = await stage.createDatabase('past');
  const service = await startSignedIn(stage, databaseUrl);
  let past: Past;
  try {
    past = {
      databaseUrl,
      headers: service.headers,
      long: await service.openFile('Long past'),
      empty: await service.openFile('No past'),
    };
  } finally {
    await service.stop();
  }
  stage.note(`past: ${stage.extent.pastEntries} entries are posted`);
  const startedAt = performance.now();
  const core = await openPastCore(past, stage.folder);
  try {
    await postMany(core, past.long, stage.extent.pastEntries);
  } finally {
    await core.stop();
  }
  stage.note(`past: posted in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
  return past;
}

/** Through the same commands as every entry, only that nobody waits for read tables, which are not being made. */
export async function postMany(core: Core, file: CompanyFile, count: number): Promise<void> {
  const progress: Progress = { ...core.progress, position: 0, waitForPosition: () => Promise.resolve() };
  const commands = openCommandPath({
    pool: core.pool,
    log: core.log,
    progress,
    ownEvents: createMutationLookup(core.pool, core.log),
    isHalted: () => false,
    now: () => new Date(),
  });
  let next = 0;
  const postInTurn = async (): Promise<void> => {
    while (next < count) {
      const { lines, ...head } = sampleEntry((next += 1), file.journalId);
      const inFull = lines.map((line) => ({ ...line, account_id: null, third_party_id: null }));
      const requested = { type: 'PostEntry', ...head, lines: inFull } as const;
      const outcome = await postEntry(
        { pool: core.pool, ids: core.ids, commands },
        file.id,
        requested,
        createSystemContext('bench'),
        () => null,
      );
      if (isRefusal(outcome)) throw new Error(`An entry of the past was refused: ${JSON.stringify(outcome.problems)}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, postInTurn));
  await commands.waitUntilIdle();
}
