import type pg from 'pg';
import type { Json } from '../../domain/json.ts';
import { ERASED_TEXT, listPersonalFields } from '../../domain/persons/erasable-fields.ts';
import type { ErasedPart } from '../../domain/persons/person-events.ts';
import { listDistinctiveTexts } from './redact.ts';

/** The texts of a person that the tables still have, with those of earlier versions of the record. */
export async function collectPersonTexts(
  pool: pg.Pool,
  companyId: number,
  thirdPartyId: number,
  part: ErasedPart,
): Promise<readonly string[]> {
  const { rows } = await pool.query<{ record: Record<string, Json> }>({
    name: 'texts-of-person',
    text: `SELECT to_jsonb(t) AS record FROM read.third_parties t WHERE t.company_id = $1 AND t.id = $2
           UNION ALL SELECT e.before FROM read.earlier_rows e
           WHERE e.company_id = $1 AND e.table_name = 'third_parties' AND e.row_id = $2`,
    values: [companyId, thirdPartyId],
  });
  const fields = listPersonalFields(part);
  if (part === 'all') rows.push(...(await listBankNames(pool, companyId, thirdPartyId)));
  const texts = rows.flatMap(({ record }) => fields.flatMap((name) => listTexts(record[name] ?? null)));
  return listDistinctiveTexts(texts.filter((text) => text !== ERASED_TEXT));
}

/** Banks write names in their own way. */
async function listBankNames(
  pool: pg.Pool,
  companyId: number,
  thirdPartyId: number,
): Promise<readonly { record: Record<string, Json> }[]> {
  const { rows } = await pool.query<{ name: string | null }>({
    name: 'bank-names-of-person',
    text: `SELECT DISTINCT b.counterpart_name AS name FROM read.bank_transactions b WHERE b.company_id = $1 AND b.third_party_id = $2`,
    values: [companyId, thirdPartyId],
  });
  return rows.map(({ name }) => ({ record: { name } }));
}

function listTexts(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap((item: Json) => listTexts(item));
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap((one) => listTexts(one ?? null))
    : [];
}
