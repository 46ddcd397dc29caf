import { z } from 'zod';
import { packOf } from '../../domain/fixed-assets/asset-plan.ts';
import {
  assetTable,
  reconciled,
  TABLE_COLUMNS,
  type Reconciled,
  type TableColumn,
  type TableGroup,
} from '../../domain/fixed-assets/table.ts';
import { add, isZero, subtract, ZERO } from '../../domain/money.ts';
import { coverageOf } from '../../domain/reports/span.ts';
import { companiesByIds } from '../../projections/companies/queries.ts';
import { tableOfAssets } from '../../projections/fixed-assets/queries.ts';
import { accountSums, movementLayers } from '../../projections/reports/account-sums.ts';
import { inTurns } from '../../support/yielding.ts';
import type { Row, Table } from '../exports/document.ts';
import { id } from '../http/input/fields.ts';
import { decimalString, recordId, timestamp } from '../http/reply/output.ts';
import { route } from '../http/routing/route.ts';
import {
  columnsIn,
  nameTerm,
  periodTerm,
  reportDocument,
  totalRow,
  unlessZero,
  wordTerm,
  type ReportParties,
} from '../reports/document.ts';
import {
  answered,
  periodAnswer,
  presentPeriod,
  report,
  ReportAccount,
  reportQuery,
  type MadeReport,
  type ReportScene,
} from '../reports/report.ts';
import { wordsIn } from '../reports/words.ts';
import { ALL } from './routes.ts';

/** Of the table and of its rows; what leaves is negative. */
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
      .meta({ description: 'By the account that the assets stand on.' }),
    totals: z.object(amounts),
    accounts: z
      .array(
        z.object({ account: ReportAccount, table: decimalString, ledger: decimalString, difference: decimalString }),
      )
      .meta({ description: 'What the assets come to on each account and what the ledger says: debit less credit.' }),
    is_reconciled: z.boolean().meta({ description: 'The table and the accounts say the same.' }),
  })
  .meta({ id: 'FixedAssetTable' });

export const tableRoute = route({
  ...report,
  area: 'fixed-assets',
  path: `${ALL}/table`,
  summary: 'Table of fixed assets of a fiscal year: opening, additions, disposals, transfers, depreciation, closing',
  query: z.object({ ...reportQuery, fiscal_year_id: id().optional() }),
  replies: { 200: FixedAssetTable },
  handle: (request) => answered(request, tableReport),
});

async function tableReport(scene: ReportScene): Promise<MadeReport> {
  const { db, span, years, language, companyId, knownAt } = scene;
  const lines = await tableOfAssets(db, companyId, span);
  const options = { language, layers: movementLayers(true), withZero: true };
  const sums = await accountSums(db, companyId, coverageOf(years, span), options);
  const [company] = await companiesByIds(db, [companyId]);
  const known = sums.map((account) => ({
    ...account,
    balance: subtract(
      add(account.before ?? ZERO, add(account.opening ?? ZERO, account.debit ?? ZERO)),
      account.credit ?? ZERO,
    ),
  }));
  const byId = new Map(known.map((account) => [account.id, account]));
  const { groups, totals } = await inTurns(assetTable(lines));
  const named = (accountId: number) => {
    const account = byId.get(accountId);
    return { id: accountId, number: account?.number ?? '', label: account?.label ?? '' };
  };
  const accounts = await inTurns(reconciled(lines, known, packOf(company!.country_pack)));
  const body = {
    ...presentPeriod(span, years),
    known_at: knownAt,
    groups: groups
      .map(({ account_id, ...group }) => ({ account: named(account_id), ...group }))
      .sort((one, other) => (one.account.number < other.account.number ? -1 : 1)),
    totals,
    accounts,
    is_reconciled: accounts.every(({ difference }) => isZero(difference)),
  };
  return { body, document: (parties) => tableDocument(parties, scene, body) };
}

const RARE: readonly TableColumn[] = [
  ...(['revaluations', 'disposals', 'transfers', 'impairment', 'released', 'transferred_depreciation'] as const),
];

interface Body {
  readonly groups: readonly (Omit<TableGroup, 'account_id'> & { readonly account: z.output<typeof ReportAccount> })[];
  readonly totals: TableGroup['totals'];
  readonly accounts: readonly Reconciled[];
}

/** Thirteen amounts are many for a page: on paper, what did not happen in the year has no column. */
function tableDocument(parties: ReportParties, scene: ReportScene, { groups, totals, accounts }: Body) {
  const { span, years, language, knownAt } = scene;
  const say = wordsIn(language);
  const isEmpty = (key: string): boolean =>
    RARE.some((column) => column === key) &&
    groups.every(({ assets }) => assets.every((asset) => isZero(asset[key as TableColumn])));
  const cellsOf = (row: TableGroup['totals']) => TABLE_COLUMNS.map((column) => unlessZero(row[column]));
  const table: Table = {
    key: 'fixed_assets_table',
    title: say('fixed_assets_table'),
    columns: columnsIn(say, [
      ['asset_code', 'text', 14],
      ['label', 'text', 26],
      ...TABLE_COLUMNS.map((column) => [column, 'amount', 13] as const),
    ]).map((column) => ({ ...column, isOffPaper: isEmpty(column.key) })),
    *rows(): Iterable<Row> {
      for (const { account, assets, totals: subtotal } of groups) {
        yield {
          cells: [account.number, nameTerm(account.number, account.label), ...TABLE_COLUMNS.map(() => null)],
          isHeading: true,
        };
        for (const asset of assets) yield { cells: [asset.code, asset.label, ...cellsOf(asset)], level: 1 };
        yield totalRow([account.number, wordTerm(say, 'total'), ...cellsOf(subtotal)]);
      }
      if (groups.length > 0) yield totalRow([null, wordTerm(say, 'grand_total'), ...cellsOf(totals)]);
    },
  };
  const check: Table = {
    key: 'fixed_assets_accounts',
    title: say('fixed_assets_accounts'),
    columns: columnsIn(say, [
      ['account', 'text', 13],
      ['label', 'text', 40],
      ['table_amount', 'amount', 16],
      ['ledger_amount', 'amount', 16],
      ['difference', 'amount', 16],
    ]),
    *rows(): Iterable<Row> {
      for (const { account, table: amount, ledger, difference } of accounts)
        yield { cells: [account.number, nameTerm(account.number, account.label), amount, ledger, difference] };
    },
  };
  return reportDocument(parties, {
    title: 'fixed_assets_table',
    language,
    period: periodTerm(span, years, language),
    date: span.to,
    knownAt,
    isLandscape: true,
    tables: [table, check],
  });
}
