import { searchable } from '../text.ts';
import {
  isOfWord,
  parsePattern,
  type Node,
  type PatternProblem,
  type Place,
  type Repeated,
  type Test,
} from './pattern-syntax.ts';

/**
 * Patterns of rules: regular expressions of which each takes a time that is known beforehand. They are turned into a list of
 * instructions, and all ways through it are followed side by side, one character of the text after the other: a text costs at
 * most its length times the number of instructions. Nothing is tried a second time, so that no pattern can run away.
 */

/** Whether the pattern is found anywhere in a text. */
export type Pattern = (text: string) => boolean;

/** Characters that a pattern may have. */
export const MOST_PATTERN = 200;
/** Instructions that a pattern may come to, its repetitions written out. */
const MOST_INSTRUCTIONS = 500;
/** What stands behind this much of a text is not looked at: no bank writes as much. */
const MOST_TEXT = 4_000;

type Instruction =
  | { readonly does: 'take'; readonly test: Test }
  | { readonly does: 'stand'; readonly place: Place }
  | Fork
  | Jump
  | { readonly does: 'found' };

/** Goes on behind itself, and elsewhere too. */
interface Fork {
  readonly does: 'fork';
  elsewhere: number;
}

interface Jump {
  readonly does: 'jump';
  to: number;
}

/** The pattern ready to be asked, or what is wrong with it. */
export function patternOf(source: string): Pattern | PatternProblem {
  if (source.length > MOST_PATTERN) return 'pattern_too_large';
  const node = parsePattern(source);
  if (typeof node === 'string') return node;
  if (sizeOf(node) > MOST_INSTRUCTIONS) return 'pattern_too_large';
  const program: Instruction[] = [];
  write(node, program);
  program.push({ does: 'found' });
  return finderOf(program);
}

/** Instructions at most, counted before any is written: repetitions of repetitions multiply, those of nothing too. */
function sizeOf(node: Node): number {
  switch (node.is) {
    case 'character':
    case 'place':
      return 1;
    case 'sequence':
      return node.parts.reduce((size, part) => size + sizeOf(part), 1);
    case 'either':
      return node.ways.reduce((size, way) => size + sizeOf(way) + 2, 0);
    case 'repeated':
      return (sizeOf(node.part) + 1) * (node.most ?? node.least + 1) + 1;
  }
}

function write(node: Node, program: Instruction[]): void {
  switch (node.is) {
    case 'character':
      program.push({ does: 'take', test: node.test });
      break;
    case 'place':
      program.push({ does: 'stand', place: node.place });
      break;
    case 'sequence':
      for (const part of node.parts) write(part, program);
      break;
    case 'either':
      writeWays(node.ways, program);
      break;
    case 'repeated':
      writeRepeated(node, program);
      break;
  }
}

function writeWays(ways: readonly Node[], program: Instruction[]): void {
  const jumps: Jump[] = [];
  for (const way of ways.slice(0, -1)) {
    const fork = forking(program);
    write(way, program);
    const jump: Jump = { does: 'jump', to: 0 };
    program.push(jump);
    jumps.push(jump);
    fork.elsewhere = program.length;
  }
  write(ways.at(-1)!, program);
  for (const jump of jumps) jump.to = program.length;
}

function writeRepeated({ part, least, most }: Repeated, program: Instruction[]): void {
  for (let time = 0; time < least; time += 1) write(part, program);
  const forks: Fork[] = [];
  for (let time = least; time < (most ?? least + 1); time += 1) {
    const again = program.length;
    forks.push(forking(program));
    write(part, program);
    if (most === null) program.push({ does: 'jump', to: again });
  }
  for (const fork of forks) fork.elsewhere = program.length;
}

function forking(program: Instruction[]): Fork {
  const fork: Fork = { does: 'fork', elsewhere: 0 };
  program.push(fork);
  return fork;
}

/** How the characters around a place look to `^`, `$` and `\b`. */
type Side = 'none' | 'word' | 'other';

const sideOf = (character: string | undefined): Side =>
  character === undefined ? 'none' : isOfWord(character) ? 'word' : 'other';

/** Where one may be in the program before a character, and where each character leads from there, as far as it was seen. */
interface State {
  readonly places: readonly number[];
  readonly before: Side;
  readonly after: Map<string, State | 'found'>;
}

/** More are forgotten: few patterns come to a dozen on the texts of banks. */
const MOST_STATES = 1_000;

/** What was worked out for one text is known for the next: most texts only look up where their characters lead. */
function finderOf(program: readonly Instruction[]): Pattern {
  const states = new Map<string, State>();
  const stateOf = (places: readonly number[], before: Side): State => {
    const key = `${before} ${places.join()}`;
    let state = states.get(key);
    if (!state) {
      if (states.size >= MOST_STATES) states.clear();
      states.set(key, (state = { places, before, after: new Map() }));
    }
    return state;
  };
  const step = ({ places, before }: State, character: string | undefined): State | 'found' => {
    const reached = reachedFrom(program, places, before, sideOf(character));
    if (reached === 'found') return 'found';
    const next = reached.filter(({ test }) => character !== undefined && test(character)).map(({ at }) => at + 1);
    return stateOf(next, sideOf(character));
  };
  return (text) => {
    let state = stateOf([], 'none');
    for (const character of searchable(text.slice(0, MOST_TEXT))) {
      let next = state.after.get(character);
      if (!next) state.after.set(character, (next = step(state, character)));
      if (next === 'found') return true;
      state = next;
    }
    return step(state, undefined) === 'found';
  };
}

interface Taking {
  readonly at: number;
  readonly test: Test;
}

/** The instructions that wait for a character, in their order, or that it is found. Each instruction is followed once. */
function reachedFrom(
  program: readonly Instruction[],
  places: readonly number[],
  before: Side,
  behind: Side,
): readonly Taking[] | 'found' {
  const isReached = new Uint8Array(program.length);
  const taking: Taking[] = [];
  // A match may begin anywhere.
  const following = [...places, 0];
  for (let at = following.pop(); at !== undefined; at = following.pop()) {
    if (isReached[at]) continue;
    isReached[at] = 1;
    const instruction = program[at]!;
    switch (instruction.does) {
      case 'found':
        return 'found';
      case 'take':
        taking.push({ at, test: instruction.test });
        break;
      case 'stand':
        if (isAt(instruction.place, before, behind)) following.push(at + 1);
        break;
      case 'fork':
        following.push(at + 1, instruction.elsewhere);
        break;
      case 'jump':
        following.push(instruction.to);
        break;
    }
  }
  return taking.sort((one, other) => one.at - other.at);
}

function isAt(wanted: Place, before: Side, behind: Side): boolean {
  if (wanted === 'start') return before === 'none';
  if (wanted === 'end') return behind === 'none';
  const isEdge = (before === 'word') !== (behind === 'word');
  return isEdge === (wanted === 'word_edge');
}
