import type { CompanyFile, CompanyFileState } from '../company-file-state.ts';
import { on, type Subject } from '../subject.ts';
import { decideAmendment } from './amendment.ts';
import { decideBatch, decidePosting } from './post-entry.ts';
import { entryEvents } from './entry-events.ts';
import { decideReversal } from './reversal.ts';
import { evolveLedger, initialLedger, packLedger, unpackLedger } from './state.ts';
import { entryUndoFacts } from './undo-facts.ts';
import { ledgerUndo } from './undo.ts';

/** Entries: free ones, invoices and credit notes, batches, amendments and reversals. */
export const ledger = {
  events: entryEvents,
  decide: {
    PostEntry: decidePosting,
    PostInvoice: decidePosting,
    PostBatch: decideBatch,
    AmendEntry: decideAmendment,
    ReverseEntry: decideReversal,
  },
  evolve: [on(entryEvents, (file, event) => ({ ...file, ledger: evolveLedger(file.ledger, event) }))],
  slices: { ledger: { initial: initialLedger, pack: packLedger, unpack: unpackLedger } },
  undo: ledgerUndo,
  undoFacts: entryUndoFacts,
} satisfies Subject<CompanyFileState, CompanyFile>;
