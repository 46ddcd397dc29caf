import {
  FactsNotRead,
  blockUndo,
  selectUndoItems,
  undoOneByOne,
  toUndone,
  undoNothing,
  type Undone,
  type Undoing,
  type UndoRules,
} from '../history/undo.ts';
import { listEarlierEvents } from '../history/earlier.ts';
import { findEffectiveEntry, getEntryFacts } from '../ledger/undo-context.ts';
import type { ImportEvent, importEvents } from './import-events.ts';
import { buildCorrectionEvent, decideDocumentImport, type KnownImport } from './imports.ts';

const NAME = 'document-imports';

/** An analysis is undone with its upload and can be run again at any time: alone there is nothing to undo. */
export const importUndo: UndoRules<typeof importEvents> = {
  DocumentsUploaded: {
    role: 'encoder',
    listNeeds: ({ imports }) => ({ imports: imports.map(({ id }) => id) }),
    revert: ({ imports }, undoing) =>
      undoOneByOne(selectUndoItems(imports, undoing.only), undoing, ({ id }, now) => undoByTrashing(id, now)),
  },
  DocumentsDerived: {
    role: 'encoder',
    listNeeds: ({ imports }) => ({ imports: imports.map(({ id }) => id) }),
    revert: ({ imports }, undoing) => {
      if (undoing.only !== null) return blockUndo('undo_pages_alone', NAME, undoing.only);
      return undoOneByOne(imports, undoing, ({ id }, now) => undoByTrashing(id, now));
    },
  },
  ImportExpanded: {
    role: 'encoder',
    listNeeds: ({ id }) => ({ imports: [id] }),
    revert: ({ id, into, status_before: status, into_before, is_automatic }, undoing) => {
      const known = getImport(undoing, id);
      // Otherwise the pages would be in two documents.
      if (undoing.only !== null) return blockUndo('undo_pages_alone', NAME, id);
      if (known.is_trashed) return blockUndo('undo_record_trashed', NAME, id);
      if (known.status !== 'expanded' || known.expanded_into?.join() !== into.join())
        return blockUndo('undo_import_changed', NAME, id);
      const data = { id, version: known.version + 1, status, into: into_before, into_before: into };
      return [{ type: 'ImportCollapsed', data: { ...data, ...(is_automatic && { is_automatic }) } }];
    },
  },
  ImportCollapsed: {
    role: 'encoder',
    listNeeds: ({ id }) => ({ imports: [id] }),
    revert: ({ id, into, into_before, is_automatic }, undoing) => {
      const known = getImport(undoing, id);
      if (undoing.only !== null) return blockUndo('undo_pages_alone', NAME, id);
      if (known.is_trashed) return blockUndo('undo_record_trashed', NAME, id);
      if (known.status === 'validated') return blockUndo('undo_import_changed', NAME, id);
      const places = { into: into_before, status_before: known.status, into_before: into };
      const data = { id, version: known.version + 1, ...places, ...(is_automatic && { is_automatic }) };
      return [{ type: 'ImportExpanded', data }];
    },
  },
  DocumentAnalysed: undoNothing('encoder'),
  DocumentAnalysisFailed: undoNothing('encoder'),
  ImportSheetCorrected: {
    role: 'encoder',
    listNeeds: ({ id }) => ({ imports: [id] }),
    revert: ({ id, version, previous, ...corrected }, undoing) => {
      const known = getImport(undoing, id);
      if (known.is_trashed) return blockUndo('undo_record_trashed', NAME, id);
      if (known.version !== version && !isSameOperation(undoing, id)) return blockUndo('undo_import_changed', NAME, id);
      const { sheet, warnings, suggestions } = corrected;
      return [buildCorrectionEvent(id, known.version + 1, previous, { sheet, warnings, suggestions })];
    },
  },
  ImportValidated: {
    role: 'encoder',
    listNeeds: ({ id }) => ({ imports: [id] }),
    listEarlier: ({ id }) => [{ resource: NAME, id, types: ['DocumentAnalysed', 'ImportSheetCorrected'] }],
    revert: ({ id, status_before }, undoing) => {
      const known = getImport(undoing, id);
      if (known.status !== 'validated') return blockUndo('undo_import_changed', NAME, id);
      // Otherwise the document would remain without its import.
      if (undoing.only !== null) return blockUndo('undo_import_alone', NAME, id);
      const third_party_id = findSuggestedThirdParty(id, undoing);
      return [
        { type: 'ImportReopened', data: { id, version: known.version + 1, status: status_before, third_party_id } },
      ];
    },
  },
  ImportReopened: {
    role: 'encoder',
    isWhole: () => true,
    listNeeds: ({ id }) => ({ imports: [id] }),
    listEarlier: ({ id }) => [{ resource: NAME, id, types: ['ImportValidated'] }],
    revert: ({ id, version }, undoing) => validateAgain(id, version, undoing),
  },
  ImportsPurged: { never: 'undo_purged', resource: 'trash' },
  ImportTrashed: {
    role: 'encoder',
    listNeeds: ({ id }) => ({ imports: [id] }),
    revert: ({ id }, undoing) =>
      toUndone(
        decideDocumentImport({ type: 'RestoreImport', facts: getImport(undoing, id), baseVersion: null }, undoing.file),
        NAME,
        id,
      ),
  },
  ImportRestored: {
    role: 'encoder',
    listNeeds: ({ id }) => ({ imports: [id] }),
    revert: ({ id }, undoing) => undoByTrashing(id, undoing),
  },
};

type ReadEvent = Extract<ImportEvent, { readonly type: 'DocumentAnalysed' | 'ImportSheetCorrected' }>;

/** The one that the import showed before its validation. */
const findSuggestedThirdParty = (id: number, undoing: Undoing): number | null =>
  listEarlierEvents<ReadEvent>(undoing, NAME, id).at(-1)?.data.suggestions.third_party_id ?? null;

/** The document and its entry are restored by their own events. */
function validateAgain(id: number, reopenedAt: number, undoing: Undoing): Undone {
  const known = getImport(undoing, id);
  if (known.is_trashed) return blockUndo('undo_record_trashed', NAME, id);
  const isChanged = known.version !== reopenedAt && !isCorrectedWith(undoing, id);
  if (isChanged || known.status === 'validated') return blockUndo('undo_import_changed', NAME, id);
  const original = listEarlierEvents<ValidatedEvent>(undoing, NAME, id).findLast(
    ({ data }) => data.version < reopenedAt,
  );
  if (!original) throw new FactsNotRead(`The validation of import ${id} was not read`);
  const { entry_id } = original.data;
  const entry = entry_id === null ? null : findEffectiveEntry(getEntryFacts(undoing, entry_id), undoing);
  const event: ImportEvent = {
    type: 'ImportValidated',
    data: { ...original.data, version: known.version + 1, entry_id: entry?.id ?? null },
  };
  return [event];
}

type ValidatedEvent = Extract<ImportEvent, { type: 'ImportValidated' }>;

const isCorrectedWith = ({ together }: Undoing, id: number): boolean =>
  together.some(({ type, data }) => type === 'ImportSheetCorrected' && data['id'] === id);

/** The validation in the same operation follows the correction and is undone first. */
const isSameOperation = ({ together }: Undoing, id: number): boolean =>
  together.some(({ type, data }) => type === 'ImportValidated' && data['id'] === id);

function getImport({ facts }: Undoing, id: number): KnownImport {
  const known = facts.imports.get(id);
  if (!known) throw new FactsNotRead(`Import ${id} was not read`);
  return known;
}

function undoByTrashing(id: number, undoing: Undoing): Undone {
  const facts = getImport(undoing, id);
  if (facts.is_trashed) return [];
  return toUndone(decideDocumentImport({ type: 'TrashImport', facts, baseVersion: null }, undoing.file), NAME, id);
}
