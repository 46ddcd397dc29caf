import { searchable } from '../text.ts';

/**
 * How a pattern of a rule is written. Taken: characters, `.`, `[a-z0-9]` and `[^…]`, `\d \w \s` and their opposites, `\b`,
 * `^` and `$`, groups, `|`, and `* + ? {2} {2,} {2,5}` behind any of them. Case and accents do not count: texts are compared
 * as a search compares them. References back to a group, looking ahead and looking behind are not taken: no way of matching
 * them has a bound.
 */

export type PatternProblem = 'pattern_malformed' | 'pattern_too_large' | 'pattern_unsupported';

export type Test = (character: string) => boolean;
export type Place = 'start' | 'end' | 'word_edge' | 'inside';

export type Node =
  | { readonly is: 'character'; readonly test: Test }
  | { readonly is: 'place'; readonly place: Place }
  | { readonly is: 'sequence'; readonly parts: readonly Node[] }
  | { readonly is: 'either'; readonly ways: readonly Node[] }
  | Repeated;

export interface Repeated {
  readonly is: 'repeated';
  readonly part: Node;
  readonly least: number;
  /** Null: as often as it comes. */
  readonly most: number | null;
}

/** As often as something may be asked for by number. */
const MOST_TIMES = 100;

const isDigit: Test = (character) => /^\d$/.test(character);
export const isOfWord: Test = (character) => /^[\p{L}\p{N}_]$/u.test(character);
const isSpace: Test = (character) => /^\s$/u.test(character);

const KINDS: Readonly<Partial<Record<string, Test>>> = {
  d: isDigit,
  D: (character) => !isDigit(character),
  w: isOfWord,
  W: (character) => !isOfWord(character),
  s: isSpace,
  S: (character) => !isSpace(character),
};

const NOTHING: Node = { is: 'sequence', parts: [] };

/** What a pattern says, or what is wrong with it. */
export function parsePattern(source: string): Node | PatternProblem {
  const characters = [...source];
  const reading: { at: number; problem: PatternProblem | null } = { at: 0, problem: null };
  const next = (): string | undefined => characters[reading.at];
  const taken = (character: string): boolean => {
    if (next() !== character) return false;
    reading.at += 1;
    return true;
  };
  /** The first mistake is told, and nothing behind it is read. */
  const wrong = (problem: PatternProblem): void => {
    reading.problem ??= problem;
    reading.at = characters.length;
  };
  const character = (): string => {
    const read = next();
    if (read === undefined) wrong('pattern_malformed');
    reading.at += 1;
    return read ?? '';
  };

  function ways(): Node {
    const all = [sequence()];
    while (taken('|')) all.push(sequence());
    return all.length === 1 ? all[0]! : { is: 'either', ways: all };
  }

  function sequence(): Node {
    const parts: Node[] = [];
    while (next() !== undefined && next() !== '|' && next() !== ')') parts.push(repeated(one()));
    return { is: 'sequence', parts };
  }

  function one(): Node {
    const read = character();
    switch (read) {
      case '(':
        return group();
      case '[':
        return { is: 'character', test: choice() };
      case '.':
        return { is: 'character', test: () => true };
      case '^':
        return { is: 'place', place: 'start' };
      case '$':
        return { is: 'place', place: 'end' };
      case '\\':
        if (taken('b')) return { is: 'place', place: 'word_edge' };
        return taken('B') ? { is: 'place', place: 'inside' } : { is: 'character', test: escaped() };
      case '*':
      case '+':
      case '?':
      case '{':
        wrong('pattern_malformed');
        return NOTHING;
      default:
        return literal(read);
    }
  }

  /** `(?:…)` is a group like any other; what else begins so looks ahead, looks behind or has a name. */
  function group(): Node {
    if (taken('?') && !taken(':')) wrong('pattern_unsupported');
    const inner = ways();
    if (!taken(')')) wrong('pattern_malformed');
    return inner;
  }

  /** A kind of character, or one that would mean something else without the backslash. */
  function escaped(): Test {
    const read = character();
    const kind = KINDS[read];
    if (kind) return kind;
    if (isOfWord(read)) wrong('pattern_unsupported');
    return (other) => other === read;
  }

  function choice(): Test {
    const isOpposite = taken('^');
    const tests: Test[] = [];
    do tests.push(taken('\\') ? escaped() : range());
    while (next() !== undefined && next() !== ']');
    if (!taken(']')) wrong('pattern_malformed');
    return (other) => tests.some((test) => test(other)) !== isOpposite;
  }

  /** One character of a choice, or all from one to another. */
  function range(): Test {
    const first = folded(character());
    const isRange = next() === '-' && characters[reading.at + 1] !== ']';
    if (!isRange) return (other) => other === first;
    reading.at += 1;
    const last = folded(character());
    if (last === '\\' || last < first) wrong('pattern_malformed');
    return (other) => first <= other && other <= last;
  }

  /** A choice is of single characters; `ß` is compared as two. */
  function folded(read: string): string {
    const compared = searchable(read);
    if ([...compared].length > 1) wrong('pattern_unsupported');
    return compared;
  }

  function repeated(part: Node): Node {
    const [least, most] = times();
    if (least === 1 && most === 1) return part;
    // `*?` takes as little as it can: that changes what is found, not whether it is.
    taken('?');
    return { is: 'repeated', part, least, most };
  }

  function times(): readonly [least: number, most: number | null] {
    if (taken('*')) return [0, null];
    if (taken('+')) return [1, null];
    if (taken('?')) return [0, 1];
    if (next() !== '{') return [1, 1];
    const end = characters.indexOf('}', reading.at);
    const written = /^\{(\d{1,3})(?:(,)(\d{1,3})?)?$/.exec(characters.slice(reading.at, Math.max(end, 0)).join(''));
    if (!written) wrong('pattern_malformed');
    else reading.at = end + 1;
    const least = Number(written?.[1]);
    const most = written?.[3] !== undefined ? Number(written[3]) : written?.[2] !== undefined ? null : least;
    if (most !== null && most < least) wrong('pattern_malformed');
    if (Math.max(least, most ?? 0) > MOST_TIMES) wrong('pattern_too_large');
    return [least, most];
  }

  const whole = ways();
  if (next() !== undefined) wrong('pattern_malformed');
  return reading.problem ?? whole;
}

/** As it is compared: `é` as `e`, `ß` as two characters. */
function literal(read: string): Node {
  const parts = [...searchable(read)].map((one): Node => ({ is: 'character', test: (other) => other === one }));
  return parts.length === 1 ? parts[0]! : { is: 'sequence', parts };
}
