import type pg from 'pg';
import type { ManualMatch } from '../../domain/bank-rules/proposals.ts';
import { bigint } from '../support/parameters.ts';
import { statement } from '../support/statement.ts';

/** How far back proposals look: older practice may no longer apply. */
const MOST_MATCHES = 5_000;

const manualStatement = statement('bank-rules-manual-matches', { companyId: bigint, limit: bigint }, (db, given) =>
  db
    .selectFrom('read.bank_matches as m')
    .innerJoin('read.bank_transactions as t', 't.id', 'm.transaction_id')
    .select(['m.transaction_id', 'm.lines', 't.entry_date', 't.amount', 't.counterpart_name', 't.counterpart_iban'])
    .select(['t.communication', 't.structured_communication', 't.bank_code', 't.end_to_end_id'])
    .where('m.company_id', '=', given.companyId)
    .where('m.undone_at', 'is', null)
    .where('m.origin', '=', 'manual')
    // Matches with open items would not need a rule.
    .where('m.items_count', '=', 0)
    .where('t.deleted_at', 'is', null)
    .orderBy('m.created_at', 'desc')
    .orderBy('m.transaction_id', 'desc')
    .limit(given.limit),
);

/** Transactions that users booked to accounts, newest first. */
export async function listManualMatches(pool: pg.Pool, companyId: number): Promise<readonly ManualMatch[]> {
  const rows = await manualStatement.all(pool, { companyId, limit: MOST_MATCHES });
  return rows.map(({ transaction_id, lines, ...transaction }) => ({ transaction_id, lines, transaction }));
}
