import type { Route } from '../routing/route.ts';
import { createDownloads, type DownloadLimits, type Downloads } from './downloads.ts';
import { createHeavyWork, type HeavyLimits, type HeavyWork } from './heavy-work.ts';

/**
 * The queues of one application; the demo has its own. Short work does not wait behind long work:
 *
 * - `files`: imports, exports, automatic lettering, images. They read with a small pool of their own.
 * - `reports`: reports on the screen, and every read of an earlier moment. People wait for them.
 * - `archives`: their parts wait in `files`, one after another, and their client sets the pace.
 */
export interface HeavyLanes {
  readonly files: HeavyWork;
  readonly reports: HeavyWork;
  readonly archives: HeavyWork;
  readonly downloads: Downloads;
}

export type LaneName = Exclude<keyof HeavyLanes, 'downloads'>;

export interface LaneLimits extends Readonly<Record<LaneName, HeavyLimits>> {
  readonly downloads: DownloadLimits;
}

export const SERVICE_LANES: LaneLimits = {
  files: { atOnce: 2, waiting: 32, waitingOfOne: 8, patienceMs: 30_000 },
  reports: { atOnce: 2, waiting: 256, waitingOfOne: 32, patienceMs: 10_000 },
  archives: { atOnce: 4, waiting: 32, waitingOfOne: 8, patienceMs: 30_000 },
  downloads: { atOnce: 4, ofOne: 2 },
};

/** Visitors of the demo share one processor's worth of expensive work. */
export const DEMO_LANES: LaneLimits = {
  files: { atOnce: 1, waiting: 16, waitingOfOne: 4, patienceMs: 30_000 },
  reports: { atOnce: 1, waiting: 64, waitingOfOne: 16, patienceMs: 10_000 },
  archives: { atOnce: 1, waiting: 16, waitingOfOne: 4, patienceMs: 30_000 },
  downloads: { atOnce: 2, ofOne: 1 },
};

export const createHeavyLanes = ({ files, reports, archives, downloads }: LaneLimits): HeavyLanes => ({
  files: createHeavyWork(files),
  reports: createHeavyWork(reports),
  archives: createHeavyWork(archives),
  downloads: createDownloads(downloads),
});

/** The parts of a request that say where it waits. */
export interface Waiter {
  readonly query: unknown;
  readonly inside: { readonly hasTurn: boolean } | null;
}

/** The queue for a request; null if it need not wait. */
export function chooseLane({ heavy }: Pick<Route, 'heavy'>, { query, inside }: Waiter): LaneName | null {
  // Part of a request that has its turn.
  if (inside?.hasTurn === true) return null;
  const { format, known_at } = (query ?? {}) as { readonly format?: string; readonly known_at?: string };
  if (heavy === 'archive') return 'archives';
  if (heavy === 'always' || (heavy === 'as_file' && format !== 'JSON')) return 'files';
  return heavy === 'as_file' || known_at !== undefined ? 'reports' : null;
}
