/**
 * Why a document could not be read: damaged, encrypted, unsupported, too many pages or pixels, timeout, out of memory,
 * crashed reader, or cancelled.
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
