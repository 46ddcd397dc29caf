import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { buildRefusal } from '../http/reply/errors.ts';
import { explainErrorCodes } from '../meta/reference/error-codes.ts';
import type { Reply } from '../http/reply/reply.ts';
import type { Route } from '../http/routing/route.ts';
import { route } from '../http/routing/route.ts';
import { loadOpenApiDocument } from './document.ts';
import { buildFileReply, PUBLIC } from './file-reply.ts';
import { createGuideRoutes, readBuiltFile } from './guides/routes.ts';
import { START_SCRIPT } from './page-script.ts';
import { ASSETS, PAGE, PAGE_POLICY } from './page.ts';

/** Routes for the OpenAPI document of the given routes and the page that shows it. They are not part of that document. */
export function createDocumentationRoutes(routes: readonly Route[], baseUrl: string): Route[] {
  let document: Reply | undefined;
  const buildDocumentReply = async (): Promise<Reply> =>
    buildFileReply(await loadOpenApiDocument(routes, baseUrl), 'application/json; charset=utf-8');
  return [
    route({
      ...PUBLIC,
      path: '/openapi.json',
      summary: 'The OpenAPI document',
      replies: { 200: z.unknown() },
      handle: async () => (document ??= await buildDocumentReply()),
    }),
    route({
      ...PUBLIC,
      path: '/docs',
      summary: 'The documentation page',
      replies: { 200: z.string() },
      handle: () => buildFileReply(PAGE, 'text/html; charset=utf-8', { 'Content-Security-Policy': PAGE_POLICY }),
    }),
    route({
      ...PUBLIC,
      path: '/docs/start.js',
      summary: 'The script of the documentation page',
      replies: { 200: z.string() },
      handle: () => buildFileReply(START_SCRIPT, 'text/javascript; charset=utf-8'),
    }),
    route({
      ...PUBLIC,
      path: '/docs/error-codes.json',
      summary: 'The error codes, for visitors without a token',
      replies: { 200: z.unknown() },
      handle: ({ language }) =>
        buildFileReply(JSON.stringify(explainErrorCodes(routes, language)), 'application/json; charset=utf-8', {
          'Cache-Control': 'no-cache',
        }),
    }),
    ...createGuideRoutes(),
    route({
      ...PUBLIC,
      path: '/docs/{asset}',
      summary: 'The files of the documentation page',
      params: z.object({ asset: z.string() }),
      replies: { 200: z.string() },
      handle: ({ params }) => readAsset(params.asset),
    }),
  ];
}

/** Files are cached on first request; there are few of them. */
const assets = new Map<string, Promise<Reply>>();

async function readAsset(name: string) {
  const kept = assets.get(name);
  if (kept !== undefined) return kept;
  const reply = readPackageFile(name) ?? readBuiltFile(name);
  if (reply === null) return buildRefusal('not_found');
  assets.set(name, reply);
  reply.catch(() => assets.delete(name));
  return reply;
}

/** A file of Swagger UI; null for a name that is not one of them. */
function readPackageFile(name: string): Promise<Reply> | null {
  const type = Object.hasOwn(ASSETS, name) ? ASSETS[name] : undefined;
  if (type === undefined) return null;
  return readFile(join(getPackageFolder(), name)).then((content) => buildFileReply(content, type));
}

const getPackageFolder = () => dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
