/** What the French statements have besides the rows of every country. */
import { parseRubricContent } from '../../annual-accounts-rows.ts';
import { toLabels } from '../../chart.ts';
import type { Rubric, RubricContent } from '../../pack.ts';

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

/** The amount is net of what was written off, which follows as a line "of which" where the form has a code for it. */
export function assetRubrics(rows: readonly AssetRow[]): readonly Rubric[] {
  return rows.flatMap(([level, code, writtenOffCode, cost, writtenOff, fr, nl, en, de]) => {
    const net: Rubric = {
      code,
      statement: 'assets',
      level,
      labels: toLabels(fr, nl, en, de),
      content: netOf(parseRubricContent(cost), writtenOff),
    };
    if (writtenOffCode === null) return [net];
    return [
      { ...net, writtenOffIn: writtenOffCode },
      {
        code: writtenOffCode,
        statement: 'assets',
        level: level + 1,
        labels: toLabels(
          `${fr} - amortissements et dépréciations`,
          `${nl} - afschrijvingen en waardeverminderingen`,
          `${en} - depreciation and impairment`,
          `${de} - Abschreibungen und Wertberichtigungen`,
        ),
        content: parseRubricContent(writtenOff),
        isMemo: true,
      },
    ];
  });
}

function netOf(cost: RubricContent, writtenOff: string): RubricContent {
  if (writtenOff === '' || 'sum' in cost) return cost;
  const other = parseRubricContent(writtenOff);
  if ('sum' in other) return cost;
  return { ...cost, accounts: [...cost.accounts, ...other.accounts], except: [...cost.except, ...other.except] };
}
