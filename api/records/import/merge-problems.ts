import { MAX_IMPORT_PROBLEMS } from '../../../domain/records/import.ts';
import { invalid, type Problem, type Refusal } from '../../../domain/refusal.ts';

/**
 * What cannot be read of a file together with what the books have against the rest of it, line by line. Of a line with a cell that
 * cannot be read, only what is wrong with another cell by itself is told: `isByItself` says what that is.
 */
export function withRules(
  unreadable: readonly Problem[],
  refused: Refusal | null,
  isByItself: (problem: Problem) => boolean,
): Refusal {
  const lines = new Set(unreadable.map(lineOf));
  const fields = new Set(unreadable.map(({ field }) => field));
  const others = (refused?.problems ?? []).filter((problem) => {
    if (fields.has(problem.field)) return false;
    const line = lineOf(problem);
    return line === null || lines.has(line) ? isByItself(problem) : true;
  });
  const problems = [...unreadable, ...others].toSorted((a, b) => (lineOf(a) ?? 0) - (lineOf(b) ?? 0));
  const most = problems.slice(0, MAX_IMPORT_PROBLEMS);
  // A reason that goes for the whole request, such as a closed year, still goes for it.
  return refused?.code !== undefined && others.length > 0 ? { ...refused, problems: most } : invalid(most);
}

/** Null: it is not about a line. */
function lineOf({ field = '' }: Problem): number | null {
  const line = /^lines\.(\d+)(\.|$)/.exec(field)?.[1];
  return line === undefined ? null : Number(line);
}
