import type pg from 'pg';

/**
 * Files that are also used for something else: for another third party, in an entry without this one, or in another
 * company file. Plain SQL: one statement over many tables.
 */
const SHARED = {
  name: 'files-shared-with-others',
  text: `SELECT DISTINCT sha256 FROM (
      SELECT d.file ->> 'sha256' AS sha256, d.company_id, d.third_party_id FROM read.documents d
        WHERE d.file ->> 'sha256' = ANY ($3)
      UNION ALL SELECT i.sha256, i.company_id, i.third_party_id FROM read.document_imports i WHERE i.sha256 = ANY ($3)
      UNION ALL SELECT i.preview_sha256, i.company_id, i.third_party_id FROM read.document_imports i
        WHERE i.preview_sha256 = ANY ($3)
      UNION ALL SELECT f.sha256, f.company_id, d.third_party_id FROM read.document_files f
        JOIN read.documents d ON d.company_id = f.company_id AND d.id = f.document_id WHERE f.sha256 = ANY ($3)
      UNION ALL SELECT a.sha256, a.company_id, (SELECT l.third_party_id FROM read.entry_lines l
          WHERE l.entry_id = a.entry_id AND l.company_id = a.company_id AND l.third_party_id IS NOT NULL
          ORDER BY l.third_party_id = ANY ($2), l.line_number LIMIT 1)
        FROM read.entry_attachments a WHERE a.sha256 = ANY ($3)
    ) AS uses WHERE company_id <> $1 OR third_party_id IS NULL OR third_party_id <> ALL ($2)`,
};

export async function listOtherHolders(
  pool: pg.Pool,
  companyId: number,
  thirdPartyIds: readonly number[],
  hashes: readonly string[],
): Promise<ReadonlySet<string>> {
  if (hashes.length === 0) return new Set();
  const { rows } = await pool.query<{ sha256: string }>({ ...SHARED, values: [companyId, thirdPartyIds, hashes] });
  return new Set(rows.map(({ sha256 }) => sha256));
}
