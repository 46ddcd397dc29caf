/**
 * Notation for the statements of a country: one row per rubric, in the order of the form. A short text defines the
 * amount: `D 211 212` adds up the accounts whose numbers begin so, a debit balance being positive;
 * `C 104` a credit balance; `= DS DT -DU` other rubrics. `but:` leaves accounts out; `debit:` and `credit:` name accounts
 * that count only with a balance on that side.
 */
import { toLabels } from './chart.ts';
import type { Rubric, RubricContent } from './pack.ts';

/** Level, code, content, then the name in French, Dutch, English and German. */
export type RubricRow = readonly [
  level: number,
  code: string,
  content: string,
  fr: string,
  nl: string,
  en: string,
  de: string,
];

export function buildRubrics(statement: Rubric['statement'], rows: readonly RubricRow[]): readonly Rubric[] {
  return rows.map(([level, code, content, fr, nl, en, de]) => ({
    code,
    statement,
    level,
    labels: toLabels(fr, nl, en, de),
    content: parseRubricContent(content),
  }));
}

export function parseRubricContent(text: string): RubricContent {
  const [kind, ...words] = text.split(' ');
  if (kind === '=') {
    return { sum: words.map((word) => ({ rubric: word.replace(/^-/, ''), sign: word.startsWith('-') ? -1 : 1 })) };
  }
  if (kind !== 'D' && kind !== 'C') throw new Error(`Invalid rubric content: ${text}`);
  const [debitOnly, creditOnly] = [extractNamed('debit', words), extractNamed('credit', words)];
  return {
    accounts: words.filter((word) => !word.includes(':')),
    except: extractNamed('but', words),
    sign: kind === 'D' ? 1 : -1,
    ...(debitOnly.length > 0 && { debitOnly }),
    ...(creditOnly.length > 0 && { creditOnly }),
  };
}

/** Accounts after `debit:`, `credit:` or `but:`. */
function extractNamed(name: string, words: readonly string[]): readonly string[] {
  const word = words.find((candidate) => candidate.startsWith(`${name}:`));
  return word === undefined ? [] : word.slice(name.length + 1).split(',');
}
