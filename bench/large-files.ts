import { postBatch } from '../commands/ledger/post-batch.ts';
import { openCommandPath } from '../commands/support/command-path.ts';
import { createSystemContext } from '../commands/support/context.ts';
import { createMutationLookup } from '../commands/support/own-events.ts';
import type { Core } from '../service/core.ts';
import { isRefusal } from '../domain/refusal.ts';
import type { Progress } from '../projections/engine/progress.ts';
import { rebuildReadTables } from '../projections/engine/rebuild.ts';
import { openLedgerFile, pastEntry, type LedgerFile } from './booking.ts';
import { openPastCore } from './past.ts';
import { startSignedIn } from './service.ts';
import { runStatement, type Stage } from './stage.ts';

/** A database with a company file of very many entries over four years, and one of few. */
export interface LargeFiles {
  readonly databaseUrl: string;
  readonly large: LedgerFile;
  readonly small: LedgerFile;
  /** Of a session of the firm that opened them. */
  readonly headers: Readonly<Record<string, string>>;
}

const A_BATCH = 500;
const AT_ONCE = 4;

export async function makeLargeFiles(
  stage: Stage,
  name: string,
  { many, few }: { readonly many: number; readonly few: number },
): Promise<LargeFiles> {
  const databaseUrl = await stage.createDatabase(name);
  const service = await startSignedIn(stage, databaseUrl);
  let files: LargeFiles;
  try {
    files = {
      databaseUrl,
      headers: service.headers,
      large: await openLedgerFile(service, 'Many entries', true),
      small: await openLedgerFile(service, 'Few entries', true),
    };
  } finally {
    await service.stop();
  }
  const core = await openPastCore(files, stage.folder);
  try {
    stage.note(`${name}: ${many} entries are posted`);
    await postMany(core, files.large, many);
    await postMany(core, files.small, few);
    stage.note(`${name}: the read tables are made`);
    // With tables there, they would be made as far as those stand.
    await core.pool.query('DROP SCHEMA read CASCADE');
    await rebuildReadTables(core.relaxedPool, core.log);
  } finally {
    await core.stop();
  }
  // As the server does by itself after a while.
  await runStatement(databaseUrl, 'VACUUM (ANALYZE)');
  return files;
}

/** Through the same commands as every batch, only that nobody waits for read tables, which are made afterwards. */
export async function postMany(core: Core, file: LedgerFile, count: number): Promise<void> {
  const progress: Progress = { ...core.progress, position: 0, waitForPosition: () => Promise.resolve() };
  const { pool, log, ids } = core;
  const commands = openCommandPath({
    pool,
    log,
    progress,
    ownEvents: createMutationLookup(pool, log),
    isHalted: () => false,
    now: () => new Date(),
  });
  let next = 0;
  const postInTurn = async (): Promise<void> => {
    while (next < count) {
      const first = next;
      next += A_BATCH;
      const requested = Array.from({ length: Math.min(A_BATCH, count - first) }, (_, index) =>
        pastEntry(first + index, count, file),
      );
      const outcome = await postBatch(
        { pool, ids, commands },
        file.id,
        requested,
        createSystemContext('bench'),
        () => null,
      );
      if (isRefusal(outcome)) throw new Error(`Entries of the past were refused: ${JSON.stringify(outcome.problems)}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, postInTurn));
  await commands.waitUntilIdle();
}
