import type { CompanyFile, CompanyFileState } from '../company-file-state.ts';
import type { Subject } from '../subject.ts';
import { attachmentEvents } from './attachment-events.ts';
import { decideAttachment } from './attachments.ts';
import { attachmentUndoFacts } from './undo-facts.ts';
import { attachmentUndo } from './undo.ts';

/** Files attached to entries. */
export const attachments = {
  events: attachmentEvents,
  decide: { AttachFiles: decideAttachment, DetachFile: decideAttachment },
  undo: attachmentUndo,
  undoFacts: attachmentUndoFacts,
} satisfies Subject<CompanyFileState, CompanyFile>;
