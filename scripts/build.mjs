// Bundles the service, its tools and the benchmark into dist/, unless nothing has changed since.
// Types are checked apart, by `npm run typecheck`.
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
const stamp = join(dist, '.built');

/** Folders whose files are part of what is built. */
const FOLDERS = [
  ...['domain', 'database', 'eventlog', 'outside', 'commands', 'projections', 'api', 'workers'],
  ...['cli', 'bench', 'test/support/invoices'],
];
/** Folders whose files, not those of their subfolders, are programs of their own. */
const PROGRAMS = ['cli', 'bench'];
/** What runs in a thread of its own. */
const THREADS = ['api/exports/writer.ts'];
/** What runs in a process of its own. */
const PROCESSES = ['outside/analysis/worker/main.ts'];

/**
 * Packages that go into the bundle, because a process that reads them file by file starts several times slower. All
 * others stay outside, which always works: what is native, reads files of its own or is rarely used must do so.
 */
const INSIDE = new Set([
  ...[
    'ajv',
    'compression',
    'cors',
    'csv-parse',
    'csv-stringify',
    'decimal.js',
    'express',
    'helmet',
    'ibantools',
    'intl-messageformat',
  ],
  ...['kysely', 'lru-cache', 'node-cron', 'nodemailer', 'pg', 'pino', 'prom-client', 'saxes', 'undici', 'zod'],
  ...['@fastify/busboy'],
]);
/** What packages inside ask for, and do without when it is not there. */
const OPTIONAL = new Set(['pg-native', 'pg-cloudflare']);

const EMPTY_MAP = Buffer.from('{"version":3,"sources":[""],"mappings":"A"}').toString('base64');

const isSource = (name) => name.endsWith('.ts') && !name.endsWith('.test.ts');
const isData = (name) => name.endsWith('.json');
const namesIn = (folder) => readdirSync(join(root, folder)).filter(isSource);
const filesBelow = (folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((name) => isSource(name) || isData(name))
    .map((name) => join(folder, name));
const modified = (file) => statSync(join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;

const inputs = [...namesIn('.'), ...FOLDERS.flatMap(filesBelow), 'package-lock.json', 'scripts/build.mjs'];
/** Also tells a file that is gone or has another name. */
const state = JSON.stringify(inputs.map((file) => [file, modified(file)]));

if (process.argv.includes('--clean')) rmSync(dist, { recursive: true, force: true });
if (state !== lastState()) {
  await build({
    absWorkingDir: root,
    entryPoints: [
      ...['main.ts', ...THREADS, ...PROCESSES],
      ...PROGRAMS.flatMap((folder) => namesIn(folder).map((name) => join(folder, name))),
    ],
    outdir: dist,
    outbase: root,
    // As deep as the programs themselves: what finds other files from its own place finds them from here too.
    chunkNames: 'shared/[name]-[hash]',
    bundle: true,
    // Less to read at the start; names stay, and traces show the sources.
    minifyWhitespace: true,
    minifySyntax: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    sourcesContent: false,
    // Packages of the older kind call `require`, which modules do not have.
    banner: {
      js: `import { createRequire as $createRequire } from 'node:module'; const require = $createRequire(import.meta.url);`,
    },
    // pg makes one to find out whether it runs elsewhere, for which Node would load the whole of fetch.
    define: { Response: 'undefined' },
    plugins: [{ name: 'packages', setup: packages }],
  });
  mkdirSync(dist, { recursive: true });
  writeFileSync(stamp, state);
}

function lastState() {
  try {
    return readFileSync(stamp, 'utf8');
  } catch {
    return null;
  }
}

function packages({ onResolve, onLoad }) {
  onResolve({ filter: /^[^./]/ }, ({ path, importer }) => {
    if (isBuiltin(path) || OPTIONAL.has(path)) return { path, external: true };
    const name = path.split('/', path.startsWith('@') ? 2 : 1).join('/');
    return importer.includes('/node_modules/') || INSIDE.has(name) || importer === ''
      ? undefined
      : { path, external: true };
  });
  // Our messages are our own: those of zod in fifty languages need not be read at each start.
  onLoad({ filter: /\/zod\/v4\/locales\/index\.js$/ }, () => ({
    contents: `export { default as en } from './en.js';`,
  }));
  // Traces point into our own sources; mapping the packages as well would only make the start slower.
  onLoad({ filter: /\/node_modules\/.*\.(c|m)?js$/ }, ({ path }) => ({
    contents: `${readFileSync(path, 'utf8')}\n//# sourceMappingURL=data:application/json;base64,${EMPTY_MAP}`,
    loader: 'js',
  }));
}
