import { sql } from 'kysely';
import type pg from 'pg';
import type { SepaStatus, SepaType } from '../../domain/sepa/sepa-events.ts';
import type { QueryCreator } from '../support/compiler.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints, optional, text, type Placeholders } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';

const selectHeads = (db: QueryCreator) =>
  db
    .selectFrom('read.sepa_files as f')
    .select([
      'f.id',
      'f.type',
      'f.format',
      'f.message_id',
      'f.journal_id',
      'f.execution_date',
      'f.batch_booking',
      'f.control_sum',
      'f.payments_count',
      'f.holder',
      'f.creditor_identifier',
      'f.status',
      'f.cancelled_reason',
      'f.journal_entry_id',
      'f.version',
      'f.created_at',
      'f.updated_at',
      'f.created_by',
      'f.deleted_at',
    ]);

const byIdsStatement = statement('sepa-files-by-ids', { companyId: bigint, ids: bigints }, (db, { companyId, ids }) =>
  selectHeads(db).where('f.company_id', '=', companyId).where('f.id', '=', anyOf(ids)).orderBy('f.id'),
);

const paymentsStatement = statement(
  'payments-of-sepa-files',
  { companyId: bigint, ids: bigints },
  (db, { companyId, ids }) =>
    db
      .selectFrom('read.sepa_payments as p')
      .select([
        'p.sepa_file_id',
        'p.third_party_id',
        'p.name',
        'p.iban',
        'p.bic',
        'p.address',
        'p.amount',
        'p.communication',
        'p.end_to_end_id',
        'p.account_id',
        'p.mandate',
        'p.lines',
      ])
      .where('p.company_id', '=', companyId)
      .where('p.sepa_file_id', '=', anyOf(ids))
      .orderBy('p.sepa_file_id')
      .orderBy('p.number'),
);

export type SepaPaymentRow = Omit<RowOfStatement<typeof paymentsStatement>, 'sepa_file_id'>;
export type SepaFileRow = RowOfStatement<typeof byIdsStatement> & { readonly payments: readonly SepaPaymentRow[] };

async function withPayments(
  pool: pg.Pool,
  companyId: number,
  files: readonly RowOfStatement<typeof byIdsStatement>[],
): Promise<SepaFileRow[]> {
  const rows = await paymentsStatement.all(pool, { companyId, ids: files.map(({ id }) => id) });
  const byFile = new Map(files.map(({ id }) => [id, [] as SepaPaymentRow[]]));
  for (const { sepa_file_id, ...payment } of rows) byFile.get(sepa_file_id)!.push(payment);
  return files.map((file) => ({ ...file, payments: byFile.get(file.id)! }));
}

/** Includes trashed files, for the feed. */
export async function readSepaFilesByIds(
  pool: pg.Pool,
  companyId: number,
  ids: readonly number[],
): Promise<SepaFileRow[]> {
  return withPayments(pool, companyId, await byIdsStatement.all(pool, { companyId, ids }));
}

/** Undefined if it is trashed. */
export async function findSepaFile(pool: pg.Pool, companyId: number, id: number): Promise<SepaFileRow | undefined> {
  const [file] = await readSepaFilesByIds(pool, companyId, [id]);
  return file?.deleted_at === null ? file : undefined;
}

export interface SepaFileFilter {
  readonly type?: SepaType | undefined;
  readonly status?: SepaStatus | undefined;
  readonly journal_id?: number | undefined;
}

const filtered = { companyId: bigint, type: optional(text), status: optional(text), journalId: optional(bigint) };

const matchesFilter = ({ companyId, type, status, journalId }: Placeholders<typeof filtered>) =>
  sql<boolean>`${sql.join(
    [
      sql`f.company_id = ${companyId} and f.deleted_at is null`,
      ...(type === undefined ? [] : [sql`f.type = ${type}`]),
      ...(status === undefined ? [] : [sql`f.status = ${status}`]),
      ...(journalId === undefined ? [] : [sql`f.journal_id = ${journalId}`]),
    ],
    sql` and `,
  )}`;

const pageStatement = statement(
  'sepa-files',
  { ...filtered, limit: bigint, offset: bigint },
  (db, { limit, offset, ...given }) =>
    selectHeads(db).where(matchesFilter(given)).orderBy('f.id', 'desc').limit(limit).offset(offset),
);

const countStatement = statement('count-sepa-files', filtered, (db, given) =>
  db
    .selectFrom('read.sepa_files as f')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where(matchesFilter(given)),
);

/** Newest first. */
export async function listSepaFiles(
  pool: pg.Pool,
  companyId: number,
  { type, status, journal_id: journalId }: SepaFileFilter,
  page: number,
  perPage: number,
): Promise<{ readonly rows: readonly SepaFileRow[]; readonly total: number }> {
  const given = { companyId, type, status, journalId };
  const [files, count] = await Promise.all([
    pageStatement.all(pool, { ...given, limit: perPage, offset: (page - 1) * perPage }),
    countStatement.first(pool, given),
  ]);
  return { rows: await withPayments(pool, companyId, files), total: count!.total };
}
