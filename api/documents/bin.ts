import { findRestoreRefusals, restoreDocument, trashDocument } from '../../commands/documents/keep-document.ts';
import { createBin } from '../history/bin.ts';
import { Document, findPresentedDocument } from './document.ts';

/** Documents are restored from the recycle bin unchanged. */
export const documentTrash = createBin({
  answer: Document,
  writtenBy: 'encoder',
  find: findPresentedDocument,
  trash: ({ services, company, write }, id) =>
    trashDocument(services, company.id, { id, baseVersion: write.baseVersion }, write),
  restore: ({ services, company, write }, id) =>
    restoreDocument(services, company.id, { id, baseVersion: write.baseVersion }, write),
  refusals: ({ services, company }, ids) => findRestoreRefusals(services, company.id, ids),
});
