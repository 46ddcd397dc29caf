import type { DocumentEvent } from '../../domain/documents/document-events.ts';
import { getRecordTable } from '../records/tables.ts';
import type { RowKey, Subject } from '../support/subject.ts';
import { projectDocument } from './projector.ts';
import { documentFiles, documents } from './tables.ts';
import { labelDocuments } from './labels.ts';
import { readDocumentUndoFacts } from './undo-facts.ts';

const getDocumentKeys = ({ id }: { id: number }): RowKey[] => [{ table: documents, key: [id] }];
const getThirdPartyKeys = ({ third_party_id }: { third_party_id: number }): RowKey[] => [
  { table: getRecordTable('third-parties'), key: [third_party_id] },
];

export const subject = {
  tables: [documents, documentFiles],
  project: {
    DocumentRecorded: projectDocument,
    DocumentChanged: projectDocument,
    DocumentFileAttached: projectDocument,
    DocumentBooked: projectDocument,
    DocumentUnbooked: projectDocument,
    DocumentTrashed: projectDocument,
    DocumentRestored: projectDocument,
    DocumentsPurged: projectDocument,
  },
  needs: {
    DocumentRecorded: getThirdPartyKeys,
    DocumentChanged: getDocumentKeys,
    DocumentFileAttached: getDocumentKeys,
    DocumentBooked: (data) => [...getDocumentKeys(data), ...getThirdPartyKeys(data)],
    DocumentUnbooked: getDocumentKeys,
    DocumentTrashed: getDocumentKeys,
    DocumentRestored: getDocumentKeys,
    DocumentsPurged: ({ documents: purged }) => purged.flatMap(getDocumentKeys),
  },
  labels: { documents: labelDocuments },
  bins: { documents },
  readUndoFactsOfEntries: readDocumentUndoFacts,
} satisfies Subject<DocumentEvent>;
