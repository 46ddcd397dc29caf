import type { Call } from './call.ts';
import type { HttpRefusal } from '../reply/errors.ts';

export type Verdict = HttpRefusal | undefined;

/** A check that a request passes before its handler. A step returns a refusal, or undefined to let the request pass. */
export type Step = (call: Call) => Promise<Verdict> | Verdict;

/** Returns the first refusal. Stays synchronous if possible, because awaiting would cost more than the steps. */
export function runSteps(steps: readonly Step[], call: Call, from = 0): Promise<Verdict> | Verdict {
  for (let index = from; index < steps.length; index += 1) {
    const verdict = steps[index]!(call);
    if (verdict instanceof Promise) return verdict.then((refused) => refused ?? runSteps(steps, call, index + 1));
    if (verdict) return verdict;
  }
  return undefined;
}
