import { importsByIds } from '../../projections/document-imports/queries.ts';
import { subject } from '../subject.ts';
import { withDeletion } from '../sync/feed.ts';
import { importBin } from './bin.ts';
import { importFileRoute } from './file-route.ts';
import { DocumentImport, presentImport } from './import.ts';
import { messages } from './messages.ts';
import { importRoutes } from './routes.ts';
import { validateRoute } from './validate-route.ts';

/** Documents that come in as files: uploaded, read, corrected, and made into documents of the books. */
export const documentImports = subject({
  routes: [...importRoutes, validateRoute, importFileRoute],
  messages,
  bin: { 'document-imports': importBin },
  feed: {
    'document-imports': {
      answer: DocumentImport,
      async read(request, ids) {
        // Who is at it now is no change of the record.
        const rows = await importsByIds(request.services.pool, request.company.id, ids, false);
        return rows.map((row) => withDeletion(presentImport(row, request), row));
      },
    },
  },
});
