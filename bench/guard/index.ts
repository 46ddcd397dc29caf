import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkout } from '../processes.ts';
import { describeMachine, type MeteredOperation, type Result } from '../report.ts';
import type { Stage } from '../stage.ts';
import { measureAccess } from '../subjects/access.ts';
import { measureInvoices } from '../subjects/ledger/posting.ts';
import { measurePosting } from '../subjects/posting.ts';
import { measurePulling } from '../subjects/pulling.ts';
import { measureReading } from '../subjects/reading.ts';
import { measureRebuild } from '../subjects/rebuilding.ts';
import { findMisses, type Miss } from './floors.ts';
import { OPERATION_NAMES, OPERATIONS, type OperationName } from './operations.ts';
import { mergeBest, writeBestSection, type BestResults } from './record.ts';

/** `npm run bench -- --guard`: twelve operations, each held against its best result. */

const BEST_RESULTS = join(checkout, 'docs', 'performance.json');
const PAGE = join(checkout, 'docs', 'performance-guard.md');

export const GUARDED: Readonly<Record<string, (stage: Stage) => Promise<Result[]>>> = {
  posting: measurePosting,
  ledger: measureInvoices,
  reading: measureReading,
  sync: measurePulling,
  access: measureAccess,
  rebuild: measureRebuild,
};

export const readBestResults = async (): Promise<BestResults> =>
  JSON.parse(await readFile(BEST_RESULTS, 'utf8')) as BestResults;

/** @throws if an operation was not measured: the guard would not notice that it became more expensive. */
export function listOperations(results: readonly Result[]): MeteredOperation[] {
  const measured = results.flatMap(({ operation }) => operation ?? []);
  const missing = OPERATION_NAMES.filter((name) => !measured.some((one) => one.name === name));
  if (missing.length > 0) throw new Error(`The guard has not measured: ${missing.join(', ')}`);
  return measured;
}

/** Operations that cost more than their best result allows. */
export function listMissed(results: readonly Result[], best: BestResults): ReadonlySet<OperationName> {
  const misses = results.flatMap(({ operation }) => {
    const recorded = operation && !best.is_provisional ? best.operations[operation.name] : undefined;
    return operation && recorded ? findMisses(operation, recorded) : [];
  });
  return new Set(misses.map(({ operation }) => operation));
}

/** The results with those of a second measurement in place of the missed ones. */
export const replaceMissed = (
  results: readonly Result[],
  again: readonly Result[],
  missed: ReadonlySet<OperationName>,
): Result[] =>
  results.map((result) => {
    const name = result.operation?.name;
    if (name === undefined || !missed.has(name)) return result;
    return again.find(({ operation }) => operation?.name === name) ?? result;
  });

export interface Verdict {
  readonly text: string;
  readonly passes: boolean;
}

/** What the results mean for a release. An operation that has no best result passes only in a run that records one. */
export function judge(measured: readonly MeteredOperation[], best: BestResults, records: boolean): Verdict {
  const findBest = ({ name }: MeteredOperation) => (best.is_provisional ? undefined : best.operations[name]);
  const misses = measured.flatMap((operation) => {
    const recorded = findBest(operation);
    return recorded ? findMisses(operation, recorded) : [];
  });
  const unknown = measured.filter((operation) => !findBest(operation));
  const lines = [
    ...misses.map(describeMiss),
    ...(records ? [] : unknown.map(({ name }) => `NOT JUDGED  ${OPERATIONS[name]}: no best result. Use --record.`)),
  ];
  if (lines.length > 0) return { text: lines.join('\n'), passes: false };
  return { text: 'Every operation is within 10 % of its best result.', passes: true };
}

const NAMES = { processorUs: 'processor time', roundTrips: 'round trips', fsyncs: 'fsyncs' };

function describeMiss({ operation, cost, measured, allowed, isRatio }: Miss): string {
  const unit = isRatio ? ' × the baseline' : ' per request';
  return `MISSED  ${OPERATIONS[operation]}: ${NAMES[cost]} ${measured.toFixed(3)}${unit}, at most ${allowed.toFixed(3)}`;
}

export async function recordBest(measured: readonly MeteredOperation[]): Promise<void> {
  const run = { recorded_on: new Date().toISOString().slice(0, 10), machine: describeMachine() };
  const best = mergeBest(await readBestResults(), measured, run);
  await writeFile(BEST_RESULTS, `${JSON.stringify(best, null, 2)}\n`);
  await writeFile(PAGE, writeBestSection(await readFile(PAGE, 'utf8'), best));
}
