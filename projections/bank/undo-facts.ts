import type pg from 'pg';
import type { UndoNeeds } from '../../domain/history/undo.ts';
import { loadKnownFiles, loadKnownTransactions, loadSplitTransactions } from './facts.ts';

export async function readBankUndoFacts(
  pool: pg.Pool,
  companyId: number,
  { statementFiles = [], bankTransactions = [] }: UndoNeeds,
) {
  const [files, transactions, split] = await Promise.all([
    statementFiles.length === 0 ? [] : loadKnownFiles(pool, companyId, statementFiles),
    bankTransactions.length === 0 ? [] : loadKnownTransactions(pool, companyId, bankTransactions),
    bankTransactions.length === 0 ? [] : loadSplitTransactions(pool, companyId, bankTransactions),
  ]);
  return {
    statementFiles: new Map(files.map((file) => [file.id, file])),
    bankTransactions: new Map(transactions.map((transaction) => [transaction.id, transaction])),
    splitTransactions: new Map(split.map((transaction) => [transaction.id, transaction])),
  };
}
