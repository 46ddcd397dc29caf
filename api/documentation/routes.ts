import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { refusal } from '../http/reply/errors.ts';
import { explainedCodes } from '../meta/reference/error-codes.ts';
import type { Reply } from '../http/reply/reply.ts';
import type { Route } from '../http/routing/route.ts';
import { route } from '../http/routing/route.ts';
import { openApiDocument } from './openapi.ts';
import { recordedExamples, type RecordedExamples } from './recorded.ts';
import { START_SCRIPT } from './page-script.ts';
import { ASSETS, PAGE, PAGE_POLICY } from './page.ts';

const PUBLIC = { method: 'get', area: 'documentation', ability: 'public', role: 'any', demo: 'allowed' } as const;
const PUBLIC_CACHE = 'public, max-age=300';

/** The document of the routes given, and the page that shows it. They describe the table and are not part of it. */
export function documentationRoutes(routes: readonly Route[], baseUrl: string): Route[] {
  let document: Reply | undefined;
  const described = (examples: RecordedExamples): Reply =>
    file(JSON.stringify(openApiDocument(routes, baseUrl, examples)), 'application/json; charset=utf-8');
  return [
    route({
      ...PUBLIC,
      path: '/openapi.json',
      summary: 'The OpenAPI document',
      replies: { 200: z.unknown() },
      handle: async () => (document ??= described(await recordedExamples())),
    }),
    route({
      ...PUBLIC,
      path: '/docs',
      summary: 'The documentation page',
      replies: { 200: z.string() },
      handle: () => file(PAGE, 'text/html; charset=utf-8', { 'Content-Security-Policy': PAGE_POLICY }),
    }),
    route({
      ...PUBLIC,
      path: '/docs/start.js',
      summary: 'The script of the documentation page',
      replies: { 200: z.string() },
      handle: () => file(START_SCRIPT, 'text/javascript; charset=utf-8'),
    }),
    route({
      ...PUBLIC,
      path: '/docs/error-codes.json',
      summary: 'The error codes, for readers of the page who have no token yet',
      replies: { 200: z.unknown() },
      handle: ({ language }) =>
        file(JSON.stringify(explainedCodes(routes, language)), 'application/json; charset=utf-8', {
          'Cache-Control': 'no-cache',
        }),
    }),
    route({
      ...PUBLIC,
      path: '/docs/{asset}',
      summary: 'The files of the documentation page',
      params: z.object({ asset: z.string() }),
      replies: { 200: z.string() },
      handle: ({ params }) => asset(params.asset),
    }),
  ];
}

function file(content: string | Uint8Array, type: string, headers: Readonly<Record<string, string>> = {}): Reply {
  const etag = `"${hash('sha256', content, 'hex').slice(0, 32)}"`;
  return {
    status: 200,
    raw: content,
    headers: { 'Content-Type': type, 'Cache-Control': PUBLIC_CACHE, ETag: etag, ...headers },
  };
}

/** Files are read when first requested, and kept: there are three. */
const assets = new Map<string, Promise<Reply>>();

async function asset(name: string) {
  const type = Object.hasOwn(ASSETS, name) ? ASSETS[name] : undefined;
  if (type === undefined) return refusal('not_found');
  let reply = assets.get(name);
  if (reply === undefined) {
    reply = readFile(join(packageFolder(), name)).then((content) => file(content, type));
    reply.catch(() => assets.delete(name));
    assets.set(name, reply);
  }
  return reply;
}

const packageFolder = () => dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
