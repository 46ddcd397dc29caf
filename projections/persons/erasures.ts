import type pg from 'pg';
import { bigint, timestamp } from '../support/parameters.ts';
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
