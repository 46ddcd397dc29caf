import { sql } from 'kysely';
import type pg from 'pg';
import { DEFAULT_RETENTION_DAYS } from '../../domain/companies/settings.ts';
import type { DocumentFacts } from '../../domain/documents/facts.ts';
import type { SameDocument } from '../../domain/documents/same-document.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints, text } from '../support/parameters.ts';
import { statement } from '../support/statement.ts';
import { resolveThirdPartyId, isCountedFor, buildMergeJoin } from '../third-parties/merges.ts';
import { DECIDED_ON, SAME } from './columns.ts';
import { isNotPurged } from '../support/trash.ts';

/** Facts that decisions about documents depend on. Third parties are resolved through merges. */

const byIds = statement('facts-of-documents', { companyId: bigint, ids: bigints }, (db, { companyId, ids }) =>
  db
    .selectFrom('read.documents as d')
    .leftJoin(...buildMergeJoin('d'))
    .select(DECIDED_ON)
    .select([
      resolveThirdPartyId<number>('d').as('third_party_id'),
      sql<boolean>`d.status = 'booked'`.as('is_booked'),
      sql<boolean>`d.deleted_at is not null`.as('is_trashed'),
      sql<number | null>`(select c.id from read.documents c
        where c.company_id = d.company_id and c.id = d.converted_to_id and c.deleted_at is null)`.as('converted_to_id'),
      sql<number | null>`case when d.kind = 'advance' then (select max(f.id) filter (where not f.is_credit_note)
        from read.documents f, jsonb_array_elements(f.lines) as l
        where f.company_id = d.company_id and f.deleted_at is null
          and (f.credits <> '[]'::jsonb or f.deducts <> '[]'::jsonb) and (l ->> 'deducted_document_id')::bigint = d.id
        having sum(case when f.is_credit_note then (l ->> 'amount_net')::numeric
          else -(l ->> 'amount_net')::numeric end) <> 0) end`.as('deducted_by_id'),
      // Also on the external platform, or being sent there.
      sql<boolean>`exists (select from read.external_documents x where x.company_id = d.company_id and x.id = d.id
        and (x.is_locked or x.status in ('requested', 'pushed')))`.as('is_held'),
    ])
    .where('d.company_id', '=', companyId)
    .where('d.id', '=', anyOf(ids))
    .where(isNotPurged('d')),
);

/** Includes trashed documents. */
export async function readDocumentFacts(
  pool: pg.Pool,
  companyId: number,
  ids: readonly number[],
): Promise<readonly DocumentFacts[]> {
  return ids.length === 0 ? [] : byIds.all(pool, { companyId, ids });
}

export async function findDocumentFacts(
  pool: pg.Pool,
  companyId: number,
  id: number,
): Promise<DocumentFacts | undefined> {
  return (await readDocumentFacts(pool, companyId, [id]))[0];
}

const ofEntries = statement(
  'documents-of-entries',
  { companyId: bigint, entryIds: bigints },
  (db, { companyId, entryIds }) =>
    db
      .selectFrom('read.documents')
      .select('id')
      .where('company_id', '=', companyId)
      .where('last_entry_id', '=', anyOf(entryIds))
      .where(isNotPurged()),
);

/** Documents that were last booked by one of these entries. */
export async function listEntryDocuments(
  pool: pg.Pool,
  companyId: number,
  entryIds: readonly number[],
): Promise<readonly DocumentFacts[]> {
  if (entryIds.length === 0) return [];
  const found = await ofEntries.all(pool, { companyId, entryIds });
  return readDocumentFacts(
    pool,
    companyId,
    found.map(({ id }) => id),
  );
}

const sameStatement = statement(
  'same-documents',
  { companyId: bigint, thirdPartyId: bigint, number: text, except: bigint },
  (db, { companyId, thirdPartyId, number, except }) =>
    db
      .selectFrom('read.documents as d')
      .select(SAME)
      .where('d.company_id', '=', companyId)
      .where(isCountedFor('d', companyId, thirdPartyId))
      .where('d.deleted_at', 'is', null)
      .where('d.id', '<>', except)
      .where(sql<boolean>`lower(btrim(d.number)) = lower(btrim(${number}))`)
      .orderBy('d.id'),
);

/** Other documents with the same third party and number. */
export async function findSameDocuments(
  pool: pg.Pool,
  companyId: number,
  { third_party_id, number }: { readonly third_party_id: number; readonly number: string | null },
  except = 0,
): Promise<readonly SameDocument[]> {
  if (number === null) return [];
  const rows = await sameStatement.all(pool, { companyId, thirdPartyId: third_party_id, number, except });
  return rows.map((row) => ({ ...row, number: row.number ?? number }));
}

const namesakesStatement = statement('namesakes-of-documents', { companyId: bigint, ids: bigints }, (db, given) =>
  db
    .selectFrom('read.documents as o')
    .leftJoin(...buildMergeJoin('o'))
    .innerJoin('read.documents as d', (join) =>
      join
        .onRef('d.company_id', '=', 'o.company_id')
        .on(sql<boolean>`lower(btrim(d.number)) = lower(btrim(o.number))`)
        .onRef('d.document_date', '=', 'o.document_date')
        .onRef('d.id', '<>', 'o.id')
        .on('d.deleted_at', 'is', null),
    )
    .leftJoin(...buildMergeJoin('d'))
    .select('o.id as of_id')
    .select(SAME)
    .where('o.company_id', '=', given.companyId)
    .where('o.id', '=', anyOf(given.ids))
    .where(sql<boolean>`${resolveThirdPartyId('d')} = ${resolveThirdPartyId('o')}`),
);

/** For each document, the untrashed documents with the same third party, number and date. */
export async function findLivingNamesakes(
  pool: pg.Pool,
  companyId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly SameDocument[]>> {
  const found = new Map<number, SameDocument[]>();
  for (const { of_id, number, ...same } of await namesakesStatement.all(pool, { companyId, ids }))
    found.set(of_id, [...(found.get(of_id) ?? []), { ...same, number: number ?? '' }]);
  return found;
}

const keptStatement = statement(
  'kept-files-of-documents',
  { companyId: bigint, ids: bigints },
  (db, { companyId, ids }) =>
    db
      .selectFrom('read.document_files as f')
      .leftJoin('read.companies as c', 'c.id', 'f.company_id')
      .select('f.sha256')
      .where('f.company_id', '=', companyId)
      .where('f.document_id', '=', anyOf(ids))
      .where(
        // A replaced file is swept once its retention in the recycle bin is over; one day early is close enough.
        sql<boolean>`(f.deleted_at is null or f.deleted_at > now() - make_interval(days => coalesce((c.settings ->> 'history.trash_retention_days')::integer, ${sql.lit(DEFAULT_RETENTION_DAYS)}) - 1))`,
      ),
);

/** Hashes of the current and former files of these documents, as long as they are still available. */
export async function listStoredFileHashes(
  pool: pg.Pool,
  companyId: number,
  ids: readonly number[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  return new Set((await keptStatement.all(pool, { companyId, ids })).map(({ sha256 }) => sha256));
}
