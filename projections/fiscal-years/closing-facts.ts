import { sql } from 'kysely';
import type pg from 'pg';
import type { ClosingFacts, FoundRows } from '../../domain/fiscal-years/closing-checks.ts';
import type { FiscalYear } from '../../domain/fiscal-years/fiscal-year-events.ts';
import type { CurrencyBalance } from '../../domain/fiscal-years/carried-currencies.ts';
import type { AccountBalance } from '../../domain/fiscal-years/result.ts';
import { WITHOUT_ACCOUNTING } from '../../domain/documents/terms.ts';
import { castAmount, anyOf } from '../support/expressions.ts';
import { bigint, bigints, date } from '../support/parameters.ts';
import { statement } from '../support/statement.ts';
import { analyticsMissing } from '../analytics/closing-findings.ts';
import { cashInCredit } from '../ledger/cash-balances.ts';
import { numberFindings } from '../documents/number-findings.ts';
import { bankFindings } from '../bank/closing-findings.ts';
import { recurringEntriesNotPosted } from '../recurring-entries/closing-findings.ts';
import { purchasesWithoutAsset } from '../fixed-assets/closing-findings.ts';
import { vatNotDeclared } from '../vat-declarations/closing-findings.ts';
import { resolveThirdPartyId, buildMergeJoin } from '../third-parties/merges.ts';

/** Facts for the year-end closing: the entries of the year and findings from the read tables. */

type Year = Pick<FiscalYear, 'id' | 'starts_on' | 'ends_on'>;

const MOST_ROWS = 20;

/** Amounts owed at the end of the year, from the first entry on: balances of third parties are not carried forward. */
const buildWrongSideStatement = (name: string, type: 'customer' | 'supplier', side: '<' | '>') =>
  statement(name, { companyId: bigint, endsOn: date }, (db, { companyId, endsOn }) => {
    const owed = sql<string>`sum(b.debit - b.credit)`;
    const found = db
      .selectFrom('read.third_party_balances as b')
      .innerJoin('read.fiscal_years as y', (join) =>
        join.onRef('y.id', '=', 'b.fiscal_year_id').on('y.ends_on', '<=', endsOn),
      )
      .innerJoin('read.accounts as a', (join) =>
        join.onRef('a.id', '=', 'b.account_id').on('a.is_letterable', '=', true),
      )
      .leftJoin(...buildMergeJoin('b'))
      .innerJoin('read.third_parties as p', (join) =>
        join.on('p.id', '=', resolveThirdPartyId('b')).on('p.type', '=', type),
      )
      .select(['p.id', 'p.name as label', owed.as('amount')])
      .where('b.company_id', '=', companyId)
      .groupBy(['p.id', 'p.name'])
      .having(owed, side, sql<string>`0`);
    return db
      .selectFrom(found.as('found'))
      .select((eb) => [
        'id',
        'label',
        eb.fn.countAll<number>().over().as('count'),
        castAmount(sql`(sum(amount) over ())`).as('total'),
      ])
      .orderBy(sql`abs(amount)`, 'desc')
      .orderBy('id')
      .limit(MOST_ROWS);
  });

/** Unbooked documents of the year and before, with their total as far as exchange rates are known. */
const documentsNotBooked = statement(
  'closing-documents-not-booked',
  { companyId: bigint, endsOn: date },
  (db, { companyId, endsOn }) =>
    db
      .selectFrom('read.documents as d')
      .innerJoin('read.companies as c', 'c.id', 'd.company_id')
      .select((eb) => [
        'd.id',
        sql<string>`coalesce(d.number, d.document_date::text)`.as('label'),
        eb.fn.countAll<number>().over().as('count'),
        castAmount(sql`coalesce(round(sum(d.amount_gross * (case when (d.direction = 'sale') <> d.is_credit_note then 1 else -1 end)
          / (case when d.currency = c.currency then 1 else d.exchange_rate::numeric end)) over (), 2), 0)`).as('total'),
      ])
      .where('d.company_id', '=', companyId)
      .where('d.status', '=', 'pending')
      .where('d.kind', 'not in', WITHOUT_ACCOUNTING)
      .where('d.deleted_at', 'is', null)
      .where('d.document_date', '<=', endsOn)
      .orderBy('d.document_date')
      .orderBy('d.id')
      .limit(MOST_ROWS),
);

/** Findings of the closing checks, by code. */
const FOUND = {
  ...bankFindings,
  cash_in_credit: cashInCredit,
  customers_in_credit: buildWrongSideStatement('closing-customers-in-credit', 'customer', '<'),
  suppliers_in_debit: buildWrongSideStatement('closing-suppliers-in-debit', 'supplier', '>'),
  documents_not_booked: documentsNotBooked,
  ...numberFindings,
  recurring_entries_not_posted: recurringEntriesNotPosted,
  purchases_without_asset: purchasesWithoutAsset,
  analytics_missing: analyticsMissing,
  vat_not_declared: vatNotDeclared,
};

export async function readClosingFacts(
  pool: pg.Pool,
  companyId: number,
  year: Year,
  accrualAccountIds: readonly number[],
): Promise<Pick<ClosingFacts, 'balances' | 'currencies' | 'found'>> {
  const [balances, currencies, accruals, ...found] = await Promise.all([
    balancesStatement.all(pool, { companyId, yearId: year.id }),
    currencyBalancesStatement.all(pool, { companyId, yearId: year.id }),
    accrualsLeft.all(pool, { companyId, yearId: year.id, endsOn: year.ends_on, accountIds: accrualAccountIds }),
    ...Object.entries(FOUND).map(async ([code, rows]): Promise<[string, FoundRows]> => {
      return [code, toFoundRows(await rows.all(pool, { companyId, endsOn: year.ends_on }))];
    }),
  ]);
  const all = Object.fromEntries([['accruals_not_reversed', toFoundRows(accruals)] as const, ...found]);
  return { balances: balances satisfies AccountBalance[], currencies, found: all };
}

/** Balances of the accrual accounts, apart from the accruals of the year itself. */
const accrualsLeft = statement(
  'closing-accruals-left',
  { companyId: bigint, yearId: bigint, endsOn: date, accountIds: bigints },
  (db, { companyId, yearId, endsOn, accountIds }) => {
    const held = db
      .selectFrom('read.balances')
      .select(['account_id', sql<string>`debit - credit`.as('amount')])
      .where('company_id', '=', companyId)
      .where('fiscal_year_id', '=', yearId)
      .where('account_id', '=', anyOf(accountIds));
    const accrued = db
      .selectFrom('read.entry_lines as l')
      .innerJoin('read.entries as e', (join) =>
        join.onRef('e.id', '=', 'l.entry_id').on('e.origin', '=', 'accrual').on('e.status', '=', 'posted'),
      )
      .select(['l.account_id', sql<string>`l.credit - l.debit`.as('amount')])
      .where('l.company_id', '=', companyId)
      .where('l.entry_date', '=', endsOn)
      .where('l.account_id', '=', anyOf(accountIds));
    const left = db
      .selectFrom(held.unionAll(accrued).as('posted'))
      .innerJoin('read.accounts as a', 'a.id', 'posted.account_id')
      .select(['a.id', 'a.number as label', sql<string>`sum(posted.amount)`.as('amount')])
      .where('a.company_id', '=', companyId)
      .groupBy(['a.id', 'a.number'])
      .having(sql<string>`sum(posted.amount)`, '<>', sql<string>`0`);
    return db
      .selectFrom(left.as('found'))
      .select((eb) => [
        'id',
        'label',
        eb.fn.countAll<number>().over().as('count'),
        castAmount(sql`(sum(amount) over ())`).as('total'),
      ])
      .orderBy('label');
  },
);

const balancesStatement = statement(
  'balances-of-year',
  { companyId: bigint, yearId: bigint },
  (db, { companyId, yearId }) =>
    db
      .selectFrom('read.balances')
      .select(['account_id', castAmount(sql`sum(debit - credit)`).as('balance')])
      .where('company_id', '=', companyId)
      .where('fiscal_year_id', '=', yearId)
      .groupBy('account_id')
      .having(sql<boolean>`sum(debit) <> sum(credit)`),
);

/** Accounts with a non-zero balance in the year. */
export const readYearBalances = (
  pool: pg.Pool,
  companyId: number,
  yearId: number,
): Promise<readonly AccountBalance[]> => balancesStatement.all(pool, { companyId, yearId });

const currencyBalancesStatement = statement(
  'currency-balances-of-year',
  { companyId: bigint, yearId: bigint },
  (db, { companyId, yearId }) =>
    db
      .selectFrom('read.currency_balances')
      .select([
        'account_id',
        'currency',
        castAmount(sql`sum(debit - credit)`).as('balance'),
        castAmount(sql`sum(currency_debit - currency_credit)`).as('currency_balance'),
      ])
      .where('company_id', '=', companyId)
      .where('fiscal_year_id', '=', yearId)
      .groupBy(['account_id', 'currency'])
      .having(sql<boolean>`sum(debit) <> sum(credit) or sum(currency_debit) <> sum(currency_credit)`)
      .orderBy('account_id')
      .orderBy('currency'),
);

/** The amounts in currency that the accounts hold in the year. */
export const readYearCurrencyBalances = (
  pool: pg.Pool,
  companyId: number,
  yearId: number,
): Promise<readonly CurrencyBalance[]> => currencyBalancesStatement.all(pool, { companyId, yearId });

interface FoundRow {
  readonly id: number;
  readonly label: string;
  readonly count: number;
  readonly total: string;
}

function toFoundRows(rows: readonly FoundRow[]): FoundRows {
  const [first] = rows;
  return {
    count: first?.count ?? 0,
    amount: first?.total ?? '0.00',
    rows: rows.map(({ id, label }) => ({ id, label })),
  };
}
