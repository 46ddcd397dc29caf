import type { RevaluationState } from '../../domain/revaluations/state.ts';
import type { Queryable } from '../../database/snapshot.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';
import { buildMergeJoin, resolveThirdPartyId } from '../third-parties/merges.ts';

export type RevaluationRow = RowOfStatement<typeof livingStatement>;
export type RevaluationItemRow = RowOfStatement<typeof itemsStatement>;

const SHOWN = [
  'id',
  'fiscal_year_id',
  'valued_on',
  'method',
  'rates',
  'entries',
  'amounts',
  'carried_values',
  'provisions',
  'is_taken_back',
  'version',
  'created_at',
  'updated_at',
  'created_by',
] as const;

const livingStatement = statement('revaluations-of-company', { companyId: bigint }, (db, { companyId }) =>
  db
    .selectFrom('read.revaluations')
    .select(SHOWN)
    .where('company_id', '=', companyId)
    .where('is_taken_back', '=', false)
    .orderBy('id'),
);

/** The revaluations of a company file that were not undone, in the order in which they were made. */
export const listRevaluations = (pool: Queryable, companyId: number): Promise<readonly RevaluationRow[]> =>
  livingStatement.all(pool, { companyId });

/** As the deciders see it. */
export function toRevaluationState(row: RevaluationRow): RevaluationState {
  const { id, version, fiscal_year_id, valued_on: on, method, rates, entries, amounts, is_taken_back } = row;
  const { carried_values: values, provisions } = row;
  const revaluation = { id, version, fiscal_year_id, on, method, rates, amounts, entries, is_taken_back };
  return { ...revaluation, ...(values && { values }), ...(provisions && { provisions }) };
}

const byIdsStatement = statement('revaluations-by-ids', { companyId: bigint, ids: bigints }, (db, { companyId, ids }) =>
  db.selectFrom('read.revaluations').select(SHOWN).where('company_id', '=', companyId).where('id', '=', anyOf(ids)),
);

export const readRevaluationsByIds = (
  pool: Queryable,
  companyId: number,
  ids: readonly number[],
): Promise<readonly RevaluationRow[]> => byIdsStatement.all(pool, { companyId, ids });

const itemsStatement = statement(
  'revaluation-items',
  { companyId: bigint, revaluationId: bigint },
  (db, { companyId, revaluationId }) =>
    db
      .selectFrom('read.revaluation_items as i')
      .innerJoin('read.accounts as a', 'a.id', 'i.account_id')
      .leftJoin(...buildMergeJoin('i'))
      .leftJoin('read.third_parties as p', (join) => join.on('p.id', '=', resolveThirdPartyId('i')))
      .select([
        'i.line_id',
        'i.account_id',
        'a.number as account',
        'p.id as third_party_id',
        'p.name as third_party_name',
      ])
      .select(['i.currency', 'i.currency_amount', 'i.carrying_amount', 'i.closing_amount'])
      .where('i.company_id', '=', companyId)
      .where('i.revaluation_id', '=', revaluationId)
      .orderBy('i.position')
      .orderBy('i.item_number'),
);

export const listRevaluationItems = (
  pool: Queryable,
  companyId: number,
  revaluationId: number,
): Promise<readonly RevaluationItemRow[]> => itemsStatement.all(pool, { companyId, revaluationId });
