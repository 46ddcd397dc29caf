import type pg from 'pg';
import type { ErasedPart } from '../../domain/persons/person-events.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints, timestamp } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';

export type ErasureRow = RowOfStatement<typeof erasuresStatement>;

const erasuresStatement = statement('erasures-of-person', { companyId: bigint, thirdPartyId: bigint }, (db, given) =>
  db
    .selectFrom('read.person_erasures')
    .select(['part', 'fields', 'kept_until', 'reason', 'created_at', 'created_by'])
    .where('company_id', '=', given.companyId)
    .where('third_party_id', '=', given.thirdPartyId)
    .orderBy('version'),
);

/** The erasures of a person, oldest first. */
export const listErasures = (pool: pg.Pool, companyId: number, thirdPartyId: number): Promise<ErasureRow[]> =>
  erasuresStatement.all(pool, { companyId, thirdPartyId });

const sinceStatement = statement('erasure-since', { companyId: bigint, moment: timestamp }, (db, given) =>
  db
    .selectFrom('read.person_erasures')
    .select('version')
    .where('company_id', '=', given.companyId)
    .where('created_at', '>', given.moment)
    .limit(1),
);

/** Whether personal data of the company file were erased after this moment. */
export async function hasErasureSince(pool: pg.Pool, companyId: number, moment: string): Promise<boolean> {
  return (await sinceStatement.all(pool, { companyId, moment })).length > 0;
}

const partsStatement = statement('erased-parts', { companyId: bigint, ids: bigints }, (db, given) =>
  db
    .selectFrom('read.person_erasures')
    .select(['third_party_id', 'part'])
    .where('company_id', '=', given.companyId)
    .where('third_party_id', '=', anyOf(given.ids))
    .orderBy('version'),
);

/** The erased part of each of these third parties; those without one are missing. */
export async function listErasedParts(
  pool: pg.Pool,
  companyId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ErasedPart>> {
  if (ids.length === 0) return new Map();
  const rows = await partsStatement.all(pool, { companyId, ids });
  return new Map(rows.map(({ third_party_id, part }) => [third_party_id, part]));
}
