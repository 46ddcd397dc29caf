import { onFacts, type FactsOfSubject, type UndoFacts } from '../history/undo.ts';
import { add, subtract } from '../money.ts';
import { bankEvents, type BankEvent, type TransactionMatch, type Unmatching } from './bank-events.ts';
import type { Split } from './batch-details.ts';
import type { KnownFile } from './statement-files.ts';
import type { KnownTransaction } from './transactions.ts';

declare module '../history/undo.ts' {
  interface UndoFacts {
    readonly statementFiles: ReadonlyMap<number, KnownFile>;
    readonly bankTransactions: ReadonlyMap<number, KnownTransaction>;
    /** Those that the transactions of a batch replace. */
    readonly splitTransactions: ReadonlyMap<number, KnownTransaction>;
  }
  interface UndoNeeds {
    readonly statementFiles?: readonly number[];
    readonly bankTransactions?: readonly number[];
  }
}

export const bankUndoFacts = {
  none: { statementFiles: new Map(), bankTransactions: new Map(), splitTransactions: new Map() },
  evolve: [onFacts(bankEvents, evolveBankFacts)],
} satisfies FactsOfSubject;

function evolveBankFacts(facts: UndoFacts, event: BankEvent): UndoFacts {
  switch (event.type) {
    case 'StatementFileTrashed':
    case 'StatementFileRestored': {
      const { id, version } = event.data;
      const before = facts.statementFiles.get(id);
      if (!before) return facts;
      const is_trashed = event.type === 'StatementFileTrashed';
      const statementFiles = new Map(facts.statementFiles).set(id, { ...before, version, is_trashed });
      return { ...facts, statementFiles: mapFiles(statementFiles, (file) => withMovedFile(file, id, !is_trashed)) };
    }
    case 'BankTransactionsSplit':
    case 'BankTransactionsJoined': {
      const { type } = event;
      const { splits } = event.data;
      const statementFiles = mapFiles(facts.statementFiles, (file) => withSplits(file, type, splits));
      return splits.reduce(type === 'BankTransactionsSplit' ? withSplit : withJoin, { ...facts, statementFiles });
    }
    case 'BankTransactionIgnored':
    case 'BankTransactionReopened': {
      const { id, version } = event.data;
      const before = facts.bankTransactions.get(id);
      if (!before) return facts;
      const after: KnownTransaction =
        event.type === 'BankTransactionIgnored'
          ? { ...before, version, status: 'ignored', ignored_reason: event.data.reason }
          : { ...before, version, status: 'pending', ignored_reason: null };
      return { ...facts, bankTransactions: new Map(facts.bankTransactions).set(id, after) };
    }
    case 'BankTransactionsMatched':
      return event.data.matches.reduce(withMatch, facts);
    case 'BankTransactionsUnmatched':
      return event.data.matches.reduce(withoutMatch, facts);
    default:
      return facts;
  }
}

const mapFiles = (
  files: ReadonlyMap<number, KnownFile>,
  change: (file: KnownFile) => KnownFile,
): ReadonlyMap<number, KnownFile> => new Map([...files].map(([id, file]) => [id, change(file)]));

/** Batches and transactions come and go with their file; its transactions get a new version. */
function withMovedFile(file: KnownFile, id: number, is_live: boolean): KnownFile {
  const { waiting, totals } = file;
  if (!waiting || !totals) return file;
  return {
    ...file,
    waiting: waiting.map((one) => (one.coda_file_id === id ? { ...one, is_live } : one)),
    totals: totals.map((one) => (one.coda_file_id === id ? { ...one, is_live, version: one.version + 1 } : one)),
  };
}

function withSplits(
  file: KnownFile,
  type: 'BankTransactionsSplit' | 'BankTransactionsJoined',
  splits: readonly Split[],
) {
  const moved = new Set(splits.map(({ batch_id }) => batch_id));
  const others = (file.splits ?? []).filter(({ batch_id }) => !moved.has(batch_id));
  return { ...file, splits: type === 'BankTransactionsSplit' ? [...others, ...splits] : others };
}

function withMatch(facts: UndoFacts, match: TransactionMatch): UndoFacts {
  const { id, version, amount, entry_id, third_party_id, is_whole } = match;
  const before = facts.bankTransactions.get(id);
  if (!before) return facts;
  const after: KnownTransaction = {
    ...before,
    version,
    status: is_whole ? 'matched' : 'pending',
    matched_amount: add(before.matched_amount, amount),
    ...(before.matches && { matches: [...before.matches, { entry_id, amount, third_party_id }] }),
  };
  return { ...facts, bankTransactions: new Map(facts.bankTransactions).set(id, after) };
}

/** A batch splits one transaction only: it no longer waits for others. */
function withSplit(facts: UndoFacts, { batch_id, transaction_id, version }: Split): UndoFacts {
  const withoutBatch = (one: KnownTransaction): KnownTransaction =>
    one.details
      ? { ...one, details: { ...one.details, waiting: one.details.waiting.filter(({ id }) => id !== batch_id) } }
      : one;
  const bankTransactions = new Map([...facts.bankTransactions].map(([id, one]) => [id, withoutBatch(one)]));
  const whole = bankTransactions.get(transaction_id);
  if (!whole) return { ...facts, bankTransactions };
  bankTransactions.delete(transaction_id);
  const splitTransactions = new Map(facts.splitTransactions);
  splitTransactions.set(transaction_id, { ...whole, version, split_batch_id: batch_id });
  return { ...facts, bankTransactions, splitTransactions };
}

function withJoin(facts: UndoFacts, { transaction_id, version, parts }: Split): UndoFacts {
  const whole = facts.splitTransactions.get(transaction_id);
  if (!whole) return facts;
  const bankTransactions = new Map(facts.bankTransactions).set(transaction_id, {
    ...whole,
    version,
    split_batch_id: null,
  });
  for (const part of parts) bankTransactions.delete(part);
  const splitTransactions = new Map(facts.splitTransactions);
  splitTransactions.delete(transaction_id);
  return { ...facts, bankTransactions, splitTransactions };
}

function withoutMatch(facts: UndoFacts, { id, version, amount, entry_id }: Unmatching): UndoFacts {
  const before = facts.bankTransactions.get(id);
  if (!before) return facts;
  const after: KnownTransaction = {
    ...before,
    version,
    status: 'pending',
    matched_amount: subtract(before.matched_amount, amount),
    ...(before.matches && { matches: before.matches.filter((match) => match.entry_id !== entry_id) }),
  };
  return { ...facts, bankTransactions: new Map(facts.bankTransactions).set(id, after) };
}
