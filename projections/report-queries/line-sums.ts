import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '../../database/snapshot.ts';
import type { Layer } from '../../domain/ledger/entry-events.ts';
import { anyOf } from '../support/expressions.ts';
import {
  bigint,
  bigints,
  date,
  dates,
  optional,
  shape,
  someOf,
  text,
  type Placeholders,
} from '../support/parameters.ts';
import { fromRawSql, unpreparedStatement } from '../support/statement.ts';
import { joinMerges, resolveThirdPartyId } from '../third-parties/merges.ts';
import { MOST_GROUPS, type SumRow } from './kept-sums.ts';

/** Sums of a query from lines: days that cut a period, and combinations that no kept sum covers. */

const given = {
  companyId: bigint,
  firsts: dates,
  lasts: dates,
  layers: someOf<Layer>(),
  /** Days of the fiscal year whose carried balances count. */
  carriedFrom: optional(date),
  carriedTo: optional(date),
  /** First day of the fiscal year of a balance. */
  openedOn: optional(date),
  starts: optional(dates),
  accountIds: optional(bigints),
  journalIds: optional(bigints),
  thirdPartyIds: optional(bigints),
  vatCodeIds: optional(bigints),
  /** Shares of this axis. */
  axis: optional(text),
  codeIds: optional(bigints),
  limit: bigint,
  /** Few days: their entries are found by date. */
  isFewDays: shape<boolean>(),
  byAccount: shape<boolean>(),
  byJournal: shape<boolean>(),
  byThirdParty: shape<boolean>(),
  byVatCode: shape<boolean>(),
};
type Given = Placeholders<typeof given>;

const selectIf = (isGrouped: boolean, column: RawBuilder<unknown>): RawBuilder<unknown> =>
  isGrouped ? column : sql`null::bigint`;

const whereIn = (column: RawBuilder<unknown>, values: Given['accountIds']): RawBuilder<unknown> =>
  values === undefined ? sql`` : sql`and ${column} = ${anyOf(values)}`;

/** Planned on each run, because the best plan depends on the days and the filters. */
const linesStatement = unpreparedStatement(given, (_db, parts) => {
  const { axis, openedOn, starts, thirdPartyIds } = parts;
  const hasParties = parts.byThirdParty || thirdPartyIds !== undefined;
  const isShared = axis !== undefined;
  const [debit, credit] = isShared
    ? [sql`case when l.debit <> 0 then s.amount else 0 end`, sql`case when l.debit <> 0 then 0 else s.amount end`]
    : [sql`l.debit`, sql`l.credit`];
  return fromRawSql(sql<SumRow>`
    select ${selectIf(parts.byAccount, sql`l.account_id`)} as account_id, ${selectIf(parts.byJournal, sql`l.journal_id`)} as journal_id,
      ${selectIf(parts.byThirdParty, resolveThirdPartyId('l'))} as third_party_id,
      ${selectIf(parts.byVatCode, sql`l.vat_code_id`)} as vat_code_id, ${selectIf(isShared, sql`s.code_id`)} as code_id,
      null::bigint as period_id, ${starts === undefined ? sql`null::integer` : sql`width_bucket(l.entry_date, ${starts})`} as part,
      ${openedOn === undefined ? sql`false` : sql`l.entry_date < ${openedOn}`} as is_before,
      sum(${debit})::numeric(20,2) as debit, sum(${credit})::numeric(20,2) as credit, count(*) as lines_count
    from ${selectSource(parts)}
    ${hasParties ? joinMerges('l') : sql``}
    ${isShared ? sql`cross join lateral (${selectShares(parts)}) s` : sql``}
    where l.company_id = ${parts.companyId} and ${isCounted(parts)}
      ${whereIn(sql`l.account_id`, parts.accountIds)} ${whereIn(sql`l.journal_id`, parts.journalIds)}
      ${whereIn(resolveThirdPartyId('l'), thirdPartyIds)} ${whereIn(sql`l.vat_code_id`, parts.vatCodeIds)}
    group by 1, 2, 3, 4, 5, 7, 8 limit ${parts.limit}`);
});

const selectSource = ({ isFewDays, companyId, firsts, lasts }: Given): RawBuilder<unknown> =>
  isFewDays
    ? sql`unnest(${firsts}, ${lasts}) as days(first, last)
      join read.entries e on e.company_id = ${companyId} and e.entry_date between days.first and days.last
      join read.entry_lines l on l.company_id = e.company_id and l.entry_id = e.id`
    : sql`read.entry_lines l`;

/** Few days have only lines of these days; carried balances are then read from the kept sums. */
function isCounted({ isFewDays, firsts, lasts, layers, carriedFrom, carriedTo }: Given): RawBuilder<unknown> {
  if (isFewDays) return sql`l.layer = ${anyOf(layers)}`;
  const ofDays = sql`(l.layer = ${anyOf(layers)} and l.entry_date between (${firsts})[1] and (${lasts})[1])`;
  if (carriedFrom === undefined) return ofDays;
  return sql`(${ofDays} or (l.layer = 'carried' and l.entry_date between ${carriedFrom} and ${carriedTo}))`;
}

/** The shares of a line on an axis, or of some codes of it. Without codes the whole line counts, under no code. */
function selectShares({ axis, codeIds }: Given): RawBuilder<unknown> {
  const shares = sql`select x.code_id, x.amount from jsonb_to_recordset(l.analytics) as x(code_id bigint, axis text, amount numeric) where x.axis = ${axis}`;
  if (codeIds !== undefined) return sql`${shares} and x.code_id = ${anyOf(codeIds)}`;
  return sql`${shares} union all select null, l.debit + l.credit where not exists (${shares})`;
}

/** What is read of the lines. */
export interface LinesRequest {
  readonly firsts: readonly string[];
  readonly lasts: readonly string[];
  readonly layers: readonly Layer[];
  readonly carriedFrom?: string | undefined;
  readonly carriedTo?: string | undefined;
  readonly openedOn?: string | undefined;
  readonly starts?: readonly string[] | undefined;
  readonly accountIds?: readonly number[] | undefined;
  readonly journalIds?: readonly number[] | undefined;
  readonly thirdPartyIds?: readonly number[] | undefined;
  readonly vatCodeIds?: readonly number[] | undefined;
  readonly axis?: string | undefined;
  readonly codeIds?: readonly number[] | undefined;
  readonly isFewDays: boolean;
  readonly byAccount: boolean;
  readonly byJournal: boolean;
  readonly byThirdParty: boolean;
  readonly byVatCode: boolean;
}

export const readLineSums = (db: Queryable, companyId: number, request: LinesRequest): Promise<SumRow[]> =>
  linesStatement.all(db, { companyId, limit: MOST_GROUPS + 1, ...request });
