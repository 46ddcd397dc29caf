import type pg from 'pg';
import { listPersonalFields } from '../../domain/persons/erasable-fields.ts';

export interface EarlierValue {
  readonly field: string;
  readonly value: unknown;
  /** When it was replaced. */
  readonly until: string;
}

/** Values that the personal fields of a third party had before, oldest first. Plain SQL: each row has other fields. */
const EARLIER = {
  name: 'earlier-values-of-person',
  text: `SELECT f.key AS field, f.value, e.until FROM read.earlier_rows e CROSS JOIN jsonb_each(e.before) AS f
         WHERE e.company_id = $1 AND e.table_name = 'third_parties' AND e.row_id = $2 AND f.key = ANY ($3)
           AND f.value NOT IN ('null', '[]', '"[erased]"')
         ORDER BY e.position, f.key`,
};

export async function listEarlierValues(
  pool: pg.Pool,
  companyId: number,
  thirdPartyId: number,
): Promise<readonly EarlierValue[]> {
  // The national number is encrypted, and shown only on its slip.
  const fields = listPersonalFields('all').filter((name) => name !== 'national_number');
  const { rows } = await pool.query<EarlierValue>({ ...EARLIER, values: [companyId, thirdPartyId, fields] });
  return rows;
}
