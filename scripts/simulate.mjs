// Bundles the simulation and runs it: node scripts/simulate.mjs --seed 1 --commands 1000
import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { mutations } from '../test/simulation/mutations.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const outdir =
  process.env.SIMULATION_BUNDLE ?? join(root, process.env.SIMULATION_FOLDER_OF_BUNDLE ?? 'dist/simulation');

/** Packages with state of their own: every simulated process has its own copy. */
const INSIDE = new Set([
  ...[
    'ajv',
    'chai',
    'compression',
    'cors',
    'csv-parse',
    'csv-stringify',
    'decimal.js',
    'express',
    'helmet',
    'ibantools',
  ],
  ...['intl-messageformat', 'kysely', 'lru-cache', 'node-cron', 'nodemailer', 'pg', 'pino', 'prom-client', 'saxes'],
  ...['undici', 'zod', '@fastify/busboy', 'smtp-server', 'otpauth'],
]);
const OPTIONAL = new Set(['pg-native', 'pg-cloudflare']);

/** What works in threads or processes of its own, or asks machines of the outside world. */
const STAND_INS = {
  '/api/exports/writer-thread.ts': 'writer-thread',
  '/outside/images/raster.ts': 'raster',
  '/outside/images/drawing.ts': 'drawing',
  '/outside/analysis/process.ts': 'reader-process',
  '/test/support/name-server.ts': 'name-server',
};
const UNREACHABLE = new Set(['imapflow', 'ssh2-sftp-client', '@aws-sdk/client-s3']);
const standIn = (name) => ({ path: join(root, `test/simulation/stand-ins/${name}.ts`) });

function packages({ onResolve }) {
  onResolve({ filter: /^\..*\.ts$/ }, ({ path, resolveDir }) => {
    const name = STAND_INS[join(resolveDir, path).slice(root.length - 1)];
    return name === undefined || resolveDir.endsWith('/stand-ins') ? undefined : standIn(name);
  });
  onResolve({ filter: /^[^./]/ }, ({ path, importer }) => {
    if (path === '@node-rs/argon2') return standIn('argon2');
    if (UNREACHABLE.has(path)) return standIn('unreachable');
    if (isBuiltin(path) || OPTIONAL.has(path)) return { path, external: true };
    const name = path.split('/', path.startsWith('@') ? 2 : 1).join('/');
    return importer.includes('/node_modules/') || INSIDE.has(name) ? undefined : { path, external: true };
  });
}

/** Sources find their data beside themselves. */
function places({ onLoad }, mutation) {
  onLoad({ filter: /\.ts$/ }, ({ path }) => {
    const own = path.includes('/node_modules/') ? '' : readFileSync(path, 'utf8');
    const change = [mutation, mutation?.also].find((one) => one && path === join(root, one.file));
    const source = change ? own.replace(change.from, () => change.to) : own;
    if (!change && !source.includes('import.meta.url')) return undefined;
    return { contents: source.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)), loader: 'ts' };
  });
}

/** A fault that the simulation is to find. */
const mutation = mutations.find(({ name }) => name === process.env.SIMULATION_MUTATION);

const common = {
  absWorkingDir: root,
  outdir,
  outbase: join(root, 'test/simulation'),
  bundle: true,
  platform: 'node',
  target: 'node20',
  logLevel: 'error',
  legalComments: 'none',
};
if (process.env.SIMULATION_BUNDLE === undefined) await buildAll();

async function buildAll() {
  rmSync(outdir, { recursive: true, force: true });
  await build({
    ...common,
    entryPoints: ['test/simulation/program.ts'],
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    define: { 'import.meta.url': '$url' },
    banner: {
      js: `const $url = require('node:url').pathToFileURL(${JSON.stringify(join(root, 'package.json'))}).href;`,
    },
    plugins: [
      { name: 'packages', setup: packages },
      { name: 'places', setup: (build) => places(build, mutation) },
    ],
  });
  await build({
    ...common,
    entryPoints: ['test/simulation/main.ts', 'test/simulation/world/start.ts'],
    format: 'esm',
    outExtension: { '.js': '.mjs' },
    packages: 'external',
    plugins: [{ name: 'places', setup: (build) => places(build) }],
  });
}
const child = spawn(process.execPath, ['--enable-source-maps', join(outdir, 'main.mjs'), ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.once('close', (code) => (process.exitCode = code ?? 1));
