import type { KnownAttachment } from '../history/facts.ts';
import {
  FactsNotRead,
  blocked,
  chosen,
  oneByOne,
  unlessRefused,
  type Undone,
  type Undoing,
  type UndoRules,
} from '../history/undo.ts';
import { entryIn } from '../ledger/undo.ts';
import type { attachmentEvents } from './attachment-events.ts';
import { decideAttachment } from './attachments.ts';

const NAME = 'entry-attachments';

export const attachmentUndo: UndoRules<typeof attachmentEvents> = {
  EntryFilesAttached: {
    role: 'encoder',
    needs: ({ entry_id, files }) => ({ entries: [entry_id], attachments: files.map(({ id }) => id) }),
    back: ({ files }, undoing) => oneByOne(chosen(files, undoing.only), undoing, ({ id }, now) => detached(id, now)),
  },
  EntryFileDetached: {
    role: 'encoder',
    needs: ({ entry_id, id }) => ({ entries: [entry_id], attachments: [id] }),
    back: ({ id }, undoing) => attachedAgain(id, undoing),
  },
};

function attachmentIn({ facts }: Undoing, id: number): KnownAttachment {
  const attachment = facts.attachments.get(id);
  if (!attachment) throw new FactsNotRead(`Attachment ${id} was not read`);
  return attachment;
}

function detached(id: number, undoing: Undoing): Undone {
  const { entry_id, name, version, is_detached } = attachmentIn(undoing, id);
  if (is_detached) return blocked('undo_file_detached', NAME, id);
  const facts = { id, entry_id, name, version, entry_date: entryIn(undoing, entry_id).entry_date };
  return unlessRefused(decideAttachment({ type: 'DetachFile', facts, baseVersion: null }, undoing.file), NAME, id);
}

/** Under a new id: the old one is gone for whoever synchronises. */
function attachedAgain(id: number, undoing: Undoing): Undone {
  const { entry_id: entryId, name, mime, size, sha256, is_kept } = attachmentIn(undoing, id);
  if (!is_kept) return blocked('undo_file_gone', NAME, id);
  const attached = [...undoing.facts.attachments.values()].filter(
    (one) => one.entry_id === entryId && !one.is_detached,
  );
  const files = [{ id: undoing.ids('entry_attachments', 1)[0]!, name, mime, size, sha256 }];
  const command = { type: 'AttachFiles', facts: { entryId, attached }, files } as const;
  return unlessRefused(decideAttachment(command, undoing.file), NAME, id);
}
