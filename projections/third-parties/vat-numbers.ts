import { sql } from 'kysely';
import type pg from 'pg';
import { toSearchable } from '../../domain/text.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, optional, text, texts } from '../support/parameters.ts';
import { toLikePattern } from '../support/search.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';

export type VatNumberHolder = RowOfStatement<typeof holdersStatement>;

/** A single number is found by the search index; many are matched in one read of the file. */
const holdersStatement = statement(
  'third-parties-by-vat-number',
  { companyId: bigint, numbers: texts, pattern: optional(text) },
  (db, { companyId, numbers, pattern }) =>
    db
      .selectFrom('read.third_parties as t')
      .select(['t.id', 't.type', 't.code', 't.name', 't.vat_number'])
      .where('t.company_id', '=', companyId)
      .where('t.deleted_at', 'is', null)
      .where('t.vat_number', '=', anyOf(numbers))
      .$if(pattern !== undefined, (query) => query.where(sql<boolean>`t.search like ${pattern!}`))
      .orderBy('t.id'),
);

/** Untrashed third parties with one of these VAT numbers. */
export async function findVatNumberHolders(
  pool: pg.Pool,
  companyId: number,
  numbers: readonly string[],
): Promise<readonly VatNumberHolder[]> {
  if (numbers.length === 0) return [];
  const pattern = numbers.length === 1 ? toLikePattern(toSearchable(numbers[0]!)) : undefined;
  return holdersStatement.all(pool, { companyId, numbers, pattern });
}
