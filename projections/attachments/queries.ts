import type pg from 'pg';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints, text } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';

const SHOWN = [
  'a.id',
  'a.entry_id',
  'a.name',
  'a.mime',
  'a.size',
  'a.sha256',
  'a.version',
  'a.created_at',
  'a.created_by',
  'a.deleted_at',
] as const;

export type AttachmentRow = RowOfStatement<typeof byIds>;

const ofEntry = statement(
  'attachments-of-entry',
  { companyId: bigint, entryId: bigint },
  (db, { companyId, entryId }) =>
    db
      .selectFrom('read.entries as e')
      .leftJoin('read.entry_attachments as a', (join) =>
        join.onRef('a.company_id', '=', 'e.company_id').onRef('a.entry_id', '=', 'e.id').on('a.deleted_at', 'is', null),
      )
      .select(SHOWN)
      .where('e.company_id', '=', companyId)
      .where('e.id', '=', entryId)
      .orderBy('a.id'),
);

/** In the order of attachment; undefined if there is no such entry. */
export async function listAttachments(
  pool: pg.Pool,
  companyId: number,
  entryId: number,
): Promise<AttachmentRow[] | undefined> {
  const rows = await ofEntry.all(pool, { companyId, entryId });
  return rows.length === 0 ? undefined : rows.filter((row): row is AttachmentRow => row.id !== null);
}

const byIds = statement('attachments-by-ids', { companyId: bigint, ids: bigints }, (db, { companyId, ids }) =>
  db
    .selectFrom('read.entry_attachments as a')
    .select(SHOWN)
    .where('a.company_id', '=', companyId)
    .where('a.id', '=', anyOf(ids))
    .orderBy('a.id'),
);

/** Including detached files, for the feed. */
export async function loadAttachmentsByIds(
  pool: pg.Pool,
  companyId: number,
  ids: readonly number[],
): Promise<AttachmentRow[]> {
  return byIds.all(pool, { companyId, ids });
}

const linked = statement(
  'linked-attachment',
  { companyToken: text, entryId: bigint, attachmentId: bigint },
  (db, { companyToken, entryId, attachmentId }) =>
    db
      .selectFrom('read.companies as c')
      .innerJoin('read.entry_attachments as a', 'a.company_id', 'c.id')
      .select(SHOWN)
      .where('c.public_token', '=', companyToken)
      .where('c.deleted_at', 'is', null)
      .where('a.entry_id', '=', entryId)
      .where('a.id', '=', attachmentId)
      .where('a.deleted_at', 'is', null),
);

/** The attachment of a signed link, which names the company file by its public token. */
export async function findLinkedAttachment(
  pool: pg.Pool,
  companyToken: string,
  entryId: number,
  attachmentId: number,
): Promise<AttachmentRow | undefined> {
  return linked.first(pool, { companyToken, entryId, attachmentId });
}
