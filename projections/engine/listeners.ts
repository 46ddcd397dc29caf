import type pg from 'pg';

/** Whether other processes serve requests, and so must hear how far the tables are. */
export interface OtherProcesses {
  exist(): boolean;
  close(): void;
}

const LOOK_MS = 1_000;

/**
 * A process that has just come is noticed within a second; until then it finds out by looking at the checkpoint. Not to
 * notify anyone when nobody listens spares the only process a good part of a small write.
 */
export function watchOtherProcesses(pool: pg.Pool, processId: string): OtherProcesses {
  let others = true;
  const look = async (): Promise<void> => {
    const { rows } = await pool.query<{ others: boolean }>({
      name: 'other-processes',
      text: 'SELECT EXISTS (SELECT 1 FROM ops.processes WHERE expires_at > now() AND id <> $1) AS others',
      values: [processId],
    });
    others = rows[0]!.others;
  };
  const lookOrAssume = (): void => void look().catch(() => (others = true));
  const timer = setInterval(lookOrAssume, LOOK_MS);
  timer.unref();
  lookOrAssume();
  return { exist: () => others, close: () => clearInterval(timer) };
}
