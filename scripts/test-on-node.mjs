// Runs the tests on another version of Node: `node scripts/test-on-node.mjs 24 [--smoke] [arguments of mocha]`.
// The program comes from npm and is kept in a cache outside the repository, so it is not a dependency.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, platform } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Versions that the service supports. */
const VERSIONS = ['20', '22', '24'];

/** One file for each part that depends on Node: start, packages with native code, threads, processes, network, console. */
const SMOKE_TESTS = [
  'test/configuration/start.test.ts',
  'test/cli/program.test.ts',
  'test/database/embedded.test.ts',
  'test/database/notifications.test.ts',
  'test/domain/ledger/reversal.test.ts',
  'test/api/ledger/posting.test.ts',
  'test/api/identity/auth.test.ts',
  'test/api/identity/stored-passwords.test.ts',
  'test/api/document-imports/analysis.test.ts',
  'test/api/exports/writer-thread.test.ts',
  'test/outside/images.test.ts',
  'test/faults/http.test.ts',
  'test/workers/jobs.test.ts',
  'test/console/pages.test.ts',
];

const EXAMPLE = 'Example: node scripts/test-on-node.mjs 24 --smoke';

const [version, ...others] = process.argv.slice(2);
if (version === '--help')
  finish(0, `Usage: node scripts/test-on-node.mjs ${VERSIONS.join('|')} [--smoke] [mocha options]`);
if (!VERSIONS.includes(version)) {
  const wrong = version === undefined ? 'The version of Node is missing' : `"${version}" is not a version to test on`;
  finish(2, `${wrong}: use ${VERSIONS.join(', ')}. ${EXAMPLE}`);
}
const isSmoke = others.includes('--smoke');
const given = others.filter((argument) => argument !== '--smoke');

const program = process.version.startsWith(`v${version}.`) ? process.execPath : installNode(version);
process.stdout.write(`Tests on Node ${readVersion(program)} (${program})\n`);
const tests = isSmoke ? SMOKE_TESTS : [];
const { status } = spawnSync(program, ['scripts/test.mjs', '--tests', ...given, ...tests], {
  cwd: root,
  stdio: 'inherit',
  // Scripts that tests start by the name `node` run on this version too.
  env: { ...process.env, PATH: [dirname(program), process.env.PATH].join(delimiter) },
});
process.exitCode = status ?? 1;

/** Installed beside its place and moved there at the end, so an interrupted download is not used. */
function installNode(major) {
  const name = `node-${platform() === 'win32' ? 'win' : platform()}-${process.arch}`;
  // As root, some tests start the program as another user, who cannot read the home of root.
  const caches = process.getuid?.() === 0 ? '/var/cache' : join(homedir(), '.cache');
  const cache = join(process.env.XDG_CACHE_HOME || caches, 'grandlivre');
  const place = join(cache, `node-${major}`);
  const binary = join('node_modules', name, 'bin', platform() === 'win32' ? 'node.exe' : 'node');
  if (existsSync(join(place, binary))) return join(place, binary);
  process.stdout.write(`Installing Node ${major} (npm package ${name}) into ${place} …\n`);
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'installing-'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const npm = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock', `${name}@${major}`], {
    cwd: folder,
    encoding: 'utf8',
    shell: platform() === 'win32',
  });
  if (npm.status !== 0 || !existsSync(join(folder, binary))) {
    rmSync(folder, { recursive: true, force: true });
    const reason =
      npm.error?.message ?? /npm error (?!code)(.+)/.exec(npm.stderr)?.[1] ?? `npm ended with ${npm.status}`;
    finish(1, `Node ${major} could not be installed from the npm package ${name}: ${reason}`);
  }
  rmSync(place, { recursive: true, force: true });
  chmodSync(folder, 0o755);
  renameSync(folder, place);
  return join(place, binary);
}

function readVersion(path) {
  return spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout.trim().slice(1);
}

function finish(code, line) {
  (code === 0 ? process.stdout : process.stderr).write(`${line}\n`);
  process.exit(code);
}
