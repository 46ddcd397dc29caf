/**
 * Rubrics of the French statements. Accounts that are shown on either side of the balance sheet, by their balance, are in
 * two rubrics: third parties (444, 451, 455, 458, 467, 468, 471 to 473, 478) and banks (512, 515 to 517). Under 44,
 * receivables from the State (441, 4456, 4458…, 4482) are beside the debts.
 */
import { readTable, type DataRecord, type DataTable } from '../../data-table.ts';
import { LANGUAGES } from '../../language.ts';
import { parseRubricContent, readRubric } from '../annual-accounts-rows.ts';
import { toLabels } from '../chart.ts';
import type { Rubric, RubricContent } from '../pack.ts';

/** For assets, `content` is the cost and `writtenOff` the depreciation, which may have a code on the form. */
const COLUMNS = [
  'statement',
  'level',
  'code',
  'content',
  'writtenOffCode',
  'writtenOff',
  'memo',
  ...LANGUAGES,
] as const;

type FrenchRow = DataRecord<(typeof COLUMNS)[number]>;

export function readFrenchRubrics(table: DataTable): readonly Rubric[] {
  return readTable(table, COLUMNS).flatMap((row) => {
    const rubric = readRubric(row);
    const net = { ...rubric, content: buildNet(rubric.content, row.writtenOff) };
    if (row.memo === 'yes') return [{ ...net, isMemo: true }];
    if (row.writtenOffCode === '') return [net];
    return [{ ...net, writtenOffIn: row.writtenOffCode }, toWrittenOff(rubric, row)];
  });
}

/** The amount is net of what was written off, which follows as a line "of which" if the form has a code for it. */
function toWrittenOff({ statement, level, labels }: Rubric, row: FrenchRow): Rubric {
  return {
    code: row.writtenOffCode,
    statement,
    level: level + 1,
    labels: toLabels(
      `${labels.fr} - amortissements et dépréciations`,
      `${labels.nl} - afschrijvingen en waardeverminderingen`,
      `${labels.en} - depreciation and impairment`,
      `${labels.de} - Abschreibungen und Wertberichtigungen`,
    ),
    content: parseRubricContent(row.writtenOff),
    isMemo: true,
  };
}

function buildNet(cost: RubricContent, writtenOff: string): RubricContent {
  if (writtenOff === '' || 'sum' in cost) return cost;
  const other = parseRubricContent(writtenOff);
  if ('sum' in other) return cost;
  return { ...cost, accounts: [...cost.accounts, ...other.accounts], except: [...cost.except, ...other.except] };
}
