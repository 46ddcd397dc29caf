import type { AnalysisStep } from '../analyser.ts';
import type { AnalysisProblem } from '../failures.ts';
import type { JoinedFile, PageContents, PdfArchive } from '../page-contents.ts';

/** Task of a reader process: one document at a time. */
export type ReaderTask =
  | {
      readonly is: 'read';
      readonly path: string;
      readonly recognition: 'when_needed' | 'always' | 'never';
      readonly outline: boolean;
      /** Pages that are not recognised within this time are left out. */
      readonly recognitionMs: number;
    }
  | { readonly is: 'count_pages'; readonly path: string }
  /** Structured invoices in a PDF, and its metadata. */
  | { readonly is: 'read_archive'; readonly path: string }
  /** A new PDF for each group of page numbers. */
  | { readonly is: 'copy_pages'; readonly path: string; readonly groups: readonly (readonly number[])[] }
  /** One PDF with the pages of all these files, in their order. */
  | { readonly is: 'join_files'; readonly paths: readonly string[]; readonly maxPages: number };

export interface ReaderResults {
  readonly read: PageContents;
  readonly count_pages: number;
  readonly read_archive: PdfArchive;
  readonly copy_pages: readonly Uint8Array[];
  readonly join_files: JoinedFile;
}

export type ReadTask = Extract<ReaderTask, { readonly is: 'read' }>;
export type ToReader = ReaderTask & { readonly id: number };

export type FromReader =
  | { readonly is: 'started' }
  | { readonly is: 'progress'; readonly id: number; readonly step: AnalysisStep; readonly percent: number }
  | { readonly is: 'done'; readonly id: number; readonly result: ReaderResults[keyof ReaderResults] }
  | { readonly is: 'failed'; readonly id: number; readonly problem: AnalysisProblem; readonly detail: string };
