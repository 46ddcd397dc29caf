import type pg from 'pg';

export interface AttachmentRow {
  readonly id: number;
  readonly entry_id: number;
  readonly name: string;
  readonly mime: string;
  readonly size: number;
  readonly sha256: string;
  readonly version: number;
  readonly created_at: string;
  readonly created_by: number | null;
  readonly deleted_at: string | null;
}

const COLUMNS = `a.id, a.entry_id, a.name, a.mime, a.size, a.sha256, a.version, a.created_at, a.created_by, a.deleted_at`;

/** In the order in which they were attached; undefined when there is no such entry. */
export async function attachmentsOf(
  pool: pg.Pool,
  companyId: number,
  entryId: number,
): Promise<AttachmentRow[] | undefined> {
  const { rows } = await pool.query<AttachmentRow | Record<keyof AttachmentRow, null>>({
    name: 'attachments-of-entry',
    text: `SELECT ${COLUMNS} FROM read.entries e
           LEFT JOIN read.entry_attachments a ON a.company_id = e.company_id AND a.entry_id = e.id AND a.deleted_at IS NULL
           WHERE e.company_id = $1 AND e.id = $2 ORDER BY a.id`,
    values: [companyId, entryId],
  });
  return rows.length === 0 ? undefined : rows.filter((row): row is AttachmentRow => row.id !== null);
}

/** Also those that were taken off, for the feed. */
export async function attachmentsByIds(
  pool: pg.Pool,
  companyId: number,
  ids: readonly number[],
): Promise<AttachmentRow[]> {
  const { rows } = await pool.query<AttachmentRow>({
    name: 'attachments-by-ids',
    text: `SELECT ${COLUMNS} FROM read.entry_attachments a WHERE a.company_id = $1 AND a.id = ANY($2::bigint[]) ORDER BY a.id`,
    values: [companyId, ids],
  });
  return rows;
}

/** What a signed link leads to, by the public token that the link names the company file with. */
export async function linkedAttachment(
  pool: pg.Pool,
  companyToken: string,
  entryId: number,
  attachmentId: number,
): Promise<AttachmentRow | undefined> {
  const { rows } = await pool.query<AttachmentRow>({
    name: 'linked-attachment',
    text: `SELECT ${COLUMNS} FROM read.companies c JOIN read.entry_attachments a ON a.company_id = c.id
           WHERE c.public_token = $1 AND c.deleted_at IS NULL AND a.entry_id = $2 AND a.id = $3 AND a.deleted_at IS NULL`,
    values: [companyToken, entryId, attachmentId],
  });
  return rows[0];
}
