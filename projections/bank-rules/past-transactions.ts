import type pg from 'pg';
import { bigint, date, optional } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';

/** Transactions for testing rules, in steps from newest to oldest. */
export type PastTransaction = RowOfStatement<typeof pastStatement>;

const pastStatement = statement(
  'bank-rules-past-transactions',
  {
    companyId: bigint,
    from: optional(date),
    to: optional(date),
    beforeDate: optional(date),
    beforeId: optional(bigint),
    limit: bigint,
  },
  (db, { companyId, from, to, beforeDate, beforeId, limit }) =>
    db
      .selectFrom('read.bank_transactions as t')
      .select(['t.id', 't.entry_date', 't.amount', 't.counterpart_name', 't.counterpart_iban', 't.communication'])
      .select(['t.structured_communication', 't.bank_code', 't.end_to_end_id', 't.status', 't.journal_entry_id'])
      .where('t.company_id', '=', companyId)
      .where('t.deleted_at', 'is', null)
      .$if(from !== undefined, (query) => query.where('t.entry_date', '>=', from!))
      .$if(to !== undefined, (query) => query.where('t.entry_date', '<=', to!))
      .$if(beforeDate !== undefined && beforeId !== undefined, (query) =>
        query.where((eb) => eb(eb.refTuple('t.entry_date', 't.id'), '<', eb.tuple(beforeDate!, beforeId!))),
      )
      .orderBy('t.entry_date', 'desc')
      .orderBy('t.id', 'desc')
      .limit(limit),
);

export async function listPastTransactions(
  pool: pg.Pool,
  companyId: number,
  range: { readonly from: string | null; readonly to: string | null },
  before: Pick<PastTransaction, 'id' | 'entry_date'> | null,
  limit: number,
): Promise<readonly PastTransaction[]> {
  return pastStatement.all(pool, {
    companyId,
    from: range.from ?? undefined,
    to: range.to ?? undefined,
    beforeDate: before?.entry_date,
    beforeId: before?.id,
    limit,
  });
}
