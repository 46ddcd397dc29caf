import type pg from 'pg';

/** Which streams the projector has halted, as this process last heard. */
export interface HaltedStreams {
  has(stream: string): boolean;
  readonly size: number;
  close(): void;
}

const LOOK_MS = 1_000;

export async function watchHaltedStreams(pool: pg.Pool): Promise<HaltedStreams> {
  let halted: ReadonlySet<string> = new Set();
  const look = async (): Promise<void> => {
    const { rows } = await pool.query<{ stream: string }>({
      name: 'halted-streams',
      text: 'SELECT stream FROM ops.halted_streams',
    });
    halted = new Set(rows.map(({ stream }) => stream));
  };
  await look();
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_MS);
  timer.unref();
  return {
    has: (stream) => halted.has(stream),
    get size() {
      return halted.size;
    },
    close: () => clearInterval(timer),
  };
}
