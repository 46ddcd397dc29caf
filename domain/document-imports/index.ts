import type { CompanyFile } from '../company-file-state.ts';
import type { Subject } from '../subject.ts';
import { importEvents } from './import-events.ts';
import { decideDocumentImport } from './imports.ts';
import { importUndo } from './undo.ts';
import { decideValidation } from './validation.ts';

/** Documents that come in as files, until they are documents of the books. */
export const documentImports = {
  events: importEvents,
  decide: {
    UploadDocuments: decideDocumentImport,
    RecordAnalysis: decideDocumentImport,
    CorrectSheet: decideDocumentImport,
    TrashImport: decideDocumentImport,
    RestoreImport: decideDocumentImport,
    ValidateImport: decideValidation,
  },
  undo: importUndo,
} satisfies Subject<CompanyFile>;
