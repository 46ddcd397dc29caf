import { documentEvents, type DocumentEvent } from '../../domain/documents/document-events.ts';
import { getRecordTable } from '../records/tables.ts';
import { handleEach, type RowKey, type Subject } from '../support/subject.ts';
import { projectDocument, projectPurged } from './projector.ts';
import { documentFiles, documents } from './tables.ts';
import { labelDocuments } from './labels.ts';
import { readDocumentUndoFacts } from './undo-facts.ts';

const getDocumentKeys = ({ id }: { id: number }): RowKey[] => [{ table: documents, key: [id] }];
const getThirdPartyKeys = ({ third_party_id }: { third_party_id: number }): RowKey[] => [
  { table: getRecordTable('third-parties'), key: [third_party_id] },
];

export const subject = {
  tables: [documents, documentFiles],
  project: { ...handleEach(documentEvents, projectDocument), DocumentsPurged: projectPurged },
  needs: {
    ...handleEach(documentEvents, getDocumentKeys, { except: ['DocumentRecorded', 'DocumentsPurged'] }),
    DocumentRecorded: getThirdPartyKeys,
    DocumentBooked: (data) => [...getDocumentKeys(data), ...getThirdPartyKeys(data)],
    DocumentsPurged: ({ documents: purged }) => purged.flatMap(getDocumentKeys),
  },
  namedBy: { document_id: 'documents' },
  labels: { documents: labelDocuments },
  bins: { documents },
  readUndoFactsOfEntries: readDocumentUndoFacts,
} satisfies Subject<DocumentEvent>;
