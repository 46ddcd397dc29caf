import { sql } from 'kysely';
import type { Queryable } from '../../database/snapshot.ts';
import type { AssetLine, FiledAsset, FiledOpenItem } from '../../domain/annual-filings/form.ts';
import type { Balances } from '../../domain/country-packs/annual-accounts.ts';
import type { Span } from '../../domain/reports/span.ts';
import { readAssetTable } from '../fixed-assets/queries.ts';
import { DUE_DATE_OF_LINE, selectOpenLines } from '../lettering/open-lines.ts';
import { anyOf, sumAmount } from '../support/expressions.ts';
import { bigint, bigints, date } from '../support/parameters.ts';
import { statement } from '../support/statement.ts';

/** Details of the books that some forms need beside the balances. */

const openStatement = statement('filing-open-items', { companyId: bigint, day: date }, (db, { companyId, day }) =>
  db
    .selectFrom(selectOpenLines(companyId, day))
    .innerJoin('read.accounts as a', 'a.id', 'l.account_id')
    .select((eb) => ['a.number as account', DUE_DATE_OF_LINE.as('due_on'), sumAmount(eb.ref('l.open')).as('amount')])
    .groupBy(['a.number', DUE_DATE_OF_LINE]),
);

/** Amounts open on the day, by account and due date. */
export const readFiledOpenItems = (db: Queryable, companyId: number, day: string): Promise<FiledOpenItem[]> =>
  openStatement.all(db, { companyId, day });

/** Reversals and credit notes belong to their entry: nothing was bought and sold. */
const CORRECTED_ENTRY = sql<number>`coalesce(e.reversed_entry_id, e.credited_entry_id, e.id)`;
const CHANGE = sql`sum(l.debit - l.credit)`;

const assetLinesStatement = statement(
  'filing-asset-lines',
  { companyId: bigint, from: date, to: date },
  (db, { companyId, from, to }) =>
    db
      .selectFrom('read.accounts as a')
      .innerJoin('read.entry_lines as l', (join) =>
        join.onRef('l.company_id', '=', 'a.company_id').onRef('l.account_id', '=', 'a.id'),
      )
      .innerJoin('read.entries as e', (join) =>
        join.onRef('e.company_id', '=', 'l.company_id').onRef('e.id', '=', 'l.entry_id'),
      )
      .select([
        CORRECTED_ENTRY.as('entry_id'),
        'a.number as account',
        sql<string>`greatest(${CHANGE}, 0)::numeric(20,2)`.as('debit'),
        sql<string>`greatest(-${CHANGE}, 0)::numeric(20,2)`.as('credit'),
      ])
      .where('a.company_id', '=', companyId)
      .where('a.number', 'like', sql.lit('2%'))
      .where('l.entry_date', '>=', from)
      .where('l.entry_date', '<=', to)
      .where('l.layer', '=', sql.lit('movement'))
      .groupBy([CORRECTED_ENTRY, 'a.number']),
);

/** Changes of the accounts of class 2, by entry. */
export const readAssetLines = (db: Queryable, companyId: number, { from, to }: Span): Promise<AssetLine[]> =>
  assetLinesStatement.all(db, { companyId, from, to });

const abroadStatement = statement(
  'filing-sales-abroad',
  { companyId: bigint, from: date, to: date },
  (db, { companyId, from, to }) =>
    db
      .selectFrom('read.vat_codes as v')
      .innerJoin('read.entry_lines as l', (join) =>
        join.onRef('l.company_id', '=', 'v.company_id').onRef('l.vat_code_id', '=', 'v.id'),
      )
      .innerJoin('read.accounts as a', 'a.id', 'l.account_id')
      .select((eb) => ['a.number as account', sumAmount(eb('l.debit', '-', eb.ref('l.credit'))).as('balance')])
      .where('v.company_id', '=', companyId)
      .where('v.direction', '=', sql.lit('sale'))
      .where('v.kind', 'in', [sql.lit('intracom' as const), sql.lit('export' as const)])
      .where('a.number', 'like', sql.lit('7%'))
      .where('l.entry_date', '>=', from)
      .where('l.entry_date', '<=', to)
      .where('l.layer', '=', sql.lit('movement'))
      .groupBy('a.number'),
);

/** Sales to other countries by account, debit minus credit. */
export async function readSalesAbroad(db: Queryable, companyId: number, { from, to }: Span): Promise<Balances> {
  const rows = await abroadStatement.all(db, { companyId, from, to });
  return new Map(rows.map(({ account, balance }) => [account, balance]));
}

const numbersStatement = statement('filing-account-numbers', { companyId: bigint, ids: bigints }, (db, given) =>
  db
    .selectFrom('read.accounts')
    .select(['id', 'number'])
    .where('company_id', '=', given.companyId)
    .where('id', '=', anyOf(given.ids)),
);

/** The register of fixed assets over the year. */
export async function readFiledAssets(db: Queryable, companyId: number, span: Span): Promise<FiledAsset[]> {
  const lines = await readAssetTable(db, companyId, span);
  const ids = [...new Set(lines.flatMap((line) => [line.account_id, line.depreciation_account_id ?? []].flat()))];
  const rows = await numbersStatement.all(db, { companyId, ids });
  const numbers = new Map(rows.map(({ id, number }) => [id, number]));
  return lines.map((line) => ({
    ...line,
    account: numbers.get(line.account_id)!,
    depreciation_account: line.depreciation_account_id === null ? null : numbers.get(line.depreciation_account_id)!,
  }));
}
