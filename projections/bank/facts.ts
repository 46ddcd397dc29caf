import { sql } from 'kysely';
import type pg from 'pg';
import type { ImportFacts, KnownReference, PreviousStatement } from '../../domain/bank/import-facts.ts';
import type { Statement } from '../../domain/bank/statement.ts';
import type { KnownFile } from '../../domain/bank/statement-files.ts';
import type { TransactionToMatch } from '../../domain/bank/match-request.ts';
import type { KnownMatch, KnownTransaction } from '../../domain/bank/transactions.ts';
import { addDays } from '../../domain/dates.ts';
import type { QueryCreator } from '../support/compiler.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints, date, dates, texts, type Placeholders } from '../support/parameters.ts';
import { fromRawSql, statement } from '../support/statement.ts';
import { isNotPurged } from '../support/trash.ts';
import { loadSplitCandidates, loadSplitFacts, loadWaitingBatches } from './batch-facts.ts';
import { findSameFileId } from './same-file.ts';

/** Facts for decisions about statements and transactions. */

const statementsOfDays = statement(
  'bank-statements-of-days',
  { companyId: bigint, days: dates },
  (db, { companyId, days }) =>
    db
      .selectFrom('read.bank_statements')
      .select(['coda_file_id', 'journal_id', 'number', 'closing_date'])
      .select(['opening_balance', 'closing_balance', 'total_in'])
      .where('company_id', '=', companyId)
      .where('closing_date', '=', anyOf(days))
      .where('deleted_at', 'is', null),
);

/** Hand-written, because it looks up the last statement of each account for every day. */
const previousStatements = statement(
  'bank-statements-before-days',
  { companyId: bigint, days: dates },
  (_db: QueryCreator, { companyId, days }) =>
    fromRawSql(sql<PreviousStatement>`select distinct on (s.journal_id, d.day) s.journal_id, d.day, s.closing_date, s.closing_balance
      from unnest(${days}) as d(day) join read.bank_statements s on s.closing_date <= d.day
      where s.company_id = ${companyId} and s.deleted_at is null
      order by s.journal_id, d.day, s.closing_date desc, s.ordinal desc nulls first, s.id desc`),
);

const knownReferences = statement(
  'bank-transactions-of-references',
  { companyId: bigint, references: texts, from: date, to: date },
  (db, { companyId, references, from, to }) =>
    db
      .selectFrom('read.bank_transactions as t')
      .select(['t.journal_id', 't.coda_file_id', sql<string>`t.details ->> 'bank_reference'`.as('bank_reference')])
      .where('t.company_id', '=', companyId)
      .where('t.deleted_at', 'is', null)
      .where('t.format', '=', 'ofx')
      .where('t.entry_date', '>=', from)
      .where('t.entry_date', '<=', to)
      .where(sql<boolean>`t.details ->> 'bank_reference' = any(${references})`),
);

/** A bank may correct the date of a movement by some days. */
const DAYS_APART = 31;

/** References of overlapping files. */
async function loadKnownReferences(
  pool: pg.Pool,
  companyId: number,
  statements: readonly Statement[],
): Promise<readonly KnownReference[]> {
  const movements = statements.flatMap((one) => (one.has_unique_references ? one.movements : []));
  const days = movements.map(({ entry_date }) => entry_date).toSorted();
  const references = movements.flatMap(({ bank_reference }) => bank_reference ?? []);
  if (references.length === 0) return [];
  const [from, to] = [addDays(days[0]!, -DAYS_APART), addDays(days.at(-1)!, DAYS_APART)];
  return knownReferences.all(pool, { companyId, references, from, to });
}

export async function loadImportFacts(
  pool: pg.Pool,
  companyId: number,
  sha256: string,
  statements: readonly Statement[],
): Promise<ImportFacts> {
  const days = [...new Set(statements.map(({ closing_date }) => closing_date))];
  const derived = statements.filter((one) => one.has_derived_opening).map(({ closing_date }) => closing_date);
  const [sameFileId, known, previous, references, waiting] = await Promise.all([
    findSameFileId(pool, companyId, sha256),
    statementsOfDays.all(pool, { companyId, days }),
    derived.length === 0 ? [] : previousStatements.all(pool, { companyId, days: [...new Set(derived)] }),
    loadKnownReferences(pool, companyId, statements),
    loadWaitingBatches(pool, companyId, statements),
  ]);
  return { sameFileId, known, previous, references, waiting };
}

const given = { companyId: bigint, ids: bigints };

/** A trashed file is a duplicate of another one that has the same content, one of its statements or its references. */
const sameAs = sql<number | null>`(
  select o.id from read.coda_files o where o.company_id = f.company_id and o.id <> f.id and o.deleted_at is null
    and f.deleted_at is not null and (o.sha256 = f.sha256 or exists (
      select 1 from read.bank_statements s join read.bank_statements k on k.company_id = s.company_id and k.journal_id = s.journal_id
        and k.closing_date = s.closing_date and k.deleted_at is null
        and (k.number = s.number or (k.opening_balance = s.opening_balance and k.closing_balance = s.closing_balance
          and k.total_in = s.total_in))
      where s.company_id = f.company_id and s.coda_file_id = f.id and k.coda_file_id = o.id)
      or (f.format = 'ofx' and exists (
        select 1 from read.bank_transactions s join read.bank_transactions k on k.company_id = s.company_id
          and k.journal_id = s.journal_id and k.entry_date = s.entry_date and k.format = 'ofx' and k.deleted_at is null
          and k.details ->> 'bank_reference' = s.details ->> 'bank_reference'
        where s.company_id = f.company_id and s.coda_file_id = f.id and k.coda_file_id = o.id))) limit 1)`;

const files = statement('coda-files-known', given, (db, { companyId, ids }) =>
  db
    .selectFrom('read.coda_files as f')
    .select(['f.id', 'f.version', 'f.original_name as name'])
    .select([
      sql<boolean>`f.deleted_at is not null`.as('is_trashed'),
      sql<boolean>`not (${isNotPurged('f')})`.as('is_purged'),
      sql<
        number[]
      >`array(select s.id from read.bank_statements s where s.company_id = f.company_id and s.coda_file_id = f.id order by s.id)`.as(
        'statements',
      ),
      sql<
        number[]
      >`array(select s.journal_id from read.bank_statements s where s.company_id = f.company_id and s.coda_file_id = f.id
        union all select b.journal_id from read.bank_batches b where b.company_id = f.company_id and b.coda_file_id = f.id)`.as(
        'journals',
      ),
      sql<
        number[]
      >`array(select t.id from read.bank_transactions t where t.company_id = f.company_id and t.coda_file_id = f.id
        and f.format <> 'camt054' order by t.id)`.as('transactions'),
      sql<number>`(select count(*) from read.bank_transactions t where t.company_id = f.company_id and (t.coda_file_id = f.id
          or t.statement_id in (select s.id from read.bank_statements s where s.company_id = f.company_id and s.coda_file_id = f.id))
        and (t.status = 'matched' or t.matched_amount <> 0))`.as('handled'),
      sameAs.as('same_file_id'),
    ])
    .where('f.company_id', '=', companyId)
    .where('f.id', '=', anyOf(ids)),
);

/** Including trashed files, with all their statements and transactions. */
export async function loadKnownFiles(
  pool: pg.Pool,
  companyId: number,
  ids: readonly number[],
): Promise<readonly KnownFile[]> {
  const [rows, getSplitFacts] = await Promise.all([
    files.all(pool, { companyId, ids }),
    loadSplitFacts(pool, companyId, ids),
  ]);
  // Arrays of ids are returned as text.
  return rows.map((row) => ({
    ...row,
    statements: row.statements.map(Number),
    journals: row.journals.map(Number),
    transactions: row.transactions.map(Number),
    same_file_id: row.same_file_id === null ? null : Number(row.same_file_id),
    ...getSplitFacts(row.id),
  }));
}

/** Entries that book a transaction (`t`), with their amounts, earliest first. */
const MATCHES = sql<readonly KnownMatch[]>`coalesce((
  select jsonb_agg(jsonb_build_object('entry_id', m.entry_id, 'amount', m.amount::text, 'third_party_id', m.third_party_id)
    order by m.created_at, m.entry_id)
  from read.bank_matches m where m.company_id = t.company_id and m.transaction_id = t.id and m.undone_at is null), '[]')`;

const KNOWN = ['t.id', 't.version', 't.status', 't.amount', 't.matched_amount', 't.ignored_reason'] as const;

const selectKnown = (db: QueryCreator, { companyId, ids }: Placeholders<typeof given>) =>
  db
    .selectFrom('read.bank_transactions as t')
    .select(KNOWN)
    .where('t.company_id', '=', companyId)
    .where('t.id', '=', anyOf(ids));

const transactions = statement('bank-transactions-known', given, (db, named) =>
  selectKnown(db, named).select(MATCHES.as('matches')).where('t.deleted_at', 'is', null),
);

/** Without transactions of trashed files. */
export async function loadKnownTransactions(
  pool: pg.Pool,
  companyId: number,
  ids: readonly number[],
): Promise<readonly KnownTransaction[]> {
  const [rows, candidates] = await Promise.all([
    transactions.all(pool, { companyId, ids }),
    loadSplitCandidates(pool, companyId, ids),
  ]);
  return rows.map((row) => {
    const details = candidates.get(row.id);
    return details ? { ...row, details } : row;
  });
}

const splitStatement = statement('bank-transactions-split', given, (db, named) =>
  selectKnown(db, named)
    .select(['t.split_batch_id', MATCHES.as('matches')])
    .where('t.split_batch_id', 'is not', null),
);

/** Transactions that those of a batch replace. */
export async function loadSplitTransactions(
  pool: pg.Pool,
  companyId: number,
  ids: readonly number[],
): Promise<readonly KnownTransaction[]> {
  return splitStatement.all(pool, { companyId, ids });
}

const toMatch = statement('bank-transactions-to-match', given, (db, named) =>
  selectKnown(db, named)
    .select(['t.journal_id', 't.entry_date', 't.statement_number', 't.sequence', 't.counterpart_name'])
    .select(['t.communication', 't.structured_communication', 't.currency'])
    .select(sql<string | null>`t.details ->> 'original_amount'`.as('original_amount'))
    .where('t.deleted_at', 'is', null),
);

/** Without transactions of trashed files. */
export async function loadTransactionsToMatch(
  pool: pg.Pool,
  companyId: number,
  ids: readonly number[],
): Promise<readonly TransactionToMatch[]> {
  return toMatch.all(pool, { companyId, ids });
}
