import { sql } from 'kysely';
import type pg from 'pg';
import { runWithoutLimit } from '../../database/pool.ts';
import type { IdRange } from '../../domain/book-migrations/migration-events.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, text, texts } from '../support/parameters.ts';
import { statement } from '../support/statement.ts';

/** Events of these types recorded since the current migration began, by stream revision. */
const madeStatement = statement(
  'events-of-migration',
  { companyId: bigint, stream: text, types: texts },
  (db, { companyId, stream, types }) =>
    db
      .selectFrom('read.activity as a')
      .select('a.revision')
      .where('a.company_id', '=', companyId)
      .where('a.stream', '=', stream)
      .where('a.type', '=', anyOf(types))
      .where(
        'a.position',
        '>',
        sql<number>`(select max(s.position) from read.activity s where s.company_id = ${companyId} and s.type = 'MigrationStarted')`,
      )
      .orderBy('a.revision'),
);

export async function listMigratedRevisions(
  pool: pg.Pool,
  companyId: number,
  types: readonly string[],
): Promise<readonly number[]> {
  const rows = await madeStatement.all(pool, { companyId, stream: `company-${companyId}`, types });
  return rows.map(({ revision }) => revision);
}

/** Entries and letterings of a file that had none before the migration, as ranges of consecutive ids. */
export async function readMigratedBooks(
  pool: pg.Pool,
  companyId: number,
): Promise<{ readonly entries: readonly IdRange[]; readonly letterings: readonly IdRange[] }> {
  const readRanges = async (table: 'entries' | 'letterings'): Promise<readonly IdRange[]> => {
    const { rows } = await runWithoutLimit(pool, (run) =>
      run<IdRange>(`SELECT min(id) AS first, count(*)::integer AS count FROM (
          SELECT id, id - row_number() OVER (ORDER BY id) AS before FROM read.${table} WHERE company_id = ${companyId}) AS numbered
        GROUP BY before ORDER BY 1`),
    );
    return rows;
  };
  return { entries: await readRanges('entries'), letterings: await readRanges('letterings') };
}
