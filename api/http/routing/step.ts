import type { Call } from './call.ts';
import type { HttpRefusal } from '../reply/errors.ts';

export type Verdict = HttpRefusal | undefined;

/** What a request passes before its handler. A step refuses by giving a refusal; undefined lets the request pass. */
export type Step = (call: Call) => Promise<Verdict> | Verdict;

/** The first refusal. Most requests have to wait for nothing; then nothing is awaited, which would cost more than the steps. */
export function runSteps(steps: readonly Step[], call: Call, from = 0): Promise<Verdict> | Verdict {
  for (let index = from; index < steps.length; index += 1) {
    const verdict = steps[index]!(call);
    if (verdict instanceof Promise) return verdict.then((refused) => refused ?? runSteps(steps, call, index + 1));
    if (verdict) return verdict;
  }
  return undefined;
}
