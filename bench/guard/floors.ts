import { NEXT_TO_NOTHING, type CostName } from '../costs/costs.ts';
import type { MeteredOperation } from '../report.ts';
import type { OperationName } from './operations.ts';

/** Costs that do not depend on how busy the machine is, or hardly. */
export const JUDGED = ['processorUs', 'roundTrips', 'fsyncs'] as const satisfies readonly CostName[];
export type JudgedCost = (typeof JUDGED)[number];

/** The best result of an operation so far: of each cost, how many times that of the baseline. */
export interface Best {
  /** By the clock: shown, not judged. */
  readonly wall_clock: number;
  readonly costs: Readonly<Record<CostName, RecordedCost>>;
}

export interface RecordedCost {
  /** Per request. Null if unknown. */
  readonly figure: number | null;
  /** Null if unknown, or if the baseline has none of it. */
  readonly ratio: number | null;
}

/** How much worse than the best a result may be. */
const TOLERANCE = 1.1;
/** The same of a cost that the baseline does not have: a few things in each second are done in the background. */
const BACKGROUND = 0.05;

export interface Miss {
  readonly operation: OperationName;
  readonly cost: JudgedCost;
  readonly measured: number;
  readonly allowed: number;
  /** Whether both are ratios to the baseline; otherwise they are figures per request. */
  readonly isRatio: boolean;
}

/** What costs more than its best result allows. Unknown costs are not judged. */
export function findMisses(operation: MeteredOperation, best: Best): Miss[] {
  return JUDGED.flatMap((cost) => {
    const { isRatio, best: recorded, measured } = chooseScale(operation, best, cost);
    if (measured === null || recorded === null) return [];
    if (operation.measured[cost]! < NEXT_TO_NOTHING) return [];
    const allowed = isRatio
      ? recorded * TOLERANCE
      : (recorded * TOLERANCE + BACKGROUND) * readSlowness(operation, best);
    return measured <= allowed ? [] : [{ operation: operation.name, cost, measured, allowed, isRatio }];
  });
}

/** How many times as long as for the best result a request takes here: so much more is done meanwhile. */
function readSlowness({ measured: { processorUs } }: MeteredOperation, best: Best): number {
  const recorded = best.costs.processorUs.figure;
  return recorded && processorUs ? Math.max(1, processorUs / recorded) : 1;
}

/** Ratios if both sides of the comparison have one. */
function chooseScale(operation: MeteredOperation, best: Best, cost: JudgedCost) {
  const isRatio = best.costs[cost].ratio !== null && operation.ratios[cost] !== null;
  return isRatio
    ? { isRatio, best: best.costs[cost].ratio, measured: operation.ratios[cost] }
    : { isRatio, best: best.costs[cost].figure, measured: operation.measured[cost] };
}
