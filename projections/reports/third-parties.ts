import type { Queryable } from '../../database/snapshot.ts';
import type { Coverage } from '../../domain/reports/span.ts';
import { DUE_DATE, JOIN_ENTRY, openLines } from '../lettering/open-items.ts';
import { countsFor, joinMerges } from '../third-parties/merges.ts';

export type ThirdPartyType = 'customer' | 'supplier';

/** A page of third parties, and what all of them come to. */
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

/**
 * The accounts on which customers, or suppliers, stand: those in this role, those that single third parties name, and those
 * kept for nothing else that hold something of theirs, such as the account of doubtful debts or one that was named before.
 */
export async function controlAccountIds(
  db: Queryable,
  companyId: number,
  type: ThirdPartyType,
): Promise<readonly number[]> {
  const { rows } = await db.query<{ id: number }>({
    name: 'control-accounts',
    text: `SELECT id FROM read.accounts WHERE company_id = $1 AND control_role = $2
           UNION SELECT account_id FROM read.third_parties WHERE company_id = $1 AND type = $2 AND account_id IS NOT NULL
           UNION SELECT a.id FROM (SELECT DISTINCT account_id, third_party_id FROM read.third_party_balances WHERE company_id = $1) AS b
             JOIN read.accounts a ON a.id = b.account_id AND a.control_role IS NULL AND a.is_letterable
             ${joinMerges('b')} JOIN read.third_parties p ON p.id = ${countsFor('b')} AND p.type = $2`,
    values: [companyId, type],
  });
  return rows.map(({ id }) => id);
}

export interface ThirdPartyPage {
  readonly type: ThirdPartyType;
  /** Those of `controlAccountIds`. */
  readonly accountIds: readonly number[];
  /** Also those for whom nothing was ever posted. */
  readonly withZero: boolean;
  readonly limit: number;
  readonly offset: number;
}

/** What stands on the control accounts for each third party, by code. The coverage is a continuous one. */
export async function thirdPartySums(
  db: Queryable,
  companyId: number,
  { before, opening, inside, partial, from }: Coverage,
  { type, accountIds, withZero, limit, offset }: ThirdPartyPage,
): Promise<Totalled<ThirdPartySums, BalanceTotals>> {
  const { rows } = await db.query<PageRow<ThirdPartySums, BalanceTotals>>({
    name: withZero ? 'third-party-sums-all' : 'third-party-sums',
    text: paged(
      `parts AS (
         SELECT third_party_id,
           CASE WHEN layer = 'opening' OR period_id = ANY($3::bigint[]) THEN debit - credit END AS opening,
           CASE WHEN layer <> 'opening' AND period_id = ANY($4::bigint[]) THEN debit END AS debit,
           CASE WHEN layer <> 'opening' AND period_id = ANY($4::bigint[]) THEN credit END AS credit
         FROM read.third_party_balances
         WHERE company_id = $1 AND account_id = ANY($10::bigint[]) AND layer <> 'carried'
           AND period_id = ANY($3::bigint[] || $4::bigint[])
         UNION ALL
         SELECT l.third_party_id, CASE WHEN l.layer = 'opening' OR l.entry_date < $7::date THEN l.debit - l.credit END,
           CASE WHEN l.layer <> 'opening' AND l.entry_date >= $7::date THEN l.debit END,
           CASE WHEN l.layer <> 'opening' AND l.entry_date >= $7::date THEN l.credit END
         FROM unnest($5::date[], $6::date[]) AS days(first, last)
         JOIN read.entries e ON e.company_id = $1 AND e.entry_date BETWEEN days.first AND days.last
         JOIN read.entry_lines l ON l.entry_id = e.id
         WHERE e.layer <> 'carried' AND l.third_party_id IS NOT NULL AND l.account_id = ANY($10::bigint[])),
       sums AS (SELECT ${countsFor('t')} AS id, ${sumOf('t.opening')} AS opening, ${sumOf('t.debit')} AS debit, ${sumOf('t.credit')} AS credit
         FROM (SELECT third_party_id, sum(opening) AS opening, sum(debit) AS debit, sum(credit) AS credit FROM parts GROUP BY 1) AS t
         ${joinMerges('t')} GROUP BY 1),
       all_rows AS (SELECT p.id, p.code, p.name, coalesce(s.opening, 0)::numeric(20,2) AS opening,
           coalesce(s.debit, 0)::numeric(20,2) AS debit, coalesce(s.credit, 0)::numeric(20,2) AS credit
         FROM read.third_parties p LEFT JOIN sums s ON s.id = p.id
         WHERE p.company_id = $1 AND p.type = $2
           AND (s.opening <> 0 OR s.debit <> 0 OR s.credit <> 0 ${withZero ? 'OR p.deleted_at IS NULL' : ''}))`,
      {
        opening_debit: 'greatest(opening, 0)',
        opening_credit: 'greatest(-opening, 0)',
        period_debit: 'debit',
        period_credit: 'credit',
        closing_debit: 'greatest(opening + debit - credit, 0)',
        closing_credit: 'greatest(credit - debit - opening, 0)',
      },
      '$8',
      '$9',
    ),
    values: [
      companyId,
      type,
      [...before, ...opening].map(({ id }) => id),
      inside.map(({ id }) => id),
      partial.map((days) => days.from),
      partial.map((days) => days.to),
      from,
      limit,
      offset,
      accountIds,
    ],
  });
  return unpaged(rows);
}

export const AGES = ['not_due', 'days_1_30', 'days_31_60', 'days_61_90', 'days_over_90'] as const;
export type Age = (typeof AGES)[number];
export type Ageing = Readonly<Record<Age | 'total', string>>;

/** Without a third party: lines on the control accounts that name none, together. */
export type AgedRow = Ageing & { readonly [field in keyof Party]: Party[field] | null };

const CONDITIONS: Readonly<Record<Age, string>> = {
  not_due: 'late <= 0',
  days_1_30: 'late BETWEEN 1 AND 30',
  days_31_60: 'late BETWEEN 31 AND 60',
  days_61_90: 'late BETWEEN 61 AND 90',
  days_over_90: 'late > 90',
};

/** What is open on a day, by third party and by how late it is. Debit is positive, credit negative. */
export async function agedBalances(
  db: Queryable,
  companyId: number,
  type: ThirdPartyType,
  asOf: string,
  limit: number,
  offset: number,
): Promise<Totalled<AgedRow, Ageing>> {
  const ages = AGES.map((age) => `${sumOf(`CASE WHEN ${CONDITIONS[age]} THEN open END`)} AS ${age}`);
  const { rows } = await db.query<PageRow<AgedRow, Ageing>>({
    name: 'aged-balances',
    text: paged(
      `items AS (
         SELECT p.id, p.code, p.name, l.open, $2::date - ${DUE_DATE} AS late
         FROM ${openLines()} AS l ${JOIN_ENTRY} JOIN read.accounts a ON a.id = l.account_id
         ${joinMerges('l')} LEFT JOIN read.third_parties p ON p.id = ${countsFor('l')}
         WHERE coalesce(p.type, a.control_role) = $3),
       all_rows AS (SELECT id, code, name, ${ages.join(', ')}, ${sumOf('open')} AS total FROM items GROUP BY id, code, name)`,
      Object.fromEntries([...AGES, 'total'].map((name) => [name, name])),
      '$4',
      '$5',
    ),
    values: [companyId, asOf, type, limit, offset],
  });
  return unpaged(rows);
}

/** A row of the page beside the totals; without rows on the page a single one with the totals. */
type PageRow<Row, Totals> = { readonly [name in keyof Row]: Row[name] | null } & {
  readonly is_row: boolean | null;
  readonly total_count: number;
  readonly all_totals: Totals;
};

/**
 * One statement for the rows of a page and the totals of all, which therefore agree. Rows without a code come last. Amounts
 * travel as text inside JSON, where numbers would lose their zeros.
 */
function paged(tables: string, totals: Readonly<Record<string, string>>, limit: string, offset: string): string {
  const sums = Object.entries(totals).map(([name, amount]) => `'${name}', ${sumOf(amount)}::text`);
  return `WITH ${tables}
    SELECT page.*, t.total_count, t.all_totals
    FROM (SELECT count(*) AS total_count, json_build_object(${sums.join(', ')}) AS all_totals FROM all_rows) AS t
    LEFT JOIN (SELECT true AS is_row, r.* FROM all_rows r ORDER BY r.code COLLATE "C", r.id LIMIT ${limit} OFFSET ${offset}) AS page ON true
    ORDER BY page.code COLLATE "C", page.id`;
}

const sumOf = (amount: string): string => `coalesce(sum(${amount}), 0)::numeric(20,2)`;

function unpaged<Row, Totals>(rows: readonly PageRow<Row, Totals>[]): Totalled<Row, Totals> {
  const { total_count: total, all_totals: totals } = rows[0]!;
  return { rows: rows.filter(({ is_row }) => is_row === true) as unknown as Row[], total, totals };
}
