import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { buildRefusal } from '../../http/reply/errors.ts';
import type { Reply } from '../../http/reply/reply.ts';
import { route, type Route } from '../../http/routing/route.ts';
import { buildFileReply, PUBLIC } from '../file-reply.ts';
import { getBuiltDocument, loadPages, type BuiltPage } from './built-pages.ts';
import { GUIDE_POLICY, renderGuidePage, renderOverview } from './guide-page.ts';

/** Guides and other pages of the documentation, as `npm run build` has rendered them. */
export const createGuideRoutes = (): Route[] => [
  route({
    ...PUBLIC,
    path: '/docs/guides',
    summary: 'The list of guides',
    replies: { 200: z.string() },
    handle: async () => buildPageReply(renderOverview(await loadPages())),
  }),
  createPageRoute('guides', 'A guide to the API'),
  createPageRoute('pages', 'A page of the documentation'),
];

const createPageRoute = (kind: BuiltPage['kind'], summary: string): Route =>
  route({
    ...PUBLIC,
    path: `/docs/${kind}/{slug}`,
    summary,
    params: z.object({ slug: z.string() }),
    replies: { 200: z.string() },
    async handle({ params: { slug } }) {
      const pages = await loadPages();
      const page = pages.find((one) => one.kind === kind && one.slug === slug);
      return page === undefined ? buildRefusal('not_found') : buildPageReply(renderGuidePage(page, pages));
    },
  });

const buildPageReply = (html: string): Reply =>
  buildFileReply(html, 'text/html; charset=utf-8', { 'Content-Security-Policy': GUIDE_POLICY });

/** Files that the build makes for these pages. */
const BUILT: Readonly<Record<string, string>> = {
  'guides.css': 'text/css; charset=utf-8',
  'reference.css': 'text/css; charset=utf-8',
  'guides.js': 'text/javascript; charset=utf-8',
  'search.js': 'text/javascript; charset=utf-8',
  'theme.js': 'text/javascript; charset=utf-8',
  'search-index.json': 'application/json; charset=utf-8',
};

/** Null for a name that is not one of them. */
export function readBuiltFile(name: string): Promise<Reply> | null {
  const type = Object.hasOwn(BUILT, name) ? BUILT[name] : undefined;
  return type === undefined ? null : readFile(getBuiltDocument(name)).then((content) => buildFileReply(content, type));
}
