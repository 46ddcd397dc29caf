import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '../../database/snapshot.ts';
import type { Layer } from '../../domain/ledger/entry-events.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints, nullable, optional, shape, someOf } from '../support/parameters.ts';
import { fromRawSql, statement } from '../support/statement.ts';
import { joinMerges, resolveThirdPartyId } from '../third-parties/merges.ts';

/** Sums of a query from those that the projector keeps: no line is read. */

/** A group of lines. Members that the query does not group by are null. */
export interface SumRow {
  readonly account_id: number | null;
  readonly journal_id: number | null;
  readonly third_party_id: number | null;
  readonly vat_code_id: number | null;
  readonly code_id: number | null;
  /** Of kept sums. */
  readonly period_id: number | null;
  /** Of lines: number of the first days that are not later, from 1. */
  readonly part: number | null;
  /** Of lines: posted before the fiscal year of a balance. */
  readonly is_before: boolean;
  readonly debit: string;
  readonly credit: string;
  readonly lines_count: number;
}

/** Groups read at once: more than an answer may have, because accounts and days are grouped before they are shown. */
export const MOST_GROUPS = 200_000;

const kept = {
  companyId: bigint,
  periodIds: bigints,
  /** Layers of these periods. */
  layers: someOf<Layer>(),
  /** Fiscal year whose carried balances count. */
  carriedYearId: nullable(bigint),
  accountIds: optional(bigints),
  limit: bigint,
  byAccount: shape<boolean>(),
  byPeriod: shape<boolean>(),
};

const selectIf = (isGrouped: boolean, column: RawBuilder<unknown>): RawBuilder<unknown> =>
  isGrouped ? column : sql`null::bigint`;

const balancesStatement = statement(
  'report-query-balances',
  { ...kept, journalIds: optional(bigints), byJournal: shape<boolean>() },
  (_db, { companyId, periodIds, layers, carriedYearId, accountIds, journalIds, limit, ...by }) =>
    fromRawSql(sql<SumRow>`
      select ${selectIf(by.byAccount, sql`b.account_id`)} as account_id, ${selectIf(by.byJournal, sql`b.journal_id`)} as journal_id,
        null::bigint as third_party_id, null::bigint as vat_code_id, null::bigint as code_id,
        ${selectIf(by.byPeriod, sql`b.period_id`)} as period_id, null::integer as part, false as is_before,
        sum(b.debit) as debit, sum(b.credit) as credit, sum(b.lines_count)::bigint as lines_count
      from read.balances b
      where b.company_id = ${companyId}
        and ((b.period_id = ${anyOf(periodIds)} and b.layer = ${anyOf(layers)}) or (b.layer = 'carried' and b.fiscal_year_id = ${carriedYearId}))
        ${accountIds === undefined ? sql`` : sql`and b.account_id = ${anyOf(accountIds)}`}
        ${journalIds === undefined ? sql`` : sql`and b.journal_id = ${anyOf(journalIds)}`}
      group by 1, 2, 6 limit ${limit}`),
);

const partiesStatement = statement(
  'report-query-third-parties',
  { ...kept, thirdPartyIds: optional(bigints) },
  (_db, { companyId, periodIds, layers, carriedYearId, accountIds, thirdPartyIds, limit, ...by }) =>
    fromRawSql(sql<SumRow>`
      select ${selectIf(by.byAccount, sql`b.account_id`)} as account_id, null::bigint as journal_id,
        ${resolveThirdPartyId('b')} as third_party_id, null::bigint as vat_code_id, null::bigint as code_id,
        ${selectIf(by.byPeriod, sql`b.period_id`)} as period_id, null::integer as part, false as is_before,
        sum(b.debit) as debit, sum(b.credit) as credit, 0 as lines_count
      from read.third_party_balances b ${joinMerges('b')}
      where b.company_id = ${companyId}
        and ((b.period_id = ${anyOf(periodIds)} and b.layer = ${anyOf(layers)}) or (b.layer = 'carried' and b.fiscal_year_id = ${carriedYearId}))
        ${accountIds === undefined ? sql`` : sql`and b.account_id = ${anyOf(accountIds)}`}
        ${thirdPartyIds === undefined ? sql`` : sql`and ${resolveThirdPartyId('b')} = ${anyOf(thirdPartyIds)}`}
      group by 1, 3, 6 limit ${limit}`),
);

const codesStatement = statement(
  'report-query-analytic-codes',
  { ...kept, codeIds: bigints },
  (_db, { companyId, periodIds, layers, carriedYearId, accountIds, codeIds, limit, ...by }) =>
    fromRawSql(sql<SumRow>`
      select ${selectIf(by.byAccount, sql`b.account_id`)} as account_id, null::bigint as journal_id,
        null::bigint as third_party_id, null::bigint as vat_code_id, b.code_id,
        ${selectIf(by.byPeriod, sql`b.period_id`)} as period_id, null::integer as part, false as is_before,
        sum(b.debit) as debit, sum(b.credit) as credit, 0 as lines_count
      from read.analytic_balances b
      where b.company_id = ${companyId} and b.code_id = ${anyOf(codeIds)}
        and ((b.period_id = ${anyOf(periodIds)} and b.layer = ${anyOf(layers)}) or (b.layer = 'carried' and b.fiscal_year_id = ${carriedYearId}))
        ${accountIds === undefined ? sql`` : sql`and b.account_id = ${anyOf(accountIds)}`}
      group by 1, 5, 6 limit ${limit}`),
);

/** What is read of the kept sums. */
export interface KeptRequest {
  readonly periodIds: readonly number[];
  readonly layers: readonly Layer[];
  readonly carriedYearId: number | null;
  /** Absent: all accounts. */
  readonly accountIds?: readonly number[] | undefined;
  readonly byAccount: boolean;
  readonly byPeriod: boolean;
}

interface JournalsRequest extends KeptRequest {
  readonly journalIds?: readonly number[] | undefined;
  readonly byJournal: boolean;
}

const limit = MOST_GROUPS + 1;

/** By account, journal and period. */
export const readBalanceSums = (db: Queryable, companyId: number, request: JournalsRequest): Promise<SumRow[]> =>
  balancesStatement.all(db, { companyId, limit, ...request });

interface PartiesRequest extends KeptRequest {
  readonly thirdPartyIds?: readonly number[] | undefined;
}

/** By third party, account and period; only amounts that have a third party. Lines are not counted. */
export const readThirdPartySums = (db: Queryable, companyId: number, request: PartiesRequest): Promise<SumRow[]> =>
  partiesStatement.all(db, { companyId, limit, ...request });

interface CodesRequest extends KeptRequest {
  readonly codeIds: readonly number[];
}

/** By analytic code, account and period; only amounts of these codes. Lines are not counted. */
export const readCodeSums = (db: Queryable, companyId: number, request: CodesRequest): Promise<SumRow[]> =>
  codesStatement.all(db, { companyId, limit, ...request });
