import { availableParallelism } from 'node:os';
import type { Analyser, AnalysisRequest } from './analyser.ts';
import { AnalysisFailed } from './failures.ts';
import { startReader, type ReaderLimits, type ReaderProcess, type RequestedTask, type TaskOptions } from './process.ts';
import { createTurns } from './turns.ts';
import type { ReaderResults } from './worker/messages.ts';

export type { Analyser, AnalysisRequest, AnalysisStep, CopyRequest, JoinRequest } from './analyser.ts';
export { AnalysisFailed, type AnalysisProblem } from './failures.ts';
export type { EmbeddedFile, JoinedFile, Page, PageContents, PdfArchive, Preview, WordOnPage } from './page-contents.ts';

export interface AnalyserOptions extends Partial<ReaderLimits> {
  /** Number of parallel processes; default: half of the processors. */
  readonly workers?: number;
  /** Idle processes end after this time. */
  readonly idleMs?: number;
}

export const ANALYSIS_TIMEOUT_MS = 150_000;
/** Without progress in any step but text recognition, a document is stopped: it is damaged or hostile. */
const STALL_MS = 20_000;
const MAX_HEAP_MB = 768;
const MAX_RESIDENT_MB = 1_536;
const IDLE_MS = 5 * 60_000;
/** Processes are replaced after this many documents, so that memory leaks do not add up. */
const DOCUMENTS_A_PROCESS = 500;

interface Member {
  readonly process: ReaderProcess;
  documents: number;
  idle: NodeJS.Timeout | undefined;
}

/**
 * A small pool of processes that read documents, started on demand. A process that hangs, grows or dies loses one
 * document and is replaced for the next.
 */
export function openAnalyser({
  workers = Math.max(1, Math.floor(availableParallelism() / 2)),
  timeoutMs = ANALYSIS_TIMEOUT_MS,
  stallMs = STALL_MS,
  maxHeapMb = MAX_HEAP_MB,
  maxResidentMb = MAX_RESIDENT_MB,
  idleMs = IDLE_MS,
}: AnalyserOptions = {}): Analyser {
  const limits = { timeoutMs, stallMs, maxHeapMb, maxResidentMb };
  const free: Member[] = [];
  const busy = new Set<Member>();
  const turns = createTurns();
  let isClosed = false;
  let lastId = 0;

  const takeMember = async ({ signal, tenant }: Pick<AnalysisRequest, 'signal' | 'tenant'>): Promise<Member> => {
    if (busy.size >= workers) await turns.wait(tenant, signal);
    turns.take(tenant);
    if (isClosed) throw new AnalysisFailed('analysis_cancelled');
    const member = takeFreeMember() ?? { process: startReader(limits), documents: 0, idle: undefined };
    clearTimeout(member.idle);
    busy.add(member);
    return member;
  };

  const takeFreeMember = (): Member | undefined => {
    for (let member = free.pop(); member !== undefined; member = free.pop())
      if (member.process.isAlive()) return member;
    return undefined;
  };

  const releaseMember = (member: Member): void => {
    busy.delete(member);
    member.documents += 1;
    if (isClosed || !member.process.isAlive() || member.documents >= DOCUMENTS_A_PROCESS)
      void member.process.endChild();
    else {
      free.push(member);
      member.idle = setTimeout(() => {
        free.splice(free.indexOf(member), 1);
        void member.process.endChild();
      }, idleMs).unref();
    }
    turns.callNext();
  };

  const runTask = async <Task extends RequestedTask>(
    task: Task,
    options: TaskOptions & Pick<AnalysisRequest, 'tenant'>,
  ): Promise<ReaderResults[Task['is']]> => {
    const member = await takeMember({ tenant: options.tenant, ...(options.signal && { signal: options.signal }) });
    try {
      return await member.process.runTask(task, options, (lastId += 1));
    } finally {
      releaseMember(member);
    }
  };

  return {
    analyse: ({ path, recognition = 'when_needed', outline = false, ...options }) =>
      runTask({ is: 'read', path, recognition, outline }, options),
    countPages: ({ path, ...options }) => runTask({ is: 'count_pages', path }, options),
    readArchive: ({ path, ...options }) => runTask({ is: 'read_archive', path }, options),
    copyPages: ({ path, groups, ...options }) => runTask({ is: 'copy_pages', path, groups }, options),
    joinFiles: ({ paths, maxPages, ...options }) => runTask({ is: 'join_files', paths, maxPages }, options),
    async close() {
      isClosed = true;
      turns.callAll();
      const members = [...free.splice(0), ...busy];
      for (const { idle } of members) clearTimeout(idle);
      await Promise.all(members.map(({ process }) => process.endChild()));
    },
  };
}
