import type { CompanyFile } from '../company-file-state.ts';
import type { DocumentEvent } from './document-events.ts';
import { evolveDocuments } from './state.ts';

/** Documents in the recycle bin. */
export const documentBin = {
  /** The version of one that lies there. */
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
