import type { ComputedBox, FilingBox } from '../../domain/annual-filings/form.ts';
import type { Language } from '../../domain/language.ts';
import { isZero } from '../../domain/money.ts';
import type { Column, Row, Table } from '../exports/document.ts';
import { buildReportColumns, toNameTerm } from '../reports/document.ts';
import type { Say } from '../reports/words.ts';

/** The part of a section that the form prints in several columns, such as gross, depreciation and net. */

type PlacedBox = FilingBox & Required<Pick<FilingBox, 'place'>>;

export const isPlaced = (box: FilingBox): box is PlacedBox => box.place !== undefined;

export interface GridContext {
  readonly values: ReadonlyMap<string, ComputedBox>;
  readonly say: Say;
  readonly language: Language;
  /** The last column with figures of the previous year; null if there are none. */
  readonly previous: Column | null;
}

/** Columns and lines without any amount are left out. */
export function buildGrid(key: string, title: string, boxes: readonly PlacedBox[], context: GridContext): Table {
  const { values, say, language } = context;
  const isFilled = ({ code }: FilingBox): boolean => !isEmpty(values.get(code));
  const shown = boxes.filter(({ place }) => boxes.some((box) => box.place.column === place.column && isFilled(box)));
  const columns = [...new Map(shown.map(({ place }) => [place.column, place.columnLabels[language]]))];
  const previous = shown.some(({ code }) => (values.get(code)?.previous ?? null) !== null) ? context.previous : null;
  const lines = groupByLine(shown).filter((line) => line.some(isFilled));
  return {
    key,
    title,
    columns: [
      ...buildReportColumns(say, [
        ['code', 'text', 16],
        ['rubric', 'text', 48],
      ]),
      ...columns.map(([column, label]): Column => ({ key: column, label, kind: 'amount', width: 16 })),
      ...(previous ? [previous] : []),
    ],
    streamRows: () =>
      lines.map((line) =>
        buildLine(
          line,
          columns.map(([column]) => column),
          previous !== null,
          context,
        ),
      ),
  };
}

const isEmpty = (value: ComputedBox | undefined): boolean =>
  isZero(value?.amount ?? '0.00') && isZero(value?.previous ?? '0.00');

/** Consecutive boxes with the same words are one line. */
function groupByLine(boxes: readonly PlacedBox[]): readonly (readonly PlacedBox[])[] {
  const lines: PlacedBox[][] = [];
  for (const box of boxes) {
    const last = lines.at(-1);
    const isSame = last?.[0]?.place.line.fr === box.place.line.fr;
    if (last && isSame && last.every(({ place }) => place.column !== box.place.column)) last.push(box);
    else lines.push([box]);
  }
  return lines;
}

function buildLine(
  line: readonly PlacedBox[],
  columns: readonly string[],
  hasPrevious: boolean,
  { values, language }: GridContext,
): Row {
  const [first] = line;
  const codes = line.filter(({ place }) => place.hasCode).map(({ code }) => code);
  const find = (column: string): ComputedBox | undefined =>
    values.get(line.find(({ place }) => place.column === column)?.code ?? '');
  const amounts = columns.map((column) => find(column)?.amount ?? null);
  const last = line.at(-1)!;
  return {
    cells: [
      codes.join(' '),
      toNameTerm(first!.code, first!.place.line[language]),
      ...amounts,
      ...(hasPrevious ? [values.get(last.code)?.previous ?? null] : []),
    ],
    isTotal: line.every(({ place, isTotal, level }) => !place.hasCode || (isTotal && level <= 2)),
  };
}
