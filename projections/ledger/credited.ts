import type pg from 'pg';
import type { CreditedEntry } from '../../domain/ledger/invoice.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints } from '../support/parameters.ts';
import { statement } from '../support/statement.ts';
import { resolveThirdPartyId, buildMergeJoin } from '../third-parties/merges.ts';

const creditedStatement = statement('credited-entries', { companyId: bigint, ids: bigints }, (db, { companyId, ids }) =>
  db
    .selectFrom('read.entries as e')
    .leftJoin(...buildMergeJoin('e'))
    .select([
      'e.id',
      'e.journal_id',
      'e.entry_date',
      'e.origin',
      'e.status',
      resolveThirdPartyId('e').as('third_party_id'),
    ])
    .where('e.company_id', '=', companyId)
    .where('e.id', '=', anyOf(ids)),
);

/** Facts about the entries that a credit note refers to, by id. Entries of another file are left out. */
export async function readCreditedEntries(
  pool: pg.Pool,
  companyId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, CreditedEntry>> {
  const rows = await creditedStatement.all(pool, { companyId, ids });
  return new Map(rows.map(({ id, ...entry }) => [id, entry]));
}
