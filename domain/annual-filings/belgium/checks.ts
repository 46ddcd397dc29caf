import { readOneOf, readTable, readWords } from '../../data-table.ts';
import type { ChartVariant } from '../../country-packs/pack.ts';
import { add, compare, isZero, subtract, ZERO, type SignedAmount } from '../../money.ts';
import type { BrokenCheck } from '../form.ts';
import table from './data/checks.json' with { type: 'json' };

/**
 * The arithmetic checks of the National Bank for model m87; other models use those whose codes they share. A failed
 * legal check refuses the file (blocking), the others are warnings.
 */

const COLUMNS = ['code', 'severity', 'charts', 'condition', 'requirement', 'equation'] as const;
const SEVERITIES = ['blocking', 'warning'] as const;

export interface FilingCheck {
  readonly code: string;
  readonly severity: (typeof SEVERITIES)[number];
  /** As printed by the National Bank. */
  readonly equation: string;
  /** Null if it always applies. */
  readonly condition: Clause | null;
  readonly requirement: Clause;
  readonly boxes: readonly string[];
}

type Comparator = '=' | '!=' | '<' | '>' | '<=' | '>=';
type Term = { readonly sign: 1 | -1; readonly code: string };
type Comparison = {
  readonly left: readonly Term[];
  readonly comparator: Comparator;
  readonly right: readonly Term[];
};
type Clause =
  | { readonly all: readonly Clause[] }
  | { readonly any: readonly Clause[] }
  | { readonly filled: string }
  | { readonly empty: string }
  | Comparison;

/** The value of a box by its code; with P at the end that of the previous year. Null if it is not completed. */
export type FindValue = (code: string) => SignedAmount | null;

/** The checks that a model with these boxes can be put to. */
export function listChecks(chart: ChartVariant, hasBox: (code: string) => boolean): readonly FilingCheck[] {
  return readTable(table, COLUMNS)
    .filter(({ charts }) => charts === '' || readWords(charts).includes(chart))
    .map(({ code, severity, equation, condition, requirement }) => ({
      code,
      severity: readOneOf(severity, SEVERITIES),
      equation,
      condition: condition === '' ? null : parseClause(condition),
      requirement: parseClause(requirement),
      boxes: [condition, requirement].flatMap((text) => readWords(text).filter(isBoxCode)),
    }))
    .filter(({ boxes }) => boxes.every(hasBox));
}

/** Null if the check holds. Values that are not completed count as zero. */
export function findBroken(check: FilingCheck, findValue: FindValue): BrokenCheck | null {
  const { code, severity, equation, condition, requirement } = check;
  if (condition && findFailure(condition, findValue) !== null) return null;
  const failure = findFailure(requirement, findValue);
  if (failure === null) return null;
  const [left, right] = [failure.left, failure.right].map((terms) => computeSum(terms, findValue)) as [string, string];
  return { code, severity, equation, left, right };
}

/** The comparison that fails; null if the clause holds. */
function findFailure(clause: Clause, findValue: FindValue): Comparison | null {
  if ('filled' in clause) return findValue(clause.filled) === null ? toPresence(clause.filled) : null;
  if ('empty' in clause) return findValue(clause.empty) === null ? null : toPresence(clause.empty);
  if ('all' in clause) return findFirst(clause.all, findValue);
  if ('any' in clause) {
    const failures = clause.any.map((one) => findFailure(one, findValue));
    return failures.every((one) => one !== null) ? (failures[0] ?? null) : null;
  }
  const difference = subtract(computeSum(clause.left, findValue), computeSum(clause.right, findValue));
  return holds(clause.comparator, difference) ? null : clause;
}

function findFirst(clauses: readonly Clause[], findValue: FindValue): Comparison | null {
  for (const clause of clauses) {
    const failure = findFailure(clause, findValue);
    if (failure !== null) return failure;
  }
  return null;
}

const toPresence = (code: string): Comparison => ({ left: [{ sign: 1, code }], comparator: '!=', right: [] });

const computeSum = (terms: readonly Term[], findValue: FindValue): SignedAmount =>
  terms.reduce((total, { sign, code }) => {
    const value = isBoxCode(code) ? (findValue(code) ?? ZERO) : `${code}.00`;
    return sign === 1 ? add(total, value) : subtract(total, value);
  }, ZERO);

function holds(comparator: Comparator, difference: SignedAmount): boolean {
  const order = compare(difference, ZERO);
  switch (comparator) {
    case '=':
      return isZero(difference);
    case '!=':
      return !isZero(difference);
    case '<':
      return order < 0;
    case '>':
      return order > 0;
    case '<=':
      return order <= 0;
    case '>=':
      return order >= 0;
  }
}

const COMPARATORS: readonly string[] = ['=', '!=', '<', '>', '<=', '>='] satisfies readonly Comparator[];
const WORDS: readonly string[] = ['and', 'or', 'filled', 'empty', '(', ')', '+', '-', '0', '1', ...COMPARATORS];

/** 0 and 1 are numbers: no box has such a code. */
const isBoxCode = (word: string): boolean => !WORDS.includes(word);

/** `1001 > 0 and ( 1011 > 0 or filled 1021 )`: comparisons of sums, joined by words. */
export function parseClause(text: string): Clause {
  const words = [...readWords(text)];
  const clause = parseAny(words);
  if (words.length > 0) throw new Error(`Unexpected "${words.join(' ')}" in the check ${text}`);
  return clause;
}

function parseAny(words: string[]): Clause {
  const any = [parseAll(words)];
  while (takeWord(words, 'or')) any.push(parseAll(words));
  return any.length === 1 ? any[0]! : { any };
}

function parseAll(words: string[]): Clause {
  const all = [parseUnit(words)];
  while (takeWord(words, 'and')) all.push(parseUnit(words));
  return all.length === 1 ? all[0]! : { all };
}

function parseUnit(words: string[]): Clause {
  if (takeWord(words, '(')) {
    const inner = parseAny(words);
    if (!takeWord(words, ')')) throw new Error('A check has no closing bracket');
    return inner;
  }
  if (takeWord(words, 'filled')) return { filled: words.shift()! };
  if (takeWord(words, 'empty')) return { empty: words.shift()! };
  const left = parseSum(words);
  const comparator = words.shift();
  if (comparator === undefined || !COMPARATORS.includes(comparator)) throw new Error('A check compares nothing');
  // Checked in the line above.
  return { left, comparator: comparator as Comparator, right: parseSum(words) };
}

function parseSum(words: string[]): readonly Term[] {
  const terms: Term[] = [{ sign: 1, code: words.shift()! }];
  while (words[0] === '+' || words[0] === '-') {
    const sign = words.shift() === '+' ? 1 : -1;
    terms.push({ sign, code: words.shift()! });
  }
  return terms;
}

function takeWord(words: string[], word: string): boolean {
  if (words[0] !== word) return false;
  words.shift();
  return true;
}
