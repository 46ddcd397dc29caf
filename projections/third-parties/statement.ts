import { sql, type Expression } from 'kysely';
import type { Queryable } from '../../database/snapshot.ts';
import { isItemOf } from '../lettering/open-items.ts';
import { DUE_DATE_OF_LINE, selectOpenLines } from '../lettering/open-lines.ts';
import { sumAmount } from '../support/expressions.ts';
import { bigint, date, optional, text } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';
import { isCountedFor } from './merges.ts';

/** Totals of a statement of account. Its lines are read separately, because there may be many. */

export interface StatementSpan {
  /** Null: from the first movement on. */
  readonly from: string | null;
  readonly to: string;
  /** The date on which items are open or overdue. */
  readonly asOf: string;
  /** Only lines in this currency, with their amounts in it. */
  readonly currency?: string | undefined;
}

export type StatementTotals = RowOfStatement<typeof movementsStatement> & RowOfStatement<typeof openItemsStatement>;

const movementsStatement = statement(
  'statement-movements',
  { companyId: bigint, thirdPartyId: bigint, from: date, to: date, currency: optional(text) },
  (db, { companyId, thirdPartyId, from, to, currency }) => {
    const isForeign = currency !== undefined;
    const debit = isForeign ? sql<string>`greatest(l.currency_amount, 0)` : sql<string>`l.debit`;
    const credit = isForeign ? sql<string>`greatest(-l.currency_amount, 0)` : sql<string>`l.credit`;
    const amount = isForeign ? sql<string>`l.currency_amount` : sql<string>`l.debit - l.credit`;
    return db
      .selectFrom('read.entry_lines as l')
      .select((eb) => [
        eb.fn.countAll<number>().filterWhere('l.entry_date', '>=', from).as('movements'),
        // Debit minus credit before the first day.
        sumAmount(amount, eb('l.entry_date', '<', from)).as('opening'),
        sumAmount(debit, eb('l.entry_date', '>=', from)).as('debit'),
        sumAmount(credit, eb('l.entry_date', '>=', from)).as('credit'),
      ])
      .where('l.company_id', '=', companyId)
      .where(isCountedFor('l', companyId, thirdPartyId))
      .where('l.entry_date', '<=', to)
      .$if(isForeign, (query) => query.where('l.currency', '=', currency!));
  },
);

const openItemsStatement = statement(
  'statement-open-items',
  { companyId: bigint, thirdPartyId: bigint, asOf: date, currency: optional(text) },
  (db, { companyId, thirdPartyId, asOf, currency }) => {
    const items = db
      .selectFrom(selectOpenLines(companyId, asOf, isItemOf(companyId, thirdPartyId, currency)))
      .select([
        (currency === undefined ? sql<string>`l.open` : sql<string>`l.currency_open`).as('amount'),
        sql<number>`${asOf} - ${DUE_DATE_OF_LINE}`.as('late'),
      ]);
    return db.selectFrom(items.as('items')).select((eb) => {
      const sumOpen = (isMeant?: Expression<boolean>) => sumAmount(eb.ref('amount'), isMeant);
      return [
        eb.fn.countAll<number>().as('open_items'),
        sumOpen(sql`late <= 0`).as('not_due'),
        sumOpen(sql`late between 1 and 30`).as('days_1_30'),
        sumOpen(sql`late between 31 and 60`).as('days_31_60'),
        sumOpen(sql`late between 61 and 90`).as('days_61_90'),
        sumOpen(sql`late > 90`).as('days_over_90'),
        sumOpen().as('open_total'),
      ];
    });
  },
);

export async function readStatementTotals(
  db: Queryable,
  companyId: number,
  thirdPartyId: number,
  { from, to, asOf, currency }: StatementSpan,
): Promise<StatementTotals> {
  const movements = await movementsStatement.first(db, {
    companyId,
    thirdPartyId,
    from: from ?? '0001-01-01',
    to,
    currency,
  });
  const items = await openItemsStatement.first(db, { companyId, thirdPartyId, asOf, currency });
  return { ...movements!, ...items! };
}
