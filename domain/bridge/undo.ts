import { undoNothing, type UndoRules } from '../history/undo.ts';
import type { bridgeEvents } from './bridge-events.ts';

const NAME = 'documents';

export const bridgeUndo: UndoRules<typeof bridgeEvents> = {
  // Its changes are separate events, which are undone; that the platform sent them remains true.
  CompanyFileMirrored: undoNothing('manager'),
  // The document itself is trashed; if the platform sends it again, it is answered that the document was already
  // received.
  ExternalDocumentTaken: undoNothing('encoder'),
  DocumentPushRequested: { never: 'undo_document_pushed', resource: NAME },
  DocumentPushed: { never: 'undo_document_pushed', resource: NAME },
  DocumentPushRefused: { never: 'undo_document_pushed', resource: NAME },
  DocumentLockConfirmed: { never: 'undo_document_pushed', resource: NAME },
};
