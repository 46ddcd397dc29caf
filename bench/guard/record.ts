import { COST_NAMES, type CostName } from '../costs/costs.ts';
import { formatMarkdown, replaceSection, type MeteredOperation } from '../report.ts';
import { JUDGED, type Best, type RecordedCost } from './floors.ts';
import { OPERATION_NAMES, OPERATIONS, type OperationName } from './operations.ts';
import { showCost, COST_HEADINGS } from './table.ts';

/** `docs/performance.json`: the best results, from which the table of the guard in docs/performance-guard.md is written. */
export interface BestResults {
  readonly recorded_on: string;
  readonly machine: string;
  /** Taken on a busy machine, or missing: nothing is judged by them, and the next record replaces them. */
  readonly is_provisional: boolean;
  readonly operations: Readonly<Partial<Record<OperationName, Best>>>;
}

/**
 * The record after a run. Of a judged cost the better ratio stays, so that floors only move down; everything else is that
 * of the run.
 */
export function mergeBest(
  earlier: BestResults,
  measured: readonly MeteredOperation[],
  run: Pick<BestResults, 'recorded_on' | 'machine'>,
): BestResults {
  const operations: Partial<Record<OperationName, Best>> = {};
  for (const operation of measured) {
    const best = earlier.is_provisional ? undefined : earlier.operations[operation.name];
    operations[operation.name] = toBest(operation, best);
  }
  return { ...run, is_provisional: false, operations };
}

function toBest(operation: MeteredOperation, earlier: Best | undefined): Best {
  const choose = (name: CostName): RecordedCost => {
    const cost = { figure: round(operation.measured[name]), ratio: round(operation.ratios[name]) };
    const best = (JUDGED as readonly CostName[]).includes(name) ? earlier?.costs[name] : undefined;
    return best !== undefined && isBetter(best, cost) ? best : cost;
  };
  return {
    wall_clock: round(operation.wallClock)!,
    costs: Object.fromEntries(COST_NAMES.map((name) => [name, choose(name)])) as Record<CostName, RecordedCost>,
  };
}

function isBetter(one: RecordedCost, other: RecordedCost): boolean {
  if (one.ratio !== null && other.ratio !== null) return one.ratio < other.ratio;
  if (one.figure === null) return false;
  return other.figure === null || one.figure < other.figure;
}

/** Four digits are more than a measurement has. */
const round = (value: number | null): number | null => (value === null ? null : Number(value.toPrecision(4)));

/** The section of docs/performance-guard.md. */
export function describeBest({ recorded_on, machine, is_provisional, operations }: BestResults): string {
  const rows = OPERATION_NAMES.flatMap((name) => {
    const best = operations[name];
    if (!best) return [];
    const costs = COST_NAMES.map((cost) => showCost(best.costs[cost].figure, best.costs[cost].ratio));
    return [[OPERATIONS[name], ...costs, best.wall_clock.toFixed(2)]];
  });
  if (rows.length === 0) return 'No results are recorded yet. Until then the guard fails.';
  const provisional = is_provisional
    ? '**Provisional**: from a busy machine. Nothing is judged by these results, and the guard fails.\n\n'
    : '';
  return `${provisional}Recorded on ${recorded_on}.\n\n${machine}.\n\n${formatMarkdown([[...COST_HEADINGS, 'wall clock'], ...rows])}`;
}

export const writeBestSection = (page: string, best: BestResults): string =>
  replaceSection(page, 'guard', describeBest(best));
