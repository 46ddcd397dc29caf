import { median } from '../load.ts';

/** What a request costs. Null if unknown: processor time is read on Linux only. */
export interface Costs {
  /** Microseconds of processor time in the process that serves. */
  readonly serviceUs: number | null;
  /** Microseconds of processor time in all processes of PostgreSQL. */
  readonly serverUs: number | null;
  /** Both together. */
  readonly processorUs: number | null;
  readonly roundTrips: number;
  readonly statements: number;
  readonly walBytes: number;
  /** Of the write-ahead log, that commits wait for. Connections report theirs late: one figure for all rounds. */
  readonly fsyncs: number;
}

export type CostName = keyof Costs;
export const COST_NAMES = [
  'serviceUs',
  'serverUs',
  'processorUs',
  'roundTrips',
  'statements',
  'walBytes',
  'fsyncs',
] as const satisfies readonly CostName[];

/** Counters of both processes and of the server since they were started. */
export interface Reading {
  readonly serviceMs: number | null;
  readonly serverMs: number | null;
  readonly roundTrips: number;
  readonly statements: number;
  readonly walBytes: number;
  /** Only those that are known at once. */
  readonly fsyncs: number;
}

export interface Round {
  readonly before: Reading;
  readonly after: Reading;
  readonly requests: number;
}

/** Fsyncs that are counted over all rounds instead of by each. */
export interface Span {
  readonly fsyncs: number;
  readonly requests: number;
}

/**
 * Processor time is the lowest of the rounds: whatever else runs on the machine only adds to it. Counts are the median,
 * because a checkpoint or a vacuum may fall into a round.
 */
export function summarise(rounds: readonly Round[], span: Span = { fsyncs: 0, requests: 1 }): Costs {
  const per = (name: keyof Reading): (number | null)[] => rounds.map((round) => perRequest(round, name));
  const serviceUs = per('serviceMs').map(toMicroseconds);
  const serverUs = per('serverMs').map(toMicroseconds);
  const count = (name: 'roundTrips' | 'statements' | 'walBytes' | 'fsyncs'): number => median(per(name).map(Number));
  return {
    serviceUs: lowest(serviceUs),
    serverUs: lowest(serverUs),
    processorUs: lowest(serviceUs.map((one, round) => add(one, serverUs[round]!))),
    roundTrips: count('roundTrips'),
    statements: count('statements'),
    walBytes: count('walBytes'),
    fsyncs: count('fsyncs') + span.fsyncs / span.requests,
  };
}

function perRequest({ before, after, requests }: Round, name: keyof Reading): number | null {
  const [from, to] = [before[name], after[name]];
  return from === null || to === null ? null : (to - from) / requests;
}

const toMicroseconds = (milliseconds: number | null): number | null =>
  milliseconds === null ? null : milliseconds * 1000;

const add = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : one + other;

export function lowest(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Math.min(...known);
}

export interface ComparedCosts {
  readonly measured: Costs;
  readonly baseline: Costs;
  /** Null if a cost is unknown, or if the baseline has none of it. */
  readonly ratios: Readonly<Record<CostName, number | null>>;
}

/** Less than this per request is none: the server does something by itself now and then. */
export const NEXT_TO_NOTHING = 0.005;

export function compareCosts(measured: Costs, baseline: Costs): ComparedCosts {
  const ratio = (name: CostName): number | null => {
    const [one, other] = [measured[name], baseline[name]];
    return one === null || other === null || other < NEXT_TO_NOTHING ? null : one / other;
  };
  const ratios = Object.fromEntries(COST_NAMES.map((name) => [name, ratio(name)])) as Record<CostName, number | null>;
  return { measured, baseline, ratios };
}
