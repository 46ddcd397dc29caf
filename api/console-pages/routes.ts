import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { buildRefusal } from '../http/reply/errors.ts';
import type { Reply } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';
import { FIELD_NAMES } from '../i18n/field-names.ts';
import { FAVICON_SVG } from '../../support/design/tokens.ts';
import { getBuiltPath } from './built-files.ts';

/** The auditor's console: a page of this service that uses the public API with the rights of the signed-in user. */

/** The page shows the demo entry only if a demo is available. */
const renderPage = (offersDemo: boolean, firstParts: readonly string[]): string => `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Grandlivre</title>
  <link rel="icon" href="/console/mark.svg" type="image/svg+xml">
  <link rel="stylesheet" href="/console/main.css">
${firstParts.map((name) => `  <link rel="modulepreload" href="/console/${name}">\n`).join('')}</head>
<body>
  <div id="console"${offersDemo ? ' data-demo' : ''}></div>
  <script type="module" src="/console/main.js"></script>
</body>
</html>
`;

/** Documents are shown beside their entry from memory; everything else must come from this service. */
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

/** Parts are named by their content, so that a part of another version is not found. */
const PART = /^part-[A-Z0-9]{8}\.js$/;
const FOR_GOOD = 'public, max-age=31536000, immutable';

const TYPES: Readonly<Record<string, string>> = {
  'main.js': 'text/javascript; charset=utf-8',
  'main.css': 'text/css; charset=utf-8',
  'log-worker.js': 'text/javascript; charset=utf-8',
  'pdf-worker.js': 'text/javascript; charset=utf-8',
  'jbig2.wasm': 'application/wasm',
  'openjpeg.wasm': 'application/wasm',
  'qcms_bg.wasm': 'application/wasm',
  'mark.svg': 'image/svg+xml',
  // Not JSON: JSON is reserved for API data with a schema.
  'fields.txt': 'text/plain; charset=utf-8',
};

/** Fonts for PDF files that do not bring their own. */
const FONT = /^(Foxit|LiberationSans)[A-Za-z-]{0,30}\.(pfb|ttf)$/;

/**
 * The worker that draws PDF files compiles the decoders of scanned images. A worker follows the policy of its own script,
 * so the page itself does without.
 */
const PDF_WORKER = 'pdf-worker.js';
const PDF_WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/** Field names used in API messages, for showing the history of a record. */
const serializeFieldNames = (): string => JSON.stringify(Object.fromEntries(FIELD_NAMES));

const PUBLIC = { method: 'get', area: 'documentation', ability: 'public', role: 'any', demo: 'allowed' } as const;

export const consoleRoutes = [
  route({
    ...PUBLIC,
    path: '/console',
    summary: 'The auditor’s console',
    // A sign-in at a provider returns here with its result, which the page reads.
    query: z.looseObject({}),
    replies: { 200: z.string() },
    async handle({ services }) {
      const page = renderPage(services.offersDemo, (firstParts ??= await readFirstParts()));
      return buildFileReply(page, 'text/html; charset=utf-8');
    },
  }),
  route({
    ...PUBLIC,
    path: '/console/{asset}',
    summary: 'The files of the auditor’s console',
    params: z.object({ asset: z.string() }),
    replies: { 200: z.string() },
    async handle({ params: { asset } }) {
      const type = findType(asset);
      if (type === undefined) return buildRefusal('not_found');
      const content = kept[asset] ? null : await readAsset(asset);
      if (content === undefined) return buildRefusal('not_found');
      const policy = asset === PDF_WORKER ? PDF_WORKER_POLICY : undefined;
      return (kept[asset] ??= buildFileReply(content!, type, PART.test(asset) ? FOR_GOOD : undefined, policy));
    },
  }),
];

function findType(asset: string): string | undefined {
  if (PART.test(asset)) return TYPES['main.js'];
  if (FONT.test(asset)) return 'application/octet-stream';
  return Object.hasOwn(TYPES, asset) ? TYPES[asset] : undefined;
}

let firstParts: readonly string[] | undefined;

/** Parts that the build found to be needed by the first page: a hint, without which they are found one by one. */
async function readFirstParts(): Promise<readonly string[]> {
  const content = await readAsset('first-parts.json');
  return content === undefined ? [] : z.array(z.string()).parse(JSON.parse(content.toString()));
}

/** Undefined if there is no such file. */
async function readAsset(asset: string): Promise<string | Uint8Array | undefined> {
  if (asset === 'fields.txt') return serializeFieldNames();
  if (asset === 'mark.svg') return FAVICON_SVG;
  return readFile(getBuiltPath(asset)).catch((error: unknown) => {
    if ((error as { code?: unknown }).code === 'ENOENT') return undefined;
    throw error;
  });
}

/** Files are cached on first request; there are few of them. */
const kept: Record<string, Reply> = {};

/** Sent with every file, because a worker follows the policy of its own script. */
function buildFileReply(content: string | Uint8Array, type: string, caching = 'no-cache', policy = POLICY): Reply {
  const etag = `"${hash('sha256', content, 'hex').slice(0, 32)}"`;
  return {
    status: 200,
    raw: content,
    headers: { 'Content-Type': type, 'Cache-Control': caching, ETag: etag, 'Content-Security-Policy': policy },
  };
}
