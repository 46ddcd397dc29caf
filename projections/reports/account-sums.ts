import { sql, type Expression, type RawBuilder } from 'kysely';
import type { Queryable } from '../../database/snapshot.ts';
import type { Language } from '../../domain/language.ts';
import type { Layer } from '../../domain/ledger/entry-events.ts';
import type { Coverage } from '../../domain/reports/span.ts';
import type { AccountSums, ResultAccount } from '../../domain/reports/trial-balance.ts';
import { anyOf } from '../support/expressions.ts';
import {
  bigint,
  bigints,
  date,
  dates,
  integer,
  integers,
  nullable,
  oneOf,
  optional,
  shape,
  someOf,
  text,
  type Placeholders,
} from '../support/parameters.ts';
import { fromRawSql, statement } from '../support/statement.ts';
import { isBasis } from './basis.ts';
import { BEFORE, INSIDE, OPENING, PLACES } from './places.ts';
import { toPeriodArrays } from './spans.ts';

/** Layers whose amounts count as movements of a report, always including `movement`; `opening` and `carried` come before it. */
export const getMovementLayers = (withoutClosing: boolean): readonly Layer[] =>
  withoutClosing ? ['movement', 'awaiting'] : ['movement', 'awaiting', 'closing'];

export interface SumOptions {
  /** Language of the labels. */
  readonly language: Language;
  readonly layers: readonly Layer[];
  /** Include postable accounts without any posting. */
  readonly withZero?: boolean;
  /** No rows are returned unless the tables still show this basis. Not with `withZero`. */
  readonly basis?: string;
}

const given = {
  companyId: bigint,
  language: oneOf<Language>(),
  layers: someOf<Layer>(),
  carriedYearId: nullable(bigint),
  firstYearId: nullable(bigint),
  periodIds: bigints,
  places: integers,
  withZero: shape<boolean>(),
  /** Dates in the periods that the report cuts. */
  dayFirsts: optional(dates),
  dayLasts: optional(dates),
  from: optional(date),
  basis: optional(text),
};
type Given = Placeholders<typeof given>;

/**
 * Hand-written SQL, because the source of each part is a query plan: balances and lines are each summed by place first,
 * so that only few rows remain.
 */
const sumsStatement = statement('account-sums', given, (_db, parts) => {
  const { companyId, language, withZero, dayFirsts, basis } = parts;
  const sources = [selectPeriodBalances(parts), ...(dayFirsts === undefined ? [] : [selectDayLines(parts)])];
  return fromRawSql(sql<AccountSums>`with sums as (
      select account_id, sum(debit - credit) filter (where place = ${BEFORE}) as before,
        sum(debit - credit) filter (where place = ${OPENING}) as opening,
        sum(debit) filter (where place = ${INSIDE}) as debit, sum(credit) filter (where place = ${INSIDE}) as credit
      from (${sql.join(sources, sql` union all `)}) as parts
      ${basis === undefined ? sql`` : sql`where ${isBasis(companyId, basis)}`} group by account_id)
    select a.id, a.number, coalesce(a.labels ->> ${language}, a.label) as label, a.type, a.currency, s.before, s.opening, s.debit, s.credit
    from ${withZero ? selectAllAccounts(companyId) : selectAccountsOfSums(companyId)}`);
});

/** By id: few accounts of a chart of a thousand are used. */
const selectAccountsOfSums = (companyId: Given['companyId']): RawBuilder<unknown> =>
  sql`sums s cross join lateral (select * from read.accounts x where x.company_id = ${companyId} and x.id = s.account_id offset 0) as a`;

const selectAllAccounts = (companyId: Given['companyId']): RawBuilder<unknown> =>
  sql`read.accounts a left join sums s on s.account_id = a.id
    where a.company_id = ${companyId} and (s.account_id is not null or (a.is_postable and a.deleted_at is null))`;

const selectPeriodBalances = ({
  companyId,
  periodIds,
  places,
  carriedYearId,
  firstYearId,
  layers,
}: Given): RawBuilder<unknown> => sql`
  select b.account_id, case when b.layer = 'movement' then p.place when b.layer = 'carried' then ${BEFORE}
      when b.layer = 'opening' or (b.layer = 'awaiting' and b.fiscal_year_id = ${firstYearId}) then least(p.place, ${OPENING})
      else p.place end as place,
    sum(b.debit) as debit, sum(b.credit) as credit
  from read.balances b left join unnest(${periodIds}, ${places}) as p(id, place) on p.id = b.period_id
  where b.company_id = ${companyId}
    and case b.layer when 'movement' then p.id is not null when 'carried' then b.fiscal_year_id = ${carriedYearId}
      else p.place < ${INSIDE} or (p.place = ${INSIDE} and (b.layer = 'opening' or b.layer = ${anyOf(layers)})) end
  group by 1, 2`;

/** Entries of a few days are found by date, and their lines by entry. */
const selectDayLines = ({
  companyId,
  firstYearId,
  layers,
  dayFirsts,
  dayLasts,
  from,
}: Given): RawBuilder<unknown> => sql`
  select l.account_id, case when l.entry_date < ${from} or l.layer = 'opening'
      or (l.layer = 'awaiting' and e.fiscal_year_id = ${firstYearId}) then ${OPENING} else ${INSIDE} end,
    sum(l.debit), sum(l.credit)
  from unnest(${dayFirsts}, ${dayLasts}) as days(first, last)
  join read.entries e on e.company_id = ${companyId} and e.entry_date between days.first and days.last
  join read.entry_lines l on l.company_id = e.company_id and l.entry_id = e.id
  where l.layer <> 'carried'
    and (e.entry_date < ${from} or l.layer = 'opening' or l.layer = ${anyOf(layers)})
  group by 1, 2`;

/** The sums of each account. Whole periods come from the balances; lines are read only for the periods that the report cuts. */
export async function readAccountSums(
  db: Queryable,
  companyId: number,
  coverage: Coverage,
  { language, layers, withZero = false, basis }: SumOptions,
): Promise<AccountSums[]> {
  return sumsStatement.all(db, { companyId, language, layers, withZero, basis, ...toPlacedPeriods(coverage) });
}

/** The periods of a report, each with its place, and the days that it cuts. */
export function toPlacedPeriods({ before, opening, inside, carriedYearId, firstYearId, partial, from }: Coverage) {
  const [periodIds] = toPeriodArrays([...before, ...opening, ...inside]);
  const places = [
    ...before.map(() => PLACES.before),
    ...opening.map(() => PLACES.opening),
    ...inside.map(() => PLACES.inside),
  ];
  return {
    carriedYearId,
    firstYearId,
    periodIds,
    places,
    ...(partial.length > 0 && {
      dayFirsts: partial.map((span) => span.from),
      dayLasts: partial.map((span) => span.to),
      from,
    }),
  };
}

/** The label of an account in a language. */
const selectLabel = (language: Expression<Language>) => sql<string>`coalesce(labels ->> ${language}, label)`;

const namingStatement = statement(
  'naming-accounts',
  { companyId: bigint, level: integer, language: oneOf<Language>() },
  (db, { companyId, level, language }) =>
    db
      .selectFrom('read.accounts')
      .select(['id', 'number', selectLabel(language).as('label'), 'type', 'control_role'])
      .where('company_id', '=', companyId)
      .where('deleted_at', 'is', null)
      .where((eb) =>
        eb.or([
          eb(eb.fn<number>('length', ['number']), '<=', level),
          eb('control_role', 'in', ['result', 'carried_forward']),
        ]),
      ),
);

/** Accounts that name groups of this many digits, and those that can receive the result of a year-end closing. */
export async function readNamingAccounts(
  db: Queryable,
  companyId: number,
  level: number,
  language: Language,
): Promise<ResultAccount[]> {
  return namingStatement.all(db, { companyId, level, language });
}
