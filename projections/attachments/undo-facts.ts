import { sql } from 'kysely';
import type pg from 'pg';
import { DEFAULT_RETENTION_DAYS } from '../../domain/companies/settings.ts';
import type { UndoNeeds } from '../../domain/history/undo.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints } from '../support/parameters.ts';
import { statement } from '../support/statement.ts';

/** The requested files and all other files of the same entries: a file is not attached twice. */
const attachmentsStatement = statement(
  'attachments-to-undo',
  { companyId: bigint, ids: bigints },
  (db, { companyId, ids }) =>
    db
      .selectFrom('read.entry_attachments as a')
      .leftJoin('read.companies as c', 'c.id', 'a.company_id')
      .select(['a.id', 'a.entry_id', 'a.name', 'a.mime', 'a.size', 'a.sha256', 'a.version'])
      .select(sql<boolean>`a.deleted_at is not null`.as('is_detached'))
      .select(
        // A detached file is swept once its retention in the recycle bin is over; one day early is close enough.
        sql<boolean>`(a.deleted_at is null or a.deleted_at > now() - make_interval(days => coalesce((c.settings ->> 'history.trash_retention_days')::integer, ${sql.lit(DEFAULT_RETENTION_DAYS)}) - 1))`.as(
          'is_kept',
        ),
      )
      .where('a.company_id', '=', companyId)
      .where('a.entry_id', 'in', (query) =>
        query
          .selectFrom('read.entry_attachments')
          .select('entry_id')
          .where('company_id', '=', companyId)
          .where('id', '=', anyOf(ids)),
      ),
);

export async function readAttachmentUndoFacts(pool: pg.Pool, companyId: number, { attachments: ids = [] }: UndoNeeds) {
  const files = ids.length === 0 ? [] : await attachmentsStatement.all(pool, { companyId, ids });
  return { attachments: new Map(files.map((file) => [file.id, file])) };
}
