/** Faults in the answers of the server, set by a test and consumed one per append. */

export interface Faults {
  /** So many appends are refused as unavailable, with nothing stored. */
  appendsToFail: number;
  /** So many appends are stored without an answer ever being sent. */
  answersToLose: number;
  /** The next append is stored at once and answered after this time. */
  nextAnswerDelayMs: number;
  /** While true, calls are accepted and nothing is ever answered. */
  silent: boolean;
}

export type AppendFault =
  | { readonly kind: 'none' | 'refuse' | 'lose' }
  | { readonly kind: 'delay'; readonly delayMs: number };

export const createNoFaults = (): Faults => ({
  appendsToFail: 0,
  answersToLose: 0,
  nextAnswerDelayMs: 0,
  silent: false,
});

export function takeAppendFault(faults: Faults): AppendFault {
  if (faults.appendsToFail > 0) {
    faults.appendsToFail -= 1;
    return { kind: 'refuse' };
  }
  if (faults.answersToLose > 0) {
    faults.answersToLose -= 1;
    return { kind: 'lose' };
  }
  if (faults.nextAnswerDelayMs > 0) {
    const delayMs = faults.nextAnswerDelayMs;
    faults.nextAnswerDelayMs = 0;
    return { kind: 'delay', delayMs };
  }
  return { kind: 'none' };
}
