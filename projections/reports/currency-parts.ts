import { sql } from 'kysely';
import type { Queryable } from '../../database/snapshot.ts';
import type { Layer } from '../../domain/ledger/entry-events.ts';
import type { Coverage } from '../../domain/reports/span.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints, date, dates, nullable, optional, someOf, text } from '../support/parameters.ts';
import { fromRawSql, statement } from '../support/statement.ts';
import type { PartSums } from './general-ledger.ts';
import { toDayArrays, toPeriodArrays } from './spans.ts';

/** Movements of an account in one currency, in one part of a report. */
export interface CurrencyPart extends PartSums {
  readonly currency_debit: string;
  readonly currency_credit: string;
}

/** Like `account-parts`, over the few lines in a currency. */
const partsStatement = statement(
  'currency-parts',
  {
    companyId: bigint,
    currency: text,
    accountId: optional(bigint),
    layers: someOf<Layer>(),
    openedOn: nullable(date),
    periodIds: bigints,
    periodFirsts: dates,
    periodLasts: dates,
    dayFirsts: dates,
    dayLasts: dates,
  },
  (_db, given) => {
    const { companyId, currency, accountId, layers, openedOn } = given;
    const { periodIds, periodFirsts, periodLasts, dayFirsts, dayLasts } = given;
    const isAccount = (column: string) =>
      accountId === undefined ? sql`` : sql`and ${sql.ref(column)} = ${accountId}`;
    return fromRawSql(sql<CurrencyPart>`
      select b.account_id as owner_id, p.first, p.last, sum(b.lines_count)::bigint as count, sum(b.debit) as debit,
        sum(b.credit) as credit, sum(b.currency_debit) as currency_debit, sum(b.currency_credit) as currency_credit
      from read.currency_balances b
      join unnest(${periodIds}, ${periodFirsts}, ${periodLasts}) as p(id, first, last) on p.id = b.period_id
      where b.company_id = ${companyId} and b.currency = ${currency} ${isAccount('b.account_id')} and b.layer = ${anyOf(layers)}
        and not (b.layer = 'awaiting' and p.first is not distinct from ${openedOn})
      group by b.account_id, p.first, p.last
      union all
      select l.account_id, days.first, days.last, count(*), sum(l.debit), sum(l.credit), sum(greatest(l.currency_amount, 0.00)),
        sum(greatest(-l.currency_amount, 0.00))
      from unnest(${dayFirsts}, ${dayLasts}) as days(first, last)
      join read.entry_lines l on l.company_id = ${companyId} and l.currency = ${currency} ${isAccount('l.account_id')}
        and l.entry_date between days.first and days.last
      where l.layer = ${anyOf(layers)} and not (l.layer = 'awaiting' and l.entry_date is not distinct from ${openedOn})
      group by l.account_id, days.first, days.last
      order by first`);
  },
);

/** By account and period, in date order. */
export async function readCurrencyParts(
  db: Queryable,
  companyId: number,
  { inside, partial, from, openedOn }: Pick<Coverage, 'inside' | 'partial' | 'from' | 'openedOn'>,
  wanted: { readonly layers: readonly Layer[]; readonly currency: string; readonly accountId?: number },
): Promise<CurrencyPart[]> {
  const [periodIds, periodFirsts, periodLasts] = toPeriodArrays(inside);
  const [dayFirsts, dayLasts] = toDayArrays(partial, from);
  const spans = { openedOn, periodIds, periodFirsts, periodLasts, dayFirsts, dayLasts };
  return partsStatement.all(db, { companyId, ...wanted, ...spans });
}
