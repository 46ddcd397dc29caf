import type pg from 'pg';

/** Whether other processes serve requests and must be notified of progress. */
export interface OtherProcesses {
  hasOthers(): boolean;
  close(): void;
}

const LOOK_MS = 1_000;

/**
 * A new process is noticed within a second; until then it polls the checkpoint. Skipping notifications without listeners
 * saves the only process a good part of a small write.
 */
export function watchOtherProcesses(pool: pg.Pool, processId: string): OtherProcesses {
  let others = true;
  const refreshOthers = async (): Promise<void> => {
    const { rows } = await pool.query<{ others: boolean }>({
      name: 'other-processes',
      text: 'SELECT EXISTS (SELECT 1 FROM ops.processes WHERE expires_at > now() AND id <> $1) AS others',
      values: [processId],
    });
    others = rows[0]!.others;
  };
  const refreshOrAssume = (): void => void refreshOthers().catch(() => (others = true));
  const timer = setInterval(refreshOrAssume, LOOK_MS);
  timer.unref();
  refreshOrAssume();
  return { hasOthers: () => others, close: () => clearInterval(timer) };
}
