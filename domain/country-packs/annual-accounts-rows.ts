/**
 * How the statements of a country are written down: a row a rubric, in the order of the form. Where a rubric gets its
 * amount is reported in a few words: `D 211 212` adds up the accounts whose numbers begin so, a debit balance being positive;
 * `C 104` a credit balance; `= DS DT -DU` other rubrics. `but:` leaves accounts out; `debit:` and `credit:` name accounts
 * that count only with a balance on that side.
 */
import { labelled } from './chart.ts';
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

export function rubrics(statement: Rubric['statement'], rows: readonly RubricRow[]): readonly Rubric[] {
  return rows.map(([level, code, content, fr, nl, en, de]) => ({
    code,
    statement,
    level,
    labels: labelled(fr, nl, en, de),
    content: rubricContent(content),
  }));
}

export function rubricContent(text: string): RubricContent {
  const [kind, ...words] = text.split(' ');
  if (kind === '=') {
    return { sum: words.map((word) => ({ rubric: word.replace(/^-/, ''), sign: word.startsWith('-') ? -1 : 1 })) };
  }
  if (kind !== 'D' && kind !== 'C') throw new Error(`Not the content of a rubric: ${text}`);
  const [debitOnly, creditOnly] = [named('debit', words), named('credit', words)];
  return {
    accounts: words.filter((word) => !word.includes(':')),
    except: named('but', words),
    sign: kind === 'D' ? 1 : -1,
    ...(debitOnly.length > 0 && { debitOnly }),
    ...(creditOnly.length > 0 && { creditOnly }),
  };
}

/** The accounts behind `debit:`, `credit:` or `but:`. */
function named(name: string, words: readonly string[]): readonly string[] {
  const word = words.find((candidate) => candidate.startsWith(`${name}:`));
  return word === undefined ? [] : word.slice(name.length + 1).split(',');
}
