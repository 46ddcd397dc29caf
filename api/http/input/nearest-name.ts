/** Suggests the known name that was probably meant by an unknown one. */

const splitWords = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);

/** A longer name is not a typo but an attack or another kind of mistake. */
const LONGEST_NAME = 60;

/** The nearest known name, or null if none is close; the first of equally close ones. */
export function findNearestName(given: string, known: Iterable<string>): string | null {
  if (given.length > LONGEST_NAME) return null;
  const words = splitWords(given);
  const letters = words.join('');
  let nearest: string | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const name of known) {
    const distance = computeDistance(words, letters, name);
    if (distance < least) [nearest, least] = [name, distance];
  }
  return nearest;
}

/** Number of letters to change; missing or extra words count as about one letter, so that `date` finds `entry_date`. */
function computeDistance(words: readonly string[], letters: string, name: string): number {
  const others = splitWords(name);
  const edits = computeEditDistance(letters, others.join(''));
  const isPart = containsAllWords(others, words) || containsAllWords(words, others);
  const mostEdits = Math.max(1, Math.floor(letters.length / 3));
  if (isPart) return Math.min(edits, 1 + Math.abs(words.length - others.length) / 10);
  return edits <= mostEdits ? edits : Number.POSITIVE_INFINITY;
}

const containsAllWords = (whole: readonly string[], part: readonly string[]): boolean =>
  part.length > 0 && part.every((word) => whole.includes(word));

/** Insertions, deletions, replacements and transpositions that turn one text into the other. */
function computeEditDistance(one: string, other: string): number {
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
