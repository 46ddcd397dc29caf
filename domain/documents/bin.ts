import { trashable } from '../records/trashable.ts';
import { evolveDocuments } from './state.ts';

/** Trashed documents. Their content is not in the state of the company file, so moves are decided with the facts. */
export const documentBin = trashable({
  name: 'documents',
  commands: { trash: 'TrashDocument', restore: 'RestoreDocument' },
  events: {
    trashed: 'DocumentTrashed',
    restored: 'DocumentRestored',
    purged: 'DocumentsPurged',
    list: 'documents',
  },
  find({ documents }, id) {
    const document = documents.waiting.get(id);
    return document && { version: document.version, is_trashed: document.isTrashed };
  },
  evolve: (file, purged) => ({ ...file, documents: evolveDocuments(file.documents, purged) }),
});
