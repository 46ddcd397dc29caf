import { sql } from 'kysely';
import type pg from 'pg';
import { unhurried } from '../../database/pool.ts';
import type { IdRange } from '../../domain/book-migrations/migration-events.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, text, texts } from '../support/parameters.ts';
import { statement } from '../support/statement.ts';

/** What was recorded of these types since the migration that is under way began, by its place in the stream. */
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

export async function migratedRevisions(
  pool: pg.Pool,
  companyId: number,
  types: readonly string[],
): Promise<readonly number[]> {
  const rows = await madeStatement.all(pool, { companyId, stream: `company-${companyId}`, types });
  return rows.map(({ revision }) => revision);
}

/** The entries and letterings of a file that had none before the migration, where their ids follow one another. */
export async function migratedBooks(
  pool: pg.Pool,
  companyId: number,
): Promise<{ readonly entries: readonly IdRange[]; readonly letterings: readonly IdRange[] }> {
  const ranges = async (table: 'entries' | 'letterings'): Promise<readonly IdRange[]> => {
    const { rows } = await unhurried(pool, (run) =>
      run<IdRange>(`SELECT min(id) AS first, count(*)::integer AS count FROM (
          SELECT id, id - row_number() OVER (ORDER BY id) AS before FROM read.${table} WHERE company_id = ${companyId}) AS numbered
        GROUP BY before ORDER BY 1`),
    );
    return rows;
  };
  return { entries: await ranges('entries'), letterings: await ranges('letterings') };
}
