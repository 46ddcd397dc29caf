import { balanceOf, type AnalyticReport, type ByAccount, type Sums } from '../../domain/reports/analytic.ts';
import type { NamedAccount } from '../../projections/analytics/report.ts';
import type { Row, Table } from '../exports/document.ts';
import {
  columnsIn,
  nameTerm,
  periodTerm,
  reportDocument,
  totalRow,
  unlessZero,
  wordTerm,
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
/** Behind the account, where periods are told apart. */
const PERIOD: ColumnDeclaration = ['period', 'text', 12];
const LABEL_PLACE = 3;

/** Each code with the sum of what stands below it, its own accounts under it, and what no code has at the end. */
export function analyticDocument(
  parties: ReportParties,
  { span, years, language, knownAt }: ReportScene,
  report: AnalyticReport,
  named: ReadonlyMap<number, NamedAccount>,
  { axis, codeIds }: { readonly axis: string | null; readonly codeIds: ReadonlySet<number> },
) {
  const say = wordsIn(language);
  const byPeriod = report.total.periods.size > 0;
  const columns = byPeriod ? [...COLUMNS.slice(0, LABEL_PLACE), PERIOD, ...COLUMNS.slice(LABEL_PLACE)] : COLUMNS;
  const amounts = (sums: Pick<Sums, 'debit' | 'credit'>) => [
    unlessZero(sums.debit),
    unlessZero(sums.credit),
    balanceOf(sums),
  ];
  const cells = (head: Row['cells'], period: string | null, sums: Pick<Sums, 'debit' | 'credit'>): Row['cells'] => [
    ...head,
    ...(byPeriod ? [period] : []),
    ...amounts(sums),
  ];
  function* accountRows(code: string | null, accounts: ByAccount): Generator<Row> {
    const inOrder = [...accounts].map(([id, sums]) => ({ account: named.get(id)!, sums }));
    inOrder.sort((one, other) => (one.account.number < other.account.number ? -1 : 1));
    for (const { account, sums } of inOrder) {
      const head = [code, account.number, nameTerm(account.number, account.label)];
      if (!byPeriod) yield { cells: cells(head, null, sums) };
      for (const [first, of] of [...sums.periods].sort()) yield { cells: cells(head, first.slice(0, 7), of) };
    }
  }
  const table: Table = {
    key: 'analytic',
    title: axis === null ? say('analytic') : say('analytic_axis', { axis }),
    columns: columnsIn(say, columns),
    *rows() {
      for (const { code, total, own } of report.rows) {
        if (!codeIds.has(code.id)) continue;
        yield totalRow(cells([code.code, null, nameTerm(code.code, code.label)], null, total));
        yield* accountRows(code.code, own);
      }
      const { unallocated, total } = report;
      yield totalRow(cells([null, null, wordTerm(say, 'unallocated')], null, unallocated.total));
      yield* accountRows(null, unallocated.accounts);
      yield totalRow(cells([null, null, wordTerm(say, 'total')], null, total));
    },
  };
  return reportDocument(parties, {
    ...{ title: 'analytic', language, date: span.to, knownAt, isLandscape: true, tables: [table] },
    period: periodTerm(span, years, language),
  });
}
