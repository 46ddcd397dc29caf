import {
  FactsNotRead,
  blocked,
  unlessRefused,
  type Blocked,
  type Undone,
  type Undoing,
  type UndoRules,
} from '../history/undo.ts';
import type { DomainEvent } from '../event.ts';
import { sameJson } from '../json.ts';
import { invalid, type Problem } from '../refusal.ts';
import { contentOf, requestedFrom } from './content.ts';
import type { ChangedContent, DocumentContent, DocumentEvent, documentEvents } from './document-events.ts';
import { contentIn, decideDocument } from './editing.ts';
import type { DocumentFacts } from './facts.ts';

const NAME = 'documents';

/** A document that is taken back lies in the recycle bin; booking goes back with its entry, and so does what undid it. */
export const documentUndo: UndoRules<typeof documentEvents> = {
  DocumentRecorded: {
    role: 'encoder',
    needs: ({ id }) => ({ documents: [id] }),
    back: ({ id }, undoing) => trashed(documentIn(undoing, id), undoing),
  },
  DocumentChanged: {
    role: 'encoder',
    needs: ({ id }) => ({ documents: [id] }),
    back: ({ id, changes, previous }, undoing) => changedBack(documentIn(undoing, id), changes, previous, undoing),
  },
  DocumentFileAttached: {
    role: 'encoder',
    needs: ({ id }) => ({ documents: [id] }),
    back: (data, undoing) => fileBack(documentIn(undoing, data.id), data, undoing),
  },
  DocumentBooked: {
    role: 'encoder',
    needs: ({ id, entry_id }) => ({ documents: [id], entries: [entry_id] }),
    back: ({ entry_id }, { together }) =>
      isPostedWith(together, entry_id) ? [] : blocked('undo_document_by_entry', 'entries', entry_id),
  },
  DocumentUnbooked: {
    role: 'encoder',
    needs: ({ id, entry_id }) => ({ documents: [id], entries: [entry_id] }),
    back: ({ entry_id }, { together }) =>
      together.some(({ type, data }) => type === 'EntryReversed' && data['id'] === entry_id)
        ? []
        : blocked('undo_document_by_entry', 'entries', entry_id),
  },
  DocumentTrashed: {
    role: 'encoder',
    needs: ({ id }) => ({ documents: [id] }),
    back: ({ id }, undoing) => {
      const facts = documentIn(undoing, id);
      if (!facts.is_trashed) return blocked('undo_record_restored', NAME, id);
      const command = { type: 'RestoreDocument', facts, baseVersion: null, sameDocuments: [] } as const;
      return unlessRefused(decideDocument(command, undoing.file), NAME, id);
    },
  },
  DocumentRestored: {
    role: 'encoder',
    needs: ({ id }) => ({ documents: [id] }),
    back: ({ id }, undoing) => trashed(documentIn(undoing, id), undoing),
  },
  DocumentsPurged: { never: 'undo_purged', resource: 'trash' },
};

export function documentIn({ facts }: Undoing, id: number): DocumentFacts {
  const document = facts.documents.get(id);
  if (!document) throw new FactsNotRead(`Document ${id} was not read`);
  return document;
}

const isPostedWith = (together: readonly DomainEvent[], id: number): boolean =>
  together.some(({ type, data }) => type === 'EntryPosted' && data['id'] === id);

/** Why nothing of a document can be taken back as it is now. */
function standsInBooks({ id, is_trashed, is_booked, last_entry_id }: DocumentFacts): Blocked | null {
  if (is_trashed) return blocked('undo_record_trashed', NAME, id);
  return is_booked ? blocked('undo_document_booked', 'entries', last_entry_id) : null;
}

function trashed(facts: DocumentFacts, { file }: Undoing): Undone {
  const command = { type: 'TrashDocument', facts, baseVersion: null } as const;
  return standsInBooks(facts) ?? unlessRefused(decideDocument(command, file), NAME, facts.id);
}

function changedBack(
  facts: DocumentFacts,
  changes: ChangedContent,
  previous: ChangedContent,
  { file }: Undoing,
): Undone {
  const stands = standsInBooks(facts);
  if (stands) return stands;
  const now = contentIn(facts);
  const names = Object.keys(changes) as (keyof DocumentContent)[];
  const moved = names.filter((name) => !sameJson(now[name], changes[name] ?? null));
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
  const problems: Problem[] = [];
  const earlier: DocumentContent = { ...now, ...previous };
  contentOf(
    requestedFrom(earlier),
    earlier.lines.map((line) => line.id),
    file,
    problems,
  );
  if (problems.length > 0) return unlessRefused(invalid(problems), NAME, id);
  const event: DocumentEvent = {
    type: 'DocumentChanged',
    data: { id, version: version + 1, changes: previous, previous: changes },
  };
  return [event];
}

type Attached = Extract<DocumentEvent, { type: 'DocumentFileAttached' }>['data'];

/** The file that it had before is attached again, as long as it is kept. */
function fileBack(facts: DocumentFacts, { file, previous }: Attached, undoing: Undoing): Undone {
  const stands = standsInBooks(facts);
  if (stands) return stands;
  const { id } = facts;
  if (facts.file?.sha256 !== file.sha256) return blocked('undo_changed_since', NAME, id, { field: 'file' });
  if (!previous) return blocked('undo_document_without_file', NAME, id);
  if (!undoing.facts.keptFiles.has(previous.sha256)) return blocked('undo_file_gone', NAME, id);
  const command = { type: 'AttachDocumentFile', facts, file: previous, baseVersion: null } as const;
  return unlessRefused(decideDocument(command, undoing.file), NAME, id);
}
