import { sql, type Expression, type RawBuilder } from 'kysely';
import type { Queryable } from '../../database/snapshot.ts';
import type { Language } from '../../domain/language.ts';
import type { Layer } from '../../domain/ledger/entry-events.ts';
import type { Coverage } from '../../domain/reports/span.ts';
import type { AccountSums, ResultAccount } from '../../domain/reports/trial-balance.ts';
import { endOfMonth, monthOf } from '../ledger/recorded-month.ts';
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
  timestamp,
  type Placeholders,
} from '../support/parameters.ts';
import { byHand, statement } from '../support/statement.ts';
import { periodsOf } from './spans.ts';

/** Layers whose amounts are movements of a report; `opening` and `carried` stand before it. */
export const movementLayers = (withoutClosing: boolean): readonly Layer[] =>
  withoutClosing ? ['movement', 'awaiting'] : ['movement', 'awaiting', 'closing'];

export interface SumOptions {
  /** Of the labels. */
  readonly language: Language;
  readonly layers: readonly Layer[];
  /** Also accounts that could be posted to and never were. */
  readonly withZero?: boolean;
  /** Leave out what was recorded later than this moment, in UTC. Needs a continuous coverage. */
  readonly asOf?: string | null;
}

/** To which of the sums of an account an amount belongs. */
const PLACES = { before: 0, opening: 1, inside: 2 } as const;
const BEFORE = sql.lit(PLACES.before);
const OPENING = sql.lit(PLACES.opening);
const INSIDE = sql.lit(PLACES.inside);

const given = {
  companyId: bigint,
  language: oneOf<Language>(),
  layers: someOf<Layer>(),
  carriedYearId: nullable(bigint),
  firstYearId: nullable(bigint),
  periodIds: bigints,
  places: integers,
  withZero: shape<boolean>(),
  /** As of a moment: it, the first day of its month and the end of that month, and the days of the periods. */
  asOf: optional(timestamp),
  month: optional(date),
  monthEnd: optional(timestamp),
  firsts: optional(dates),
  lasts: optional(dates),
  /** Of the periods that the report cuts. */
  dayFirsts: optional(dates),
  dayLasts: optional(dates),
  from: optional(date),
};
type Given = Placeholders<typeof given>;

/**
 * By hand, because what is read from where is a plan: balances and lines are each added up by place at once, so that what is
 * left to do is a matter of few rows.
 */
const sumsStatement = statement('account-sums', given, (_db, parts) => {
  const { companyId, language, withZero, asOf, dayFirsts } = parts;
  const sources = [
    balancesOfPeriods(parts),
    ...(asOf === undefined ? [] : [linesOfMonth(parts)]),
    ...(dayFirsts === undefined ? [] : [linesOfDays(parts)]),
  ];
  return byHand(sql<AccountSums>`with sums as (
      select account_id, sum(debit - credit) filter (where place = ${BEFORE}) as before,
        sum(debit - credit) filter (where place = ${OPENING}) as opening,
        sum(debit) filter (where place = ${INSIDE}) as debit, sum(credit) filter (where place = ${INSIDE}) as credit
      from (${sql.join(sources, sql` union all `)}) as parts group by account_id)
    select a.id, a.number, coalesce(a.labels ->> ${language}, a.label) as label, a.type, s.before, s.opening, s.debit, s.credit
    from read.accounts a ${withZero ? sql`left join` : sql`join`} sums s on s.account_id = a.id
    where a.company_id = ${companyId} ${withZero ? sql`and (s.account_id is not null or (a.is_postable and a.deleted_at is null))` : sql``}`);
});

const balancesOfPeriods = ({
  companyId,
  periodIds,
  places,
  carriedYearId,
  firstYearId,
  layers,
  month,
}: Given): RawBuilder<unknown> => sql`
  select b.account_id, case when b.layer = 'carried' then ${BEFORE}
      when b.layer = 'opening' or (b.layer = 'awaiting' and b.fiscal_year_id = ${firstYearId}) then least(p.place, ${OPENING})
      else p.place end as place,
    sum(b.debit) as debit, sum(b.credit) as credit
  from read.balances b left join unnest(${periodIds}, ${places}) as p(id, place) on p.id = b.period_id
  where b.company_id = ${companyId} and ${month === undefined ? sql`true` : sql`b.recorded_in <= ${month}`}
    and case b.layer when 'carried' then b.fiscal_year_id = ${carriedYearId}
      else p.place < ${INSIDE} or (p.place = ${INSIDE} and (b.layer = 'opening' or b.layer = ${anyOf(layers)})) end
  group by 1, 2`;

/** An entry of a few days is found by its date, and its lines by the entry. */
const linesOfDays = ({
  companyId,
  firstYearId,
  layers,
  dayFirsts,
  dayLasts,
  from,
  asOf,
}: Given): RawBuilder<unknown> => sql`
  select l.account_id, case when l.entry_date < ${from} or l.layer = 'opening'
      or (l.layer = 'awaiting' and e.fiscal_year_id = ${firstYearId}) then ${OPENING} else ${INSIDE} end,
    sum(l.debit), sum(l.credit)
  from unnest(${dayFirsts}, ${dayLasts}) as days(first, last)
  join read.entries e on e.company_id = ${companyId} and e.entry_date between days.first and days.last
  join read.entry_lines l on l.entry_id = e.id
  where ${asOf === undefined ? sql`true` : sql`e.created_at <= ${asOf}`} and e.layer <> 'carried'
    and (e.entry_date < ${from} or e.layer = 'opening' or e.layer = ${anyOf(layers)})
  group by 1, 2`;

/** To be taken off: what whole periods got later in a month. Only those are looked at that something was recorded for in it. */
const linesOfMonth = ({
  companyId,
  firstYearId,
  layers,
  periodIds,
  places,
  firsts,
  lasts,
  asOf,
  month,
  monthEnd,
}: Given): RawBuilder<unknown> => sql`
  select l.account_id, case
      when l.layer = 'opening' or (l.layer = 'awaiting' and e.fiscal_year_id = ${firstYearId}) then least(p.place, ${OPENING})
      else p.place end, -sum(l.debit), -sum(l.credit)
  from unnest(${periodIds}, ${places}, ${firsts}, ${lasts}) as p(id, place, first, last)
  join read.entries e on e.company_id = ${companyId} and e.entry_date between p.first and p.last
  join read.entry_lines l on l.entry_id = e.id
  where p.id in (select period_id from read.balances where company_id = ${companyId} and recorded_in = ${month})
    and e.created_at > ${asOf} and e.created_at < ${monthEnd}
    and e.layer <> 'carried' and (p.place < ${INSIDE} or e.layer = 'opening' or e.layer = ${anyOf(layers)})
  group by 1, 2`;

/**
 * The sums of each account. Whole periods come from the balances; lines are read for the days of a period that the report
 * cuts. As of a moment, the balances of later months are left out, and what was recorded later in its own month is taken off.
 */
export async function accountSums(
  db: Queryable,
  companyId: number,
  { before, opening, inside, carriedYearId, firstYearId, partial, from }: Coverage,
  { language, layers, withZero = false, asOf = null }: SumOptions,
): Promise<AccountSums[]> {
  const [periodIds, firsts, lasts] = periodsOf([...before, ...opening, ...inside]);
  const places = [
    ...before.map(() => PLACES.before),
    ...opening.map(() => PLACES.opening),
    ...inside.map(() => PLACES.inside),
  ];
  return sumsStatement.all(db, {
    companyId,
    language,
    layers,
    carriedYearId,
    firstYearId,
    periodIds,
    places,
    withZero,
    ...(asOf !== null && { asOf, month: monthOf(asOf), monthEnd: endOfMonth(asOf), firsts, lasts }),
    ...(partial.length > 0 && {
      dayFirsts: partial.map((span) => span.from),
      dayLasts: partial.map((span) => span.to),
      from,
    }),
  });
}

/** The label of an account in a language. */
const labelIn = (language: Expression<Language>) => sql<string>`coalesce(labels ->> ${language}, label)`;

const namingStatement = statement(
  'naming-accounts',
  { companyId: bigint, level: integer, language: oneOf<Language>() },
  (db, { companyId, level, language }) =>
    db
      .selectFrom('read.accounts')
      .select(['id', 'number', labelIn(language).as('label'), 'type', 'control_role'])
      .where('company_id', '=', companyId)
      .where('deleted_at', 'is', null)
      .where((eb) =>
        eb.or([
          eb(eb.fn<number>('length', ['number']), '<=', level),
          eb('control_role', 'in', ['result', 'carried_forward']),
        ]),
      ),
);

/** Accounts that name groups of so many digits, and those that the closing of a year may give its result to. */
export async function namingAccounts(
  db: Queryable,
  companyId: number,
  level: number,
  language: Language,
): Promise<ResultAccount[]> {
  return namingStatement.all(db, { companyId, level, language });
}
