import type { ImportEvent } from '../../domain/document-imports/import-events.ts';
import type { Subject } from '../support/subject.ts';
import { projectImport } from './projector.ts';
import { documentImports } from './tables.ts';

const changed = ({ id }: { readonly id: number }) => [{ table: documentImports, key: [id] }];

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
    DocumentAnalysed: changed,
    DocumentAnalysisFailed: changed,
    ImportSheetCorrected: changed,
    ImportValidated: changed,
    ImportReopened: changed,
    ImportTrashed: changed,
    ImportRestored: changed,
    ImportsPurged: ({ imports }) => imports.flatMap(changed),
  },
} satisfies Subject<ImportEvent>;
