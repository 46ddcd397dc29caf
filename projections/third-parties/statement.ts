import { sql, type Expression } from 'kysely';
import type { Queryable } from '../../database/snapshot.ts';
import { DUE_DATE_OF_LINE, selectOpenLines } from '../lettering/open-lines.ts';
import { sumAmount } from '../support/expressions.ts';
import { bigint, date } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';
import { isCountedFor } from './merges.ts';

/** Totals of a statement of account. Its lines are read separately, because there may be many. */

export interface StatementSpan {
  /** Null: from the first movement on. */
  readonly from: string | null;
  readonly to: string;
  /** The date on which items are open or overdue. */
  readonly asOf: string;
}

export type StatementTotals = RowOfStatement<typeof movementsStatement> & RowOfStatement<typeof openItemsStatement>;

const movementsStatement = statement(
  'statement-movements',
  { companyId: bigint, thirdPartyId: bigint, from: date, to: date },
  (db, { companyId, thirdPartyId, from, to }) =>
    db
      .selectFrom('read.entry_lines as l')
      .select((eb) => [
        eb.fn.countAll<number>().filterWhere('l.entry_date', '>=', from).as('movements'),
        // Debit minus credit before the first day.
        sumAmount(sql`l.debit - l.credit`, eb('l.entry_date', '<', from)).as('opening'),
        sumAmount(eb.ref('l.debit'), eb('l.entry_date', '>=', from)).as('debit'),
        sumAmount(eb.ref('l.credit'), eb('l.entry_date', '>=', from)).as('credit'),
      ])
      .where('l.company_id', '=', companyId)
      .where(isCountedFor('l', companyId, thirdPartyId))
      .where('l.entry_date', '<=', to),
);

const openItemsStatement = statement(
  'statement-open-items',
  { companyId: bigint, thirdPartyId: bigint, asOf: date },
  (db, { companyId, thirdPartyId, asOf }) => {
    const items = db
      .selectFrom(selectOpenLines(companyId, asOf, isCountedFor('l', companyId, thirdPartyId)))
      .select(['l.open as amount', sql<number>`${asOf} - ${DUE_DATE_OF_LINE}`.as('late')]);
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
  { from, to, asOf }: StatementSpan,
): Promise<StatementTotals> {
  const movements = await movementsStatement.first(db, { companyId, thirdPartyId, from: from ?? '0001-01-01', to });
  const items = await openItemsStatement.first(db, { companyId, thirdPartyId, asOf });
  return { ...movements!, ...items! };
}
