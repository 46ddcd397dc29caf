import type { CompanyFile, CompanyFileState } from '../company-file-state.ts';
import { on, plainSlice, type Subject } from '../subject.ts';
import { decideMessage } from './messages.ts';
import { peppolEvents } from './peppol-events.ts';
import { decideRegistration } from './registration.ts';
import { evolvePeppol, initialPeppol } from './state.ts';
import { peppolUndoFacts } from './undo-facts.ts';
import { peppolUndo } from './undo.ts';

/** The company in the Peppol network: its registration, and the messages it sends and receives. */
export const peppol = {
  events: peppolEvents,
  decide: {
    RegisterPeppol: decideRegistration,
    RecordPeppolStatus: decideRegistration,
    ChangePeppolOptions: decideRegistration,
    LeavePeppol: decideRegistration,
    AskPeppolTransfer: decideRegistration,
    ConfirmPeppolTransfer: decideRegistration,
    QueuePeppolMessage: decideMessage,
    ResendPeppolMessage: decideMessage,
    MovePeppolMessage: decideMessage,
    ReceivePeppolMessage: decideMessage,
  },
  evolve: [on(peppolEvents, (file, event) => ({ ...file, peppol: evolvePeppol(file.peppol, event) }))],
  slices: { peppol: plainSlice(initialPeppol) },
  undo: peppolUndo,
  undoFacts: peppolUndoFacts,
} satisfies Subject<CompanyFileState, CompanyFile>;
