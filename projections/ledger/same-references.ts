import { sql } from 'kysely';
import type pg from 'pg';
import { normaliseReference, type SameReference } from '../../domain/ledger/same-invoice.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints, texts } from '../support/parameters.ts';
import { statement } from '../support/statement.ts';
import { resolveThirdPartyId, buildMergeJoin } from '../third-parties/merges.ts';
import { formatEntryReference } from './search-text.ts';

/** Documents in force with one of these references and third parties; a partial index covers exactly these. */
const sameReferencesStatement = statement(
  'same-references',
  { companyId: bigint, thirdPartyIds: bigints, references: texts },
  (db, { companyId, thirdPartyIds, references }) =>
    db
      .selectFrom('read.entries as e')
      .innerJoin('read.journals as j', 'j.id', 'e.journal_id')
      .innerJoin('read.fiscal_years as y', 'y.id', 'e.fiscal_year_id')
      .leftJoin(...buildMergeJoin('e'))
      .select([
        'e.id',
        'e.number',
        'e.origin',
        'e.entry_date',
        'e.total',
        'j.code as journal_code',
        'y.code as fiscal_year_code',
        resolveThirdPartyId<number>('e').as('third_party_id'),
        'e.reference',
      ])
      .where('e.company_id', '=', companyId)
      .where(sql<boolean>`e.origin in ('invoice', 'credit_note')`)
      .where('e.reference', 'is not', null)
      .where('e.status', '=', 'posted')
      // Both sides are lower-cased by the database, so that the same rule applies.
      .where(sql<boolean>`lower(e.reference) = any (array(select lower(r) from unnest(${references}) as r))`)
      // As an array, so that the index also finds third parties merged into these.
      .where(
        sql<boolean>`e.third_party_id = any (array(select m.third_party_id from read.third_party_merges m where m.company_id = ${companyId} and m.into_id = ${anyOf(thirdPartyIds)}) || ${thirdPartyIds})`,
      )
      .orderBy('e.id'),
);

export interface Referred {
  readonly third_party_id: number | null;
  readonly reference: string | null;
}

/** Looks up entries with the same third party and reference as each document. One statement for all of them. */
export async function createSameReferenceLookup(
  pool: pg.Pool,
  companyId: number,
  documents: readonly Referred[],
): Promise<(document: Referred) => readonly SameReference[]> {
  const asked = documents.filter((one) => one.third_party_id !== null && one.reference !== null);
  if (asked.length === 0) return () => [];
  const found = new Map<string, SameReference[]>();
  const rows = await sameReferencesStatement.all(pool, {
    companyId,
    thirdPartyIds: [...new Set(asked.map(({ third_party_id }) => third_party_id!))],
    references: [...new Set(asked.map(({ reference }) => reference!))],
  });
  for (const { third_party_id, reference, journal_code, fiscal_year_code, number, ...row } of rows) {
    const key = `${third_party_id} ${normaliseReference(reference!)}`;
    const same = { ...row, called: formatEntryReference(journal_code, fiscal_year_code, number) };
    const known = found.get(key);
    if (known) known.push(same);
    else found.set(key, [same]);
  }
  return ({ third_party_id, reference }) =>
    (reference !== null && found.get(`${third_party_id} ${normaliseReference(reference)}`)) || [];
}
