import type { AnalysisProblem } from '../failures.ts';

/** What is wrong with a document, found while it is read. */
export class Unreadable extends Error {
  readonly problem: AnalysisProblem;
  constructor(problem: AnalysisProblem, cause?: unknown) {
    super(problem, { cause });
    this.name = 'Unreadable';
    this.problem = problem;
  }
}
