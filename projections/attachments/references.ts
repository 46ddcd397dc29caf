import { sql } from 'kysely';
import type pg from 'pg';
import { DEFAULT_RETENTION_DAYS } from '../../domain/companies/settings.ts';
import { anyOf } from '../support/expressions.ts';
import { texts } from '../support/parameters.ts';
import { statement } from '../support/statement.ts';

/** Which kept files something still refers to: what was taken off does so for as long as its company file keeps deleted things. */

const documents = statement('documents-referred', { hashes: texts }, (db, { hashes }) =>
  db
    .selectFrom('read.entry_attachments as a')
    .leftJoin('read.companies as c', 'c.id', 'a.company_id')
    .select('a.sha256')
    .distinct()
    .where('a.sha256', '=', anyOf(hashes))
    .where(
      sql<boolean>`(a.deleted_at IS NULL OR a.deleted_at > now() - make_interval(days => coalesce((c.settings ->> 'history.trash_retention_days')::integer, ${sql.lit(DEFAULT_RETENTION_DAYS)})))`,
    )
    .union(
      db
        .selectFrom('read.coda_files')
        .select('sha256')
        .where('sha256', '=', anyOf(hashes))
        .where('purged_at', 'is', null),
    ),
);

export async function referredDocuments(pool: pg.Pool, hashes: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set((await documents.all(pool, { hashes })).map(({ sha256 }) => sha256));
}

const logos = statement('logos-referred', { hashes: texts }, (db, { hashes }) =>
  db
    .selectFrom('read.companies')
    .select(sql<string>`left(logo_file, 64)`.as('sha256'))
    .where(sql<string>`left(logo_file, 64)`, '=', anyOf(hashes))
    .union(
      db
        .selectFrom('read.companies')
        .select(sql<string>`left(icon_file, 64)`.as('sha256'))
        .where(sql<string>`left(icon_file, 64)`, '=', anyOf(hashes)),
    )
    .union(
      db
        .selectFrom('read.firms')
        .select(sql<string>`left(logo_file, 64)`.as('sha256'))
        .where(sql<string>`left(logo_file, 64)`, '=', anyOf(hashes)),
    ),
);

export async function referredLogos(pool: pg.Pool, hashes: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set((await logos.all(pool, { hashes })).map(({ sha256 }) => sha256));
}
