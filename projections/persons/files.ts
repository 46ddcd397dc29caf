import type pg from 'pg';

/** Stored files with the data of a person. Plain SQL: one statement over many tables. */

export interface PersonFile {
  readonly resource: string;
  readonly id: number;
  readonly name: string;
  readonly mime: string;
  readonly sha256: string;
}

const FILES = {
  name: 'files-of-person',
  text: `SELECT 'documents' AS resource, d.id, d.file ->> 'name' AS name, d.file ->> 'mime' AS mime, d.file ->> 'sha256' AS sha256
      FROM read.documents d WHERE d.company_id = $1 AND d.third_party_id = ANY ($2) AND d.file IS NOT NULL
    UNION ALL SELECT 'document-imports', i.id, i.original_name, i.mime, i.sha256
      FROM read.document_imports i WHERE i.company_id = $1 AND i.third_party_id = ANY ($2)
    UNION ALL SELECT 'document-imports', i.id, i.original_name, i.preview_mime, i.preview_sha256
      FROM read.document_imports i WHERE i.company_id = $1 AND i.third_party_id = ANY ($2) AND i.preview_sha256 IS NOT NULL
    UNION ALL SELECT 'entries', a.entry_id, a.name, a.mime, a.sha256
      FROM read.entry_attachments a WHERE a.company_id = $1 AND a.entry_id IN (
        SELECT l.entry_id FROM read.entry_lines l WHERE l.company_id = $1 AND l.third_party_id = ANY ($2))
    UNION ALL SELECT 'documents', f.document_id, f.sha256, 'application/octet-stream', f.sha256
      FROM read.document_files f JOIN read.documents d ON d.company_id = f.company_id AND d.id = f.document_id
      WHERE d.company_id = $1 AND d.third_party_id = ANY ($2) AND f.sha256 IS DISTINCT FROM d.file ->> 'sha256'
    ORDER BY resource, id, sha256`,
};

/** Files of documents, imports and entries of these third parties, each with the first record that has it. */
export async function listPersonFiles(
  pool: pg.Pool,
  companyId: number,
  thirdPartyIds: readonly number[],
): Promise<readonly PersonFile[]> {
  const { rows } = await pool.query<PersonFile>({ ...FILES, values: [companyId, thirdPartyIds] });
  const seen = new Set<string>();
  return rows.filter(({ sha256 }) => !seen.has(sha256) && seen.add(sha256));
}
