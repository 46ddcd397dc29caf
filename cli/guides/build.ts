import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildPages } from './pages.ts';
import { buildSearchIndex } from './search-index.ts';

/** Writes what the service shows at `/docs` into a folder of the build: pages and the index of the search. */
export function buildDocumentation(docs: string, folder: string): void {
  const pages = buildPages(docs);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'pages.json'), JSON.stringify(pages));
  writeFileSync(join(folder, 'search-index.json'), buildSearchIndex(pages));
}
