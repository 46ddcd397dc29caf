import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { refusal } from '../http/reply/errors.ts';
import type { Reply } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';
import { FIELD_NAMES } from '../i18n/field-names.ts';
import { builtFile } from './built-files.ts';

/** The auditor's console: a page of this service that uses the public API with the rights of whoever signs in. */

/** The page is told whether there is a demo to enter. */
const page = (offersDemo: boolean): string => `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Grandlivre</title>
  <link rel="icon" href="data:,">
  <link rel="stylesheet" href="/console/main.css">
</head>
<body>
  <div id="console"${offersDemo ? ' data-demo' : ''}></div>
  <script type="module" src="/console/main.js"></script>
</body>
</html>
`;

/** A document is shown beside its entry from memory; nothing else comes from anywhere but this service. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  'frame-src blob:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const ASSETS: Readonly<Record<string, string>> = {
  'main.js': 'text/javascript; charset=utf-8',
  'main.css': 'text/css; charset=utf-8',
  'log-worker.js': 'text/javascript; charset=utf-8',
  // No JSON: what is told as such is data of the API, with a schema of its own.
  'fields.txt': 'text/plain; charset=utf-8',
};

/** What fields are called in the messages of the API, for those who read the history of a record. */
const fieldNames = (): string => JSON.stringify(Object.fromEntries(FIELD_NAMES));

const PUBLIC = { method: 'get', area: 'documentation', ability: 'public', role: 'any', demo: 'allowed' } as const;

export const consoleRoutes = [
  route({
    ...PUBLIC,
    path: '/console',
    summary: 'The auditor’s console',
    replies: { 200: z.string() },
    handle: ({ services }) => shown(page(services.offersDemo), 'text/html; charset=utf-8'),
  }),
  route({
    ...PUBLIC,
    path: '/console/{asset}',
    summary: 'The files of the auditor’s console',
    params: z.object({ asset: z.string() }),
    replies: { 200: z.string() },
    async handle({ params: { asset } }) {
      const type = Object.hasOwn(ASSETS, asset) ? ASSETS[asset] : undefined;
      if (type === undefined) return refusal('not_found');
      return (kept[asset] ??= shown(asset === 'fields.txt' ? fieldNames() : await readFile(builtFile(asset)), type));
    },
  }),
];

/** Files are read when first requested: there are few. */
const kept: Record<string, Reply> = {};

/** A worker keeps to the policy of its own script. */
function shown(content: string | Uint8Array, type: string): Reply {
  const etag = `"${hash('sha256', content, 'hex').slice(0, 32)}"`;
  return {
    status: 200,
    raw: content,
    headers: { 'Content-Type': type, 'Cache-Control': 'no-cache', ETag: etag, 'Content-Security-Policy': POLICY },
  };
}
