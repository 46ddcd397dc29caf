import type pg from 'pg';
import type { Progress } from '../projections/engine/progress.ts';
import { createLoop } from './loop.ts';
import type { RunnerLogger } from './projector.ts';

/**
 * Refreshes the statistics of the read tables after many writes. PostgreSQL does so by itself, but only once a minute, and
 * until then it plans the reads of a company file that was just filled as if it were empty.
 */
export interface StatisticsKeeper {
  stop(): Promise<void>;
}

export interface StatisticsOptions {
  readonly pool: pg.Pool;
  readonly progress: Pick<Progress, 'onAdvance'>;
  /** Whether this process writes the tables. */
  readonly isActive: () => boolean;
  readonly logger: Pick<RunnerLogger, 'debug' | 'warn'>;
  /** Delay after a write. */
  readonly delayMs?: number | undefined;
}

const DELAY_MS = 2_000;
/** A connection that becomes idle reports the rows of its last transactions up to ten seconds later. */
const LATE_MS = 12_000;
/** Analysing takes at most this share of the time. */
const MAX_SHARE = 1 / 20;

export function keepStatistics({
  pool,
  progress,
  isActive,
  logger,
  delayMs = DELAY_MS,
}: StatisticsOptions): StatisticsKeeper {
  let earliest = -Infinity;
  let isAsked = false;
  let lateAt = Infinity;
  const loop = createLoop(
    async () => {
      const at = isAsked ? earliest : Math.max(earliest, lateAt);
      if (performance.now() < at) {
        if (at < Infinity) loop.runIn(at - performance.now());
        return false;
      }
      lateAt = isAsked ? performance.now() + LATE_MS : Infinity;
      isAsked = false;
      const startedAt = performance.now();
      for (const name of await listChangedTables(pool)) {
        await pool.query(`ANALYZE (SKIP_LOCKED) ${name}`);
        logger.debug({ table: name }, 'statistics refreshed');
      }
      earliest = performance.now() + Math.max(delayMs, (performance.now() - startedAt) / MAX_SHARE);
      if (lateAt < Infinity) loop.runIn(lateAt - performance.now());
      return false;
    },
    (error) => logger.warn({ err: error }, 'statistics of the read tables could not be refreshed'),
  );
  const unsubscribe = progress.onAdvance(() => {
    if (isAsked || !isActive()) return;
    isAsked = true;
    loop.runIn(delayMs);
  });
  return {
    stop() {
      unsubscribe();
      return loop.stop();
    },
  };
}

/** As autovacuum decides it, with a higher least number. A partition counts for its whole table. */
async function listChangedTables(pool: pg.Pool): Promise<readonly string[]> {
  const { rows } = await pool.query<{ name: string }>({
    name: 'changed-tables',
    text: `
      SELECT format('%I.%I', n.nspname, c.relname) AS name
      FROM pg_stat_all_tables s
      JOIN pg_class part ON part.oid = s.relid
      JOIN pg_class c ON c.oid = coalesce(pg_partition_root(part.oid), part.oid)
      JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = 'read' AND pg_has_role(c.relowner, 'USAGE')
      GROUP BY c.oid, n.nspname, c.relname
      HAVING sum(s.n_mod_since_analyze) >= 500 + 0.1 * sum(greatest(part.reltuples, 0))
      ORDER BY sum(part.relpages)`,
  });
  return rows.map(({ name }) => name);
}
