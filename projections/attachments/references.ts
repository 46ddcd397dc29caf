import { sql, type Expression } from 'kysely';
import type pg from 'pg';
import { DEFAULT_RETENTION_DAYS } from '../../domain/companies/settings.ts';
import type { QueryCreator } from '../support/compiler.ts';
import { anyOf } from '../support/expressions.ts';
import { texts } from '../support/parameters.ts';
import { statement } from '../support/statement.ts';
import { isNotPurged } from '../support/trash.ts';

/** Finds stored files that are still referred to. Deleted items count until the retention period of their company file ends. */

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
    .union(selectReferringImports(db, 'sha256', hashes))
    .union(selectReferringImports(db, 'preview_sha256', hashes))
    .union(db.selectFrom('read.coda_files').select('sha256').where('sha256', '=', anyOf(hashes)).where(isNotPurged()))
    .union(db.selectFrom('read.mail_files').select('sha256').where('sha256', '=', anyOf(hashes)))
    .union(db.selectFrom('read.annual_filing_files').select('sha256').where('sha256', '=', anyOf(hashes)))
    .union(
      db
        .selectFrom('read.peppol_messages as m')
        .select(sql<string>`m.content ->> 'sha256'`.as('sha256'))
        .where(sql<string>`m.content ->> 'sha256'`, '=', anyOf(hashes)),
    )
    .union(
      db
        .selectFrom('read.document_files as f')
        .leftJoin('read.companies as c', 'c.id', 'f.company_id')
        .select('f.sha256')
        .where('f.sha256', '=', anyOf(hashes))
        .where(
          sql<boolean>`(f.deleted_at IS NULL OR f.deleted_at > now() - make_interval(days => coalesce((c.settings ->> 'history.trash_retention_days')::integer, ${sql.lit(DEFAULT_RETENTION_DAYS)})))`,
        ),
    ),
);

/** Imports that refer to the file itself or to its preview. */
function selectReferringImports(
  db: QueryCreator,
  column: 'sha256' | 'preview_sha256',
  hashes: Expression<readonly string[]>,
) {
  return db
    .selectFrom('read.document_imports as i')
    .leftJoin('read.companies as c', 'c.id', 'i.company_id')
    .select(sql<string>`${sql.ref(`i.${column}`)}`.as('sha256'))
    .where(sql<string>`${sql.ref(`i.${column}`)}`, '=', anyOf(hashes))
    .where(
      sql<boolean>`(i.deleted_at IS NULL OR i.deleted_at > now() - make_interval(days => coalesce((c.settings ->> 'history.trash_retention_days')::integer, ${sql.lit(DEFAULT_RETENTION_DAYS)})))`,
    );
}

/** Imported books of other programs are stored as evidence of origin; those that were only previewed are stored for a while. */
const MIGRATED = {
  name: 'migrated-files-referred',
  text: `SELECT DISTINCT f ->> 'sha256' AS sha256 FROM ops.migrations m CROSS JOIN jsonb_array_elements(m.files) AS f
         WHERE f ->> 'sha256' = ANY ($1::text[])`,
};

export async function findReferredDocuments(pool: pg.Pool, hashes: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ sha256: string }>({ ...MIGRATED, values: [hashes] });
  return new Set([...(await documents.all(pool, { hashes })), ...rows].map(({ sha256 }) => sha256));
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

export async function findReferredLogos(pool: pg.Pool, hashes: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set((await logos.all(pool, { hashes })).map(({ sha256 }) => sha256));
}
