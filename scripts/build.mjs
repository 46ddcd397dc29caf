// Bundles the service, its tools and the benchmark into dist/, unless nothing has changed since.
// Types are checked apart, by `npm run lint`. With --tests also the one script that tests start processes from, and
// with --suite the one that holds the tests themselves.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { dist, DOCS, namesIn, readBuiltState, readState, root, stamp } from './built-state.mjs';

const stampOfTests = join(dist, 'tests/.built');

/** The service and the program of all commands. */
const PROGRAMS = ['main.ts', 'cli/grandlivre.ts'];
/** The service as it is delivered: one script, and the module that starts it. */
const SERVICE = {
  source: 'main.ts',
  /** What the service loads while its database starts. */
  rest: 'service/load-serving.ts',
  script: 'service/main.cjs',
  launch: 'service/launch.ts',
};
/** Folder whose files, not those of its subfolders, are programs that the benchmark starts. */
const MEASURED = 'bench';
/** What runs in a thread of its own. */
const THREADS = ['api/exports/writer.ts', 'commands/file-parsing/program.ts', 'outside/integrations/mail-reader.ts'];
/** What runs in a process of its own. */
const PROCESSES = ['outside/analysis/worker/main.ts'];
/** What the build itself runs: renders the guides and makes the index of their search. */
const GUIDES = 'cli/guides/build.ts';
/** Loads the script of the service and keeps its compiled code. */
const LOADER = 'support/compiled-script.ts';
/** Has the option with which the service is started. */
const HEAP = 'support/heap.ts';
/** The look of all pages, which the styles of the console begin with. */
const DESIGN = 'support/design/tokens.ts';

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
  ...[
    'commander',
    'kysely',
    'lru-cache',
    'node-cron',
    'nodemailer',
    'pg',
    'pino',
    'prom-client',
    'saxes',
    'undici',
    'zod',
  ],
  ...['@fastify/busboy'],
]);
/** Those of the tests. */
const INSIDE_OF_TESTS = new Set(['chai', 'fast-check', 'openapi-fetch']);
/** What starts a thread or a process of its own does so as it is delivered, which takes a fraction of the time. */
const STARTED_FROM_DIST =
  /\/(api\/exports\/writer-thread|commands\/file-parsing\/parse-file|outside\/integrations\/mail-thread|outside\/analysis\/process)\.ts$/;
/** What packages inside ask for, and do without when it is not there. */
const OPTIONAL = new Set(['pg-native', 'pg-cloudflare']);

const EMPTY_MAP = Buffer.from('{"version":3,"sources":[""],"mappings":"A"}').toString('base64');

const state = readState();

if (process.argv.includes('--clean')) rmSync(dist, { recursive: true, force: true });
/** Read only if something is built: most often nothing has changed. */
const build = async (options) => (await import('esbuild')).build(options);
/** What both bundles have in common. */
const common = {
  absWorkingDir: root,
  bundle: true,
  // Less to read at the start; names stay, and traces show the sources.
  minifyWhitespace: true,
  minifySyntax: true,
  platform: 'node',
  target: 'node20',
};
const plugins = [{ name: 'packages', setup: packages }];
// pg makes one to find out whether it runs elsewhere, for which Node would load the whole of fetch.
const define = { Response: 'undefined' };

if (state !== readBuiltState(stamp)) {
  const startedAt = performance.now();
  // To standard error, because a command may print its result as JSON.
  const reason = readBuiltState(stamp) === null ? 'not built yet' : 'sources have changed';
  process.stderr.write(`Building Grandlivre (${reason}): service, commands and console into dist/ …\n`);
  await build({
    ...common,
    entryPoints: [
      { in: SERVICE.launch, out: 'main' },
      ...[
        ...[
          ...PROGRAMS.filter((name) => name !== SERVICE.source),
          ...THREADS,
          ...PROCESSES,
          GUIDES,
          DESIGN,
          LOADER,
          HEAP,
        ],
        ...namesIn(MEASURED).map((name) => join(MEASURED, name)),
      ].map((name) => ({ in: name, out: name.slice(0, name.lastIndexOf('.')) })),
    ],
    outdir: dist,
    outbase: root,
    // As deep as the programs themselves: what finds other files from its own place finds them from here too.
    chunkNames: 'shared/[name]-[hash]',
    splitting: true,
    format: 'esm',
    sourcemap: true,
    sourcesContent: false,
    // Packages of the older kind call `require`, which modules do not have.
    banner: {
      js: `import { createRequire as $createRequire } from 'node:module'; const require = $createRequire(import.meta.url);`,
    },
    define,
    plugins,
  });
  await buildService();
  await buildConsole();
  await buildGuides();
  mkdirSync(dist, { recursive: true });
  writeFileSync(stamp, state);
  process.stderr.write(`Built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.\n`);
}
if (process.argv.includes('--tests') && state !== readBuiltState(stampOfTests)) {
  rmSync(join(dist, 'tests'), { recursive: true, force: true });
  mkdirSync(join(dist, 'tests'), { recursive: true });
  writeFileSync(join(dist, 'tests/programs.cjs'), await programsOfTests());
  writeFileSync(stampOfTests, state);
}

if (process.argv.includes('--suite')) await buildSuite();

/**
 * The service as one script of the older kind, because Node 20 keeps compiled code of scripts alone. It is as deep as the
 * other parts, so that it finds other files from its own place as they do.
 */
async function buildService() {
  const script = join(dist, SERVICE.script);
  rmSync(dirname(script), { recursive: true, force: true });
  const { outputFiles } = await build({
    ...common,
    stdin: {
      contents: `export { run } from './${SERVICE.source}'; export { loadServing as loadRest } from './${SERVICE.rest}';`,
      resolveDir: root,
    },
    outfile: script,
    write: false,
    format: 'cjs',
    sourcemap: true,
    sourcesContent: false,
    legalComments: 'none',
    banner: { js: `const $url = require('node:url').pathToFileURL(__filename).href;` },
    define: { ...define, 'import.meta.url': '$url' },
    plugins: [{ name: 'programs', setup: programsWithoutAwait }, ...plugins],
  });
  mkdirSync(dirname(script), { recursive: true });
  for (const { path, text } of outputFiles)
    writeFileSync(path, path === script ? nameContent(toPlainScript(text)) : text);
  await keepCompiled(script);
}

/** In a process with the option of each start: V8 runs compiled code only under the options with which it was compiled. */
async function keepCompiled(script) {
  const { ROOM_FOR_NEW_OBJECTS } = await import(urlInDist(HEAP));
  const [loader, file] = [urlInDist(LOADER), script].map((text) => JSON.stringify(text));
  const load = `import(${loader}).then(({ loadScript }) => loadScript(${file})).then(() => process.exit())`;
  const { status } = spawnSync(process.execPath, [ROOM_FOR_NEW_OBJECTS, '--eval', load], { stdio: 'inherit' });
  if (status !== 0) throw new Error('The service could not be compiled.');
}

function urlInDist(source) {
  return pathToFileURL(join(dist, source.replace('.ts', '.js'))).href;
}

/** On the first line, so that all others stay where they are. */
function nameContent(text) {
  return `/* ${createHash('sha256').update(text).digest('hex').slice(0, 16)} */ ${text}`;
}

/** What browsers get of the auditor's console, and the verifier of audit packs: one file that is both a page and a script. */
async function buildConsole() {
  const ofBrowsers = {
    absWorkingDir: join(root, 'console'),
    bundle: true,
    minify: true,
    platform: 'browser',
    target: ['chrome111', 'firefox115', 'safari16.4'],
    legalComments: 'none',
    logLevel: 'error',
  };
  const outdir = join(dist, 'console');
  rmSync(outdir, { recursive: true, force: true });
  const { TOKENS_CSS } = await import(urlInDist(DESIGN));
  const { metafile } = await build({
    ...ofBrowsers,
    entryPoints: { main: 'main.tsx' },
    outdir,
    format: 'esm',
    splitting: true,
    chunkNames: 'part-[hash]',
    metafile: true,
    plugins: [{ name: 'design', setup: design(TOKENS_CSS) }],
  });
  writeFileSync(join(outdir, 'first-parts.json'), JSON.stringify(findFirstParts(metafile.outputs)));
  await build({ ...ofBrowsers, entryPoints: { 'log-worker': 'history/log-worker.ts' }, outdir, format: 'esm' });
  copyPdfWorker(outdir);
  await build({
    ...ofBrowsers,
    entryPoints: ['guides.ts', 'search.ts', 'theme.ts', 'reference.css'].map((name) => `documentation/${name}`),
    outdir: join(dist, DOCS),
    format: 'iife',
    // Those that know light-dark().
    target: ['chrome123', 'firefox120', 'safari17.5'],
    plugins: [{ name: 'design', setup: design(TOKENS_CSS) }],
  });
  const { outputFiles } = await build({
    ...ofBrowsers,
    entryPoints: ['verifier/main.ts'],
    format: 'iife',
    target: 'es2022',
    write: false,
  });
  const page = readFileSync(join(root, 'console/verifier/page.html'), 'utf8');
  const script = outputFiles[0].text.replace(/<(?=\/script|!--)/g, '\\x3C');
  writeFileSync(join(outdir, 'verify.html'), `${page.trimEnd()}\n${script}<!-- --></script></body></html>\n`);
}

/** Names of what the first page needs at once, so that browsers ask for all of it together and not one after another. */
function findFirstParts(outputs) {
  const entry = Object.keys(outputs).find((path) => path.endsWith('/main.js'));
  const found = new Set([entry]);
  for (const path of found)
    for (const { path: next, kind } of outputs[path].imports) if (kind === 'import-statement') found.add(next);
  return [...found].slice(1).map((path) => path.slice(path.lastIndexOf('/') + 1));
}

/** What draws PDF files: the worker of pdf.js, its decoders of scanned images, and fonts for files that bring none. */
function copyPdfWorker(outdir) {
  const folder = join(root, 'node_modules/pdfjs-dist');
  copyFileSync(join(folder, 'legacy/build/pdf.worker.min.mjs'), join(outdir, 'pdf-worker.js'));
  for (const name of ['jbig2.wasm', 'openjpeg.wasm', 'qcms_bg.wasm'])
    copyFileSync(join(folder, 'wasm', name), join(outdir, name));
  for (const name of readdirSync(join(folder, 'standard_fonts')).filter((file) => /\.(ttf|pfb)$/.test(file)))
    copyFileSync(join(folder, 'standard_fonts', name), join(outdir, name));
}

/** Gives styles the design tokens, which are a program because other pages use them too. */
function design(contents) {
  return (given) => {
    given.onResolve({ filter: /^design-tokens$/ }, ({ path }) => ({ path, namespace: 'design' }));
    given.onLoad({ filter: /.*/, namespace: 'design' }, () => ({ contents, loader: 'css' }));
  };
}

/** The pages that the service shows at `/docs`, the OpenAPI document, and the search index. */
async function buildGuides() {
  const { buildDocumentation } = await import(urlInDist(GUIDES));
  await buildDocumentation(join(root, DOCS), join(dist, DOCS));
}

/**
 * Every test with what it tests as one script: read and compiled one by one in each worker, thousands of sources cost more
 * than many of the tests. `scripts/tests-from-suite.cjs` gives them to mocha. They believe to lie where their sources do.
 */
async function buildSuite() {
  const names = readdirSync(join(root, 'test'), { recursive: true });
  const tests = names
    .filter((name) => name.endsWith('.test.ts') && !name.startsWith('chaos/'))
    .map((name) => `test/${name}`);
  const files = [...tests, 'test/support/global-setup.ts', 'test/support/property-seed.ts'];
  await build({
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    stdin: {
      contents: `module.exports = {${files.map((name) => `'${name}': () => require('./${name}')`).join()}};`,
      resolveDir: root,
    },
    outfile: join(dist, 'tests/suite.cjs'),
    legalComments: 'none',
    banner: { js: `const $url = require('node:url').pathToFileURL(__filename).href;` },
    define: { 'import.meta.url': '$url' },
    sourcemap: 'external',
    sourcesContent: false,
    logLevel: 'error',
    plugins: [
      { name: 'programs', setup: programsWithoutAwait },
      { name: 'places', setup: placesOfSources },
      ...plugins,
    ],
  });
}

function placesOfSources({ onLoad }) {
  onLoad({ filter: /\.ts$/ }, ({ path }) => {
    const source = path.includes('/node_modules/') ? '' : readFileSync(path, 'utf8');
    if (!source.includes('import.meta.url')) return undefined;
    const place = STARTED_FROM_DIST.test(path) ? join(dist, 'tests/suite.cjs') : path;
    const contents = source.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(place).href));
    return { contents, loader: 'ts' };
  });
}

/**
 * The service and its tools as one script of the older kind: Node 20 keeps compiled code of scripts alone, and compiling is
 * most of what a process costs that lives for a second. `scripts/start-program.cjs` starts one of them.
 */
async function programsOfTests() {
  const programs = PROGRAMS.map((name) => name.slice(0, -3));
  const { outputFiles } = await build({
    ...common,
    stdin: {
      contents: `module.exports = {${programs.map((name) => `'${name}': () => require('./${name}.ts')`).join()}};`,
      resolveDir: root,
    },
    write: false,
    format: 'cjs',
    legalComments: 'none',
    banner: { js: `const $url = require('node:url').pathToFileURL(__filename).href;` },
    define: { ...define, 'import.meta.url': '$url' },
    plugins: [{ name: 'programs', setup: programsWithoutAwait }, { name: 'bench', setup: withoutBench }, ...plugins],
  });
  return toPlainScript(outputFiles[0].text);
}

/**
 * A script that is loaded as text cannot import by itself what stays outside of it: it is given a function as long as the
 * word, so that places on the line stay the same. All letters are plain, so that they are read without being decoded.
 */
function toPlainScript(text) {
  return text
    .replace(/\bimport\(/g, 'Import(')
    .replace(/[^\0-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Scripts cannot wait at their top: what follows the imports becomes a function, which whoever loads them waits for. */
function programsWithoutAwait({ onLoad }) {
  onLoad({ filter: new RegExp(`/(${PROGRAMS.join('|')})$`) }, ({ path }) => {
    if (!PROGRAMS.some((name) => path === join(root, name))) return undefined;
    const source = readFileSync(path, 'utf8');
    const end = [...source.matchAll(/^(import .*|\} )from '.*';$/gm)].at(-1);
    const body = end.index + end[0].length;
    return {
      contents: `${source.slice(0, body)}\nexport async function run() {${source.slice(body)}\n}`,
      loader: 'ts',
    };
  });
}

/** Tests start the benchmark as it is delivered. */
function withoutBench({ onResolve }) {
  onResolve({ filter: /\/bench\/(main|options)\.ts$/ }, ({ path }) => ({ path, external: true }));
}

function packages({ onResolve, onLoad }) {
  onResolve({ filter: /^[^./]/ }, ({ path, importer }) => {
    if (isBuiltin(path) || OPTIONAL.has(path)) return { path, external: true };
    const name = path.split('/', path.startsWith('@') ? 2 : 1).join('/');
    return importer.includes('/node_modules/') || INSIDE.has(name) || INSIDE_OF_TESTS.has(name) || importer === ''
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
