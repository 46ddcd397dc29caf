import type { BankEvent, WholeFile } from '../../domain/bank/bank-events.ts';
import { handleEach, type RowKey, type Subject } from '../support/subject.ts';
import { listSplitRows, projectBatches, projectBatchParts, projectJoins, projectSplits } from './batch-projector.ts';
import { projectMatches, projectUnmatching } from './match-projector.ts';
import { projectFile, projectHandling, projectPurge, projectStatements, projectTransactions } from './projector.ts';
import { bankBatches, bankBatchParts, bankMatches, bankStatements, bankTransactions, codaFiles } from './tables.ts';
import { labelByColumns } from '../support/labels.ts';
import { readBankUndoFacts } from './undo-facts.ts';

const listFileRows = ({ id, statements, transactions }: WholeFile): readonly RowKey[] => [
  { table: codaFiles, key: [id] },
  ...statements.map((statement) => ({ table: bankStatements, key: [statement] })),
  ...transactions.map((transaction) => ({ table: bankTransactions, key: [transaction] })),
];

const listTransactionRows = ({ id }: { readonly id: number }): readonly RowKey[] => [
  { table: bankTransactions, key: [id] },
];

export const subject = {
  tables: [codaFiles, bankStatements, bankTransactions, bankBatches, bankBatchParts, bankMatches],
  project: {
    StatementsImported: projectStatements,
    BankTransactionsImported: projectTransactions,
    BatchDetailsImported: projectBatches,
    BatchTransactionsImported: projectBatchParts,
    BankTransactionsSplit: projectSplits,
    BankTransactionsJoined: projectJoins,
    ...handleEach(['StatementFileTrashed', 'StatementFileRestored'], projectFile),
    StatementFilesPurged: projectPurge,
    ...handleEach(['BankTransactionIgnored', 'BankTransactionReopened'], projectHandling),
    BankTransactionsMatched: projectMatches,
    BankTransactionsUnmatched: projectUnmatching,
  },
  needs: {
    ...handleEach(['BankTransactionsSplit', 'BankTransactionsJoined'], listSplitRows),
    ...handleEach(['StatementFileTrashed', 'StatementFileRestored'], listFileRows),
    StatementFilesPurged: ({ files }) => files.map(({ id }) => ({ table: codaFiles, key: [id] })),
    ...handleEach(['BankTransactionIgnored', 'BankTransactionReopened'], listTransactionRows),
    BankTransactionsMatched: ({ matches }) => matches.flatMap(listTransactionRows),
    BankTransactionsUnmatched: ({ matches }) =>
      matches.flatMap((match) => [
        ...listTransactionRows(match),
        { table: bankMatches, key: [match.id, match.entry_id] },
      ]),
  },
  namedBy: { coda_file_id: 'coda-files' },
  labels: {
    'coda-files': labelByColumns(codaFiles, 'original_name'),
    'bank-transactions': labelByColumns(bankTransactions, 'entry_date', 'amount', 'counterpart_name'),
  },
  bins: { 'coda-files': codaFiles },
  readUndoFacts: readBankUndoFacts,
} satisfies Subject<BankEvent>;
