import type { CompanyFile, CompanyFileState } from '../company-file-state.ts';
import { on, type Subject } from '../subject.ts';
import { importBin } from './bin.ts';
import { evolveImports, initialImports, packImports, unpackImports } from './state.ts';
import { importEvents } from './import-events.ts';
import { decideDocumentImport } from './imports.ts';
import { decidePages } from './pages.ts';
import { importUndoFacts } from './undo-facts.ts';
import { importUndo } from './undo.ts';
import { decideValidation } from './validation.ts';

/** Documents received as files, until they become documents of the books. */
export const documentImports = {
  events: importEvents,
  decide: {
    UploadDocuments: decideDocumentImport,
    RecordAnalysis: decideDocumentImport,
    CorrectSheet: decideDocumentImport,
    TrashImport: decideDocumentImport,
    RestoreImport: decideDocumentImport,
    ValidateImport: decideValidation,
    SplitImport: decidePages,
    JoinImports: decidePages,
  },
  evolve: [
    on(importEvents, (file, event) => ({ ...file, documentImports: evolveImports(file.documentImports, event) })),
  ],
  slices: { documentImports: { initial: initialImports, pack: packImports, unpack: unpackImports } },
  bins: { 'document-imports': importBin },
  undo: importUndo,
  undoFacts: importUndoFacts,
} satisfies Subject<CompanyFileState, CompanyFile>;
