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
import type { importEvents } from './import-events.ts';
import { correction, decideDocumentImport, type KnownImport } from './imports.ts';

const NAME = 'document-imports';

/** An analysis is undone with the upload that it belongs to, and is run again at will: by itself there is nothing to take back. */
export const importUndo: UndoRules<typeof importEvents> = {
  DocumentsUploaded: {
    role: 'encoder',
    needs: ({ imports }) => ({ imports: imports.map(({ id }) => id) }),
    back: ({ imports }, undoing) => oneByOne(chosen(imports, undoing.only), undoing, ({ id }, now) => trashed(id, now)),
  },
  DocumentAnalysed: { role: 'encoder', back: () => [] },
  DocumentAnalysisFailed: { role: 'encoder', back: () => [] },
  ImportSheetCorrected: {
    role: 'encoder',
    needs: ({ id }) => ({ imports: [id] }),
    back: ({ id, version, previous, ...corrected }, undoing) => {
      const known = importIn(undoing, id);
      if (known.is_trashed) return blocked('undo_record_trashed', NAME, id);
      if (known.version !== version && !isOfThisOperation(undoing, id)) return blocked('undo_import_changed', NAME, id);
      const { sheet, warnings, suggestions } = corrected;
      return [correction(id, known.version + 1, previous, { sheet, warnings, suggestions })];
    },
  },
  ImportValidated: {
    role: 'encoder',
    needs: ({ id }) => ({ imports: [id] }),
    back: ({ id, status_before }, undoing) => {
      const known = importIn(undoing, id);
      if (known.status !== 'validated') return blocked('undo_import_changed', NAME, id);
      // The document would stay behind without it.
      if (undoing.only !== null) return blocked('undo_import_alone', NAME, id);
      return [{ type: 'ImportReopened', data: { id, version: known.version + 1, status: status_before } }];
    },
  },
  ImportReopened: { never: 'undo_import_reopened', resource: NAME },
  ImportsPurged: { never: 'undo_purged', resource: 'trash' },
  ImportTrashed: {
    role: 'encoder',
    needs: ({ id }) => ({ imports: [id] }),
    back: ({ id }, undoing) =>
      unlessRefused(
        decideDocumentImport({ type: 'RestoreImport', facts: importIn(undoing, id), baseVersion: null }, undoing.file),
        NAME,
        id,
      ),
  },
  ImportRestored: {
    role: 'encoder',
    needs: ({ id }) => ({ imports: [id] }),
    back: ({ id }, undoing) => trashed(id, undoing),
  },
};

/** Its validation follows a correction that came with it, and is taken back first. */
const isOfThisOperation = ({ together }: Undoing, id: number): boolean =>
  together.some(({ type, data }) => type === 'ImportValidated' && data['id'] === id);

function importIn({ facts }: Undoing, id: number): KnownImport {
  const known = facts.imports.get(id);
  if (!known) throw new FactsNotRead(`Import ${id} was not read`);
  return known;
}

function trashed(id: number, undoing: Undoing): Undone {
  const facts = importIn(undoing, id);
  if (facts.is_trashed) return [];
  return unlessRefused(decideDocumentImport({ type: 'TrashImport', facts, baseVersion: null }, undoing.file), NAME, id);
}
