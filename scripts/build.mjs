// Turns every TypeScript file of the service into dist/, one file for one file, and only those that changed since.
// Types are checked apart, by `npm run typecheck`.
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const folders = [
  'domain',
  'database',
  'eventlog',
  'outside',
  'commands',
  'projections',
  'api',
  'workers',
  'cli',
  'bench',
];

function sources(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name));
}

function modified(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

const top = readdirSync(root)
  .filter((name) => name.endsWith('.ts'))
  .map((name) => join(root, name));
const all = [...top, ...folders.filter((folder) => modified(join(root, folder)) > 0).flatMap(sources)];
const target = (file) => join(root, 'dist', relative(root, file).replace(/\.ts$/, '.js'));
const stale = all.filter((file) => modified(file) >= modified(target(file)));

if (process.argv.includes('--clean')) rmSync(join(root, 'dist'), { recursive: true, force: true });
if (stale.length > 0) {
  await build({
    entryPoints: stale,
    outdir: join(root, 'dist'),
    outbase: root,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    sourcesContent: false,
    plugins: [{ name: 'extensions', setup: rewriteExtensions }],
    write: true,
  });
}

/** `./port.ts` becomes `./port.js`, as the compiler itself would write it. */
function rewriteExtensions({ onLoad }) {
  onLoad({ filter: /\.ts$/ }, async ({ path }) => {
    const { readFile } = await import('node:fs/promises');
    const contents = await readFile(path, 'utf8');
    return {
      contents: contents.replace(/((?:from|import)\s*\(?\s*')(\.{1,2}\/[^']+)\.ts'/g, "$1$2.js'"),
      loader: 'ts',
    };
  });
}
