import { fire, type Throughput } from '../load.ts';
import { readProcessorTime } from '../processor-time.ts';
import type { Program } from '../processes.ts';
import { ratioResult, type Result } from '../report.ts';
import { compare, takeTurns } from '../rounds.ts';
import { startService, startSignedIn, type CompanyFile } from '../service.ts';
import type { Stage } from '../stage.ts';
import { entryRequests } from './posting.ts';

/** Two processes that serve the API without affinity, against one: entries into many company files at random. */

const FILES = 40;
/** Many, because either side gains or loses a tenth by chance. */
const ROUNDS_FOR_ONE = 2;
/** Until both know each other, and which of them takes the writes. */
const ACQUAINTED_MS = 3_000;

interface Posted {
  readonly rate: number;
  /** Milliseconds of all processes and of the server, for each entry. */
  readonly processorMs: number;
}

export async function measureProcesses(stage: Stage): Promise<Result[]> {
  const sides: Side[] = [];
  try {
    for (const count of [1, 2]) sides.push(await startSide(stage, count));
    const [one, two] = sides as [Side, Side];
    stage.note('processes: one, then two, in turns');
    const posted = await takeTurns(
      ROUNDS_FOR_ONE * stage.extent.rounds,
      () => post(stage, two),
      () => post(stage, one),
    );
    return [
      ratioResult(
        `POST entries, ${stage.extent.connections} connections, ${FILES} company files, two processes against one`,
        '/s',
        compare(posted, ({ rate }) => rate),
        { atLeast: 1 },
      ),
      ratioResult(
        'processor time of the same',
        'ms',
        compare(posted, ({ processorMs }) => processorMs),
        null,
      ),
    ];
  } finally {
    await Promise.all(sides.map(({ stop }) => stop()));
  }
}

interface Side {
  readonly programs: readonly Program[];
  readonly requestsOf: ReturnType<typeof entryRequests>;
  stop(): Promise<void>;
}

/** An installation of its own with so many processes. */
async function startSide(stage: Stage, count: number): Promise<Side> {
  const databaseUrl = await stage.createDatabase(`processes_${count}`);
  const service = await startSignedIn(stage, databaseUrl);
  const programs: Program[] = [service];
  const stop = async (): Promise<void> => void (await Promise.all(programs.map((program) => program.stop())));
  try {
    const files: CompanyFile[] = [];
    for (let number = 1; number <= FILES; number += 1) files.push(await service.openFile(`Company ${number}`));
    while (programs.length < count) programs.push(await startService(stage, databaseUrl));
    await new Promise((resolve) => setTimeout(resolve, ACQUAINTED_MS));
    return { programs, requestsOf: entryRequests(service.headers, files), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The connections are divided among the processes, and each of them uses all files. */
async function post({ extent, settle, serverTime }: Stage, { programs, requestsOf }: Side): Promise<Posted> {
  const connections = extent.connections / programs.length;
  const fireAtAll = (seconds: number): Promise<Throughput[]> =>
    Promise.all(programs.map(({ url }) => fire({ url, connections, seconds, requestsOf })));
  const measureTime = async (): Promise<number> =>
    (await Promise.all(programs.map(({ pid }) => readProcessorTime(pid)))).reduce(
      (sum, one) => sum + one,
      await serverTime(),
    );
  await settle();
  await fireAtAll(extent.warmUpSeconds);
  const before = await measureTime();
  const done = await fireAtAll(extent.postingSeconds);
  const processorMs = (await measureTime()) - before;
  const requests = done.reduce((sum, one) => sum + one.requests, 0);
  return { rate: done.reduce((sum, one) => sum + one.perSecond, 0), processorMs: processorMs / requests };
}
