export interface Place {
  /** Both from zero. */
  readonly line: number;
  readonly column: number;
}

export interface Original extends Place {
  /** Its number in the list of sources. */
  readonly source: number;
}

/**
 * Finds where some places of a bundle come from, in one pass through the mappings of its source map. The classes that do
 * this in Node.js and in packages keep every mapping as an object: a hundred megabytes for the service.
 */
export function findOriginals(mappings: string, places: readonly Place[]): (Original | null)[] {
  const found: (Original | null)[] = places.map(() => null);
  const wanted = new Map<number, number[]>();
  for (const [index, place] of places.entries()) wanted.set(place.line, [...(wanted.get(place.line) ?? []), index]);
  let [line, column, value, shift, field] = [0, 0, 0, 0, 0];
  const original = { source: 0, line: 0, column: 0 };

  const finishSegment = (): void => {
    // Segments of a line come in the order of their columns: the last one before a place is its own.
    if (field > 0)
      for (const index of wanted.get(line) ?? [])
        if (column <= places[index]!.column) found[index] = field > 1 ? { ...original } : null;
    field = 0;
  };
  const takeNumber = (difference: number): void => {
    if (field === 0) column += difference;
    else if (field === 1) original.source += difference;
    else if (field === 2) original.line += difference;
    else if (field === 3) original.column += difference;
    field += 1;
  };

  for (let index = 0; index < mappings.length; index += 1) {
    const letter = mappings.charCodeAt(index);
    if (letter === COMMA) finishSegment();
    else if (letter === SEMICOLON) {
      finishSegment();
      [line, column] = [line + 1, 0];
    } else {
      // Numbers have five bits a letter, the lowest first; the first bit of a number is its sign.
      const digit = DIGITS[letter]!;
      value += (digit & 31) << shift;
      shift += 5;
      if ((digit & 32) !== 0) continue;
      takeNumber((value & 1) === 1 ? -(value >>> 1) : value >>> 1);
      [value, shift] = [0, 0];
    }
  }
  finishSegment();
  return found;
}

const [COMMA, SEMICOLON] = [44, 59];
const DIGITS = new Uint8Array(128);
[...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].forEach((letter, value) => {
  DIGITS[letter.charCodeAt(0)] = value;
});
