import type pg from 'pg';
import { bigint, text } from '../support/parameters.ts';
import { statement } from '../support/statement.ts';

const sameFile = statement('coda-file-of-content', { companyId: bigint, sha256: text }, (db, { companyId, sha256 }) =>
  db
    .selectFrom('read.coda_files')
    .select('id')
    .where('company_id', '=', companyId)
    .where('sha256', '=', sha256)
    .where('deleted_at', 'is', null)
    .limit(1),
);

/** An existing file with the same content. */
export async function findSameFileId(pool: pg.Pool, companyId: number, sha256: string): Promise<number | null> {
  return (await sameFile.first(pool, { companyId, sha256 }))?.id ?? null;
}
