import { importEvents, type ImportEvent } from '../../domain/document-imports/import-events.ts';
import { handleEach, type Subject } from '../support/subject.ts';
import { importTrash, projectImport } from './projector.ts';
import { documentImports } from './tables.ts';
import { labelByColumns } from '../support/labels.ts';
import { readImportUndoFacts } from './undo-facts.ts';

const listImportRows = ({ id }: { readonly id: number }) => [{ table: documentImports, key: [id] }];

export const subject = {
  tables: [documentImports],
  project: { ...handleEach(importEvents, projectImport), ...importTrash.project },
  needs: {
    ...handleEach(importEvents, listImportRows, { except: ['DocumentsUploaded', 'DocumentsDerived', 'ImportsPurged'] }),
    ...importTrash.needs,
  },
  namedBy: { import_id: 'document-imports' },
  labels: { 'document-imports': labelByColumns(documentImports, 'original_name') },
  bins: { 'document-imports': documentImports },
  readUndoFacts: readImportUndoFacts,
} satisfies Subject<ImportEvent>;
