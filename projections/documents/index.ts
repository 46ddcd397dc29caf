import type { DocumentEvent } from '../../domain/documents/document-events.ts';
import { recordTable } from '../records/tables.ts';
import type { RowKey, Subject } from '../support/subject.ts';
import { projectDocument } from './projector.ts';
import { documentFiles, documents } from './tables.ts';

const document = ({ id }: { id: number }): RowKey[] => [{ table: documents, key: [id] }];
const thirdParty = ({ third_party_id }: { third_party_id: number }): RowKey[] => [
  { table: recordTable('third-parties'), key: [third_party_id] },
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
    DocumentRecorded: thirdParty,
    DocumentChanged: document,
    DocumentFileAttached: document,
    DocumentBooked: (data) => [...document(data), ...thirdParty(data)],
    DocumentUnbooked: document,
    DocumentTrashed: document,
    DocumentRestored: document,
    DocumentsPurged: ({ documents: purged }) => purged.flatMap(document),
  },
} satisfies Subject<DocumentEvent>;
