import type { AnalysisProblem } from '../failures.ts';

/** A problem of a document found while reading it. */
export class Unreadable extends Error {
  readonly problem: AnalysisProblem;
  constructor(problem: AnalysisProblem, cause?: unknown) {
    super(problem, { cause });
    this.name = 'Unreadable';
    this.problem = problem;
  }
}
