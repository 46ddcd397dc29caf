import { sql, type Expression, type RawBuilder } from 'kysely';
import type pg from 'pg';
import { bigint, shape } from '../support/parameters.ts';
import { statement } from '../support/statement.ts';
import { isNotPurged } from '../support/trash.ts';

/** Counts the documents that refer to a record, to check whether it can be deleted. */

const NAMED_BY = {
  accounts: 'account_id',
  'analytic-codes': 'code_id',
  'vat-codes': 'vat_code_id',
  'third-parties': 'third_party_id',
  'number-series': 'number_series_id',
} as const;

type Named = keyof typeof NAMED_BY;

const countStatement = statement(
  'documents-naming',
  { companyId: bigint, id: bigint, resource: shape<Named>() },
  (db, { companyId, id, resource }) =>
    db
      .selectFrom('read.documents as d')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('d.company_id', '=', companyId)
      .where(isNotPurged('d'))
      .where(
        resource === 'third-parties' || resource === 'number-series'
          ? sql<boolean>`${sql.ref(`d.${NAMED_BY[resource]}`)} = ${id}`
          : sql<boolean>`d.lines @> jsonb_build_array(${buildLinePattern(resource, id)})`,
      ),
);

/** JSON of a line that refers to the record. */
function buildLinePattern(resource: Named, id: Expression<number>): RawBuilder<unknown> {
  const naming = sql`jsonb_build_object(${sql.lit(NAMED_BY[resource])}, ${id})`;
  return resource === 'analytic-codes' ? sql`jsonb_build_object('analytics', jsonb_build_array(${naming}))` : naming;
}

/** Null for a resource that documents do not refer to. */
export async function countDocumentsUsing(
  pool: pg.Pool,
  companyId: number,
  resource: string,
  id: number,
): Promise<number | null> {
  if (!Object.hasOwn(NAMED_BY, resource)) return null;
  return (await countStatement.first(pool, { companyId, id, resource: resource as Named }))?.count ?? null;
}
