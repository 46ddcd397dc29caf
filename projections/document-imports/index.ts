import type { ImportEvent } from '../../domain/document-imports/import-events.ts';
import type { Subject } from '../support/subject.ts';
import { projectImport } from './projector.ts';
import { documentImports } from './tables.ts';
import { labelByColumns } from '../support/labels.ts';
import { readImportUndoFacts } from './undo-facts.ts';

const listImportRows = ({ id }: { readonly id: number }) => [{ table: documentImports, key: [id] }];

export const subject = {
  tables: [documentImports],
  project: {
    DocumentsUploaded: projectImport,
    DocumentAnalysed: projectImport,
    DocumentAnalysisFailed: projectImport,
    ImportSheetCorrected: projectImport,
    ImportValidated: projectImport,
    ImportReopened: projectImport,
    ImportTrashed: projectImport,
    ImportRestored: projectImport,
    ImportsPurged: projectImport,
  },
  needs: {
    DocumentAnalysed: listImportRows,
    DocumentAnalysisFailed: listImportRows,
    ImportSheetCorrected: listImportRows,
    ImportValidated: listImportRows,
    ImportReopened: listImportRows,
    ImportTrashed: listImportRows,
    ImportRestored: listImportRows,
    ImportsPurged: ({ imports }) => imports.flatMap(listImportRows),
  },
  labels: { 'document-imports': labelByColumns(documentImports, 'original_name') },
  bins: { 'document-imports': documentImports },
  readUndoFacts: readImportUndoFacts,
} satisfies Subject<ImportEvent>;
