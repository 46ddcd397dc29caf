import type pg from 'pg';
import type { EventLog, RecordedEvent } from '../eventlog/port.ts';
import type { HaltedStream } from '../projections/engine/batch-statement.ts';
import type { Projector } from '../projections/engine/projector.ts';
import { findShard } from '../projections/engine/sharding.ts';
import { LeaseLost, type ShardLease } from '../projections/engine/shards.ts';
import type { RunnerLogger } from './projector-options.ts';

const HELD_BATCH = 500;

interface HaltedResumption {
  readonly projector: Projector;
  readonly connection: pg.Pool;
  readonly log: EventLog;
  readonly lease: ShardLease;
  readonly checkpoint: number;
  readonly logger: RunnerLogger;
}

/** A process that has taken over since then holds the stream at its own checkpoint. */
const END_HALT = `
  DELETE FROM ops.halted_streams WHERE stream = $1 AND next_revision = $2
  AND EXISTS (SELECT FROM ops.projector_shards WHERE shard = $3 AND fence = $4 FOR NO KEY UPDATE)`;

/** A halted stream may be supported now: its events up to the checkpoint are projected before anything else. */
export async function resumeHaltedStreams({
  projector,
  connection,
  log,
  lease,
  checkpoint,
  logger,
}: HaltedResumption): Promise<void> {
  const { rows } = await connection.query<HaltedStream>(
    'SELECT stream, next_revision, position, error FROM ops.halted_streams ORDER BY stream',
  );
  const own = rows.filter(({ stream }) => findShard(stream, lease.shards) === lease.shard);
  projector.halt(own.map(({ stream }) => stream));
  for (const { stream, next_revision } of own) {
    let next = next_revision;
    try {
      for (
        let behind = await readHaltedEvents(log, stream, next, checkpoint);
        behind.length > 0;
        behind = await readHaltedEvents(log, stream, next, checkpoint)
      ) {
        for (const event of behind) {
          await projector.projectHalted([event]);
          next = event.revision + 1;
        }
      }
      const { rowCount } = await connection.query(END_HALT, [stream, next, lease.shard, lease.fence]);
      if (rowCount === 0) throw new LeaseLost(lease.shard);
      projector.resume(stream);
      logger.info({ stream }, 'the stream is projected again');
    } catch (error) {
      if (error instanceof LeaseLost) throw error;
      logger.error({ stream, revision: next, err: error }, 'the stream stays held');
    }
  }
}

async function readHaltedEvents(
  log: EventLog,
  stream: string,
  from: number,
  checkpoint: number,
): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for await (const event of log.readStream(stream, { from, limit: HELD_BATCH }))
    if (event.position <= checkpoint) events.push(event);
  return events;
}
