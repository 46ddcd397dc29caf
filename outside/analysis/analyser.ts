import type { PageContents } from './page-contents.ts';

/** In the order in which they are gone through; not every document needs all. */
export type AnalysisStep = 'opening' | 'reading_text' | 'rendering' | 'recognising';

export interface AnalysisRequest {
  /** Of a file on the disk of this machine. */
  readonly path: string;
  readonly mime: string;
  /**
   * `when_needed`: pages without text are drawn and recognised, unless a structured invoice is embedded. `always`: also then.
   * `never`: they come back without words.
   */
  readonly recognition?: 'when_needed' | 'always' | 'never';
  readonly signal?: AbortSignal;
  /** From 0 to 100. */
  onProgress?(step: AnalysisStep, percent: number): void;
}

/** Reads documents in processes of their own: a document can end one of them, never the service. */
export interface Analyser {
  /** @throws AnalysisFailed */
  analyse(request: AnalysisRequest): Promise<PageContents>;
  close(): Promise<void>;
}
