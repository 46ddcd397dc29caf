import { availableParallelism } from 'node:os';
import type { Analyser } from './analyser.ts';
import { AnalysisFailed } from './failures.ts';
import { startReader, type ReaderLimits, type ReaderProcess } from './process.ts';

export type { Analyser, AnalysisRequest, AnalysisStep } from './analyser.ts';
export { AnalysisFailed, type AnalysisProblem } from './failures.ts';
export type { EmbeddedFile, Page, PageContents, Preview, WordOnPage } from './page-contents.ts';

export interface AnalyserOptions extends Partial<ReaderLimits> {
  /** Processes side by side; absent: half of the processors. */
  readonly workers?: number;
  /** A process that nobody needs ends after so long. */
  readonly idleMs?: number;
}

export const ANALYSIS_TIMEOUT_MS = 150_000;
const MAX_HEAP_MB = 768;
const MAX_RESIDENT_MB = 1_536;
const IDLE_MS = 5 * 60_000;
/** What a package leaks with each document does not add up for ever. */
const DOCUMENTS_A_PROCESS = 500;

interface Member {
  readonly process: ReaderProcess;
  documents: number;
  idle: NodeJS.Timeout | undefined;
}

/**
 * A few processes that read documents, started when there is something to read. One that hangs, grows or dies takes one document
 * with it and is replaced with the next.
 */
export function openAnalyser({
  workers = Math.max(1, Math.floor(availableParallelism() / 2)),
  timeoutMs = ANALYSIS_TIMEOUT_MS,
  maxHeapMb = MAX_HEAP_MB,
  maxResidentMb = MAX_RESIDENT_MB,
  idleMs = IDLE_MS,
}: AnalyserOptions = {}): Analyser {
  const limits = { timeoutMs, maxHeapMb, maxResidentMb };
  const free: Member[] = [];
  const busy = new Set<Member>();
  const waiting: (() => void)[] = [];
  let isClosed = false;
  let lastId = 0;

  const take = async (signal?: AbortSignal): Promise<Member> => {
    if (busy.size >= workers) await turn(signal);
    if (isClosed) throw new AnalysisFailed('analysis_cancelled');
    const member = takeFree() ?? { process: startReader(limits), documents: 0, idle: undefined };
    clearTimeout(member.idle);
    busy.add(member);
    return member;
  };

  const takeFree = (): Member | undefined => {
    for (let member = free.pop(); member !== undefined; member = free.pop())
      if (member.process.isAlive()) return member;
    return undefined;
  };

  const turn = (signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const cancel = (): void => {
        waiting.splice(waiting.indexOf(go), 1);
        reject(new AnalysisFailed('analysis_cancelled'));
      };
      const go = (): void => {
        signal?.removeEventListener('abort', cancel);
        resolve();
      };
      if (signal?.aborted) return reject(new AnalysisFailed('analysis_cancelled'));
      signal?.addEventListener('abort', cancel, { once: true });
      waiting.push(go);
    });

  const giveBack = (member: Member): void => {
    busy.delete(member);
    member.documents += 1;
    if (isClosed || !member.process.isAlive() || member.documents >= DOCUMENTS_A_PROCESS) void member.process.end();
    else {
      free.push(member);
      member.idle = setTimeout(() => {
        free.splice(free.indexOf(member), 1);
        void member.process.end();
      }, idleMs).unref();
    }
    waiting.shift()?.();
  };

  return {
    async analyse(request) {
      const member = await take(request.signal);
      try {
        return await member.process.read(request, (lastId += 1));
      } finally {
        giveBack(member);
      }
    },
    async close() {
      isClosed = true;
      for (const go of waiting.splice(0)) go();
      const members = [...free.splice(0), ...busy];
      for (const { idle } of members) clearTimeout(idle);
      await Promise.all(members.map(({ process }) => process.end()));
    },
  };
}
