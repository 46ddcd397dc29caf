import { sql } from 'kysely';
import type pg from 'pg';
import { comparedReference, type SameReference } from '../../domain/ledger/same-invoice.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints, texts } from '../support/parameters.ts';
import { statement } from '../support/statement.ts';
import { countsFor, mergesOf } from '../third-parties/merges.ts';
import { referenceOf } from './search-text.ts';

/** Documents that are in force under one of these references of one of these third parties; an index holds nothing else. */
const sameReferencesStatement = statement(
  'same-references',
  { companyId: bigint, thirdPartyIds: bigints, references: texts },
  (db, { companyId, thirdPartyIds, references }) =>
    db
      .selectFrom('read.entries as e')
      .innerJoin('read.journals as j', 'j.id', 'e.journal_id')
      .innerJoin('read.fiscal_years as y', 'y.id', 'e.fiscal_year_id')
      .leftJoin(...mergesOf('e'))
      .select([
        'e.id',
        'e.number',
        'e.origin',
        'e.entry_date',
        'e.total',
        'j.code as journal_code',
        'y.code as fiscal_year_code',
        countsFor<number>('e').as('third_party_id'),
        'e.reference',
      ])
      .where('e.company_id', '=', companyId)
      .where(sql<boolean>`e.origin in ('invoice', 'credit_note')`)
      .where('e.reference', 'is not', null)
      .where('e.status', '=', 'posted')
      // Both sides by the same rule, that of the database.
      .where(sql<boolean>`lower(e.reference) = any (array(select lower(r) from unnest(${references}) as r))`)
      // An array, so that the index finds those who were merged into them in the same way.
      .where(
        sql<boolean>`e.third_party_id = any (array(select m.third_party_id from read.third_party_merges m where m.company_id = ${companyId} and m.into_id = ${anyOf(thirdPartyIds)}) || ${thirdPartyIds})`,
      )
      .orderBy('e.id'),
);

export interface Referred {
  readonly third_party_id: number | null;
  readonly reference: string | null;
}

/** What stands in the books under the third party and the reference of each of these. One statement for all of them. */
export async function sameReferences(
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
    const key = `${third_party_id} ${comparedReference(reference!)}`;
    const same = { ...row, called: referenceOf(journal_code, fiscal_year_code, number) };
    const known = found.get(key);
    if (known) known.push(same);
    else found.set(key, [same]);
  }
  return ({ third_party_id, reference }) =>
    (reference !== null && found.get(`${third_party_id} ${comparedReference(reference)}`)) || [];
}
