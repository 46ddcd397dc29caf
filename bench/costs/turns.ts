import { setTimeout as pause } from 'node:timers/promises';
import type { Throughput } from '../load.ts';
import { takeTurns, type Comparison } from '../rounds.ts';
import { compareCosts, summarise, type ComparedCosts, type Round, type Span } from './costs.ts';
import type { Meter } from './meter.ts';

/** The service or its baseline. */
export interface Side {
  readonly meter: Meter;
  /** What is done before each round and not measured. */
  readonly prepare?: () => Promise<void>;
  /** Makes requests for about so many seconds. */
  readonly run: (seconds: number) => Promise<Throughput>;
  /** Whether its connections stay open and report their fsyncs late. */
  readonly isOpen?: boolean;
}

export interface Turns {
  readonly speeds: Comparison<Throughput>;
  readonly costs: ComparedCosts;
}

/** A connection reports its statistics at the end of a statement, if it has not done so for a second. */
const REPORTS_AFTER_MS = 1_100;
const NUDGE_SECONDS = 0.2;

interface MeteredRound extends Round {
  readonly speed: Throughput;
}

/** Both sides in turn, with what a request costs either. */
export async function takeMeteredTurns(
  rounds: number,
  seconds: number,
  measured: Side,
  baseline: Side,
): Promise<Turns> {
  const begun = await readReportedFsyncs(measured, baseline);
  const turns = await takeTurns(
    rounds,
    () => runMetered(measured, seconds),
    () => runMetered(baseline, seconds),
  );
  const ended = await readReportedFsyncs(measured, baseline);
  const spanOf = (side: 'measured' | 'baseline'): Span => ({
    fsyncs: ended[side].fsyncs - begun[side].fsyncs,
    requests: turns[side].reduce((sum, { requests }) => sum + requests, begun[side].requests),
  });
  return {
    speeds: {
      measured: turns.measured.map(({ speed }) => speed),
      baseline: turns.baseline.map(({ speed }) => speed),
    },
    costs: compareCosts(summarise(turns.measured, spanOf('measured')), summarise(turns.baseline, spanOf('baseline'))),
  };
}

async function runMetered({ meter, prepare, run }: Side, seconds: number): Promise<MeteredRound> {
  await prepare?.();
  const before = await meter.read();
  const speed = await run(seconds);
  return { before, after: await meter.read(), requests: speed.requests, speed };
}

/**
 * A few requests, late enough that the connections report with them what they did before. What they do for these requests
 * is reported the next time: so between two such readings are the fsyncs of the first nudge and of all rounds.
 */
async function readReportedFsyncs(measured: Side, baseline: Side): Promise<Record<'measured' | 'baseline', Span>> {
  if (measured.isOpen !== false || baseline.isOpen !== false) await pause(REPORTS_AFTER_MS);
  return { measured: await nudge(measured), baseline: await nudge(baseline) };
}

async function nudge({ meter, run, isOpen = true }: Side): Promise<Span> {
  if (!isOpen) return { fsyncs: 0, requests: 0 };
  const { requests } = await run(NUDGE_SECONDS);
  return { fsyncs: await meter.readFsyncs(), requests };
}
