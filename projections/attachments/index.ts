import { attachmentEvents, type AttachmentEvent } from '../../domain/attachments/attachment-events.ts';
import { handleEach, type Subject } from '../support/subject.ts';
import { projectAttachment } from './projector.ts';
import { companyStorage, entryAttachments } from './tables.ts';
import { labelByColumns } from '../support/labels.ts';
import { readAttachmentUndoFacts } from './undo-facts.ts';

export const subject = {
  tables: [entryAttachments, companyStorage],
  project: handleEach(attachmentEvents, projectAttachment),
  needs: { EntryFileDetached: ({ id }) => [{ table: entryAttachments, key: [id] }] },
  labels: { 'entry-attachments': labelByColumns(entryAttachments, 'name') },
  readUndoFacts: readAttachmentUndoFacts,
} satisfies Subject<AttachmentEvent>;
