import type { BuiltPage } from '../../api/documentation/guides/built-pages.ts';
import { rewriteLinks } from './links.ts';
import { renderPage } from './render.ts';
import { expandRequests, getPath, readSources } from './sources.ts';

/** All pages as the service reads them. */
export function buildPages(docs: string): BuiltPage[] {
  const sources = readSources(docs);
  return sources.map((source) => {
    const { kind, slug, title, summary, markdown } = source;
    const text = rewriteLinks(kind === 'guides' ? expandRequests(markdown) : markdown, source, sources);
    return { kind, slug, title, summary, path: getPath(source), text, ...renderPage(source, sources) };
  });
}
