import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Core } from '../../service/core.ts';
import { buildIsConnectedSql, buildOthersConnectedSql } from '../../database/live-processes.ts';
import { LOG_CHANNEL } from '../../service/event-log/guard.ts';
import { UserMistake } from '../script.ts';

/** Pauses the writes of every process of the installation until this process ends or resumes them. */
export interface WritePause {
  /** Checks that all processes have paused, and that the pause still belongs to this process. @throws UserMistake */
  requireHeld(): Promise<void>;
  /** Resumes writing, unless the log was handed over. */
  end(): Promise<void>;
  /** The tables will be built from the copy at the next start. */
  handOver(successor: string): Promise<void>;
}

/** Other processes are notified at once, and finish their current writes. */
const LONGEST_MS = 30_000;
const LOOK_AGAIN_MS = 50;

export async function pauseWrites({ pool, processId }: Core, destination: string): Promise<WritePause> {
  const notifyProcesses = (): Promise<unknown> => pool.query(`SELECT pg_notify('${LOG_CHANNEL}', '')`);
  const pause = randomUUID();
  const { rowCount } = await pool.query(
    `UPDATE ops.log SET moving_to = $1, mover = $2, pause = $3 WHERE mover IS NULL OR NOT ${buildIsConnectedSql('mover')}`,
    [destination, processId, pause],
  );
  if (rowCount === 0) throw new UserMistake('Another copy of this log is in progress: wait until it is done');
  await notifyProcesses();

  async function countOthers(): Promise<number> {
    const { rows } = await pool.query<{ others: number }>(
      buildOthersConnectedSql('SELECT process_id FROM ops.log_pauses WHERE pause = $1 UNION SELECT $2::uuid'),
      [pause, processId],
    );
    return rows[0]!.others;
  }
  const held = {
    async requireHeld() {
      const deadline = performance.now() + LONGEST_MS;
      for (let left = await countOthers(); left > 0; left = await countOthers()) {
        if (performance.now() > deadline)
          throw new UserMistake(
            `${left} processes of this installation have not paused their writes: stop those of another version, then run this again`,
          );
        await wait(LOOK_AGAIN_MS);
      }
      const { rows } = await pool.query<{ is_ours: boolean }>('SELECT pause = $1 AS is_ours FROM ops.log', [pause]);
      if (!rows[0]?.is_ours)
        throw new UserMistake('The pause of the writes was ended by another process: run this again');
    },
    async end() {
      await pool.query(
        'UPDATE ops.log SET moving_to = NULL, mover = NULL, pause = NULL WHERE pause = $1 AND successor IS NULL',
        [pause],
      );
      await notifyProcesses();
    },
    async handOver(successor: string) {
      const { rowCount: done } = await pool.query('UPDATE ops.log SET successor = $1 WHERE pause = $2', [
        successor,
        pause,
      ]);
      if (done === 0) throw new UserMistake('The pause of the writes was ended by another process: run this again');
      await notifyProcesses();
    },
  };
  await held.requireHeld().catch(async (error: unknown) => {
    await held.end();
    throw error;
  });
  return held;
}
