import { claimNextImport, type AnalysisToolbox } from '../../commands/document-imports/analyse.ts';
import type { Notifications } from '../../database/notifications.ts';
import { OwnershipLost } from '../../database/owners.ts';
import { IMPORTS_CHANNEL } from '../../stores/document-imports/wake.ts';
import { createLoop } from '../loop.ts';
import type { RunnerLogger } from '../projector.ts';

/**
 * Analyses waiting documents, on notification and every minute. Processes claim each document: when one dies or stands
 * still, another takes over.
 */
export interface AnalysisWorker {
  stop(): Promise<void>;
}

export interface AnalysisOptions extends AnalysisToolbox {
  readonly notifications: Notifications;
  readonly logger: RunnerLogger;
}

/** Polling interval without notifications, and pause before a failed document is tried again. */
const LOOK_MS = 60_000;
/** Concurrent analyses per process. Each lane goes on while a slow document occupies the other. */
const LANES = 2;

export function startAnalysisWorker(options: AnalysisOptions): AnalysisWorker {
  const { notifications, owner, logger } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  /** Documents whose analysis failed for reasons outside of them, by the time of their next attempt. */
  const retryAt = new Map<number, number>();
  const isResting = (importId: number): boolean => (retryAt.get(importId) ?? 0) > performance.now();
  /** Documents in the lanes, until their failure is noted: the claim ends before that. */
  const inHand = new Set<number>();
  const isSkipped = (importId: number): boolean => inHand.has(importId) || isResting(importId);

  function postpone(importId: number): void {
    for (const [id] of retryAt) if (!isResting(id)) retryAt.delete(id);
    retryAt.set(importId, performance.now() + LOOK_MS);
  }

  const logTrouble = (error: unknown): void => {
    if (!signal.aborted) logger.warn({ err: error }, 'document analysis is waiting for the database');
  };

  async function analyseNext(): Promise<boolean> {
    const next = signal.aborted ? null : await claimNextImport(options, isSkipped, signal);
    if (next === null) return false;
    inHand.add(next.importId);
    try {
      await next.analyse();
    } catch (error) {
      // While this process stood still, another one has taken the document over.
      if (error instanceof OwnershipLost) return true;
      postpone(next.importId);
      if (!signal.aborted)
        logger.error({ err: error, importId: next.importId }, 'a document analysis failed; it will be retried');
    } finally {
      inHand.delete(next.importId);
    }
    return true;
  }

  const lanes = Array.from({ length: LANES }, () => {
    const lane = createLoop(async () => {
      const hasWorked = await analyseNext();
      if (!hasWorked) lane.runIn(LOOK_MS);
      return hasWorked;
    }, logTrouble);
    return lane;
  });
  const runLanes = (): void => lanes.forEach((lane) => lane.run());
  const unsubscribe = [
    notifications.on(IMPORTS_CHANNEL, runLanes),
    notifications.onReconnect(runLanes),
    owner.onTakeover(runLanes),
  ];
  runLanes();

  return {
    async stop() {
      // An interrupted document waits for the next process.
      stopping.abort();
      unsubscribe.forEach((end) => end());
      await Promise.all(lanes.map((lane) => lane.stop()));
    },
  };
}
