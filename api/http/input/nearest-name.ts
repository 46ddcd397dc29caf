/** Which of the known names someone may have meant by one that is not known. */

const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);

/** Beyond these, a name is no misspelling but an attack or a mistake of another kind. */
const LONGEST_NAME = 60;

/** The nearest known name, or null when none comes near; of equally near ones the first. */
export function nearestName(given: string, known: Iterable<string>): string | null {
  if (given.length > LONGEST_NAME) return null;
  const words = wordsOf(given);
  const letters = words.join('');
  let nearest: string | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const name of known) {
    const distance = distanceBetween(words, letters, name);
    if (distance < least) [nearest, least] = [name, distance];
  }
  return nearest;
}

/** Letters to change; words left out or added weigh as much as one letter, so that `date` finds `entry_date`. */
function distanceBetween(words: readonly string[], letters: string, name: string): number {
  const others = wordsOf(name);
  const edits = editDistance(letters, others.join(''));
  const isPart = contains(others, words) || contains(words, others);
  const mostEdits = Math.max(1, Math.floor(letters.length / 3));
  if (isPart) return Math.min(edits, 1 + Math.abs(words.length - others.length) / 10);
  return edits <= mostEdits ? edits : Number.POSITIVE_INFINITY;
}

const contains = (whole: readonly string[], part: readonly string[]): boolean =>
  part.length > 0 && part.every((word) => whole.includes(word));

/** Insertions, deletions, replacements and exchanges of neighbours that make one text of the other. */
function editDistance(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      let least = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + (isSame ? 0 : 1));
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1])
        least = Math.min(least, before[column - 2]! + 1);
      current.push(least);
    }
    [before, last] = [last, current];
  }
  return last[other.length]!;
}
