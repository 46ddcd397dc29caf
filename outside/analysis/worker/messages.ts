import type { AnalysisStep } from '../analyser.ts';
import type { AnalysisProblem } from '../failures.ts';
import type { PageContents } from '../page-contents.ts';

/** Request to a reader process: one document at a time. */
export interface ToReader {
  readonly id: number;
  readonly path: string;
  readonly recognition: 'when_needed' | 'always' | 'never';
  /** Pages that are not recognised within this time are left out. */
  readonly recognitionMs: number;
}

export type FromReader =
  | { readonly is: 'started' }
  | { readonly is: 'progress'; readonly id: number; readonly step: AnalysisStep; readonly percent: number }
  | { readonly is: 'read'; readonly id: number; readonly contents: PageContents }
  | { readonly is: 'failed'; readonly id: number; readonly problem: AnalysisProblem; readonly detail: string };
