import { shape, type EventCatalogue, type EventOf, type TypeOf } from '../event.ts';

/** A file attached to an entry, such as a scanned invoice or a contract. Its content is stored under its hash. */
const attachedFile = shape.object({
  id: shape.id,
  name: shape.text,
  mime: shape.text,
  /** In bytes. */
  size: shape.positive,
  sha256: shape.matching('^[0-9a-f]{64}$'),
});

export type AttachedFile = TypeOf<typeof attachedFile>;

export const attachmentEvents = {
  EntryFilesAttached: {
    version: 1,
    meaning: 'Files were attached to an entry. The log has their names and hashes; the file storage has their content.',
    schema: shape.object({ entry_id: shape.id, files: shape.list(attachedFile, 1) }),
  },
  EntryFileDetached: {
    version: 1,
    meaning: 'A file was detached from an entry. Its content stays in the file storage, as the history refers to it.',
    schema: shape.object({ entry_id: shape.id, id: shape.id, version: shape.positive, name: shape.text }),
  },
} satisfies EventCatalogue;

export type AttachmentEvent = EventOf<typeof attachmentEvents>;
