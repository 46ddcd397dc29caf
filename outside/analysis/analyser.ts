import type { PageContents } from './page-contents.ts';

/** In processing order; not every document needs all steps. */
export type AnalysisStep = 'opening' | 'reading_text' | 'rendering' | 'recognising';

export interface AnalysisRequest {
  /** Path of a local file. */
  readonly path: string;
  readonly mime: string;
  /**
   * `when_needed`: pages without text are rendered and recognised, unless a structured invoice is embedded. `always`:
   * even then.
   * `never`: they are returned without words.
   */
  readonly recognition?: 'when_needed' | 'always' | 'never';
  readonly signal?: AbortSignal;
  /** Waiting documents take turns by tenant. */
  readonly tenant?: number;
  /** From 0 to 100. */
  onProgress?(step: AnalysisStep, percent: number): void;
}

/** Reads documents in separate processes: a bad document can crash one of them, but never the service. */
export interface Analyser {
  /** @throws AnalysisFailed */
  analyse(request: AnalysisRequest): Promise<PageContents>;
  close(): Promise<void>;
}
