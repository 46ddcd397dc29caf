import type { UndoRules } from '../history/undo.ts';
import type { bridgeEvents } from './bridge-events.ts';

const NAME = 'documents';

export const bridgeUndo: UndoRules<typeof bridgeEvents> = {
  // What it changed stands in events of its own, which are taken back; that the platform has said so stays true.
  CompanyFileMirrored: { role: 'manager', back: () => [] },
  // The document itself goes to the recycle bin, and the platform is told that it was there when it sends it again.
  ExternalDocumentTaken: { role: 'encoder', back: () => [] },
  DocumentPushRequested: { never: 'undo_document_pushed', resource: NAME },
  DocumentPushed: { never: 'undo_document_pushed', resource: NAME },
  DocumentPushRefused: { never: 'undo_document_pushed', resource: NAME },
  DocumentLockConfirmed: { never: 'undo_document_pushed', resource: NAME },
};
