import { sql } from 'kysely';
import type pg from 'pg';
import { bigint, date, text } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';
import { isCountedFor } from '../third-parties/merges.ts';

/** Possible duplicates with a different number or date: same third party, same amount, a few days apart. */

export type SimilarDocument = RowOfStatement<typeof similarStatement>;

/** Maximum number of days between the dates of two readings of one document. */
const NEAR_DAYS = 7;
/** The first few duplicates are enough for the user. */
const MOST = 5;

const similarStatement = statement(
  'similar-documents',
  { companyId: bigint, thirdPartyId: bigint, gross: text, on: date, except: bigint },
  (db, { companyId, thirdPartyId, gross, on, except }) =>
    db
      .selectFrom('read.documents as d')
      .select(['d.id', 'd.number', 'd.document_date'])
      .where('d.company_id', '=', companyId)
      .where(isCountedFor('d', companyId, thirdPartyId))
      .where('d.deleted_at', 'is', null)
      .where('d.id', '<>', except)
      .where(sql<boolean>`d.document_date between ${on} - ${sql.lit(NEAR_DAYS)} and ${on} + ${sql.lit(NEAR_DAYS)}`)
      .where(sql<boolean>`d.amount_gross = ${gross}::numeric`)
      .orderBy('d.id')
      .limit(sql.lit(MOST)),
);

export async function findSimilarDocuments(
  pool: pg.Pool,
  companyId: number,
  document: { readonly third_party_id: number; readonly amount_gross: string; readonly document_date: string },
  except = 0,
): Promise<readonly SimilarDocument[]> {
  const { third_party_id: thirdPartyId, amount_gross: gross, document_date: on } = document;
  return similarStatement.all(pool, { companyId, thirdPartyId, gross, on, except });
}
