import { MAX_IMPORT_PROBLEMS } from '../../../domain/records/import.ts';
import { refuseInvalid, type Problem, type Refusal } from '../../../domain/refusal.ts';

/**
 * Combines the unreadable cells of a file with the problems that the books report for the rest, line by line. For a line
 * with an unreadable cell, only problems of other cells that are independent of it are reported, as decided by
 * `isByItself`.
 */
export function mergeProblems(
  unreadable: readonly Problem[],
  refused: Refusal | null,
  isByItself: (problem: Problem) => boolean,
): Refusal {
  const lines = new Set(unreadable.map(extractLine));
  const fields = new Set(unreadable.map(({ field }) => field));
  const others = (refused?.problems ?? []).filter((problem) => {
    if (fields.has(problem.field)) return false;
    const line = extractLine(problem);
    return line === null || lines.has(line) ? isByItself(problem) : true;
  });
  const problems = [...unreadable, ...others].toSorted((a, b) => (extractLine(a) ?? 0) - (extractLine(b) ?? 0));
  const most = problems.slice(0, MAX_IMPORT_PROBLEMS);
  // A reason that applies to the whole request, such as a closed year, is preserved.
  return refused?.code !== undefined && others.length > 0 ? { ...refused, problems: most } : refuseInvalid(most);
}

/** Null if the problem does not concern a line. */
function extractLine({ field = '' }: Problem): number | null {
  const line = /^lines\.(\d+)(\.|$)/.exec(field)?.[1];
  return line === undefined ? null : Number(line);
}
