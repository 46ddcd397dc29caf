/**
 * Why a document could not be read: it is broken; it wants a password; it has more pages or pixels than are read; it was not
 * read in time or in the memory there is for it; whoever read it came to an end; it was called off.
 */
export type AnalysisProblem =
  | 'file_unreadable'
  | 'file_encrypted'
  | 'file_type_unsupported'
  | 'too_many_pages'
  | 'image_too_large'
  | 'analysis_timeout'
  | 'analysis_memory'
  | 'analysis_crashed'
  | 'analysis_cancelled';

export class AnalysisFailed extends Error {
  readonly problem: AnalysisProblem;
  constructor(problem: AnalysisProblem, cause?: unknown) {
    super(`The document was not analysed: ${problem}`, { cause });
    this.name = 'AnalysisFailed';
    this.problem = problem;
  }
}
