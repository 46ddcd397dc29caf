/**
 * Analyses that requests of this process wait for. When the last of them has left, the analysis ends; the document then
 * waits for its turn like any other.
 */
interface SharedAnalysis {
  callers: number;
  readonly stopping: AbortController;
  readonly finished: Promise<unknown>;
}

/** By document reader, so that two services in one process share nothing. */
const running = new WeakMap<object, Map<number, SharedAnalysis>>();

/** Waits for an analysis of the same document that another request runs. False if there is none. */
export async function joinAnalysis(owner: object, importId: number, signal: AbortSignal): Promise<boolean> {
  const known = running.get(owner)?.get(importId);
  if (known === undefined || known.stopping.signal.aborted) return false;
  await stayUntilFinished(known, signal);
  return true;
}

export async function shareAnalysis<Result>(
  owner: object,
  importId: number,
  signal: AbortSignal,
  analyse: (stopping: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const stopping = new AbortController();
  const result = analyse(stopping.signal);
  const finished = result.catch(() => undefined);
  const shared: SharedAnalysis = { callers: 0, stopping, finished };
  const ofOwner = running.get(owner) ?? new Map<number, SharedAnalysis>();
  running.set(owner, ofOwner.set(importId, shared));
  try {
    await stayUntilFinished(shared, signal);
    return await result;
  } finally {
    if (ofOwner.get(importId) === shared) ofOwner.delete(importId);
  }
}

async function stayUntilFinished(shared: SharedAnalysis, signal: AbortSignal): Promise<void> {
  const leave = (): void => {
    shared.callers -= 1;
    if (shared.callers === 0) shared.stopping.abort();
  };
  shared.callers += 1;
  if (signal.aborted) leave();
  else signal.addEventListener('abort', leave, { once: true });
  await shared.finished;
  signal.removeEventListener('abort', leave);
}
