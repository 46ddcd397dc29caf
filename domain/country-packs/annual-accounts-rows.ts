/**
 * Notation for the statements of a country: one row per rubric, in the order of the form. A short text defines the
 * amount: `D 211 212` adds up the accounts whose numbers begin so, a debit balance being positive;
 * `C 104` a credit balance; `= DS DT -DU` other rubrics. `but:` leaves accounts out; `debit:` and `credit:` name accounts
 * that count only with a balance on that side.
 */
import { readInteger, readLabels, readOneOf, type DataRecord } from '../data-table.ts';
import type { Language } from '../language.ts';
import { STATEMENTS, type Rubric, type RubricContent } from './pack.ts';

export type RubricRow = DataRecord<'statement' | 'level' | 'code' | 'content' | Language>;

export function readRubric(row: RubricRow): Rubric {
  return {
    code: row.code,
    statement: readOneOf(row.statement, STATEMENTS),
    level: readInteger(row.level),
    labels: readLabels(row),
    content: parseRubricContent(row.content),
  };
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
