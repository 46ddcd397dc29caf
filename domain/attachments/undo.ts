import type { KnownAttachment } from './undo-facts.ts';
import {
  FactsNotRead,
  blockUndo,
  selectUndoItems,
  undoOneByOne,
  toUndone,
  type Undone,
  type Undoing,
  type UndoRules,
} from '../history/undo.ts';
import { getEntryFacts } from '../ledger/undo-context.ts';
import type { attachmentEvents } from './attachment-events.ts';
import { decideAttachment } from './attachments.ts';

const NAME = 'entry-attachments';

export const attachmentUndo: UndoRules<typeof attachmentEvents> = {
  EntryFilesAttached: {
    role: 'encoder',
    listNeeds: ({ entry_id, files }) => ({ entries: [entry_id], attachments: files.map(({ id }) => id) }),
    revert: ({ files }, undoing) =>
      undoOneByOne(selectUndoItems(files, undoing.only), undoing, ({ id }, now) => undoAttach(id, now)),
  },
  EntryFileDetached: {
    role: 'encoder',
    listNeeds: ({ entry_id, id }) => ({ entries: [entry_id], attachments: [id] }),
    revert: ({ id }, undoing) => undoDetach(id, undoing),
  },
};

function getAttachment({ facts }: Undoing, id: number): KnownAttachment {
  const attachment = facts.attachments.get(id);
  if (!attachment) throw new FactsNotRead(`Attachment ${id} was not loaded`);
  return attachment;
}

function undoAttach(id: number, undoing: Undoing): Undone {
  const { entry_id, name, version, is_detached } = getAttachment(undoing, id);
  if (is_detached) return blockUndo('undo_file_detached', NAME, id);
  const facts = { id, entry_id, name, version, entry_date: getEntryFacts(undoing, entry_id).entry_date };
  return toUndone(decideAttachment({ type: 'DetachFile', facts, baseVersion: null }, undoing.file), NAME, id);
}

/** Uses a new id, because the old one is deleted on synchronised devices. */
function undoDetach(id: number, undoing: Undoing): Undone {
  const { entry_id: entryId, name, mime, size, sha256, is_kept } = getAttachment(undoing, id);
  if (!is_kept) return blockUndo('undo_file_gone', NAME, id);
  const attached = [...undoing.facts.attachments.values()].filter(
    (one) => one.entry_id === entryId && !one.is_detached,
  );
  const files = [{ id: undoing.takeIds('entry_attachments', 1)[0]!, name, mime, size, sha256 }];
  const command = { type: 'AttachFiles', facts: { entryId, attached }, files } as const;
  return toUndone(decideAttachment(command, undoing.file), NAME, id);
}
