import { reconcileRegistrations } from '../../commands/companies/change-company-file.ts';
import { completeRegistrations } from '../../commands/companies/open-company-file.ts';
import { runAllDueEntries } from '../../commands/recurring-entries/run.ts';
import type { Core } from '../../service/core.ts';
import { sampleEntry } from '../entry.ts';
import { fire, type Request, type Throughput } from '../load.ts';
import { peakMegabytes, residentMegabytes, type Program } from '../processes.ts';
import { readProcessorTime } from '../processor-time.ts';
import { plainResult, spaced, type Result } from '../report.ts';
import type { CompanyFile } from '../service.ts';
import type { Stage } from '../stage.ts';
import type { ScaleFirm } from './books.ts';
import type { ScaleSizes } from './sizes.ts';

/** The processes that are measured. */
interface Installation {
  readonly stage: Stage;
  readonly processes: readonly Program[];
}

/** A company file, and the token of a client that may use it. */
interface Target extends CompanyFile {
  readonly token: string;
}

const FEW_FILES = 40;
const COLD_FILES = 200;
const REQUESTS_A_CONNECTION = 400;
const CONNECTIONS = 64;
/** A whole chart is half a megabyte. */
const READ_CONNECTIONS = 8;
const MAX_MEMORY_MB = 400;
const IDLE_MS = 4_000;
const QUIET_MS = 2_000;
const QUIET_WITHIN_MS = 600_000;

/** Each file with one of the clients of its firm, in random order but the same in each run. */
export function listTargets(firms: readonly ScaleFirm[]): readonly Target[] {
  const targets = firms.flatMap(({ files, tokens }) =>
    files.map((file, index) => ({ ...file, token: tokens[index % tokens.length]! })),
  );
  const next = createRandom(1);
  for (let index = targets.length - 1; index > 0; index -= 1) {
    const other = Math.floor(next() * (index + 1));
    [targets[index], targets[other]] = [targets[other]!, targets[index]!];
  }
  return targets;
}

/** A linear congruential generator: repeatable, and random enough to mix files. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const headersOf = ({ token }: Target) => ({
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
  accept: 'application/json',
});

const postTo = (target: Target, number: number): Request => ({
  method: 'POST',
  path: `/v1/companies/${target.public_token}/entries`,
  headers: headersOf(target),
  body: JSON.stringify(sampleEntry(number, target.journalId)),
});

const getFrom = (target: Target, path: string): Request => ({
  method: 'GET',
  path: `/v1/companies/${target.public_token}${path}`,
  headers: headersOf(target),
});

interface Fired extends Throughput {
  /** Processor time of the processes and of PostgreSQL for a request, in milliseconds. */
  readonly processorMs: number;
}

/** Requests to random files, spread over the processes. */
async function fireAt(
  { stage, processes }: Installation,
  seconds: number,
  targets: readonly Target[],
  toRequest: (target: Target, number: number) => Request,
  connections = CONNECTIONS,
): Promise<Fired> {
  const readTime = async (): Promise<number> => {
    const times = await Promise.all([stage.serverTime(), ...processes.map(({ pid }) => readProcessorTime(pid))]);
    return times.reduce((total, one) => total + one, 0);
  };
  const before = await readTime();
  const bursts = await Promise.all(
    processes.map(({ url }, place) => {
      const next = createRandom(100 + place);
      return fire({
        url,
        connections: Math.ceil(connections / processes.length),
        seconds,
        requestsOf: (connection) =>
          Array.from({ length: REQUESTS_A_CONNECTION }, (_, index) =>
            toRequest(targets[Math.floor(next() * targets.length)]!, connection * REQUESTS_A_CONNECTION + index),
          ),
      });
    }),
  );
  const perSecond = bursts.reduce((total, one) => total + one.perSecond, 0);
  return {
    perSecond,
    requests: bursts.reduce((total, { requests }) => total + requests, 0),
    p50: Math.max(...bursts.map(({ p50 }) => p50)),
    processorMs: ((await readTime()) - before) / (perSecond * seconds),
  };
}

/** Of files that are not in memory yet; answers how many it posted in a second. */
async function postFirstEntries({ processes }: Installation, targets: readonly Target[]): Promise<number> {
  const bursts = await Promise.all(
    processes.map(({ url }, place) => {
      const own = targets.filter((_, index) => index % processes.length === place);
      const connections = Math.min(Math.ceil(CONNECTIONS / processes.length), own.length);
      return fire({
        url,
        connections,
        seconds: 0,
        amount: own.length,
        requestsOf: (connection) =>
          own.filter((_, index) => index % connections === connection).map((target) => postTo(target, connection)),
      });
    }),
  );
  return bursts.reduce((total, { perSecond }) => total + perSecond, 0);
}

export async function measureProcesses(
  stage: Stage,
  processes: readonly Program[],
  targets: readonly Target[],
  sizes: ScaleSizes,
): Promise<Result[]> {
  const { seconds } = sizes;
  const installation = { stage, processes };
  const pids = processes.map(({ pid }) => pid);
  const all = `${spaced(targets.length)} files in random order`;
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
  const results: Result[] = [];
  const record = (...found: readonly Result[]): void => {
    results.push(...found);
    // What was measured is not lost when a later part fails.
    for (const { subject, measured } of found) stage.note(`scale: ${subject}: ${measured}`);
  };
  record(
    plainResult(
      'start-up on the existing data',
      'ms',
      Math.max(...processes.map(({ milliseconds }) => milliseconds)),
      null,
    ),
    plainResult('memory of a process 4 s after the start', 'MB RSS', await residentMegabytes(pids[0]!), null),
  );
  await waitUntilQuiet(pids);
  stage.note('scale: first requests to cold files');
  record(...(await measureColdFiles(stage, processes[0]!, targets.slice(0, COLD_FILES))));
  const few = targets.slice(0, FEW_FILES);
  stage.note(`scale: posting to ${FEW_FILES} files`);
  await fireAt(installation, Math.min(seconds, 5), few, postTo);
  const toFew = await fireAt(installation, seconds, few, postTo);
  stage.note(`scale: the first entry of each of ${spaced(targets.length)} files, then posting to them`);
  const {
    result: { firsts, toAll },
    megabytes,
  } = await peakMegabytes(pids[0]!, async () => ({
    firsts: await postFirstEntries(installation, targets),
    toAll: await fireAt(installation, seconds, targets, postTo),
  }));
  record(
    plainResult(`POST entries, ${few.length} files`, '/s', toFew.perSecond, null),
    plainResult(`POST entries, ${few.length} files`, 'ms of processor time', toFew.processorMs, null),
    plainResult(`first POST to each of ${spaced(targets.length)} files`, '/s', firsts, null),
    plainResult(`POST entries, ${all}`, '/s', toAll.perSecond, null),
    plainResult(`POST entries, ${all}`, 'ms of processor time', toAll.processorMs, null),
    plainResult(`the same, against ${few.length} files`, '×', toAll.perSecond / toFew.perSecond, { atLeast: 0.7 }),
    plainResult('peak memory of a process meanwhile', 'MB RSS', megabytes, { atMost: MAX_MEMORY_MB }),
  );
  record(...(await measureReads(installation, Math.min(seconds, 10), targets)));
  record(plainResult('memory of a process after these', 'MB RSS', await residentMegabytes(pids[0]!), null));
  return results;
}

/** The first start runs the nightly jobs that are overdue, such as the check of the hash chains. */
async function waitUntilQuiet(pids: readonly number[]): Promise<void> {
  const readTime = async (): Promise<number> =>
    (await Promise.all(pids.map(readProcessorTime))).reduce((total, one) => total + one, 0);
  const deadline = performance.now() + QUIET_WITHIN_MS;
  for (let before = await readTime(); performance.now() < deadline;) {
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
    const now = await readTime();
    if (now - before < QUIET_MS / 20) return;
    before = now;
  }
}

/** A list, a whole chart and a first synchronisation of random files. */
async function measureReads(
  installation: Installation,
  seconds: number,
  targets: readonly Target[],
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const [name, path] of [
    ['GET entries', '/entries?per_page=50'],
    ['GET accounts', '/accounts'],
    ['GET sync/pull', '/sync/pull?limit=100'],
  ] as const) {
    installation.stage.note(`scale: ${name}`);
    const { perSecond, p50, processorMs } = await fireAt(
      installation,
      seconds,
      targets,
      (target) => getFrom(target, path),
      READ_CONNECTIONS,
    );
    results.push(
      plainResult(`${name}, ${spaced(targets.length)} files in random order`, '/s', perSecond, null),
      plainResult(name, 'ms of processor time', processorMs, null),
      plainResult(`${name}, median answer with ${READ_CONNECTIONS} connections`, 'ms', p50, null),
    );
  }
  return results;
}

/** Processor time of the service and of PostgreSQL, of a first request to each file and of a second one. */
async function measureColdFiles(stage: Stage, service: Program, targets: readonly Target[]): Promise<Result[]> {
  const send = async ({ method, path, headers, body }: Request): Promise<void> => {
    const response = await fetch(`${service.url}${path}`, { method, headers: { ...headers }, body: body ?? null });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    await response.arrayBuffer();
  };
  const spend = async (chosen: readonly Target[], number: number): Promise<number> => {
    const before = (await readProcessorTime(service.pid)) + (await stage.serverTime());
    for (const target of chosen) await send(postTo(target, number));
    return ((await readProcessorTime(service.pid)) + (await stage.serverTime()) - before) / chosen.length;
  };
  const warmUp = targets.slice(0, targets.length / 2);
  const cold = targets.slice(targets.length / 2);
  // The code is compiled and the plans are made by files that do not count.
  for (let number = 0; number < 5; number += 1) await spend(warmUp, number);
  // Looking up the token of a client for the first time is not part of the load of a file.
  for (const target of cold) await send({ method: 'GET', path: '/v1/auth/me', headers: headersOf(target) });
  const first = await spend(cold, 1);
  const second = await spend(cold, 2);
  return [
    plainResult('first POST to a cold file', 'ms of processor time', first, null),
    plainResult('second POST to it', 'ms of processor time', second, null),
    plainResult('difference, with the cold load of the file', 'ms of processor time', first - second, { atMost: 5 }),
  ];
}

/** The parts of the nightly jobs that look at every company file or firm, on a night on which nothing is due. */
export async function measureNight(core: Core, sizes: ScaleSizes): Promise<Result[]> {
  const startedAt = performance.now();
  await runAllDueEntries(core, { today: '2026-12-31' });
  await completeRegistrations(core, core.log, 30);
  await reconcileRegistrations(core, 30);
  return [
    plainResult(
      `nightly jobs over ${spaced(sizes.files)} files, nothing due`,
      's',
      (performance.now() - startedAt) / 1_000,
      null,
    ),
  ];
}
