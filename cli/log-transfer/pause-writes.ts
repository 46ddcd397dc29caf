import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Core } from '../../service/core.ts';
import { isConnected, othersConnected } from '../../database/live-processes.ts';
import { LOG_CHANNEL } from '../../service/event-log/guard.ts';
import { UserMistake } from '../script.ts';

/** Holds the writes of every process of the installation for as long as this one lives and does not give them back. */
export interface WritePause {
  /** Everyone has let go, and it is still this process that they do it for. @throws UserMistake */
  isHeld(): Promise<void>;
  /** Writing goes on, unless the log was handed over. */
  end(): Promise<void>;
  /** The tables are to be made from the copy at the next start. */
  handOver(successor: string): Promise<void>;
}

/** A process hears of it at once, and finishes what it is about to write. */
const LONGEST_MS = 30_000;
const LOOK_AGAIN_MS = 50;

export async function pauseWrites({ pool, processId }: Core, destination: string): Promise<WritePause> {
  const notify = (): Promise<unknown> => pool.query(`SELECT pg_notify('${LOG_CHANNEL}', '')`);
  const pause = randomUUID();
  const { rowCount } = await pool.query(
    `UPDATE ops.log SET moving_to = $1, mover = $2, pause = $3 WHERE mover IS NULL OR NOT ${isConnected('mover')}`,
    [destination, processId, pause],
  );
  if (rowCount === 0) throw new UserMistake('Another copy of this log is under way: wait until it is done');
  await notify();

  async function others(): Promise<number> {
    const { rows } = await pool.query<{ others: number }>(
      othersConnected('SELECT process_id FROM ops.log_pauses WHERE pause = $1 UNION SELECT $2::uuid'),
      [pause, processId],
    );
    return rows[0]!.others;
  }
  const held = {
    async isHeld() {
      const deadline = performance.now() + LONGEST_MS;
      for (let left = await others(); left > 0; left = await others()) {
        if (performance.now() > deadline)
          throw new UserMistake(
            `${left} processes of this installation do not hold their writes: stop those of another version, then run this again`,
          );
        await wait(LOOK_AGAIN_MS);
      }
      const { rows } = await pool.query<{ is_ours: boolean }>('SELECT pause = $1 AS is_ours FROM ops.log', [pause]);
      if (!rows[0]?.is_ours) throw new UserMistake('Somebody has ended the pause of the writes: run this again');
    },
    async end() {
      await pool.query(
        'UPDATE ops.log SET moving_to = NULL, mover = NULL, pause = NULL WHERE pause = $1 AND successor IS NULL',
        [pause],
      );
      await notify();
    },
    async handOver(successor: string) {
      const { rowCount: done } = await pool.query('UPDATE ops.log SET successor = $1 WHERE pause = $2', [
        successor,
        pause,
      ]);
      if (done === 0) throw new UserMistake('Somebody has ended the pause of the writes: run this again');
      await notify();
    },
  };
  await held.isHeld().catch(async (error: unknown) => {
    await held.end();
    throw error;
  });
  return held;
}
