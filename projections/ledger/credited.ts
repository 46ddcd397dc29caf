import type pg from 'pg';
import type { CreditedEntry } from '../../domain/ledger/invoice.ts';
import { countsFor, joinMerges } from '../third-parties/merges.ts';

/** What a credit note must know of the entries that it says to credit, by their id; those of another file are not there. */
export async function creditedEntries(
  pool: pg.Pool,
  companyId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, CreditedEntry>> {
  const { rows } = await pool.query<CreditedEntry & { id: number }>({
    name: 'credited-entries',
    text: `SELECT e.id, e.journal_id, e.origin, e.status, ${countsFor('e')} AS third_party_id
      FROM read.entries e ${joinMerges('e')} WHERE e.company_id = $1 AND e.id = ANY($2::bigint[])`,
    values: [companyId, ids],
  });
  return new Map(rows.map(({ id, ...entry }) => [id, entry]));
}
