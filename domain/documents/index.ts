import type { CompanyFile, CompanyFileState } from '../company-file-state.ts';
import { on, type Subject } from '../subject.ts';
import { documentBin } from './bin.ts';
import { decideBooking } from './booking.ts';
import { decideConversion } from './conversion.ts';
import { decideCredit } from './crediting.ts';
import { documentEvents } from './document-events.ts';
import { decideDocument } from './editing.ts';
import { decideRecording } from './recording.ts';
import { evolveDocuments, initialDocuments, packDocuments, unpackDocuments } from './state.ts';
import { documentUndoFacts } from './undo-facts.ts';
import { documentUndo } from './undo.ts';

/** Invoices and credit notes, from receipt or issue to booking. */
export const documents = {
  events: documentEvents,
  decide: {
    RecordDocument: decideRecording,
    CreditDocument: decideCredit,
    ConvertDocument: decideConversion,
    BookDocument: decideBooking,
    ChangeDocument: decideDocument,
    AttachDocumentFile: decideDocument,
    TrashDocument: decideDocument,
    RestoreDocument: decideDocument,
  },
  evolve: [on(documentEvents, (file, event) => ({ ...file, documents: evolveDocuments(file.documents, event) }))],
  slices: { documents: { initial: initialDocuments, pack: packDocuments, unpack: unpackDocuments } },
  bins: { documents: documentBin },
  undo: documentUndo,
  undoFacts: documentUndoFacts,
} satisfies Subject<CompanyFileState, CompanyFile>;
