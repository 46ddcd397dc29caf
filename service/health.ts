import { statfs } from 'node:fs/promises';
import type { UnreadyReason } from '../api/http/server/probes.ts';
import type { HealthProblem } from '../api/services.ts';
import type { Config } from '../configuration/config.ts';
import type { Core } from './core.ts';
import { findMissingTables } from '../projections/engine/live-tables.ts';
import type { Standstill } from '../projections/engine/stall.ts';

/** Health checks: database, event log, disk, projections. Always answers quickly, because a hanging probe is useless. */
export async function checkHealth(core: Core, dataDir: string): Promise<readonly HealthProblem[]> {
  const found = await Promise.all([
    resolveInTime(checkDatabase(core)).then((state) => toHealthProblem('database', state ?? 'unreachable')),
    resolveInTime(checkLog(core)).then((state) => toHealthProblem('event_log', state ?? 'unreachable')),
    checkDisk(core, dataDir).then((state) => toHealthProblem('disk', state)),
    resolveInTime(checkProjection(core)).then((state) => toHealthProblem('projection', state ?? 'behind')),
  ]);
  return found.filter((problem) => problem !== null);
}

const PATIENCE_MS = 1_500;
/** Size of the segments by which the write-ahead log grows. */
const LEAST_FREE_BYTES = 32 * 1024 * 1024;

const toHealthProblem = <P extends HealthProblem['part']>(
  part: P,
  state: Extract<HealthProblem, { part: P }>['state'] | 'ok',
): HealthProblem | null => (state === 'ok' ? null : ({ part, state } as HealthProblem));

async function checkDatabase({ relaxedPool }: Core): Promise<'ok' | 'read_only'> {
  const { rows } = await relaxedPool.query<{ is_read_only: boolean }>({
    name: 'health',
    text: `SELECT pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on' AS is_read_only FROM read.checkpoint`,
  });
  return rows[0]?.is_read_only ? 'read_only' : 'ok';
}

async function checkLog({ log, getMoveDestination }: Core): Promise<'ok' | 'moving'> {
  await log.readHead();
  return getMoveDestination() === null ? 'ok' : 'moving';
}

/** Checks the data folder, and the database server, which reports when it cannot write. */
async function checkDisk({ storage }: Core, dataDir: string): Promise<'ok' | 'full'> {
  if (storage.isFull()) return 'full';
  const { bavail, bsize } = await statfs(dataDir).catch(() => ({ bavail: Infinity, bsize: 1 }));
  return bavail * bsize < LEAST_FREE_BYTES ? 'full' : 'ok';
}

/** Checks whether the read tables reach the current end of the log. */
async function checkProjection({ log, progress, halted, relaxedPool }: Core): Promise<'ok' | 'halted' | 'being_made'> {
  if ((await findMissingTables(relaxedPool)).size > 0) return 'being_made';
  if (halted.size > 0) return 'halted';
  await progress.waitForPosition(await log.readHead());
  return 'ok';
}

/** Patience of a probe, whose callers often wait for a second only. */
const PROBE_PATIENCE_MS = 800;

/**
 * Reasons why requests should go to another process. Each part is examined once at a time: a server that does not answer
 * collects no statements, however often it is asked.
 */
export function createReadinessCheck(
  core: Core,
  { dataDir, readyMaxLagSeconds }: Pick<Config, 'dataDir' | 'readyMaxLagSeconds'>,
  standstill: Pick<Standstill, 'getLagSeconds'>,
): () => Promise<readonly UnreadyReason[]> {
  const checks: readonly (() => Promise<UnreadyReason | null>)[] = [
    shareCheck(async () => ((await checkDatabase(core)) === 'ok' ? null : 'database'), 'database'),
    shareCheck(async () => (await core.log.readHead(), null), 'event_log'),
    () => Promise.resolve(standstill.getLagSeconds() > readyMaxLagSeconds ? 'projector_behind' : null),
    shareCheck(async () => ((await checkDisk(core, dataDir)) === 'full' ? 'disk_full' : null), null),
    // A database that does not answer is reported above.
    shareCheck(async () => ((await findMissingTables(core.relaxedPool)).size > 0 ? 'tables_being_made' : null), null),
  ];
  return async () => {
    const found = await Promise.all(checks.map((check) => check()));
    return found.filter((reason) => reason !== null);
  };
}

/** `late` if the check fails or takes too long; a check that is still running is not started again. */
function shareCheck(
  check: () => Promise<UnreadyReason | null>,
  late: UnreadyReason | null,
): () => Promise<UnreadyReason | null> {
  let running: Promise<UnreadyReason | null> | null = null;
  return async () => {
    running ??= check()
      .catch(() => late)
      .finally(() => (running = null));
    const found = await resolveInTime(
      running.then((reason) => ({ reason })),
      PROBE_PATIENCE_MS,
    );
    return found === null ? late : found.reason;
  };
}

/** How far the read tables are behind the log, and how long they take to catch up. */
export async function measureLag({ log, progress }: Core): Promise<{ events: number; milliseconds: number }> {
  const head = await log.readHead();
  const events = Math.max(head - progress.position, 0);
  if (events === 0) return { events, milliseconds: 0 };
  const startedAt = performance.now();
  await resolveInTime(progress.waitForPosition(head));
  return { events, milliseconds: Math.round(performance.now() - startedAt) };
}

/** Null if it fails or takes too long. */
async function resolveInTime<T>(state: Promise<T>, patienceMs = PATIENCE_MS): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => (timer = setTimeout(resolve, patienceMs, null)));
  try {
    return await Promise.race([state.catch(() => null), late]);
  } finally {
    clearTimeout(timer);
  }
}
