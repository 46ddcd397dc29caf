import type { Probes, UnreadyReason } from '../api/http/server/probes.ts';

/** Whether this process can serve: known from the first moment of the start to the last one of the stop. */
export interface Readiness extends Probes {
  /** During the start: the parts that are not there yet. */
  setAwaited(reasons: readonly UnreadyReason[]): void;
  /** Ends the start: from now on, the running parts are examined. */
  examineWith(examine: () => Promise<readonly UnreadyReason[]>): void;
  /** The process is stopping and wants no further requests. */
  announceShutdown(): void;
}

/** Probes of several load balancers share one examination. */
const FRESH_MS = 1_000;

export function createReadiness(): Readiness {
  let reasons: readonly UnreadyReason[] = ['database'];
  let examine: (() => Promise<readonly UnreadyReason[]>) | null = null;
  let examining: Promise<readonly UnreadyReason[]> | null = null;
  let examinedAt = -Infinity;
  let hasBeenReady = false;
  const stopping = new AbortController();

  const record = (found: readonly UnreadyReason[]): readonly UnreadyReason[] => {
    examinedAt = performance.now();
    reasons = found;
    hasBeenReady ||= found.length === 0;
    return found;
  };

  async function listUnreadyReasons(): Promise<readonly UnreadyReason[]> {
    if (stopping.signal.aborted) return ['shutting_down'];
    if (examine === null || performance.now() - examinedAt < FRESH_MS) return reasons;
    examining ??= examine()
      .then(record)
      .finally(() => (examining = null));
    const found = await examining;
    // The stop may have begun meanwhile.
    return stopping.signal.aborted ? ['shutting_down'] : found;
  }

  return {
    stopping: stopping.signal,
    listUnreadyReasons,
    listStartReasons: async () => (hasBeenReady ? [] : listUnreadyReasons()),
    setAwaited(awaited) {
      if (examine === null) reasons = awaited;
    },
    examineWith(check) {
      examine = check;
    },
    announceShutdown() {
      stopping.abort();
    },
  };
}
