import { statfs } from 'node:fs/promises';
import type { HealthProblem } from '../api/services.ts';
import type { Core } from './core.ts';
import { missingTables } from '../projections/engine/live-tables.ts';

/** What is wrong with the parts that the service stands on. It never takes long: a probe that hangs tells nothing. */
export async function examine(core: Core, dataDir: string): Promise<readonly HealthProblem[]> {
  const found = await Promise.all([
    inTime(databaseState(core)).then((state) => told('database', state ?? 'unreachable')),
    inTime(logState(core)).then((state) => told('event_log', state ?? 'unreachable')),
    diskState(core, dataDir).then((state) => told('disk', state)),
    inTime(projectionState(core)).then((state) => told('projection', state ?? 'behind')),
  ]);
  return found.filter((problem) => problem !== null);
}

const PATIENCE_MS = 1_500;
/** The write-ahead log grows by pieces of this size. */
const LEAST_FREE_BYTES = 32 * 1024 * 1024;

const told = <P extends HealthProblem['part']>(
  part: P,
  state: Extract<HealthProblem, { part: P }>['state'] | 'ok',
): HealthProblem | null => (state === 'ok' ? null : ({ part, state } as HealthProblem));

async function databaseState({ relaxedPool }: Core): Promise<'ok' | 'read_only'> {
  const { rows } = await relaxedPool.query<{ is_read_only: boolean }>({
    name: 'health',
    text: `SELECT pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on' AS is_read_only FROM read.checkpoint`,
  });
  return rows[0]?.is_read_only ? 'read_only' : 'ok';
}

async function logState({ log, movingTo }: Core): Promise<'ok' | 'moving'> {
  await log.head();
  return movingTo() === null ? 'ok' : 'moving';
}

/** Of the data folder, and of the database server, which tells when it cannot write. */
async function diskState({ storage }: Core, dataDir: string): Promise<'ok' | 'full'> {
  if (storage.isFull()) return 'full';
  const { bavail, bsize } = await statfs(dataDir).catch(() => ({ bavail: Infinity, bsize: 1 }));
  return bavail * bsize < LEAST_FREE_BYTES ? 'full' : 'ok';
}

/** Whether the tables come to where the log ends now. */
async function projectionState({ log, progress, halted, relaxedPool }: Core): Promise<'ok' | 'halted' | 'being_made'> {
  if ((await missingTables(relaxedPool)).size > 0) return 'being_made';
  if (halted.size > 0) return 'halted';
  await progress.passed(await log.head());
  return 'ok';
}

/** How far the read tables are behind the log, and how long it takes them to come to where it ends now. */
export async function lagOf({ log, progress }: Core): Promise<{ events: number; milliseconds: number }> {
  const head = await log.head();
  const events = Math.max(head - progress.position, 0);
  if (events === 0) return { events, milliseconds: 0 };
  const startedAt = performance.now();
  await inTime(progress.passed(head));
  return { events, milliseconds: Math.round(performance.now() - startedAt) };
}

/** Null when it fails or takes too long. */
async function inTime<T>(state: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => (timer = setTimeout(resolve, PATIENCE_MS, null)));
  try {
    return await Promise.race([state.catch(() => null), late]);
  } finally {
    clearTimeout(timer);
  }
}
