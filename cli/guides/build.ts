import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUILT_DOCUMENT, makeOpenApiDocument } from '../../api/documentation/document.ts';
import { routes } from '../../api/routes.ts';
import { buildPages } from './pages.ts';
import { buildSearchIndex } from './search-index.ts';

/** Writes what the service shows at `/docs` into a folder of the build: pages, OpenAPI document and search index. */
export async function buildDocumentation(docs: string, folder: string): Promise<void> {
  const pages = buildPages(docs);
  const document = await makeOpenApiDocument(routes);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'pages.json'), JSON.stringify(pages));
  writeFileSync(join(folder, BUILT_DOCUMENT), document);
  writeFileSync(join(folder, 'search-index.json'), buildSearchIndex(pages, document));
}
