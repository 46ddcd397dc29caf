import type { AttachmentEvent } from '../../domain/attachments/attachment-events.ts';
import type { Subject } from '../support/subject.ts';
import { projectAttachment } from './projector.ts';
import { companyStorage, entryAttachments } from './tables.ts';

export const subject = {
  tables: [entryAttachments, companyStorage],
  project: { EntryFilesAttached: projectAttachment, EntryFileDetached: projectAttachment },
  needs: { EntryFileDetached: ({ id }) => [{ table: entryAttachments, key: [id] }] },
} satisfies Subject<AttachmentEvent>;
