import {
  FactsNotRead,
  blockUndo,
  selectUndoItems,
  undoOneByOne,
  toUndone,
  type Undone,
  type Undoing,
  type UndoRules,
} from '../history/undo.ts';
import { countReversalLines, listLinesToMatch } from '../ledger/reversal.ts';
import { getEntryFacts } from '../ledger/undo-context.ts';
import { buildPaymentTax } from '../lettering/redo.ts';
import type { bankEvents, BankEvent, TransactionMatch } from './bank-events.ts';
import { decideStatementFile, type KnownFile } from './statement-files.ts';
import { undoJoins, undoSplits } from './undo-splits.ts';
import { decideTransaction } from './transactions.ts';
import { findMatchInForce, listMatches, matchAgain, getBankTransaction } from './match-again.ts';
import { decideUnmatching, type RemainingMatch, type UnmatchTransaction } from './unmatch.ts';

const FILES = 'coda-files';
const TRANSACTIONS = 'bank-transactions';

/** Imported files are trashed as long as none of their transactions is processed; ignored transactions are reopened. */
export const bankUndo: UndoRules<typeof bankEvents> = {
  StatementsImported: {
    role: 'encoder',
    listNeeds: ({ file }) => ({ statementFiles: [file.id] }),
    revert: ({ file }, undoing) => undoByTrashing(file.id, undoing),
  },
  BankTransactionsImported: {
    role: 'encoder',
    // They are trashed with their file: without one of them the statement would not add up.
    revert: ({ coda_file_id }, { together, only }) =>
      only === null && isImportedWith(together, coda_file_id)
        ? []
        : blockUndo('undo_part_of_statement', FILES, coda_file_id),
  },
  BatchDetailsImported: {
    role: 'encoder',
    listNeeds: ({ file }) => ({ statementFiles: [file.id] }),
    revert: ({ file }, undoing) => undoByTrashing(file.id, undoing),
  },
  BatchTransactionsImported: {
    role: 'encoder',
    revert: ({ coda_file_id }, { together, only }) =>
      only === null && isImportedWith(together, coda_file_id)
        ? []
        : blockUndo('undo_part_of_statement', FILES, coda_file_id),
  },
  BankTransactionsSplit: {
    role: 'encoder',
    listNeeds: ({ splits }) => ({
      bankTransactions: splits.flatMap(({ transaction_id, parts }) => [transaction_id, ...parts]),
    }),
    revert: ({ splits }, undoing) => undoSplits(splits, undoing),
  },
  BankTransactionsJoined: { role: 'encoder', revert: ({ splits }, undoing) => undoJoins(splits, undoing) },
  StatementFileTrashed: {
    role: 'encoder',
    listNeeds: ({ id }) => ({ statementFiles: [id] }),
    revert: ({ id }, undoing) => undoByRestoring(id, undoing),
  },
  StatementFileRestored: {
    role: 'encoder',
    listNeeds: ({ id }) => ({ statementFiles: [id] }),
    revert: ({ id }, undoing) => undoByTrashing(id, undoing),
  },
  StatementFilesPurged: { never: 'undo_purged', resource: FILES },
  BankTransactionIgnored: {
    role: 'encoder',
    listNeeds: ({ id }) => ({ bankTransactions: [id] }),
    revert: ({ id }, undoing) => {
      const command = { type: 'ReopenTransaction', facts: getBankTransaction(undoing, id), baseVersion: null } as const;
      return toUndone(decideTransaction(command), TRANSACTIONS, id);
    },
  },
  BankTransactionReopened: {
    role: 'encoder',
    listNeeds: ({ id }) => ({ bankTransactions: [id] }),
    revert: ({ id, previous_reason: reason }, undoing) => {
      const facts = getBankTransaction(undoing, id);
      const command = { type: 'IgnoreTransaction', facts, reason, baseVersion: null } as const;
      return toUndone(decideTransaction(command), TRANSACTIONS, id);
    },
  },
  BankTransactionsMatched: {
    role: 'encoder',
    listEarlier: ({ matches }) =>
      matches.map(({ id }) => ({ resource: TRANSACTIONS, id, types: ['BankTransactionsMatched'] })),
    listNeeds: ({ matches }, earlier) => ({
      bankTransactions: matches.map(({ id }) => id),
      entries: matches
        .flatMap(({ id }) => listMatches(id, { earlier }))
        .flatMap(({ entry_id, items }) => [entry_id, ...items.map((item) => item.entry_id)]),
    }),
    revert: ({ matches }, undoing) =>
      undoOneByOne(selectUndoItems(matches, undoing.only).toReversed(), undoing, (match, now) =>
        undoMatch(findMatchInForce(match, now), now),
      ),
  },
  BankTransactionsUnmatched: {
    role: 'encoder',
    isWhole: ({ matches }) => new Set(matches.map(({ id }) => id)).size === 1,
    listNeeds: ({ matches }) => ({
      bankTransactions: matches.map(({ id }) => id),
      entries: matches.map(({ entry_id }) => entry_id),
    }),
    listEarlier: ({ matches }) =>
      matches.map(({ id }) => ({ resource: TRANSACTIONS, id, types: ['BankTransactionsMatched'] })),
    revert: ({ matches }, undoing) => matchAgain(selectUndoItems(matches, undoing.only).toReversed(), undoing),
  },
};

/** Undoes the match created by this event, if it is still in force. */
function undoMatch({ id, entry_id, amount, items, third_party_id }: TransactionMatch, undoing: Undoing): Undone {
  const facts = getEntryFacts(undoing, entry_id);
  if (facts.status === 'reversed') return blockUndo('undo_match_undone', TRANSACTIONS, id);
  const { takeIds } = undoing;
  const has_moved_tax = facts.letterings.some(({ tax_moved_on }) => tax_moved_on !== undefined);
  const lines = has_moved_tax ? facts.letterings.flatMap((lettering) => lettering.lines) : [];
  const payment = lines.length === 0 || items.length === 0 ? undefined : buildPaymentTax(lines, undoing);
  const documents = [...undoing.facts.documents.values()].filter(({ last_entry_id }) => last_entry_id === entry_id);
  const command: UnmatchTransaction = {
    type: 'UnmatchTransaction',
    transaction: getBankTransaction(undoing, id),
    matches: [
      {
        amount,
        third_party_id,
        facts,
        ids: {
          entryId: takeIds('entries', 1)[0]!,
          lineIds: takeIds('entry_lines', countReversalLines(facts)),
          letteringIds: takeIds('letterings', listLinesToMatch(facts).length),
        },
        ...(payment && { payment }),
        documents,
      },
    ],
    remaining: findRemaining(id, entry_id, undoing),
    baseVersion: null,
  };
  return toUndone(decideUnmatching(command, undoing.file), TRANSACTIONS, id);
}

function findRemaining(id: number, without: number, undoing: Undoing): RemainingMatch | null {
  const { matches = [] } = getBankTransaction(undoing, id);
  return matches.findLast(({ entry_id }) => entry_id !== without) ?? null;
}

const isImportedWith = (together: Undoing['together'], fileId: number): boolean =>
  (together as readonly BankEvent[]).some(
    (event) =>
      (event.type === 'StatementsImported' || event.type === 'BatchDetailsImported') && event.data.file.id === fileId,
  );

function getStatementFile({ facts }: Undoing, id: number): KnownFile {
  const file = facts.statementFiles.get(id);
  if (!file) throw new FactsNotRead(`Statement file ${id} was not read`);
  return file;
}

function undoByTrashing(id: number, undoing: Undoing): Undone {
  const facts = getStatementFile(undoing, id);
  if (facts.is_trashed) return blockUndo('undo_statement_file_gone', FILES, id);
  return toUndone(
    decideStatementFile({ type: 'TrashStatementFile', facts, baseVersion: null }, undoing.file),
    FILES,
    id,
  );
}

function undoByRestoring(id: number, undoing: Undoing): Undone {
  const facts = getStatementFile(undoing, id);
  if (!facts.is_trashed) return blockUndo('undo_statement_file_back', FILES, id);
  if (facts.is_purged) return blockUndo('undo_purged', FILES, id);
  return toUndone(
    decideStatementFile({ type: 'RestoreStatementFile', facts, baseVersion: null }, undoing.file),
    FILES,
    id,
  );
}
