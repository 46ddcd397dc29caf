import { sql } from 'kysely';
import type pg from 'pg';
import { batchCalls } from '../../database/combine-calls.ts';
import { normaliseReference, type SameReference } from '../../domain/ledger/same-invoice.ts';
import { bigints, texts } from '../support/parameters.ts';
import { statement } from '../support/statement.ts';
import { resolveThirdPartyId, buildMergeJoin } from '../third-parties/merges.ts';
import { formatEntryReference } from './search-text.ts';

/** Documents in force with these third parties and references, each looked up in a partial index that covers exactly these. */
const sameReferencesStatement = statement(
  'same-references',
  { companyIds: bigints, thirdPartyIds: bigints, references: texts },
  (db, { companyIds, thirdPartyIds, references }) =>
    db
      .selectFrom(
        sql<Asked>`unnest(${companyIds}, ${thirdPartyIds}, ${references})`.as<'a'>(
          sql`a(company_id, third_party_id, reference)`,
        ),
      )
      .innerJoinLateral(
        (outer) =>
          outer
            .selectFrom('read.entries as e')
            .innerJoin('read.journals as j', 'j.id', 'e.journal_id')
            .innerJoin('read.fiscal_years as y', 'y.id', 'e.fiscal_year_id')
            .leftJoin(...buildMergeJoin('e'))
            .select([
              'e.company_id',
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
            .whereRef('e.company_id', '=', 'a.company_id')
            .where(sql<boolean>`e.origin in ('invoice', 'credit_note')`)
            .where('e.reference', 'is not', null)
            .where('e.status', '=', 'posted')
            // Both sides are lower-cased by the database, so that the same rule applies.
            .where(sql<boolean>`lower(e.reference) = lower(a.reference)`)
            // As an array, so that the index also finds third parties merged into this one.
            .where(
              sql<boolean>`e.third_party_id = any (array(select m.third_party_id from read.third_party_merges m where m.company_id = a.company_id and m.into_id = a.third_party_id) || a.third_party_id)`,
            )
            .as('found'),
        (join) => join.onTrue(),
      )
      .selectAll('found')
      .orderBy('found.id'),
);

interface Asked {
  readonly company_id: number;
  readonly third_party_id: number;
  readonly reference: string;
}

export interface Referred {
  readonly third_party_id: number | null;
  readonly reference: string | null;
}

/**
 * Looks up entries with the same third party and reference as each document. One statement for all of them, and for those
 * that other requests ask for at the same time: every posted invoice asks.
 */
export async function createSameReferenceLookup(
  pool: pg.Pool,
  companyId: number,
  documents: readonly Referred[],
): Promise<(document: Referred) => readonly SameReference[]> {
  const asked = new Map<string, Asked>();
  for (const { third_party_id, reference } of documents)
    if (third_party_id !== null && reference !== null)
      asked.set(`${third_party_id} ${reference}`, { company_id: companyId, third_party_id, reference });
  if (asked.size === 0) return () => [];
  const found = await getReader(pool)([...asked.values()]);
  return ({ third_party_id, reference }) =>
    (reference !== null && found.get(buildKey(companyId, third_party_id, reference))) || [];
}

type Found = ReadonlyMap<string, readonly SameReference[]>;

const buildKey = (companyId: number, thirdPartyId: number | null, reference: string): string =>
  `${companyId} ${thirdPartyId} ${normaliseReference(reference)}`;

const readers = new WeakMap<pg.Pool, (asked: readonly Asked[]) => Promise<Found>>();

function getReader(pool: pg.Pool): (asked: readonly Asked[]) => Promise<Found> {
  let reader = readers.get(pool);
  if (!reader) {
    const read = async (requests: readonly (readonly Asked[])[]): Promise<Found[]> => {
      const found = await readSameReferences(pool, requests.flat());
      return requests.map(() => found);
    };
    readers.set(pool, (reader = batchCalls(read, { isPatient: true })));
  }
  return reader;
}

async function readSameReferences(pool: pg.Pool, asked: readonly Asked[]): Promise<Found> {
  const rows = await sameReferencesStatement.all(pool, {
    companyIds: asked.map(({ company_id }) => company_id),
    thirdPartyIds: asked.map(({ third_party_id }) => third_party_id),
    references: asked.map(({ reference }) => reference),
  });
  const found = new Map<string, SameReference[]>();
  const known = new Set<number>();
  for (const { company_id, third_party_id, reference, journal_code, fiscal_year_code, number, ...row } of rows) {
    // Asked for by two requests, or in two spellings.
    if (known.has(row.id)) continue;
    known.add(row.id);
    const key = buildKey(company_id, third_party_id, reference!);
    const same = { ...row, called: formatEntryReference(journal_code, fiscal_year_code, number) };
    const others = found.get(key);
    if (others) others.push(same);
    else found.set(key, [same]);
  }
  return found;
}
