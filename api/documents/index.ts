import { readDocumentsByIds } from '../../projections/documents/queries.ts';
import { subject } from '../subject.ts';
import { withDeletion } from '../sync/feed.ts';
import { documentTrash } from './bin.ts';
import { Document, presentDocuments } from './document.ts';
import { documentExportRoutes } from './export-routes.ts';
import { documentFileRoutes } from './file-routes.ts';
import { followUpRoutes } from './follow-up-routes.ts';
import { messages } from './messages.ts';
import { previewRoute } from './preview-route.ts';
import { documentRoutes } from './routes.ts';
import { sendRoute } from './send-route.ts';

/** Invoices and credit notes, from receipt to booking. */
export const documents = subject({
  areas: { documents: 'Purchase and sales documents.' },
  routes: [
    ...documentRoutes,
    ...documentFileRoutes,
    ...documentExportRoutes,
    ...followUpRoutes,
    previewRoute,
    sendRoute,
  ],
  messages,
  bin: { documents: documentTrash },
  feed: {
    documents: {
      answer: Document,
      async read(request, ids) {
        const rows = await readDocumentsByIds(request.services.pool, request.company.id, ids);
        const shown = await presentDocuments(request, rows);
        return shown.map((document, index) => withDeletion(document, rows[index]!));
      },
    },
  },
  feedOrder: { documents: 120 },
});
