import type { CompanyFile } from '../company-file-state.ts';
import type { DocumentEvent } from './document-events.ts';
import { evolveDocuments } from './state.ts';

/** Trashed documents. */
export const documentBin = {
  /** Version of a trashed document. */
  trashedVersion({ documents }: CompanyFile, id: number): number | null {
    const document = documents.waiting.get(id);
    return document?.isTrashed ? document.version : null;
  },
  purged: (documents: readonly { readonly id: number; readonly version: number }[]): DocumentEvent => ({
    type: 'DocumentsPurged',
    data: { documents },
  }),
  without: (file: CompanyFile, event: DocumentEvent): CompanyFile => ({
    ...file,
    documents: evolveDocuments(file.documents, event),
  }),
};
