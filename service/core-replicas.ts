import { BULK, createPool, PROMPT } from '../database/pool.ts';
import { openReadReplicas, type ReadReplicas } from '../database/read-replicas.ts';
import { ACCESS_CHANNEL } from '../projections/engine/batch-statement.ts';
import { readPositions } from '../projections/engine/shapes.ts';
import { yieldToPromptWork } from '../support/yielding.ts';
import type { Closer } from './close-all.ts';
import { BULK_WAIT_MS, SIZES, type CoreDatabase } from './core-database.ts';
import type { CoreOptions } from './core-options.ts';

/** Opens the replicas that serve reads. Their servers may be away: they are used as soon as they answer. */
export function openReplicas(
  { readReplicas, logger }: CoreOptions,
  { relaxedPool, notifications }: CoreDatabase,
  closers: Closer[],
): ReadReplicas | null {
  if (readReplicas === undefined) return null;
  const onError = (error: Error): void => logger.warn({ err: error }, 'idle connection to a read replica lost');
  const replicas = openReadReplicas({
    ...readReplicas,
    readPositions,
    primary: relaxedPool,
    logger,
    openPools: (url, pulse) => ({
      pool: createPool(url, { applicationName: 'grandlivre', max: SIZES.requests, patience: PROMPT, pulse, onError }),
      bulkPool: createPool(url, {
        applicationName: 'grandlivre-bulk',
        max: SIZES.bulk,
        patience: PROMPT,
        pulse,
        onError,
        settings: BULK,
        statementsAtOnce: SIZES.bulkStatements,
        yieldToOthers: yieldToPromptWork,
        connectionWaitMs: BULK_WAIT_MS,
      }),
    }),
  });
  const unsubscribe = [
    notifications.on(ACCESS_CHANNEL, () => replicas.noteRightsChanged()),
    notifications.onReconnect(() => replicas.noteRightsChanged()),
  ];
  closers.push(() => {
    unsubscribe.forEach((stop) => stop());
    return replicas.close();
  });
  return replicas;
}
