import { shape, type EventCatalogue } from '../event.ts';

/** A file that proves an entry: the invoice as it came, a receipt, a contract. What it contains is kept under its hash. */
export interface AttachedFile {
  readonly id: number;
  readonly name: string;
  readonly mime: string;
  /** In bytes. */
  readonly size: number;
  readonly sha256: string;
}

export type AttachmentEvent =
  | { type: 'EntryFilesAttached'; data: { entry_id: number; files: readonly AttachedFile[] } }
  | { type: 'EntryFileDetached'; data: { entry_id: number; id: number; version: number; name: string } };

const file = shape.object({
  id: shape.id,
  name: shape.text,
  mime: shape.text,
  size: shape.positive,
  sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' },
});

export const attachmentEvents = {
  EntryFilesAttached: {
    version: 1,
    meaning: 'Files were attached to an entry. The log has their names and hashes; the file storage has their content.',
    schema: shape.object({ entry_id: shape.id, files: shape.list(file, 1) }),
  },
  EntryFileDetached: {
    version: 1,
    meaning: 'A file was taken off an entry. Its content stays in the file storage, as the history refers to it.',
    schema: shape.object({ entry_id: shape.id, id: shape.id, version: shape.positive, name: shape.text }),
  },
} satisfies EventCatalogue;
