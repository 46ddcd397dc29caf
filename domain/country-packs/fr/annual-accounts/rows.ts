/**
 * How the statements are written down. Where a rubric gets its amount is told in a few words: `D 211 212` adds up the
 * accounts whose numbers begin so, a debit balance being positive; `C 104` a credit balance; `= DS DT -DU` other rubrics.
 * `but:` leaves accounts out; `debit:` and `credit:` name accounts that count only with a balance on that side.
 */
import { labelled } from '../../chart.ts';
import type { Rubric, RubricContent } from '../../pack.ts';

export type Row = readonly [
  level: number,
  code: string,
  content: string,
  fr: string,
  nl: string,
  en: string,
  de: string,
];

/** A line of assets: what the assets cost, and what was written off, for which the form has a code of its own. */
export type AssetRow = readonly [
  level: number,
  code: string,
  writtenOffCode: string | null,
  cost: string,
  writtenOff: string,
  fr: string,
  nl: string,
  en: string,
  de: string,
];

/** Accounts that stand on either side of the balance sheet, by their balance. */
export const EITHER_SIDE = '444,451,455,458,467,468,471,472,473,478';
export const BANKS = '512,515,516,517';

/** Under 44, what the State owes lies side by side with what is owed to it. */
export const OWED_BY_STATE = '441,4456,44581,44583,44586,44589,4482';

/** The same numbers as words of their own. */
export const each = (numbers: string): string => numbers.replaceAll(',', ' ');

export function rubrics(statement: Rubric['statement'], rows: readonly Row[]): readonly Rubric[] {
  return rows.map(([level, code, content, fr, nl, en, de]) => ({
    code,
    statement,
    level,
    labels: labelled(fr, nl, en, de),
    content: contentOf(content),
  }));
}

/** The amount is net of what was written off, which follows as a line "of which" where the form has a code for it. */
export function assetRubrics(rows: readonly AssetRow[]): readonly Rubric[] {
  return rows.flatMap(([level, code, writtenOffCode, cost, writtenOff, fr, nl, en, de]) => {
    const net: Rubric = {
      code,
      statement: 'assets',
      level,
      labels: labelled(fr, nl, en, de),
      content: netOf(contentOf(cost), writtenOff),
    };
    if (writtenOffCode === null) return [net];
    return [
      net,
      {
        code: writtenOffCode,
        statement: 'assets',
        level: level + 1,
        labels: labelled(
          `${fr} - amortissements et dépréciations`,
          `${nl} - afschrijvingen en waardeverminderingen`,
          `${en} - depreciation and impairment`,
          `${de} - Abschreibungen und Wertberichtigungen`,
        ),
        content: contentOf(writtenOff),
        isMemo: true,
      },
    ];
  });
}

function netOf(cost: RubricContent, writtenOff: string): RubricContent {
  if (writtenOff === '' || 'sum' in cost) return cost;
  const other = contentOf(writtenOff);
  if ('sum' in other) return cost;
  return { ...cost, accounts: [...cost.accounts, ...other.accounts], except: [...cost.except, ...other.except] };
}

function contentOf(text: string): RubricContent {
  const [kind, ...words] = text.split(' ');
  if (kind === '=') {
    return { sum: words.map((word) => ({ rubric: word.replace(/^-/, ''), sign: word.startsWith('-') ? -1 : 1 })) };
  }
  const [debitOnly, creditOnly] = [named('debit', words), named('credit', words)];
  return {
    accounts: words.filter((word) => !word.includes(':')),
    except: named('but', words),
    sign: kind === 'D' ? 1 : -1,
    ...(debitOnly.length > 0 && { debitOnly }),
    ...(creditOnly.length > 0 && { creditOnly }),
  };
}

function named(name: string, words: readonly string[]): readonly string[] {
  const word = words.find((candidate) => candidate.startsWith(`${name}:`));
  return word === undefined ? [] : word.slice(name.length + 1).split(',');
}
