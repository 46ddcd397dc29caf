import { toSearchable } from '../text.ts';

/**
 * Syntax of rule patterns. Supported: characters, `.`, `[a-z0-9]` and `[^…]`, `\d \w \s` and their opposites, `\b`,
 * `^` and `$`, groups, `|`, and `* + ? {2} {2,} {2,5}` after any of them. Case and accents are ignored: texts are
 * compared as in a search. Back-references, lookahead and lookbehind are not supported: they cannot be matched in bounded
 * time.
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
  /** Null: unlimited. */
  readonly most: number | null;
}

/** Highest repetition count. */
const MOST_TIMES = 100;

const isDigit: Test = (character) => /^\d$/.test(character);
export const isWordCharacter: Test = (character) => /^[\p{L}\p{N}_]$/u.test(character);
const isSpace: Test = (character) => /^\s$/u.test(character);

const KINDS: Readonly<Partial<Record<string, Test>>> = {
  d: isDigit,
  D: (character) => !isDigit(character),
  w: isWordCharacter,
  W: (character) => !isWordCharacter(character),
  s: isSpace,
  S: (character) => !isSpace(character),
};

const NOTHING: Node = { is: 'sequence', parts: [] };

/** Syntax tree of a pattern, or the problem with it. */
export function parsePattern(source: string): Node | PatternProblem {
  const characters = [...source];
  const reading: { at: number; problem: PatternProblem | null } = { at: 0, problem: null };
  const peek = (): string | undefined => characters[reading.at];
  const accept = (character: string): boolean => {
    if (peek() !== character) return false;
    reading.at += 1;
    return true;
  };
  /** Reports the first mistake only; stops reading. */
  const fail = (problem: PatternProblem): void => {
    reading.problem ??= problem;
    reading.at = characters.length;
  };
  const readCharacter = (): string => {
    const read = peek();
    if (read === undefined) fail('pattern_malformed');
    reading.at += 1;
    return read ?? '';
  };

  function parseAlternatives(): Node {
    const all = [parseSequence()];
    while (accept('|')) all.push(parseSequence());
    return all.length === 1 ? all[0]! : { is: 'either', ways: all };
  }

  function parseSequence(): Node {
    const parts: Node[] = [];
    while (peek() !== undefined && peek() !== '|' && peek() !== ')') parts.push(parseRepetition(parseAtom()));
    return { is: 'sequence', parts };
  }

  function parseAtom(): Node {
    const read = readCharacter();
    switch (read) {
      case '(':
        return parseGroup();
      case '[':
        return { is: 'character', test: parseChoice() };
      case '.':
        return { is: 'character', test: () => true };
      case '^':
        return { is: 'place', place: 'start' };
      case '$':
        return { is: 'place', place: 'end' };
      case '\\':
        if (accept('b')) return { is: 'place', place: 'word_edge' };
        return accept('B') ? { is: 'place', place: 'inside' } : { is: 'character', test: parseEscape() };
      case '*':
      case '+':
      case '?':
      case '{':
        fail('pattern_malformed');
        return NOTHING;
      default:
        return buildLiteral(read);
    }
  }

  /** `(?:…)` is an ordinary group; any other `(?` is a lookahead, a lookbehind or a named group. */
  function parseGroup(): Node {
    if (accept('?') && !accept(':')) fail('pattern_unsupported');
    const inner = parseAlternatives();
    if (!accept(')')) fail('pattern_malformed');
    return inner;
  }

  /** A character class, or a literal character that needs the backslash. */
  function parseEscape(): Test {
    const read = readCharacter();
    const kind = KINDS[read];
    if (kind) return kind;
    if (isWordCharacter(read)) fail('pattern_unsupported');
    return (other) => other === read;
  }

  function parseChoice(): Test {
    const isOpposite = accept('^');
    const tests: Test[] = [];
    do tests.push(accept('\\') ? parseEscape() : parseRange());
    while (peek() !== undefined && peek() !== ']');
    if (!accept(']')) fail('pattern_malformed');
    return (other) => tests.some((test) => test(other)) !== isOpposite;
  }

  /** A single character of a choice, or a range. */
  function parseRange(): Test {
    const first = foldCharacter(readCharacter());
    const isRange = peek() === '-' && characters[reading.at + 1] !== ']';
    if (!isRange) return (other) => other === first;
    reading.at += 1;
    const last = foldCharacter(readCharacter());
    if (last === '\\' || last < first) fail('pattern_malformed');
    return (other) => first <= other && other <= last;
  }

  /** A choice consists of single characters; `ß` is compared as two. */
  function foldCharacter(read: string): string {
    const compared = toSearchable(read);
    if ([...compared].length > 1) fail('pattern_unsupported');
    return compared;
  }

  function parseRepetition(part: Node): Node {
    const [least, most] = parseTimes();
    if (least === 1 && most === 1) return part;
    // `*?` is lazy: this changes what is matched, not whether there is a match.
    accept('?');
    return { is: 'repeated', part, least, most };
  }

  function parseTimes(): readonly [least: number, most: number | null] {
    if (accept('*')) return [0, null];
    if (accept('+')) return [1, null];
    if (accept('?')) return [0, 1];
    if (peek() !== '{') return [1, 1];
    const end = characters.indexOf('}', reading.at);
    const written = /^\{(\d{1,3})(?:(,)(\d{1,3})?)?$/.exec(characters.slice(reading.at, Math.max(end, 0)).join(''));
    if (!written) fail('pattern_malformed');
    else reading.at = end + 1;
    const least = Number(written?.[1]);
    const most = written?.[3] !== undefined ? Number(written[3]) : written?.[2] !== undefined ? null : least;
    if (most !== null && most < least) fail('pattern_malformed');
    if (Math.max(least, most ?? 0) > MOST_TIMES) fail('pattern_too_large');
    return [least, most];
  }

  const whole = parseAlternatives();
  if (peek() !== undefined) fail('pattern_malformed');
  return reading.problem ?? whole;
}

/** In the form used for comparison: `é` as `e`, `ß` as two characters. */
function buildLiteral(read: string): Node {
  const parts = [...toSearchable(read)].map((one): Node => ({ is: 'character', test: (other) => other === one }));
  return parts.length === 1 ? parts[0]! : { is: 'sequence', parts };
}
