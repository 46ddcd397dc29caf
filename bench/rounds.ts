import { median } from './load.ts';

/**
 * Two sides take turns, so that whatever else happens on the machine meets both. The ratio of each round is taken
 * by itself, and the median of the ratios counts.
 */
export interface Comparison<T> {
  readonly measured: readonly T[];
  readonly baseline: readonly T[];
}

export async function takeTurns<T>(
  rounds: number,
  measured: () => Promise<T>,
  baseline: () => Promise<T>,
): Promise<Comparison<T>> {
  const outcome = { measured: [] as T[], baseline: [] as T[] };
  for (let round = 0; round < rounds; round += 1) {
    // Who goes first changes, so that neither always runs into the other's wake.
    if (round % 2 === 0) outcome.baseline.push(await baseline());
    outcome.measured.push(await measured());
    if (round % 2 === 1) outcome.baseline.push(await baseline());
  }
  return outcome;
}

export interface Ratios {
  readonly measured: number;
  readonly baseline: number;
  readonly ratio: number;
  readonly lowest: number;
  readonly highest: number;
}

export function compare<T>({ measured, baseline }: Comparison<T>, figure: (one: T) => number): Ratios {
  const ratios = measured.map((one, round) => figure(one) / figure(baseline[round]!));
  return {
    measured: median(measured.map(figure)),
    baseline: median(baseline.map(figure)),
    ratio: median(ratios),
    lowest: Math.min(...ratios),
    highest: Math.max(...ratios),
  };
}
