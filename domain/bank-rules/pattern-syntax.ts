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

/** Position in the pattern, and the first mistake. */
interface Reading {
  readonly characters: readonly string[];
  at: number;
  problem: PatternProblem | null;
}

/** Syntax tree of a pattern, or the problem with it. */
export function parsePattern(source: string): Node | PatternProblem {
  const reading: Reading = { characters: [...source], at: 0, problem: null };
  const whole = parseAlternatives(reading);
  if (peek(reading) !== undefined) fail(reading, 'pattern_malformed');
  return reading.problem ?? whole;
}

function parseAlternatives(reading: Reading): Node {
  const all = [parseSequence(reading)];
  while (accept(reading, '|')) all.push(parseSequence(reading));
  return all.length === 1 ? all[0]! : { is: 'either', ways: all };
}

function parseSequence(reading: Reading): Node {
  const parts: Node[] = [];
  while (peek(reading) !== undefined && peek(reading) !== '|' && peek(reading) !== ')')
    parts.push(parseRepetition(reading, parseAtom(reading)));
  return { is: 'sequence', parts };
}

function parseAtom(reading: Reading): Node {
  const read = readCharacter(reading);
  switch (read) {
    case '(':
      return parseGroup(reading);
    case '[':
      return { is: 'character', test: parseChoice(reading) };
    case '.':
      return { is: 'character', test: () => true };
    case '^':
      return { is: 'place', place: 'start' };
    case '$':
      return { is: 'place', place: 'end' };
    case '\\':
      if (accept(reading, 'b')) return { is: 'place', place: 'word_edge' };
      return accept(reading, 'B') ? { is: 'place', place: 'inside' } : { is: 'character', test: parseEscape(reading) };
    case '*':
    case '+':
    case '?':
    case '{':
      fail(reading, 'pattern_malformed');
      return NOTHING;
    default:
      return buildLiteral(read);
  }
}

/** `(?:…)` is an ordinary group; any other `(?` is a lookahead, a lookbehind or a named group. */
function parseGroup(reading: Reading): Node {
  if (accept(reading, '?') && !accept(reading, ':')) fail(reading, 'pattern_unsupported');
  const inner = parseAlternatives(reading);
  if (!accept(reading, ')')) fail(reading, 'pattern_malformed');
  return inner;
}

/** A character class, or a literal character that needs the backslash. */
function parseEscape(reading: Reading): Test {
  const read = readCharacter(reading);
  const kind = KINDS[read];
  if (kind) return kind;
  if (isWordCharacter(read)) fail(reading, 'pattern_unsupported');
  return (other) => other === read;
}

function parseChoice(reading: Reading): Test {
  const isOpposite = accept(reading, '^');
  const tests: Test[] = [];
  do tests.push(accept(reading, '\\') ? parseEscape(reading) : parseRange(reading));
  while (peek(reading) !== undefined && peek(reading) !== ']');
  if (!accept(reading, ']')) fail(reading, 'pattern_malformed');
  return (other) => tests.some((test) => test(other)) !== isOpposite;
}

/** A single character of a choice, or a range. */
function parseRange(reading: Reading): Test {
  const first = foldCharacter(reading, readCharacter(reading));
  const isRange = peek(reading) === '-' && reading.characters[reading.at + 1] !== ']';
  if (!isRange) return (other) => other === first;
  reading.at += 1;
  const last = foldCharacter(reading, readCharacter(reading));
  if (last === '\\' || last < first) fail(reading, 'pattern_malformed');
  return (other) => first <= other && other <= last;
}

/** A choice consists of single characters; `ß` is compared as two. */
function foldCharacter(reading: Reading, read: string): string {
  const compared = toSearchable(read);
  if ([...compared].length > 1) fail(reading, 'pattern_unsupported');
  return compared;
}

function parseRepetition(reading: Reading, part: Node): Node {
  const [least, most] = parseTimes(reading);
  if (least === 1 && most === 1) return part;
  // `*?` is lazy: this changes what is matched, not whether there is a match.
  accept(reading, '?');
  return { is: 'repeated', part, least, most };
}

function parseTimes(reading: Reading): readonly [least: number, most: number | null] {
  if (accept(reading, '*')) return [0, null];
  if (accept(reading, '+')) return [1, null];
  if (accept(reading, '?')) return [0, 1];
  if (peek(reading) !== '{') return [1, 1];
  const end = reading.characters.indexOf('}', reading.at);
  const written = /^\{(\d{1,3})(?:(,)(\d{1,3})?)?$/.exec(
    reading.characters.slice(reading.at, Math.max(end, 0)).join(''),
  );
  if (!written) fail(reading, 'pattern_malformed');
  else reading.at = end + 1;
  const least = Number(written?.[1]);
  const most = written?.[3] !== undefined ? Number(written[3]) : written?.[2] !== undefined ? null : least;
  if (most !== null && most < least) fail(reading, 'pattern_malformed');
  if (Math.max(least, most ?? 0) > MOST_TIMES) fail(reading, 'pattern_too_large');
  return [least, most];
}

const peek = (reading: Reading): string | undefined => reading.characters[reading.at];

function accept(reading: Reading, character: string): boolean {
  if (peek(reading) !== character) return false;
  reading.at += 1;
  return true;
}

/** Reports the first mistake only; stops reading. */
function fail(reading: Reading, problem: PatternProblem): void {
  reading.problem ??= problem;
  reading.at = reading.characters.length;
}

function readCharacter(reading: Reading): string {
  const read = peek(reading);
  if (read === undefined) fail(reading, 'pattern_malformed');
  reading.at += 1;
  return read ?? '';
}

/** In the form used for comparison: `é` as `e`, `ß` as two characters. */
function buildLiteral(read: string): Node {
  const parts = [...toSearchable(read)].map((one): Node => ({ is: 'character', test: (other) => other === one }));
  return parts.length === 1 ? parts[0]! : { is: 'sequence', parts };
}
