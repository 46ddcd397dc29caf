import {
  FactsNotRead,
  blocked,
  chosen,
  oneByOne,
  unlessRefused,
  type Undone,
  type Undoing,
  type UndoRules,
} from '../history/undo.ts';
import { linesOfReversal, linesToLetter } from '../ledger/reversal.ts';
import { entryIn } from '../ledger/undo.ts';
import { paymentTax } from '../lettering/undo.ts';
import type { bankEvents, BankEvent, TransactionMatch } from './bank-events.ts';
import { decideStatementFile, type KnownFile } from './statement-files.ts';
import { decideTransaction, type KnownTransaction } from './transactions.ts';
import { decideUnmatching, type RemainingMatch, type UnmatchTransaction } from './unmatch.ts';

const FILES = 'coda-files';
const TRANSACTIONS = 'bank-transactions';

/** What was taken in goes to the recycle bin, while nothing was done about it; what was set aside is to be booked again. */
export const bankUndo: UndoRules<typeof bankEvents> = {
  StatementsImported: {
    role: 'encoder',
    needs: ({ file }) => ({ statementFiles: [file.id] }),
    back: ({ file }, undoing) => trashed(file.id, undoing),
  },
  BankTransactionsImported: {
    role: 'encoder',
    // They go with their file: one alone would leave a statement that does not add up.
    back: ({ coda_file_id }, { together, only }) =>
      only === null && isImportedWith(together, coda_file_id)
        ? []
        : blocked('undo_part_of_statement', FILES, coda_file_id),
  },
  StatementFileTrashed: {
    role: 'encoder',
    needs: ({ id }) => ({ statementFiles: [id] }),
    back: ({ id }, undoing) => restored(id, undoing),
  },
  StatementFileRestored: {
    role: 'encoder',
    needs: ({ id }) => ({ statementFiles: [id] }),
    back: ({ id }, undoing) => trashed(id, undoing),
  },
  StatementFilesPurged: { never: 'undo_purged', resource: FILES },
  BankTransactionIgnored: {
    role: 'encoder',
    needs: ({ id }) => ({ bankTransactions: [id] }),
    back: ({ id }, undoing) => {
      const command = { type: 'ReopenTransaction', facts: transactionIn(undoing, id), baseVersion: null } as const;
      return unlessRefused(decideTransaction(command), TRANSACTIONS, id);
    },
  },
  BankTransactionReopened: {
    role: 'encoder',
    needs: ({ id }) => ({ bankTransactions: [id] }),
    back: ({ id, previous_reason: reason }, undoing) => {
      const facts = transactionIn(undoing, id);
      const command = { type: 'IgnoreTransaction', facts, reason, baseVersion: null } as const;
      return unlessRefused(decideTransaction(command), TRANSACTIONS, id);
    },
  },
  BankTransactionsMatched: {
    role: 'encoder',
    needs: ({ matches }) => ({
      bankTransactions: matches.map(({ id }) => id),
      entries: matches.flatMap(({ entry_id, items }) => [entry_id, ...items.map((item) => item.entry_id)]),
    }),
    back: ({ matches }, undoing) =>
      oneByOne(chosen(matches, undoing.only).toReversed(), undoing, (match, now) => unmatched(match, now)),
  },
  // The entries are reversed for good: who wants them again matches the transaction again, as it is now.
  BankTransactionsUnmatched: { never: 'undo_unmatched', resource: TRANSACTIONS },
};

/** The one match that a transaction has by this event, if it still stands. */
function unmatched({ id, entry_id, amount, items, third_party_id }: TransactionMatch, undoing: Undoing): Undone {
  const facts = entryIn(undoing, entry_id);
  if (facts.status === 'reversed') return blocked('undo_match_undone', TRANSACTIONS, id);
  const { ids } = undoing;
  const has_moved_tax = facts.letterings.some(({ tax_moved_on }) => tax_moved_on !== undefined);
  const lines = has_moved_tax ? facts.letterings.flatMap((lettering) => lettering.lines) : [];
  const payment = lines.length === 0 || items.length === 0 ? undefined : paymentTax(lines, undoing);
  const command: UnmatchTransaction = {
    type: 'UnmatchTransaction',
    transaction: transactionIn(undoing, id),
    matches: [
      {
        amount,
        third_party_id,
        facts,
        ids: {
          entryId: ids('entries', 1)[0]!,
          lineIds: ids('entry_lines', linesOfReversal(facts)),
          letteringIds: ids('letterings', linesToLetter(facts).length),
        },
        ...(payment && { payment }),
      },
    ],
    remaining: remainingOf(id, entry_id, undoing),
    baseVersion: null,
  };
  return unlessRefused(decideUnmatching(command, undoing.file), TRANSACTIONS, id);
}

function remainingOf(id: number, without: number, undoing: Undoing): RemainingMatch | null {
  const { matches = [] } = transactionIn(undoing, id);
  return matches.findLast(({ entry_id }) => entry_id !== without) ?? null;
}

const isImportedWith = (together: Undoing['together'], fileId: number): boolean =>
  (together as readonly BankEvent[]).some(
    (event) => event.type === 'StatementsImported' && event.data.file.id === fileId,
  );

function fileIn({ facts }: Undoing, id: number): KnownFile {
  const file = facts.statementFiles.get(id);
  if (!file) throw new FactsNotRead(`Statement file ${id} was not read`);
  return file;
}

function transactionIn({ facts }: Undoing, id: number): KnownTransaction {
  const transaction = facts.bankTransactions.get(id);
  if (!transaction) throw new FactsNotRead(`Bank transaction ${id} was not read`);
  return transaction;
}

function trashed(id: number, undoing: Undoing): Undone {
  const facts = fileIn(undoing, id);
  if (facts.is_trashed) return blocked('undo_statement_file_gone', FILES, id);
  return unlessRefused(
    decideStatementFile({ type: 'TrashStatementFile', facts, baseVersion: null }, undoing.file),
    FILES,
    id,
  );
}

function restored(id: number, undoing: Undoing): Undone {
  const facts = fileIn(undoing, id);
  if (!facts.is_trashed) return blocked('undo_statement_file_back', FILES, id);
  if (facts.is_purged) return blocked('undo_purged', FILES, id);
  return unlessRefused(
    decideStatementFile({ type: 'RestoreStatementFile', facts, baseVersion: null }, undoing.file),
    FILES,
    id,
  );
}
