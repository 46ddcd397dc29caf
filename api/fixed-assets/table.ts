import { z } from 'zod';
import { getAssetPack } from '../../domain/fixed-assets/asset-plan.ts';
import {
  buildAssetTable,
  reconcileAccounts,
  TABLE_COLUMNS,
  type Reconciled,
  type TableColumn,
  type TableGroup,
} from '../../domain/fixed-assets/table.ts';
import { add, isZero, subtract, ZERO } from '../../domain/money.ts';
import { computeCoverage } from '../../domain/reports/span.ts';
import { loadCompaniesByIds } from '../../projections/companies/queries.ts';
import { readAssetTable } from '../../projections/fixed-assets/queries.ts';
import { readAccountSums, getMovementLayers } from '../../projections/reports/account-sums.ts';
import { runInTurns } from '../../support/yielding.ts';
import type { Row, Table } from '../exports/document.ts';
import { id } from '../http/input/fields.ts';
import { decimalString, recordId, timestamp } from '../http/reply/output.ts';
import { route } from '../http/routing/route.ts';
import {
  buildReportColumns,
  toNameTerm,
  toPeriodTerm,
  buildReportDocument,
  toTotalRow,
  blankIfZero,
  toWordTerm,
  type ReportParties,
} from '../reports/document.ts';
import {
  respondWithReport,
  periodAnswer,
  presentPeriod,
  report,
  ReportAccount,
  reportQuery,
  type MadeReport,
  type ReportScene,
} from '../reports/report.ts';
import { wordsIn } from '../reports/words.ts';

/** Columns of the table and its rows; outgoing amounts are negative. */
const amounts = Object.fromEntries(TABLE_COLUMNS.map((column) => [column, decimalString])) as Record<
  TableColumn,
  typeof decimalString
>;

const FixedAssetTable = z
  .object({
    ...periodAnswer,
    known_at: timestamp.nullable(),
    groups: z
      .array(
        z.object({
          account: ReportAccount,
          assets: z.array(z.object({ id: recordId, code: z.string(), label: z.string(), ...amounts })),
          totals: z.object(amounts),
        }),
      )
      .meta({ description: 'Grouped by asset account.' }),
    totals: z.object(amounts),
    accounts: z
      .array(
        z.object({ account: ReportAccount, table: decimalString, ledger: decimalString, difference: decimalString }),
      )
      .meta({ description: 'Total of the assets per account compared with the ledger balance (debit minus credit).' }),
    is_reconciled: z.boolean().meta({ description: 'True if the table matches the accounts.' }),
  })
  .meta({ id: 'FixedAssetTable' });

export const tableRoute = route({
  ...report,
  area: 'fixed-assets',
  path: '/v1/companies/{company}/fixed-assets/table',
  summary: 'Fixed asset table of a fiscal year: opening, additions, disposals, transfers, depreciation, closing',
  query: z.object({ ...reportQuery, fiscal_year_id: id().optional() }),
  replies: { 200: FixedAssetTable },
  handle: (request) => respondWithReport(request, buildTableReport),
});

async function buildTableReport(scene: ReportScene): Promise<MadeReport> {
  const { db, span, years, language, companyId, knownAt } = scene;
  const lines = await readAssetTable(db, companyId, span);
  const options = { language, layers: getMovementLayers(true), withZero: true };
  const sums = await readAccountSums(db, companyId, computeCoverage(years, span), options);
  const [company] = await loadCompaniesByIds(db, [companyId]);
  const known = sums.map((account) => ({
    ...account,
    balance: subtract(
      add(account.before ?? ZERO, add(account.opening ?? ZERO, account.debit ?? ZERO)),
      account.credit ?? ZERO,
    ),
  }));
  const byId = new Map(known.map((account) => [account.id, account]));
  const { groups, totals } = await runInTurns(buildAssetTable(lines));
  const getNamedAccount = (accountId: number) => {
    const account = byId.get(accountId);
    return { id: accountId, number: account?.number ?? '', label: account?.label ?? '' };
  };
  const accounts = await runInTurns(reconcileAccounts(lines, known, getAssetPack(company!.country_pack)));
  const body = {
    ...presentPeriod(span, years),
    known_at: knownAt,
    groups: groups
      .map(({ account_id, ...group }) => ({ account: getNamedAccount(account_id), ...group }))
      .sort((one, other) => (one.account.number < other.account.number ? -1 : 1)),
    totals,
    accounts,
    is_reconciled: accounts.every(({ difference }) => isZero(difference)),
  };
  return { body, buildDocument: (parties) => buildTableDocument(parties, scene, body) };
}

const RARE: readonly TableColumn[] = [
  ...(['revaluations', 'disposals', 'transfers', 'impairment', 'released', 'transferred_depreciation'] as const),
];

interface Body {
  readonly groups: readonly (Omit<TableGroup, 'account_id'> & { readonly account: z.output<typeof ReportAccount> })[];
  readonly totals: TableGroup['totals'];
  readonly accounts: readonly Reconciled[];
}

/** Thirteen amounts are too many for a page: printed tables omit columns without movements. */
function buildTableDocument(parties: ReportParties, scene: ReportScene, { groups, totals, accounts }: Body) {
  const { span, years, language, knownAt } = scene;
  const say = wordsIn(language);
  const isEmptyColumn = (key: string): boolean =>
    RARE.some((column) => column === key) &&
    groups.every(({ assets }) => assets.every((asset) => isZero(asset[key as TableColumn])));
  const toAmountCells = (row: TableGroup['totals']) => TABLE_COLUMNS.map((column) => blankIfZero(row[column]));
  const table: Table = {
    key: 'fixed_assets_table',
    title: say('fixed_assets_table'),
    columns: buildReportColumns(say, [
      ['asset_code', 'text', 14],
      ['label', 'text', 26],
      ...TABLE_COLUMNS.map((column) => [column, 'amount', 13] as const),
    ]).map((column) => ({ ...column, isOffPaper: isEmptyColumn(column.key) })),
    *streamRows(): Iterable<Row> {
      for (const { account, assets, totals: subtotal } of groups) {
        yield {
          cells: [account.number, toNameTerm(account.number, account.label), ...TABLE_COLUMNS.map(() => null)],
          isHeading: true,
        };
        for (const asset of assets) yield { cells: [asset.code, asset.label, ...toAmountCells(asset)], level: 1 };
        yield toTotalRow([account.number, toWordTerm(say, 'total'), ...toAmountCells(subtotal)]);
      }
      if (groups.length > 0) yield toTotalRow([null, toWordTerm(say, 'grand_total'), ...toAmountCells(totals)]);
    },
  };
  const check: Table = {
    key: 'fixed_assets_accounts',
    title: say('fixed_assets_accounts'),
    columns: buildReportColumns(say, [
      ['account', 'text', 13],
      ['label', 'text', 40],
      ['table_amount', 'amount', 16],
      ['ledger_amount', 'amount', 16],
      ['difference', 'amount', 16],
    ]),
    *streamRows(): Iterable<Row> {
      for (const { account, table: amount, ledger, difference } of accounts)
        yield { cells: [account.number, toNameTerm(account.number, account.label), amount, ledger, difference] };
    },
  };
  return buildReportDocument(parties, {
    title: 'fixed_assets_table',
    language,
    period: toPeriodTerm(span, years, language),
    date: span.to,
    knownAt,
    isLandscape: true,
    tables: [table, check],
  });
}
