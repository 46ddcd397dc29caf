import {
  FactsNotRead,
  blockForever,
  blockUndo,
  toUndone,
  type Blocked,
  type Undone,
  type Undoing,
  type UndoRules,
} from '../history/undo.ts';
import type { DomainEvent } from '../event.ts';
import { isSameJson } from '../json.ts';
import { refuseInvalid } from '../refusal.ts';
import { buildContent, toRequestedDocument } from './content.ts';
import type { ChangedContent, DocumentContent, DocumentEvent, documentEvents } from './document-events.ts';
import { buildConvertedEvent } from './converted.ts';
import { extractContent, decideDocument } from './editing.ts';
import type { DocumentFacts } from './facts.ts';
import { isIssued } from './numbering.ts';
import { blockIfSent } from './sent.ts';
import { completeChangedKind } from './terms.ts';

const NAME = 'documents';

/** An undone document is trashed; its booking is undone with the entry, and so is its unbooking. */
export const documentUndo: UndoRules<typeof documentEvents> = {
  DocumentRecorded: {
    role: 'encoder',
    listNeeds: ({ id }) => ({ documents: [id] }),
    revert: ({ id }, undoing) => undoRecording(getDocument(undoing, id), undoing),
  },
  DocumentChanged: {
    role: 'encoder',
    listNeeds: ({ id }) => ({ documents: [id] }),
    revert: ({ id, changes, previous }, undoing) => undoChange(getDocument(undoing, id), changes, previous, undoing),
  },
  DocumentFileAttached: {
    role: 'encoder',
    listNeeds: ({ id }) => ({ documents: [id] }),
    revert: (data, undoing) => undoAttachment(getDocument(undoing, data.id), data, undoing),
  },
  DocumentBooked: {
    role: 'encoder',
    listNeeds: ({ id, entry_id }) => ({ documents: [id], entries: [entry_id] }),
    revert: ({ entry_id }, { together }) =>
      isPostedWith(together, entry_id) ? [] : blockUndo('undo_document_by_entry', 'entries', entry_id),
  },
  DocumentUnbooked: {
    role: 'encoder',
    listNeeds: ({ id, entry_id }) => ({ documents: [id], entries: [entry_id] }),
    revert: ({ entry_id }, { together }) =>
      together.some(({ type, data }) => type === 'EntryReversed' && data['id'] === entry_id)
        ? []
        : blockUndo('undo_document_by_entry', 'entries', entry_id),
  },
  DocumentConverted: {
    role: 'encoder',
    listNeeds: ({ id }) => ({ documents: [id] }),
    revert: ({ id, converted_to_id, previous_id }, undoing) => {
      const facts = getDocument(undoing, id);
      if ((facts.converted_to_id ?? null) !== converted_to_id)
        return blockUndo('undo_changed_since', NAME, id, { field: 'converted_to_id' });
      return [buildConvertedEvent(facts, previous_id)];
    },
  },
  DocumentTrashed: {
    role: 'encoder',
    listNeeds: ({ id }) => ({ documents: [id] }),
    revert: ({ id }, undoing) => {
      const facts = getDocument(undoing, id);
      if (!facts.is_trashed) return blockUndo('undo_record_restored', NAME, id);
      const command = { type: 'RestoreDocument', facts, baseVersion: null, sameDocuments: [] } as const;
      return toUndone(decideDocument(command, undoing.file), NAME, id);
    },
  },
  DocumentRestored: {
    role: 'encoder',
    listNeeds: ({ id }) => ({ documents: [id] }),
    revert: ({ id }, undoing) => undoByTrashing(getDocument(undoing, id), undoing),
  },
  DocumentsPurged: { never: 'undo_purged', resource: 'trash' },
};

export function getDocument({ facts }: Undoing, id: number): DocumentFacts {
  const document = facts.documents.get(id);
  if (!document) throw new FactsNotRead(`Document ${id} was not read`);
  return document;
}

const isPostedWith = (together: readonly DomainEvent[], id: number): boolean =>
  together.some(({ type, data }) => type === 'EntryPosted' && data['id'] === id);

/** Reason why nothing about the document can be undone now. */
function findBlocker(facts: DocumentFacts, undoing: Undoing): Blocked | null {
  const { id, is_trashed, is_booked, last_entry_id } = facts;
  if (is_trashed) return blockUndo('undo_record_trashed', NAME, id);
  return is_booked ? blockUndo('undo_document_booked', 'entries', last_entry_id) : blockIfSent(facts, undoing);
}

/** A document that was booked in the same operation stays, with its number. */
function undoRecording(facts: DocumentFacts, undoing: Undoing): Undone {
  const isBookedToo = undoing.together.some(({ type, data }) => type === 'DocumentBooked' && data['id'] === facts.id);
  return isIssued(facts) && isBookedToo ? [] : undoByTrashing(facts, undoing);
}

function undoByTrashing(facts: DocumentFacts, undoing: Undoing): Undone {
  const command = { type: 'TrashDocument', facts, baseVersion: null } as const;
  return findBlocker(facts, undoing) ?? toUndone(decideDocument(command, undoing.file), NAME, facts.id);
}

function undoChange(facts: DocumentFacts, changes: ChangedContent, previous: ChangedContent, undoing: Undoing): Undone {
  const { file } = undoing;
  const stands = findBlocker(facts, undoing);
  if (stands) return stands;
  const now = extractContent(facts);
  const names = Object.keys(changes) as (keyof DocumentContent)[];
  const moved = names.filter((name) => !isSameJson(now[name], changes[name] ?? null));
  if (moved.length > 0)
    return {
      blockers: moved.map((field) => ({
        code: 'undo_changed_since',
        resource: NAME,
        id: facts.id,
        params: { field },
      })),
    };
  const { id, version } = facts;
  const earlier: DocumentContent = { ...now, ...completeChangedKind(previous) };
  const { problems } = buildContent(
    toRequestedDocument(earlier),
    earlier.lines.map((line) => line.id),
    file,
  );
  if (problems.length > 0) return toUndone(refuseInvalid(problems), NAME, id);
  const event: DocumentEvent = {
    type: 'DocumentChanged',
    data: { id, version: version + 1, changes: previous, previous: changes },
  };
  return [event];
}

type Attached = Extract<DocumentEvent, { type: 'DocumentFileAttached' }>['data'];

/** Attaches the previous file again, if it is still stored. */
function undoAttachment(facts: DocumentFacts, { file, previous }: Attached, undoing: Undoing): Undone {
  const stands = findBlocker(facts, undoing);
  if (stands) return stands;
  const { id } = facts;
  if (facts.file?.sha256 !== file.sha256) return blockUndo('undo_changed_since', NAME, id, { field: 'file' });
  if (!previous) return blockForever('undo_document_without_file', NAME, id);
  if (!undoing.facts.keptFiles.has(previous.sha256)) return blockUndo('undo_file_gone', NAME, id);
  const command = { type: 'AttachDocumentFile', facts, file: previous, baseVersion: null } as const;
  return toUndone(decideDocument(command, undoing.file), NAME, id);
}
