import type { Failure, Plan } from './plan.ts';
import type { Outcome } from './runner.ts';

/** Finds a shorter plan that fails in the same way, within a number of tries. */
export async function shrinkPlan(
  plan: Plan,
  failure: Failure,
  run: (plan: Plan) => Promise<Outcome>,
  tries: number,
): Promise<{ readonly plan: Plan; readonly outcome: Outcome | null }> {
  let best = { plan, outcome: null as Outcome | null };
  let left = tries;
  const attempt = async (shorter: Plan): Promise<boolean> => {
    if (left === 0) return false;
    left -= 1;
    const outcome = await run(shorter);
    if (!outcome.failures.some(({ check }) => check === failure.check)) return false;
    best = { plan: shorter, outcome };
    return true;
  };
  // Faults first: without them a failure is about the commands alone.
  await attempt({ ...plan, withoutFaults: null });
  // Then the end of the history, and at last parts of what is left.
  for (let size = plan.commands; size > 1 && left > 0; size = Math.ceil(size / 2)) {
    const shorter = Math.max(best.plan.commands - Math.ceil(size / 2), 1);
    if (shorter < best.plan.commands) await attempt({ ...best.plan, commands: shorter });
  }
  for (let piece = Math.ceil(best.plan.commands / 2); piece >= 1 && left > 0; piece = Math.floor(piece / 2)) {
    for (let from = 0; from < best.plan.commands && left > 0; from += piece) {
      const gone = new Set(best.plan.without);
      const piecemeal = Array.from({ length: piece }, (_, index) => from + index);
      const more = piecemeal.filter((index) => !gone.has(index) && index < best.plan.commands);
      if (more.length > 0 && best.plan.commands - gone.size > more.length)
        await attempt({ ...best.plan, without: [...best.plan.without, ...more] });
    }
  }
  return best;
}
