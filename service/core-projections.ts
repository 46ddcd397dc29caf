import { isBeingRebuilt } from '../projections/engine/exclusive-work.ts';
import type pg from 'pg';
import type { EventLog } from '../eventlog/port.ts';
import { watchHaltedStreams, type HaltedStreams } from '../projections/engine/halted-streams.ts';
import { watchOtherProcesses } from '../projections/engine/listeners.ts';
import { trackProgress, type Progress } from '../projections/engine/progress.ts';
import { readLiveShape, type LiveShape } from '../projections/engine/shapes.ts';
import { guardTables } from '../projections/engine/table-trust.ts';
import { VERSION } from '../support/version.ts';
import { runProjector, type ProjectorRunner } from '../workers/projector.ts';
import type { Closer } from './close-all.ts';
import type { CoreDatabase } from './core-database.ts';
import type { CoreOptions } from './core-options.ts';
import { recogniseLineage } from './event-log/restored-database.ts';
import { StartCancelled } from './startup/awaited-servers.ts';
import { StartProblem } from './startup/start-problem.ts';

/** The read tables and, unless another process runs it, their projector. */
export interface CoreProjections {
  readonly progress: Progress;
  readonly projector: ProjectorRunner | null;
  readonly halted: HaltedStreams;
  /** Whether other processes use the database. */
  readonly hasOthers: () => boolean;
}

const TABLES_TIMEOUT_MS = 60_000;

export async function openProjections(
  options: CoreOptions,
  database: CoreDatabase,
  log: EventLog,
  closers: Closer[],
): Promise<CoreProjections> {
  const { pool, relaxedPool, notifications, processId, pulse, gate } = database;
  const progress = trackProgress(relaxedPool, notifications, undefined, pulse);
  closers.push(() => progress.close());
  if (!options.isTool) await openLineage(options, database, log, progress, closers);
  const others = watchOtherProcesses(pool, processId);
  closers.push(() => others.close());
  const projector = options.runsProjector
    ? runProjector({
        databaseUrl: database.databaseUrl,
        pulse,
        connection: relaxedPool,
        isHeard: others.hasOthers,
        log,
        progress,
        logger: options.logger,
        ...(options.projectorShards !== undefined && { shards: options.projectorShards }),
        bridges: !options.isTool,
        partitions: options.readPartitions,
      })
    : null;
  if (projector) closers.push(() => projector.stop());
  if (!options.isRebuilding) await waitForTables(pool, projector, options);
  const trust = guardTables({ gate, notifications, progress, log });
  closers.push(() => trust.close());
  const halted = await watchHaltedStreams(pool);
  closers.push(() => halted.close());
  return { progress, projector, halted, hasOthers: others.hasOthers };
}

async function openLineage(
  { logger, eventStoreUrl, dataDir, onFatal }: CoreOptions,
  { pool, relaxedPool, notifications }: CoreDatabase,
  log: EventLog,
  progress: Progress,
  closers: Closer[],
): Promise<void> {
  const lineage = await recogniseLineage({
    pool,
    relaxedPool,
    log,
    progress,
    notifications,
    logger,
    isLogHere: eventStoreUrl === null,
    dataDir,
    onFatal,
  });
  closers.push(() => lineage.close());
}

/** The first process with a projector builds the tables; the others wait for them. */
async function waitForTables(
  pool: pg.Pool,
  projector: ProjectorRunner | null,
  { isTool, signal }: CoreOptions,
): Promise<void> {
  if (projector) await raceCancellation(projector.ready, signal);
  let deadline = performance.now() + TABLES_TIMEOUT_MS;
  for (;;) {
    if (signal?.aborted) throw new StartCancelled();
    const shape = await readLiveShape(pool);
    const { kind } = shape;
    if (kind === 'own' || kind === 'usable') return;
    if (shape.kind === 'newer' || (kind === 'older' && isTool)) throw describeOtherTables(shape, isTool);
    // Keep waiting while another process is building them.
    if (performance.now() > deadline && (await isBeingRebuilt(pool))) deadline = performance.now() + TABLES_TIMEOUT_MS;
    if (performance.now() > deadline)
      throw new Error('There are no read tables yet: start a process with ROLE=projector or ROLE=all');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function describeOtherTables(shape: LiveShape, isTool: boolean): StartProblem {
  const version = shape.kind === 'newer' ? shape.version : null;
  return new StartProblem(
    `the read tables were built by ${shape.kind === 'newer' ? 'a newer' : 'another'} version of Grandlivre` +
      `${version === null ? '' : ` (${version}; this is ${VERSION})`}: ` +
      (isTool
        ? 'use the tools of the running version, or stop it and start this one'
        : 'start that version, or run npm run rebuild of this version to return to it'),
    shape.kind,
  );
}

async function raceCancellation(work: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  const listening = new AbortController();
  const cancelled = new Promise<never>((_, reject) => {
    const rejectCancelled = (): void => reject(new StartCancelled());
    signal?.addEventListener('abort', rejectCancelled, { signal: listening.signal });
    if (signal?.aborted) rejectCancelled();
  });
  try {
    await Promise.race([work, cancelled]);
  } finally {
    listening.abort();
  }
}
