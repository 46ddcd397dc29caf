import { toSearchable } from '../text.ts';
import {
  isWordCharacter,
  parsePattern,
  type Node,
  type PatternProblem,
  type Place,
  type Repeated,
  type Test,
} from './pattern-syntax.ts';

/**
 * Rule patterns: regular expressions with a running time known in advance. A pattern is compiled to a list of
 * instructions, and all paths through it are followed in parallel, one character at a time: a text costs at most its
 * length times the number of instructions. There is no backtracking, so no pattern can run away.
 */

/** True if the pattern is found anywhere in the text. */
export type Pattern = (text: string) => boolean;

/** Maximum number of characters in a pattern. */
export const MOST_PATTERN = 200;
/** Maximum number of instructions in a pattern, with repetitions expanded. */
const MOST_INSTRUCTIONS = 500;
/** Text beyond this length is ignored: no bank writes that much. */
const MOST_TEXT = 4_000;

type Instruction =
  | { readonly does: 'take'; readonly test: Test }
  | { readonly does: 'stand'; readonly place: Place }
  | Fork
  | Jump
  | { readonly does: 'found' };

/** Continues at the next instruction and at `elsewhere`. */
interface Fork {
  readonly does: 'fork';
  elsewhere: number;
}

interface Jump {
  readonly does: 'jump';
  to: number;
}

/** The compiled pattern, or the problem with it. */
export function compilePattern(source: string): Pattern | PatternProblem {
  if (source.length > MOST_PATTERN) return 'pattern_too_large';
  const node = parsePattern(source);
  if (typeof node === 'string') return node;
  if (countInstructions(node) > MOST_INSTRUCTIONS) return 'pattern_too_large';
  const program: Instruction[] = [];
  writeNode(node, program);
  program.push({ does: 'found' });
  return createFinder(program);
}

/** Upper bound on the instructions, counted before any is written: nested repetitions multiply, even empty ones. */
function countInstructions(node: Node): number {
  switch (node.is) {
    case 'character':
    case 'place':
      return 1;
    case 'sequence':
      return node.parts.reduce((size, part) => size + countInstructions(part), 1);
    case 'either':
      return node.ways.reduce((size, way) => size + countInstructions(way) + 2, 0);
    case 'repeated':
      return (countInstructions(node.part) + 1) * (node.most ?? node.least + 1) + 1;
  }
}

function writeNode(node: Node, program: Instruction[]): void {
  switch (node.is) {
    case 'character':
      program.push({ does: 'take', test: node.test });
      break;
    case 'place':
      program.push({ does: 'stand', place: node.place });
      break;
    case 'sequence':
      for (const part of node.parts) writeNode(part, program);
      break;
    case 'either':
      writeAlternatives(node.ways, program);
      break;
    case 'repeated':
      writeRepeated(node, program);
      break;
  }
}

function writeAlternatives(ways: readonly Node[], program: Instruction[]): void {
  const jumps: Jump[] = [];
  for (const way of ways.slice(0, -1)) {
    const fork = pushFork(program);
    writeNode(way, program);
    const jump: Jump = { does: 'jump', to: 0 };
    program.push(jump);
    jumps.push(jump);
    fork.elsewhere = program.length;
  }
  writeNode(ways.at(-1)!, program);
  for (const jump of jumps) jump.to = program.length;
}

function writeRepeated({ part, least, most }: Repeated, program: Instruction[]): void {
  for (let time = 0; time < least; time += 1) writeNode(part, program);
  const forks: Fork[] = [];
  for (let time = least; time < (most ?? least + 1); time += 1) {
    const again = program.length;
    forks.push(pushFork(program));
    writeNode(part, program);
    if (most === null) program.push({ does: 'jump', to: again });
  }
  for (const fork of forks) fork.elsewhere = program.length;
}

function pushFork(program: Instruction[]): Fork {
  const fork: Fork = { does: 'fork', elsewhere: 0 };
  program.push(fork);
  return fork;
}

/** Kind of character beside a position, as seen by `^`, `$` and `\b`. */
type Side = 'none' | 'word' | 'other';

const getSide = (character: string | undefined): Side =>
  character === undefined ? 'none' : isWordCharacter(character) ? 'word' : 'other';

/** Possible positions in the program before a character, and the known transitions from there by character. */
interface State {
  readonly places: readonly number[];
  readonly before: Side;
  readonly after: Map<string, State | 'found'>;
}

/** The cache is cleared beyond this size: few patterns reach a dozen states on bank texts. */
const MOST_STATES = 1_000;

/** Transitions are cached between texts, so most texts need look-ups only. */
function createFinder(program: readonly Instruction[]): Pattern {
  const states = new Map<string, State>();
  const getState = (places: readonly number[], before: Side): State => {
    const key = `${before} ${places.join()}`;
    let state = states.get(key);
    if (!state) {
      if (states.size >= MOST_STATES) states.clear();
      states.set(key, (state = { places, before, after: new Map() }));
    }
    return state;
  };
  const step = ({ places, before }: State, character: string | undefined): State | 'found' => {
    const reached = followInstructions(program, places, before, getSide(character));
    if (reached === 'found') return 'found';
    const next = reached.filter(({ test }) => character !== undefined && test(character)).map(({ at }) => at + 1);
    return getState(next, getSide(character));
  };
  return (text) => {
    let state = getState([], 'none');
    for (const character of toSearchable(text.slice(0, MOST_TEXT))) {
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

/** Instructions that wait for a character, in order, or `found`. Each instruction is followed once. */
function followInstructions(
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
