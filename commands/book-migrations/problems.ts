import { MIGRATION_LIMITS, type SourceProblem } from '../../domain/book-migrations/source.ts';

/** Collected problems, limited in number: the first of each kind, and the total counts. */
export interface FoundProblems {
  add(problem: SourceProblem, count?: number): void;
  readonly hasErrors: boolean;
  getResult(): {
    readonly problems: readonly SourceProblem[];
    readonly errors_count: number;
    readonly warnings_count: number;
  };
}

const MOST_OF_A_WARNING = 20;

export function createProblemList(): FoundProblems {
  const kept = { error: [] as SourceProblem[], warning: [] as SourceProblem[] };
  const counts = { error: 0, warning: 0 };
  const ofWarning = new Map<string, number>();
  return {
    add(problem, count = 1) {
      const { severity, code } = problem;
      counts[severity] += count;
      if (kept[severity].length >= MIGRATION_LIMITS.problems) return;
      if (severity === 'warning') {
        const known = ofWarning.get(code) ?? 0;
        if (known >= MOST_OF_A_WARNING) return;
        ofWarning.set(code, known + 1);
      }
      kept[severity].push(problem);
    },
    get hasErrors() {
      return counts.error > 0;
    },
    getResult: () => ({
      problems: [...kept.error, ...kept.warning],
      errors_count: counts.error,
      warnings_count: counts.warning,
    }),
  };
}
