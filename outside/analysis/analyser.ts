import type { JoinedFile, PageContents, PdfArchive } from './page-contents.ts';

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
  /** Also look through all pages, to tell several documents in one file apart. */
  readonly outline?: boolean;
  readonly signal?: AbortSignal;
  /** Waiting documents take turns by tenant. */
  readonly tenant?: number;
  /** From 0 to 100. */
  onProgress?(step: AnalysisStep, percent: number): void;
}

type Waiting = Pick<AnalysisRequest, 'signal' | 'tenant'>;

export interface CopyRequest extends Waiting {
  readonly path: string;
  /** Page numbers from 1; a new PDF is made of each group. */
  readonly groups: readonly (readonly number[])[];
}

export interface JoinRequest extends Waiting {
  /** PDF files and images. */
  readonly paths: readonly string[];
  readonly maxPages: number;
}

/** Reads documents in separate processes: a bad document can crash one of them, but never the service. */
export interface Analyser {
  /** @throws AnalysisFailed */
  analyse(request: AnalysisRequest): Promise<PageContents>;
  /** @throws AnalysisFailed */
  countPages(request: Waiting & { readonly path: string }): Promise<number>;
  /** Structured invoices in a PDF, without its pages. @throws AnalysisFailed */
  readArchive(request: Waiting & { readonly path: string }): Promise<PdfArchive>;
  /** Copies pages with their text. @throws AnalysisFailed */
  copyPages(request: CopyRequest): Promise<readonly Uint8Array[]>;
  /** One PDF of all pages of several files. @throws AnalysisFailed */
  joinFiles(request: JoinRequest): Promise<JoinedFile>;
  close(): Promise<void>;
}
