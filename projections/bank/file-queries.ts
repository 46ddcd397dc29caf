import { sql } from 'kysely';
import type pg from 'pg';
import type { QueryCreator } from '../support/compiler.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints, optional, text } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';

/** Bank files for display, with their statements. */
export type CodaFileRow = RowOfStatement<typeof byIdsStatement> & { readonly statements: readonly StatementRow[] };
export type StatementRow = RowOfStatement<typeof statementsStatement>;

const selectShownFiles = (db: QueryCreator) =>
  db
    .selectFrom('read.coda_files as f')
    .select(['f.id', 'f.original_name', 'f.format', 'f.size', 'f.sha256', 'f.transactions_count', 'f.warnings'])
    .select(
      sql<number>`(select count(*) from read.bank_batches b where b.company_id = f.company_id and b.coda_file_id = f.id and b.transaction_id is null)`.as(
        'waiting_count',
      ),
    )
    .select(['f.version', 'f.created_at', 'f.updated_at', 'f.created_by', 'f.deleted_at']);

const byIdsStatement = statement('coda-files-by-ids', { companyId: bigint, ids: bigints }, (db, { companyId, ids }) =>
  selectShownFiles(db).where('f.company_id', '=', companyId).where('f.id', '=', anyOf(ids)).orderBy('f.id'),
);

/** Including trashed files. */
export async function loadCodaFilesByIds(
  pool: pg.Pool,
  companyId: number,
  ids: readonly number[],
): Promise<CodaFileRow[]> {
  return withStatements(pool, companyId, await byIdsStatement.all(pool, { companyId, ids }));
}

const filter = { companyId: bigint, journalId: optional(bigint) };

const pageStatement = statement(
  'coda-files-page',
  { ...filter, limit: bigint, offset: bigint },
  (db, { companyId, journalId, limit, offset }) =>
    selectShownFiles(db)
      .where('f.company_id', '=', companyId)
      .where('f.deleted_at', 'is', null)
      .$if(journalId !== undefined, (query) =>
        query.where('f.id', 'in', (inner) =>
          inner
            .selectFrom('read.bank_statements')
            .select('coda_file_id')
            .where('journal_id', '=', journalId!)
            .union(inner.selectFrom('read.bank_batches').select('coda_file_id').where('journal_id', '=', journalId!)),
        ),
      )
      .orderBy('f.id', 'desc')
      .limit(limit)
      .offset(offset),
);

const countStatement = statement('coda-files-count', filter, (db, { companyId, journalId }) =>
  db
    .selectFrom('read.coda_files as f')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('f.company_id', '=', companyId)
    .where('f.deleted_at', 'is', null)
    .$if(journalId !== undefined, (query) =>
      query.where('f.id', 'in', (inner) =>
        inner
          .selectFrom('read.bank_statements')
          .select('coda_file_id')
          .where('journal_id', '=', journalId!)
          .union(inner.selectFrom('read.bank_batches').select('coda_file_id').where('journal_id', '=', journalId!)),
      ),
    ),
);

/** Newest first. */
export async function listCodaFiles(
  pool: pg.Pool,
  companyId: number,
  journalId: number | undefined,
  page: number,
  perPage: number,
): Promise<{ readonly rows: readonly CodaFileRow[]; readonly total: number }> {
  const [found, count] = await Promise.all([
    pageStatement.all(pool, { companyId, journalId, limit: perPage, offset: (page - 1) * perPage }),
    countStatement.first(pool, { companyId, journalId }),
  ]);
  return { rows: await withStatements(pool, companyId, found), total: count!.total };
}

const ofFiles = { companyId: bigint, ids: bigints };

const statementsStatement = statement('statements-of-coda-files', ofFiles, (db, { companyId, ids }) =>
  db
    .selectFrom('read.bank_statements as s')
    .select(['s.id', 's.coda_file_id', 's.journal_id', 's.account_iban', 's.number', 's.currency'])
    .select(['s.opening_date', 's.closing_date', 's.opening_balance', 's.closing_balance', 's.transactions_count'])
    .select(['s.messages', 's.warnings'])
    .where('s.company_id', '=', companyId)
    .where('s.coda_file_id', '=', anyOf(ids))
    .orderBy('s.id'),
);

async function withStatements(
  pool: pg.Pool,
  companyId: number,
  found: readonly RowOfStatement<typeof byIdsStatement>[],
): Promise<CodaFileRow[]> {
  if (found.length === 0) return [];
  const statements = await statementsStatement.all(pool, { companyId, ids: found.map(({ id }) => id) });
  const byFile = new Map<number, StatementRow[]>(found.map(({ id }) => [id, []]));
  for (const one of statements) byFile.get(one.coda_file_id)!.push(one);
  return found.map((file) => ({ ...file, statements: byFile.get(file.id)! }));
}

const linked = statement('linked-coda-file', { token: text, id: bigint }, (db, { token, id }) =>
  db
    .selectFrom('read.coda_files as f')
    .innerJoin('read.companies as c', 'c.id', 'f.company_id')
    .select(['f.original_name', 'f.format', 'f.sha256'])
    .where('c.public_token', '=', token)
    .where('c.deleted_at', 'is', null)
    .where('f.id', '=', id)
    .where('f.deleted_at', 'is', null),
);

/** The file of a signed link. */
export async function findLinkedCodaFile(pool: pg.Pool, token: string, id: number) {
  return linked.first(pool, { token, id });
}
