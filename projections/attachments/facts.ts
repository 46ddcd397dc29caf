import type pg from 'pg';
import type { AttachFiles, DetachFile } from '../../domain/attachments/attachments.ts';
import { bigint } from '../support/parameters.ts';
import { statement } from '../support/statement.ts';

/** Facts for decisions about attachments. */

const filesOfEntry = statement('files-of-entry', { companyId: bigint, entryId: bigint }, (db, { companyId, entryId }) =>
  db
    .selectFrom('read.entries as e')
    .leftJoin('read.entry_attachments as a', (join) =>
      join.onRef('a.company_id', '=', 'e.company_id').onRef('a.entry_id', '=', 'e.id').on('a.deleted_at', 'is', null),
    )
    .select('a.sha256')
    .where('e.company_id', '=', companyId)
    .where('e.id', '=', entryId),
);

/** Undefined if there is no such entry. */
export async function loadAttachmentFacts(
  pool: pg.Pool,
  companyId: number,
  entryId: number,
): Promise<AttachFiles['facts'] | undefined> {
  const rows = await filesOfEntry.all(pool, { companyId, entryId });
  if (rows.length === 0) return undefined;
  return { entryId, attached: rows.flatMap(({ sha256 }) => (sha256 === null ? [] : [{ sha256 }])) };
}

const fileOfEntry = statement(
  'file-of-entry',
  { companyId: bigint, entryId: bigint, attachmentId: bigint },
  (db, { companyId, entryId, attachmentId }) =>
    db
      .selectFrom('read.entry_attachments as a')
      .innerJoin('read.entries as e', 'e.id', 'a.entry_id')
      .select(['a.id', 'a.entry_id', 'a.name', 'a.version', 'e.entry_date'])
      .where('a.company_id', '=', companyId)
      .where('a.entry_id', '=', entryId)
      .where('a.id', '=', attachmentId)
      .where('a.deleted_at', 'is', null),
);

export async function findDetachableFile(
  pool: pg.Pool,
  companyId: number,
  entryId: number,
  attachmentId: number,
): Promise<DetachFile['facts'] | undefined> {
  return fileOfEntry.first(pool, { companyId, entryId, attachmentId });
}
