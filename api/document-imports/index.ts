import { loadImportsByIds } from '../../projections/document-imports/queries.ts';
import { subject } from '../subject.ts';
import { withDeletion } from '../sync/feed.ts';
import { importTrash } from './bin.ts';
import { importFileRoute } from './file-route.ts';
import { DocumentImport, presentImport } from './import.ts';
import { messages } from './messages.ts';
import { pageRoutes } from './page-routes.ts';
import { importRoutes } from './routes.ts';
import { validateRoute } from './validate-route.ts';

/** Document imports: upload, analysis, correction, and conversion into documents. */
export const documentImports = subject({
  areas: { 'document-imports': 'Uploading, analysing and validating documents.' },
  routes: [...importRoutes, ...pageRoutes, validateRoute, importFileRoute],
  messages,
  bin: { 'document-imports': importTrash },
  feed: {
    'document-imports': {
      answer: DocumentImport,
      async read(request, ids) {
        // The analysis in progress is not a change of the record.
        const rows = await loadImportsByIds(request.services.pool, request.company.id, ids, false);
        return rows.map((row) => withDeletion(presentImport(row, request), row));
      },
    },
  },
  feedOrder: { 'document-imports': 130 },
});
