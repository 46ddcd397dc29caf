import { sql } from 'kysely';
import type pg from 'pg';
import type {
  BatchDetails,
  Split,
  SplitCandidates,
  SplitTotal,
  WaitingBatch,
} from '../../domain/bank/batch-details.ts';
import type { BatchFacts, KnownBatch } from '../../domain/bank/import-batches.ts';
import type { KnownFile } from '../../domain/bank/statement-files.ts';
import type { Statement } from '../../domain/bank/statement.ts';
import { addDays } from '../../domain/dates.ts';
import type { QueryCreator } from '../support/compiler.ts';
import { bigint, bigints, date, texts } from '../support/parameters.ts';
import { fromRawSql, statement } from '../support/statement.ts';
import { findSameFileId } from './same-file.ts';

/** Facts about batches. Hand-written, because they join batches, their parts and the transactions they belong to. */

/** A statement may follow the details of its batches by some weeks, or precede them. */
const DAYS_APART = 31;

const BATCH = sql<WaitingBatch>`b.id, b.coda_file_id, b.journal_id, b.entry_date, b.amount, b.bank_references as "references", f.deleted_at is null as is_live,
  array(select p.id from read.bank_batch_parts p where p.company_id = b.company_id and p.batch_id = b.id order by p.id) as parts`;

const span = { companyId: bigint, from: date, to: date };

const waitingStatement = statement('bank-batches-waiting', span, (_db: QueryCreator, { companyId, from, to }) =>
  fromRawSql(sql<WaitingBatch>`select ${BATCH} from read.bank_batches b join read.coda_files f on f.company_id = b.company_id and f.id = b.coda_file_id
    where b.company_id = ${companyId} and b.transaction_id is null and f.deleted_at is null
      and b.entry_date between ${from} and ${to} order by b.id`),
);

const TOTAL = sql<SplitTotal>`t.id, t.version, t.coda_file_id, t.journal_id, t.entry_date, t.amount,
  t.details ->> 'bank_reference' as bank_reference, t.deleted_at is null as is_live`;

/** Pending, not matched, not split and not a detail itself. */
const IS_TOTAL = sql<boolean>`t.format = 'camt053' and t.status = 'pending' and t.matched_amount = 0 and t.split_batch_id is null
  and t.details ->> 'total' is null`;

const totalsStatement = statement(
  'bank-transactions-to-split',
  { ...span, amounts: texts },
  (_db: QueryCreator, { companyId, from, to, amounts }) =>
    fromRawSql(sql<SplitTotal>`select ${TOTAL} from read.bank_transactions t
      where t.company_id = ${companyId} and t.deleted_at is null and ${IS_TOTAL}
        and t.entry_date between ${from} and ${to} and t.amount::text = any(${amounts}) order by t.id`),
);

const knownStatement = statement('bank-batches-known', span, (_db: QueryCreator, { companyId, from, to }) =>
  fromRawSql(sql<KnownBatch>`select b.coda_file_id, b.journal_id, b.entry_date, b.amount, b.bank_references as "references"
    from read.bank_batches b join read.coda_files f on f.company_id = b.company_id and f.id = b.coda_file_id
    where b.company_id = ${companyId} and f.deleted_at is null and b.entry_date between ${from} and ${to}`),
);

function findSpan(days: readonly string[], apart: number): { readonly from: string; readonly to: string } {
  const sorted = days.toSorted();
  return { from: addDays(sorted[0]!, -apart), to: addDays(sorted.at(-1)!, apart) };
}

// Arrays of ids are returned as text.
const toBatch = (row: WaitingBatch): WaitingBatch => ({ ...row, parts: row.parts.map(Number) });

/** Batches that the statements of a file may contain. */
export async function loadWaitingBatches(
  pool: pg.Pool,
  companyId: number,
  statements: readonly Statement[],
): Promise<readonly WaitingBatch[]> {
  const days = statements.flatMap(({ movements }) => movements.map(({ entry_date }) => entry_date));
  if (days.length === 0) return [];
  const rows = await waitingStatement.all(pool, { companyId, ...findSpan(days, DAYS_APART) });
  return rows.map(toBatch);
}

export async function loadBatchFacts(
  pool: pg.Pool,
  companyId: number,
  sha256: string,
  batches: readonly BatchDetails[],
): Promise<BatchFacts> {
  const days = batches.map(({ entry_date }) => entry_date);
  const amounts = [...new Set(batches.map(({ amount }) => amount))];
  const [sameFileId, known, totals] = await Promise.all([
    findSameFileId(pool, companyId, sha256),
    knownStatement.all(pool, { companyId, ...findSpan(days, 0) }),
    totalsStatement.all(pool, { companyId, amounts, ...findSpan(days, DAYS_APART) }),
  ]);
  return { sameFileId, known, totals };
}

const ofFiles = { companyId: bigint, ids: bigints };

const splitsStatement = statement('bank-splits-of-files', ofFiles, (_db: QueryCreator, { companyId, ids }) =>
  fromRawSql(sql<Split & { readonly batch_file_id: number; readonly total_file_id: number }>`select b.id as batch_id,
      b.transaction_id, t.version, b.coda_file_id as batch_file_id, t.coda_file_id as total_file_id,
      array(select p.id from read.bank_batch_parts p where p.company_id = b.company_id and p.batch_id = b.id order by p.id) as parts
    from read.bank_batches b join read.bank_transactions t on t.company_id = b.company_id and t.id = b.transaction_id
    where b.company_id = ${companyId} and (b.coda_file_id = any(${ids}) or t.coda_file_id = any(${ids})) order by b.id`),
);

/** Batches without a transaction, in files that are live or are given. */
const waitingForFiles = statement('bank-batches-of-files', ofFiles, (_db: QueryCreator, { companyId, ids }) =>
  fromRawSql(sql<WaitingBatch>`select ${BATCH} from read.bank_batches b join read.coda_files f on f.company_id = b.company_id and f.id = b.coda_file_id
    where b.company_id = ${companyId} and b.transaction_id is null and f.purged_at is null
      and (f.deleted_at is null or f.id = any(${ids})) order by b.id`),
);

const totalsForFiles = statement('bank-totals-of-files', ofFiles, (_db: QueryCreator, { companyId, ids }) =>
  fromRawSql(sql<SplitTotal>`select ${TOTAL} from read.bank_transactions t
    where t.company_id = ${companyId} and ${IS_TOTAL} and (t.deleted_at is null or t.coda_file_id = any(${ids}))
      and exists (select 1 from read.bank_batches b where b.company_id = t.company_id and b.transaction_id is null
        and b.journal_id = t.journal_id and b.amount = t.amount) order by t.id`),
);

type SplitFacts = Required<Pick<KnownFile, 'splits' | 'waiting' | 'totals'>>;

/** Splits of each file, and the batches and transactions that could belong together once it is restored. */
export async function loadSplitFacts(
  pool: pg.Pool,
  companyId: number,
  ids: readonly number[],
): Promise<(fileId: number) => SplitFacts> {
  const [splits, waiting] = await Promise.all([
    splitsStatement.all(pool, { companyId, ids }),
    waitingForFiles.all(pool, { companyId, ids }),
  ]);
  const totals = waiting.length === 0 ? [] : await totalsForFiles.all(pool, { companyId, ids });
  return (fileId) => ({
    splits: splits
      .filter((one) => one.batch_file_id === fileId || one.total_file_id === fileId)
      .map(({ batch_id, transaction_id, version, parts }) => ({
        batch_id,
        transaction_id,
        version,
        parts: parts.map(Number),
      })),
    waiting: waiting.map(toBatch),
    totals,
  });
}

/** Batches that came while these transactions were matched or ignored. */
const waitingForTransactions = statement('bank-batches-of-transactions', ofFiles, (_db: QueryCreator, given) =>
  fromRawSql(sql<WaitingBatch & { readonly transaction_id: number }>`select ${BATCH}, t.id as transaction_id
    from read.bank_transactions t join read.bank_batches b on b.company_id = t.company_id and b.journal_id = t.journal_id
      and b.amount = t.amount and b.transaction_id is null and abs(b.entry_date - t.entry_date) <= ${sql.lit(DAYS_APART)}
      join read.coda_files f on f.company_id = b.company_id and f.id = b.coda_file_id
    where t.company_id = ${given.companyId} and t.id = any(${given.ids}) and t.deleted_at is null and f.deleted_at is null
      and t.format = 'camt053' and t.details ->> 'total' is null order by b.id`),
);

/** These transactions, and the pending ones that the same batches could belong to. */
const totalsOfTransactions = statement('bank-totals-of-transactions', ofFiles, (_db: QueryCreator, given) =>
  fromRawSql(sql<SplitTotal>`select ${TOTAL} from read.bank_transactions t
    where t.company_id = ${given.companyId} and t.deleted_at is null and (t.id = any(${given.ids}) or ${IS_TOTAL})
      and exists (select 1 from read.bank_batches b where b.company_id = t.company_id and b.transaction_id is null
        and b.journal_id = t.journal_id and b.amount = t.amount) order by t.id`),
);

/** What each transaction could be split by; nothing for most. */
export async function loadSplitCandidates(
  pool: pg.Pool,
  companyId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, SplitCandidates>> {
  const rows = await waitingForTransactions.all(pool, { companyId, ids });
  if (rows.length === 0) return new Map();
  const totals = await totalsOfTransactions.all(pool, { companyId, ids });
  const listWaiting = (id: number) => rows.filter(({ transaction_id }) => transaction_id === id).map(toBatch);
  return new Map(rows.map(({ transaction_id: id }) => [id, { totals, waiting: listWaiting(id) }]));
}
