import type pg from 'pg';

/** Streams halted by the projector, as last read by this process. */
export interface HaltedStreams {
  has(stream: string): boolean;
  readonly size: number;
  close(): void;
}

const LOOK_MS = 1_000;

export async function watchHaltedStreams(pool: pg.Pool): Promise<HaltedStreams> {
  let halted: ReadonlySet<string> = new Set();
  const refreshHalted = async (): Promise<void> => {
    const { rows } = await pool.query<{ stream: string }>({
      name: 'halted-streams',
      text: 'SELECT stream FROM ops.halted_streams',
    });
    halted = new Set(rows.map(({ stream }) => stream));
  };
  await refreshHalted();
  const timer = setInterval(() => void refreshHalted().catch(() => undefined), LOOK_MS);
  timer.unref();
  return {
    has: (stream) => halted.has(stream),
    get size() {
      return halted.size;
    },
    close: () => clearInterval(timer),
  };
}
