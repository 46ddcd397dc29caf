import {
  computeAnalyticBalance,
  type AnalyticReport,
  type ByAccount,
  type Sums,
} from '../../domain/reports/analytic.ts';
import type { NamedAccount } from '../../projections/analytics/report.ts';
import type { Row, Table } from '../exports/document.ts';
import {
  buildReportColumns,
  toNameTerm,
  toPeriodTerm,
  buildReportDocument,
  toTotalRow,
  blankIfZero,
  toWordTerm,
  type ColumnDeclaration,
  type ReportParties,
} from '../reports/document.ts';
import type { ReportScene } from '../reports/report.ts';
import { wordsIn } from '../reports/words.ts';

const COLUMNS: readonly ColumnDeclaration[] = [
  ['code', 'text', 16],
  ['account', 'text', 13],
  ['label', 'text', 40],
  ['debit', 'amount', 16],
  ['credit', 'amount', 16],
  ['balance', 'amount', 16],
];
/** Column after the account, for reports by period. */
const PERIOD: ColumnDeclaration = ['period', 'text', 12];
const LABEL_PLACE = 3;

/** Each code with the total of its subtree, its own accounts under it, and the unallocated amounts at the end. */
export function buildAnalyticDocument(
  parties: ReportParties,
  { span, years, language, knownAt }: ReportScene,
  report: AnalyticReport,
  named: ReadonlyMap<number, NamedAccount>,
  { axis, codeIds }: { readonly axis: string | null; readonly codeIds: ReadonlySet<number> },
) {
  const say = wordsIn(language);
  const byPeriod = report.total.periods.size > 0;
  const columns = byPeriod ? [...COLUMNS.slice(0, LABEL_PLACE), PERIOD, ...COLUMNS.slice(LABEL_PLACE)] : COLUMNS;
  const formatAmounts = (sums: Pick<Sums, 'debit' | 'credit'>) => [
    blankIfZero(sums.debit),
    blankIfZero(sums.credit),
    computeAnalyticBalance(sums),
  ];
  const buildCells = (
    head: Row['cells'],
    period: string | null,
    sums: Pick<Sums, 'debit' | 'credit'>,
  ): Row['cells'] => [...head, ...(byPeriod ? [period] : []), ...formatAmounts(sums)];
  function* buildAccountRows(code: string | null, accounts: ByAccount): Generator<Row> {
    const inOrder = [...accounts].map(([id, sums]) => ({ account: named.get(id)!, sums }));
    inOrder.sort((one, other) => (one.account.number < other.account.number ? -1 : 1));
    for (const { account, sums } of inOrder) {
      const head = [code, account.number, toNameTerm(account.number, account.label)];
      if (!byPeriod) yield { cells: buildCells(head, null, sums) };
      for (const [first, of] of [...sums.periods].sort()) yield { cells: buildCells(head, first.slice(0, 7), of) };
    }
  }
  const table: Table = {
    key: 'analytic',
    title: axis === null ? say('analytic') : say('analytic_axis', { axis }),
    columns: buildReportColumns(say, columns),
    *streamRows() {
      for (const { code, total, own } of report.rows) {
        if (!codeIds.has(code.id)) continue;
        yield toTotalRow(buildCells([code.code, null, toNameTerm(code.code, code.label)], null, total));
        yield* buildAccountRows(code.code, own);
      }
      const { unallocated, total } = report;
      yield toTotalRow(buildCells([null, null, toWordTerm(say, 'unallocated')], null, unallocated.total));
      yield* buildAccountRows(null, unallocated.accounts);
      yield toTotalRow(buildCells([null, null, toWordTerm(say, 'total')], null, total));
    },
  };
  return buildReportDocument(parties, {
    title: 'analytic',
    language,
    date: span.to,
    knownAt,
    isLandscape: true,
    tables: [table],
    period: toPeriodTerm(span, years, language),
  });
}
