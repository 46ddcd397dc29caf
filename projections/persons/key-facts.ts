import type pg from 'pg';

/** Records with keys of their own, and the people of bank transactions. Plain SQL: one statement over many tables. */

export interface KeyFacts {
  readonly kind: 'import' | 'mail' | 'conflict' | 'outsider';
  readonly third_party_id: number;
  /** Null for an outsider. */
  readonly id: number | null;
  /** The IBAN or the name that an outsider is known by. */
  readonly text: string | null;
}

const FACTS = {
  name: 'keys-of-person',
  text: `WITH person AS (
      SELECT t.id, t.name, t.email, t.ibans FROM read.third_parties t WHERE t.company_id = $1 AND t.id = ANY ($2)
    ), earlier AS (
      SELECT e.row_id AS id, e.before FROM read.earlier_rows e
      WHERE e.company_id = $1 AND e.table_name = 'third_parties' AND e.row_id = ANY ($2)
    ), texts AS (
      SELECT id, name AS text FROM person
      UNION ALL SELECT id, before ->> 'name' FROM earlier
      UNION ALL SELECT p.id, iban FROM person p CROSS JOIN jsonb_array_elements_text(p.ibans) AS iban
      UNION ALL SELECT e.id, iban FROM earlier e
        CROSS JOIN jsonb_array_elements_text(CASE jsonb_typeof(e.before -> 'ibans') WHEN 'array' THEN e.before -> 'ibans' ELSE '[]' END) AS iban
      UNION ALL SELECT b.third_party_id, coalesce(nullif(b.counterpart_iban, ''), b.counterpart_name) FROM read.bank_transactions b
        WHERE b.company_id = $1 AND b.third_party_id = ANY ($2)
      UNION ALL SELECT b.third_party_id, b.counterpart_name FROM read.bank_transactions b
        WHERE b.company_id = $1 AND b.third_party_id = ANY ($2)
    ), addresses AS (
      SELECT id, lower(email) AS address FROM person WHERE email IS NOT NULL
      UNION SELECT id, lower(before ->> 'email') FROM earlier WHERE before ->> 'email' IS NOT NULL
    )
    SELECT 'import' AS kind, coalesce(d.third_party_id, i.third_party_id) AS third_party_id, i.id, NULL AS text
      FROM read.document_imports i LEFT JOIN read.documents d ON d.company_id = i.company_id AND d.id = i.imported_document_id
      WHERE i.company_id = $1 AND coalesce(d.third_party_id, i.third_party_id) = ANY ($2)
    UNION ALL SELECT 'mail', m.third_party_id, m.id, NULL FROM read.mails m
      WHERE m.company_id = $1 AND m.third_party_id = ANY ($2)
    UNION ALL SELECT 'mail', a.id, r.mail_id, NULL FROM read.mail_addresses r JOIN addresses a ON a.address = r.address
      JOIN read.mails m ON m.company_id = r.company_id AND m.id = r.mail_id WHERE r.company_id = $1 AND m.third_party_id IS NULL
    UNION ALL SELECT 'conflict', c.record_id, c.id, NULL FROM read.sync_conflicts c
      WHERE c.company_id = $1 AND c.resource = 'third-parties' AND c.record_id = ANY ($2)
    UNION ALL SELECT DISTINCT 'outsider', t.id, NULL::bigint, t.text FROM texts t WHERE t.text <> ''`,
};

export async function listKeyFacts(
  pool: pg.Pool,
  companyId: number,
  thirdPartyIds: readonly number[],
): Promise<readonly KeyFacts[]> {
  const { rows } = await pool.query<KeyFacts>({ ...FACTS, values: [companyId, thirdPartyIds] });
  return rows;
}
