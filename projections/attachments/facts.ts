import type pg from 'pg';
import type { AttachFiles, DetachFile } from '../../domain/attachments/attachments.ts';

/** What decisions about attachments depend on. */

/** Undefined when there is no such entry. */
export async function attachmentFacts(
  pool: pg.Pool,
  companyId: number,
  entryId: number,
): Promise<AttachFiles['facts'] | undefined> {
  const { rows } = await pool.query<{ sha256: string | null }>({
    name: 'files-of-entry',
    text: `SELECT a.sha256 FROM read.entries e
           LEFT JOIN read.entry_attachments a ON a.company_id = e.company_id AND a.entry_id = e.id AND a.deleted_at IS NULL
           WHERE e.company_id = $1 AND e.id = $2`,
    values: [companyId, entryId],
  });
  if (rows.length === 0) return undefined;
  return { entryId, attached: rows.flatMap(({ sha256 }) => (sha256 === null ? [] : [{ sha256 }])) };
}

export async function detachableFile(
  pool: pg.Pool,
  companyId: number,
  entryId: number,
  attachmentId: number,
): Promise<DetachFile['facts'] | undefined> {
  const { rows } = await pool.query<DetachFile['facts']>({
    name: 'file-of-entry',
    text: `SELECT a.id, a.entry_id, a.name, a.version, e.entry_date
           FROM read.entry_attachments a JOIN read.entries e ON e.id = a.entry_id
           WHERE a.company_id = $1 AND a.entry_id = $2 AND a.id = $3 AND a.deleted_at IS NULL`,
    values: [companyId, entryId, attachmentId],
  });
  return rows[0];
}
