import type pg from 'pg';
import { countsFor, isCountedFor, joinMerges } from './merges.ts';

export interface ThirdPartyBalance {
  readonly third_party_id: number;
  readonly account_id: number;
  readonly debit: string;
  readonly credit: string;
}

/** What stands on the accounts of third parties, over all periods; of one of them, or of all. */
export async function thirdPartyBalancesOf(
  pool: pg.Pool,
  companyId: number,
  thirdPartyId: number | null = null,
): Promise<ThirdPartyBalance[]> {
  const { rows } = await pool.query<ThirdPartyBalance>({
    name: thirdPartyId === null ? 'balances-of-third-parties' : 'balances-of-a-third-party',
    text: `SELECT ${countsFor('b')} AS third_party_id, b.account_id, sum(b.debit) AS debit, sum(b.credit) AS credit
           FROM read.third_party_balances b ${joinMerges('b')}
           WHERE b.company_id = $1 AND b.layer <> 'carried' ${thirdPartyId === null ? '' : `AND ${isCountedFor('b', '$2')}`}
           GROUP BY 1, 2 ORDER BY 1, 2`,
    values: thirdPartyId === null ? [companyId] : [companyId, thirdPartyId],
  });
  return rows;
}
