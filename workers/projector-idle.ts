import type pg from 'pg';
import { PROJECTED_CHANNEL } from '../projections/engine/batch-statement.ts';
import { formatProgress } from '../projections/engine/progress.ts';
import type { ShardLease } from '../projections/engine/shards.ts';
import type { ShardWriter } from './projector-shard.ts';

/**
 * Moves the positions of shards that had no events of their own, all in one statement from time to time: a wait for all
 * shards, `verify` and announcements depend on them.
 */
export interface IdleMover {
  /** Moves them soon. To be called whenever a shard has been given more than is written. */
  schedule(): void;
}

export interface Idle {
  readonly lease: ShardLease;
  readonly writer: ShardWriter;
}

interface MoverOptions {
  readonly connection: pg.Pool;
  readonly listIdle: () => readonly Idle[];
}

/** Other shards have events meanwhile, and one statement moves all. */
const MOVED_AFTER_MS = 50;

const MOVE = `
  WITH moved AS (
    UPDATE ops.projector_shards s SET position = m.new_position
    FROM unnest($1::integer[], $2::bigint[], $3::bigint[], $4::bigint[]) AS m(shard, fence, old_position, new_position)
    WHERE s.shard = m.shard AND s.fence = m.fence AND s.position = m.old_position AND s.generation = $5::uuid RETURNING 1)
  SELECT ops.require((SELECT count(*) FROM moved) = cardinality($1), 'The checkpoint is not where this projector left it'),
    pg_notify('${PROJECTED_CHANNEL}', $6::text)`;

export function openIdleMover({ connection, listIdle }: MoverOptions): IdleMover {
  let isScheduled = false;

  async function moveIdle(): Promise<void> {
    const idle = listIdle().filter(({ writer }) => writer.given > writer.written);
    if (idle.length === 0) return;
    const moved = idle.map(({ lease, writer }) => [lease.shard, writer.given] as const);
    const sent = connection.query({
      name: 'move-shards',
      text: MOVE,
      values: [
        idle.map(({ lease }) => lease.shard),
        idle.map(({ lease }) => lease.fence),
        idle.map(({ writer }) => writer.written),
        idle.map(({ writer }) => writer.given),
        idle[0]!.writer.generation,
        formatProgress(moved, idle[0]!.lease.shards),
      ],
    });
    // A shard fails with it.
    await Promise.all(idle.map(({ writer }) => writer.moveIdle(async () => void (await sent))));
  }

  return {
    schedule() {
      if (isScheduled) return;
      isScheduled = true;
      setTimeout(() => {
        isScheduled = false;
        void moveIdle();
      }, MOVED_AFTER_MS).unref();
    },
  };
}
