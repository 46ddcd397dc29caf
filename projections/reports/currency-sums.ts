import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '../../database/snapshot.ts';
import type { Language } from '../../domain/language.ts';
import type { Layer } from '../../domain/ledger/entry-events.ts';
import type { Coverage } from '../../domain/reports/span.ts';
import type { AccountSums } from '../../domain/reports/trial-balance.ts';
import { anyOf } from '../support/expressions.ts';
import {
  bigint,
  bigints,
  date,
  dates,
  integers,
  nullable,
  oneOf,
  optional,
  someOf,
  text,
  type Placeholders,
} from '../support/parameters.ts';
import { fromRawSql, statement } from '../support/statement.ts';
import { toPlacedPeriods } from './account-sums.ts';
import { isBasis } from './basis.ts';
import { BEFORE, INSIDE, OPENING } from './places.ts';

/** Sums of an account in a currency, beside those of the same lines in the currency of the company file. */
export interface CurrencySums extends AccountSums {
  readonly currency: string;
  readonly currency_before: string | null;
  readonly currency_opening: string | null;
  readonly currency_debit: string | null;
  readonly currency_credit: string | null;
}

const given = {
  companyId: bigint,
  language: oneOf<Language>(),
  layers: someOf<Layer>(),
  carriedYearId: nullable(bigint),
  firstYearId: nullable(bigint),
  periodIds: bigints,
  places: integers,
  /** Absent: each account in its own currency, if it has one. */
  currency: optional(text),
  dayFirsts: optional(dates),
  dayLasts: optional(dates),
  from: optional(date),
  basis: optional(text),
};
type Given = Placeholders<typeof given>;

/** Like `account-sums`, over the few lines with a currency. */
const sumsStatement = statement('currency-sums', given, (_db, parts) => {
  const { companyId, language, currency, dayFirsts, basis } = parts;
  const sources = [selectPeriodBalances(parts), ...(dayFirsts === undefined ? [] : [selectDayLines(parts)])];
  const sumPlace = (place: RawBuilder<unknown>, amount: RawBuilder<unknown>) =>
    sql`sum(${amount}) filter (where place = ${place})`;
  return fromRawSql(sql<CurrencySums>`with sums as (
      select account_id, currency, ${sumPlace(BEFORE, sql`debit - credit`)} as before,
        ${sumPlace(OPENING, sql`debit - credit`)} as opening, ${sumPlace(INSIDE, sql`debit`)} as debit,
        ${sumPlace(INSIDE, sql`credit`)} as credit,
        ${sumPlace(BEFORE, sql`currency_debit - currency_credit`)} as currency_before,
        ${sumPlace(OPENING, sql`currency_debit - currency_credit`)} as currency_opening,
        ${sumPlace(INSIDE, sql`currency_debit`)} as currency_debit, ${sumPlace(INSIDE, sql`currency_credit`)} as currency_credit
      from (${sql.join(sources, sql` union all `)}) as parts
      ${basis === undefined ? sql`` : sql`where ${isBasis(companyId, basis)}`} group by account_id, currency)
    select a.id, a.number, coalesce(a.labels ->> ${language}, a.label) as label, a.type, s.before, s.opening, s.debit, s.credit,
      s.currency, s.currency_before, s.currency_opening, s.currency_debit, s.currency_credit
    from sums s join read.accounts a on a.company_id = ${companyId} and a.id = s.account_id
    ${currency === undefined ? sql`where a.currency = s.currency` : sql``} order by a.number, s.currency`);
});

const selectPeriodBalances = ({
  companyId,
  periodIds,
  places,
  carriedYearId,
  firstYearId,
  layers,
  currency,
}: Given): RawBuilder<unknown> => sql`
  select b.account_id, b.currency, case when b.layer = 'movement' then p.place when b.layer = 'carried' then ${BEFORE}
      when b.layer = 'opening' or (b.layer = 'awaiting' and b.fiscal_year_id = ${firstYearId}) then least(p.place, ${OPENING})
      else p.place end as place,
    sum(b.debit) as debit, sum(b.credit) as credit, sum(b.currency_debit) as currency_debit, sum(b.currency_credit) as currency_credit
  from read.currency_balances b left join unnest(${periodIds}, ${places}) as p(id, place) on p.id = b.period_id
  where b.company_id = ${companyId} ${currency === undefined ? sql`` : sql`and b.currency = ${currency}`}
    and case b.layer when 'movement' then p.id is not null when 'carried' then b.fiscal_year_id = ${carriedYearId}
      else p.place < ${INSIDE} or (p.place = ${INSIDE} and (b.layer = 'opening' or b.layer = ${anyOf(layers)})) end
  group by 1, 2, 3`;

const selectDayLines = ({
  companyId,
  firstYearId,
  layers,
  dayFirsts,
  dayLasts,
  from,
  currency,
}: Given): RawBuilder<unknown> => sql`
  select l.account_id, l.currency, case when l.entry_date < ${from} or l.layer = 'opening'
      or (l.layer = 'awaiting' and e.fiscal_year_id = ${firstYearId}) then ${OPENING} else ${INSIDE} end,
    sum(l.debit), sum(l.credit), sum(greatest(l.currency_amount, 0.00)), sum(greatest(-l.currency_amount, 0.00))
  from unnest(${dayFirsts}, ${dayLasts}) as days(first, last)
  join read.entry_lines l on l.company_id = ${companyId} and l.entry_date between days.first and days.last
    and l.currency is not null ${currency === undefined ? sql`` : sql`and l.currency = ${currency}`}
  join read.entries e on e.company_id = l.company_id and e.id = l.entry_id
  where l.layer <> 'carried'
    and (l.entry_date < ${from} or l.layer = 'opening' or l.layer = ${anyOf(layers)})
  group by 1, 2, 3`;

export interface CurrencySumOptions {
  readonly language: Language;
  readonly layers: readonly Layer[];
  /** Absent: each account in its own currency, if it has one. */
  readonly currency?: string | undefined;
  /** No rows are returned unless the tables still show this basis. */
  readonly basis?: string | undefined;
}

export async function readCurrencySums(
  db: Queryable,
  companyId: number,
  coverage: Coverage,
  options: CurrencySumOptions,
): Promise<CurrencySums[]> {
  return sumsStatement.all(db, { companyId, ...options, ...toPlacedPeriods(coverage) });
}

/** The sums in the currency, in the form of sums in the currency of the company file. */
export const toSumsInCurrency = (sums: CurrencySums): AccountSums => ({
  ...sums,
  before: sums.currency_before,
  opening: sums.currency_opening,
  debit: sums.currency_debit,
  credit: sums.currency_credit,
});
