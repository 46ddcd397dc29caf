import { runInTransaction } from '../database/dedicated-connection.ts';
import { createPool, RELAXED } from '../database/pool.ts';
import { BEGINNING } from '../eventlog/port.ts';
import { bridgeTables } from '../projections/engine/earlier-tables.ts';
import { AlreadyUnderWay } from '../projections/engine/exclusive-work.ts';
import { rebuildReadTables } from '../projections/engine/rebuild.ts';
import { createReadIndexes, createReadSchema, LIVE, readPartitions } from '../projections/engine/schema.ts';
import { readLiveShape } from '../projections/engine/shapes.ts';
import { requireLease, type ShardLease } from '../projections/engine/shards.ts';
import { pause } from './pause.ts';
import type { RunnerOptions } from './projector-options.ts';

/** Makes the tables of this version: the first ones, or those that replace the tables of an earlier version. */

/** Delay before tables that could not be built, or are being built elsewhere, are checked again. */
const REPLACE_RETRY_MS = 1_000;

/**
 * Another process is projecting. If it is an earlier version, the tables of this version are built anyway: once they are
 * in use, the earlier version sees that they are not its own and stops.
 */
export async function replaceBesideAnother({ connection, bridges }: RunnerOptions, replace: () => void): Promise<void> {
  const { kind } = await readLiveShape(connection);
  if (bridges !== true || (kind !== 'older' && kind !== 'usable')) return;
  if (kind === 'older') await bridgeTables(connection);
  replace();
}

/** Retries until tables of this version are in use, whichever process built them. */
export async function replaceTables(options: RunnerOptions, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await replaceOnce(options, signal);
    const kind = await readLiveShape(options.connection).then(
      (shape) => shape.kind,
      () => 'unknown',
    );
    if (kind === 'own' || kind === 'newer') return;
    await pause(REPLACE_RETRY_MS, signal);
  }
}

/** Builds tables of the current shape beside those in use, on separate connections, and swaps them. */
async function replaceOnce({ databaseUrl, log, logger }: RunnerOptions, signal: AbortSignal): Promise<void> {
  const aside = createPool(databaseUrl, {
    max: 4,
    applicationName: 'grandlivre-rebuild',
    settings: RELAXED,
    onError: (error) => logger.warn({ err: error }, 'a connection used to build tables broke'),
  });
  try {
    logger.info({}, 'rebuilding the read tables for this version; the earlier ones are served meanwhile');
    const report = await rebuildReadTables(aside, log);
    logger.info({ ...report }, 'the read tables of this version are now in use');
  } catch (error) {
    if (!(error instanceof AlreadyUnderWay) && !signal.aborted)
      logger.error({ err: error }, 'the read tables could not be rebuilt; the earlier ones are still served');
  } finally {
    await aside.end().catch(() => undefined);
  }
}

export async function createTables(
  { connection, log, logger, partitions }: RunnerOptions,
  lease: ShardLease,
): Promise<void> {
  if ((await log.readHead()) === BEGINNING) {
    // Another process that has taken over since then may have filled its own.
    await runInTransaction(connection, async (client) => {
      await requireLease(client, lease);
      await createReadSchema(client, LIVE, partitions);
    });
    await createReadIndexes(connection, LIVE);
  } else {
    logger.info({}, 'building the read tables from the event log');
    const number = (await readPartitions(connection)) ?? partitions;
    const report = await rebuildReadTables(connection, log, undefined, number);
    logger.info({ ...report }, 'the read tables have been built');
  }
}
