import type { RecordedEvent } from '../../eventlog/port.ts';

/** The event that made a batch fail. */
export class Poison extends Error {
  readonly event: RecordedEvent;
  constructor(event: RecordedEvent, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.event = event;
  }
}

/**
 * The database refused a value. Finds the event at fault by bisection.
 * @throws the error itself when no event is at fault
 */
export async function findPoison(
  events: readonly RecordedEvent[],
  error: unknown,
  tryOut: (events: readonly RecordedEvent[]) => Promise<void>,
): Promise<Poison> {
  if (!isDataError(error)) throw error;
  let digestible = 0;
  let tooMany = events.length;
  let reason = error;
  while (tooMany - digestible > 1) {
    const middle = Math.floor((digestible + tooMany) / 2);
    try {
      await tryOut(events.slice(0, middle));
      digestible = middle;
    } catch (attempt) {
      if (!isDataError(attempt)) throw attempt;
      tooMany = middle;
      reason = attempt;
    }
  }
  return new Poison(events[tooMany - 1]!, reason);
}

/** Classes 22 and 23: the value itself is at fault, and a retry cannot help. */
function isDataError(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' && (code.startsWith('22') || code.startsWith('23'));
}
