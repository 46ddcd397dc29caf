import { sql, type Expression, type RawBuilder } from 'kysely';
import type { Queryable } from '../../database/snapshot.ts';
import { ZERO } from '../../domain/money.ts';
import type { Coverage } from '../../domain/reports/span.ts';
import { DUE_DATE_OF_LINE, selectOpenLines } from '../lettering/open-lines.ts';
import { anyOf, sumAmount } from '../support/expressions.ts';
import { bigint, bigints, date, dates, oneOf, optional, shape, text } from '../support/parameters.ts';
import { fromRawSql, statement } from '../support/statement.ts';
import { resolveThirdPartyId, buildMergeJoin } from '../third-parties/merges.ts';

export type ThirdPartyType = 'customer' | 'supplier';

/** A page of third parties, and the totals of all. */
export interface Totalled<Row, Totals> {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly totals: Totals;
}

interface Party {
  readonly id: number;
  readonly code: string;
  readonly name: string;
}

export interface ThirdPartySums extends Party {
  readonly opening: string;
  readonly debit: string;
  readonly credit: string;
}

export interface BalanceTotals {
  readonly opening_debit: string;
  readonly opening_credit: string;
  readonly period_debit: string;
  readonly period_credit: string;
  readonly closing_debit: string;
  readonly closing_credit: string;
}

const accountsStatement = statement(
  'control-accounts',
  { companyId: bigint, type: oneOf<ThirdPartyType>() },
  (db, { companyId, type }) =>
    db
      .selectFrom('read.accounts')
      .select('id')
      .where('company_id', '=', companyId)
      .where('control_role', '=', type)
      .union(
        db
          .selectFrom('read.third_parties')
          .select('account_id as id')
          .where('company_id', '=', companyId)
          .where('type', '=', type)
          .where('account_id', 'is not', null)
          .$narrowType<{ id: number }>(),
      )
      .union(
        db
          .selectFrom((eb) =>
            eb
              .selectFrom('read.third_party_balances')
              .select(['company_id', 'account_id', 'third_party_id'])
              .distinct()
              .where('company_id', '=', companyId)
              .as('b'),
          )
          .innerJoin('read.accounts as a', (join) =>
            join.onRef('a.id', '=', 'b.account_id').on('a.control_role', 'is', null).on('a.is_letterable', '=', true),
          )
          .leftJoin(...buildMergeJoin('b'))
          .innerJoin('read.third_parties as p', (join) =>
            join.on('p.id', '=', resolveThirdPartyId('b')).on('p.type', '=', type),
          )
          .select('a.id'),
      ),
);

/**
 * The control accounts of customers or suppliers: accounts with this role, accounts set on individual third parties, and
 * letterable accounts without a role that hold amounts of theirs, such as doubtful debts or a formerly used account.
 */
export async function listControlAccountIds(
  db: Queryable,
  companyId: number,
  type: ThirdPartyType,
): Promise<readonly number[]> {
  return (await accountsStatement.all(db, { companyId, type })).map(({ id }) => id);
}

export interface ThirdPartyPage {
  readonly type: ThirdPartyType;
  /** From `listControlAccountIds`. */
  readonly accountIds: readonly number[];
  /** Include third parties without any posting. */
  readonly withZero: boolean;
  readonly limit: number;
  readonly offset: number;
}

/** Hand-written SQL: both kinds of parts are summed by third party before merges and names are looked up. */
const sumsStatement = statement(
  'third-party-sums',
  {
    companyId: bigint,
    type: oneOf<ThirdPartyType>(),
    accountIds: bigints,
    earlier: bigints,
    inside: bigints,
    dayFirsts: dates,
    dayLasts: dates,
    from: date,
    withZero: shape<boolean>(),
    limit: bigint,
    offset: bigint,
  },
  (_db, { companyId, type, accountIds, earlier, inside, dayFirsts, dayLasts, from, withZero, limit, offset }) =>
    buildPageQuery<ThirdPartySums, BalanceTotals>(
      sql`parts as (
         select third_party_id,
           case when layer = 'opening' or period_id = ${anyOf(earlier)} then debit - credit end as opening,
           case when layer <> 'opening' and period_id = ${anyOf(inside)} then debit end as debit,
           case when layer <> 'opening' and period_id = ${anyOf(inside)} then credit end as credit
         from read.third_party_balances
         where company_id = ${companyId} and account_id = ${anyOf(accountIds)} and layer <> 'carried'
           and period_id = any(${earlier} || ${inside})
         union all
         select l.third_party_id, case when l.layer = 'opening' or l.entry_date < ${from} then l.debit - l.credit end,
           case when l.layer <> 'opening' and l.entry_date >= ${from} then l.debit end,
           case when l.layer <> 'opening' and l.entry_date >= ${from} then l.credit end
         from unnest(${dayFirsts}, ${dayLasts}) as days(first, last)
         join read.entries e on e.company_id = ${companyId} and e.entry_date between days.first and days.last
         join read.entry_lines l on l.company_id = e.company_id and l.entry_id = e.id
         where e.layer <> 'carried' and l.third_party_id is not null and l.account_id = ${anyOf(accountIds)}),
       sums as (select ${resolveThirdPartyId('t')} as id, ${sumAmount(sql`t.opening`)} as opening, ${sumAmount(sql`t.debit`)} as debit, ${sumAmount(sql`t.credit`)} as credit
         from (select third_party_id, sum(opening) as opening, sum(debit) as debit, sum(credit) as credit from parts group by 1) as t
         left join read.third_party_merges as t_merge on t_merge.company_id = ${companyId} and t_merge.third_party_id = t.third_party_id group by 1),
       all_rows as (select p.id, p.code, p.name, coalesce(s.opening, 0)::numeric(20,2) as opening,
           coalesce(s.debit, 0)::numeric(20,2) as debit, coalesce(s.credit, 0)::numeric(20,2) as credit
         from read.third_parties p left join sums s on s.id = p.id
         where p.company_id = ${companyId} and p.type = ${type}
           and (s.opening <> 0 or s.debit <> 0 or s.credit <> 0 ${withZero ? sql`or p.deleted_at is null` : sql``}))`,
      {
        opening_debit: sql`greatest(opening, 0)`,
        opening_credit: sql`greatest(-opening, 0)`,
        period_debit: sql`debit`,
        period_credit: sql`credit`,
        closing_debit: sql`greatest(opening + debit - credit, 0)`,
        closing_credit: sql`greatest(credit - debit - opening, 0)`,
      },
      limit,
      offset,
    ),
);

/** Sums of each third party on the control accounts, by code. The coverage must be continuous. */
export async function readThirdPartySums(
  db: Queryable,
  companyId: number,
  { before, opening, inside, partial, from }: Coverage,
  page: ThirdPartyPage,
): Promise<Totalled<ThirdPartySums, BalanceTotals>> {
  const rows = await sumsStatement.all(db, {
    companyId,
    ...page,
    earlier: [...before, ...opening].map(({ id }) => id),
    inside: inside.map(({ id }) => id),
    dayFirsts: partial.map((days) => days.from),
    dayLasts: partial.map((days) => days.to),
    from,
  });
  return toTotalledPage(rows);
}

export const AGES = ['not_due', 'days_1_30', 'days_31_60', 'days_61_90', 'days_over_90'] as const;
export type Age = (typeof AGES)[number];
export type Ageing = Readonly<Record<Age | 'total', string>> & {
  /** The same in the currency asked for. */
  readonly [name in CurrencyAge]?: string;
};

const CURRENCY_PREFIX = 'currency_';
type CurrencyAge = `${typeof CURRENCY_PREFIX}${Age | 'total'}`;

/** The open amounts in the currency asked for. */
export const pickAgesInCurrency = (ageing: Ageing): Readonly<Record<Age | 'total', string>> =>
  Object.fromEntries(
    [...AGES, 'total' as const].map((name) => [name, ageing[`${CURRENCY_PREFIX}${name}`] ?? ZERO] as const),
  ) as Record<Age | 'total', string>;

/** Without a third party: all lines on the control accounts that have none, together. */
export type AgedRow = Ageing & { readonly [field in keyof Party]: Party[field] | null };

const CONDITIONS: Readonly<Record<Age, RawBuilder<boolean>>> = {
  not_due: sql`late <= 0`,
  days_1_30: sql`late between 1 and 30`,
  days_31_60: sql`late between 31 and 60`,
  days_61_90: sql`late between 61 and 90`,
  days_over_90: sql`late > 90`,
};

/** Hand-written SQL: one statement returns a page and the totals of all. */
const agedStatement = statement(
  'aged-balances',
  {
    companyId: bigint,
    asOf: date,
    type: oneOf<ThirdPartyType>(),
    currency: optional(text),
    limit: bigint,
    offset: bigint,
  },
  (db, { companyId, asOf, type, currency, limit, offset }) => {
    const items = db
      .selectFrom(selectOpenLines(companyId, asOf, currency && sql<boolean>`l.currency = ${currency}`))
      .innerJoin('read.accounts as a', 'a.id', 'l.account_id')
      .leftJoin(...buildMergeJoin('l'))
      .leftJoin('read.third_parties as p', (join) => join.on('p.id', '=', resolveThirdPartyId('l')))
      .select([
        'p.id',
        'p.code',
        'p.name',
        'l.open',
        'l.currency_open',
        sql<number>`${asOf} - ${DUE_DATE_OF_LINE}`.as('late'),
      ])
      .where((eb) => eb(eb.fn.coalesce('p.type', 'a.control_role'), '=', type));
    const sumAges = (open: RawBuilder<string>, prefix: string) => [
      ...AGES.map((age) => sql`${sumAmount(open, CONDITIONS[age])} as ${sql.ref(`${prefix}${age}`)}`),
      sql`${sumAmount(open)} as ${sql.ref(`${prefix}total`)}`,
    ];
    const prefixes = currency === undefined ? [''] : ['', CURRENCY_PREFIX];
    const ages = prefixes.flatMap((prefix) =>
      sumAges(prefix === '' ? sql<string>`open` : sql<string>`currency_open`, prefix),
    );
    const names = prefixes.flatMap((prefix) => [...AGES, 'total'].map((name) => `${prefix}${name}`));
    return buildPageQuery<AgedRow, Ageing>(
      sql`items as ${items},
        all_rows as (select id, code, name, ${sql.join(ages)} from items group by id, code, name)`,
      Object.fromEntries(names.map((name) => [name, sql`${sql.ref(name)}`])),
      limit,
      offset,
    );
  },
);

export interface AgedPage {
  readonly type: ThirdPartyType;
  readonly asOf: string;
  /** Only items in this currency. */
  readonly currency?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** Open amounts on a day, by third party and days overdue. Debit is positive, credit negative. */
export async function readAgedBalances(
  db: Queryable,
  companyId: number,
  page: AgedPage,
): Promise<Totalled<AgedRow, Ageing>> {
  return toTotalledPage(await agedStatement.all(db, { companyId, ...page }));
}

/** A row of the page with the totals; a page without rows has a single one with the totals. */
type PageRow<Row, Totals> = { readonly [name in keyof Row]: Row[name] | null } & {
  readonly is_row: boolean | null;
  readonly total_count: number;
  readonly all_totals: Totals;
};

/**
 * One statement for the rows of a page and the totals of all, so that they agree: `tables` are common table expressions,
 * the last of which contains all rows. Rows without a code come last. Amounts are text inside JSON, where numbers would
 * lose their trailing zeros.
 */
function buildPageQuery<Row, Totals>(
  tables: RawBuilder<unknown>,
  totals: Readonly<Record<string, RawBuilder<string>>>,
  limit: Expression<number>,
  offset: Expression<number>,
) {
  const sums = Object.entries(totals).map(([name, amount]) => sql`${sql.lit(name)}, ${sumAmount(amount)}::text`);
  return fromRawSql(sql<PageRow<Row, Totals>>`with ${tables}
    select page.*, t.total_count, t.all_totals
    from (select count(*) as total_count, json_build_object(${sql.join(sums)}) as all_totals from all_rows) as t
    left join (select true as is_row, r.* from all_rows r order by r.code collate "C", r.id limit ${limit} offset ${offset}) as page on true
    order by page.code collate "C", page.id`);
}

function toTotalledPage<Row, Totals>(rows: readonly PageRow<Row, Totals>[]): Totalled<Row, Totals> {
  const { total_count: total, all_totals: totals } = rows[0]!;
  const isRow = (row: PageRow<Row, Totals>): row is PageRow<Row, Totals> & Row => row.is_row === true;
  return { rows: rows.filter(isRow), total, totals };
}
