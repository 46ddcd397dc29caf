import type { CompanyFile, CompanyFileState } from '../company-file-state.ts';
import { on, plainSlice, type Subject } from '../subject.ts';
import { bankEvents } from './bank-events.ts';
import { decideImport, decideImportInSteps } from './import-statements.ts';
import { decideBatchImport, decideBatchImportInSteps } from './import-batches.ts';
import { decideMatch, decideMatchInSteps } from './match.ts';
import { evolveBank, initialBank } from './state.ts';
import { decideStatementFile } from './statement-files.ts';
import { decideTransaction } from './transactions.ts';
import { bankUndoFacts } from './undo-facts.ts';
import { bankUndo } from './undo.ts';
import { decideUnmatching } from './unmatch.ts';

/** Bank statements and the processing of their transactions. */
export const bank = {
  events: bankEvents,
  decide: {
    ImportStatements: decideImport,
    ImportBatchDetails: decideBatchImport,
    TrashStatementFile: decideStatementFile,
    RestoreStatementFile: decideStatementFile,
    PurgeStatementFiles: decideStatementFile,
    IgnoreTransaction: decideTransaction,
    ReopenTransaction: decideTransaction,
    MatchTransactions: decideMatch,
    UnmatchTransaction: decideUnmatching,
  },
  decideInSteps: {
    ImportStatements: decideImportInSteps,
    ImportBatchDetails: decideBatchImportInSteps,
    MatchTransactions: decideMatchInSteps,
  },
  evolve: [on(bankEvents, (file, event) => ({ ...file, bank: evolveBank(file.bank, event) }))],
  slices: { bank: plainSlice(initialBank) },
  undo: bankUndo,
  undoFacts: bankUndoFacts,
} satisfies Subject<CompanyFileState, CompanyFile>;
