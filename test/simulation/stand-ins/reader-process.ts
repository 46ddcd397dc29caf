import { AnalysisFailed } from '../../../outside/analysis/failures.ts';
import type { ReaderProcess } from '../../../outside/analysis/process.ts';

/** Stands in for the process that reads documents: it can read none. */
export type { ReaderProcess, ReaderLimits } from '../../../outside/analysis/process.ts';

export const startReader = (): ReaderProcess => ({
  pid: undefined,
  isAlive: () => true,
  endChild: () => Promise.resolve(),
  runTask: () => Promise.reject(new AnalysisFailed('file_unreadable')),
});
