// Types, lint, format and every test, side by side; fails when any of them fails.
// With --tests the tests alone; with --long those that take long, and what they are a part of; with names of test files those
// files alone. Whatever else is given goes to mocha.
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs';
import { availableParallelism, freemem, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventStoreOfTests } from './event-store-of-tests.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const given = process.argv.slice(2);
const OWN_OPTIONS = ['--tests', '--long'];
const isLong = given.includes('--long');
const isTestsOnly = isLong || given.includes('--tests');

/** Tests also wait, for the database and for processes: two more than there are processors keep all of these busy. */
const JOBS = Number(process.env.TEST_JOBS ?? availableParallelism() + 2);

/**
 * Room in the memory of each worker, in MB: what lives on is first looked through when it fills this much, not from a few MB on,
 * which takes a seventh of the processor time. All workers together may fill a quarter of the machine with it.
 */
const ROOM = Math.min(1024, Math.floor(totalmem() / 2 ** 20 / 4 / JOBS));

/**
 * Folders and files whose tests take long begin first, so that none of them is left alone at the end; then come all others,
 * large files first. A folder that is gone does no harm, and a file in a new one is run all the same.
 */
const SLOW_FOLDERS = [
  ...['test/faults/moving.', 'test/docs/examples.', 'test/api/access/matrix.', 'test/deployment/image.'],
  ...['test/faults/kill-points.', 'test/api/demo/', 'test/faults/identity.', 'test/api/access/', 'test/simulation/'],
  ...['test/outside/analysis/', 'test/faults/', 'test/api/history/', 'test/api/neighbours.', 'test/eventlog/'],
  ...['test/configuration/', 'test/database/', 'test/console/', 'test/outside/drawings.', 'test/api/meta/probes.'],
  ...['test/workers/', 'test/api/integrations/', 'test/api/sync/', 'test/docs/', 'test/properties/'],
  ...['test/api/browser.', 'test/projections/', 'test/bench/', 'test/clients/', 'test/cli/'],
];

/** Where Linux keeps files in memory. */
const IN_MEMORY = '/dev/shm';
/** The database of the run takes a third of it, data folders of single tests another one at most. */
const ROOM_FOR_FILES = 6 * 2 ** 30;

/**
 * Folders that tests make lie in memory if there is room: dozens of new database servers, each with a thousand files, take a
 * disk and the processor longer. Others may enter, because servers run as another user.
 */
function folderInMemory() {
  if (process.env.TMPDIR !== undefined) return null;
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    if (Math.min(bavail * bsize, freemem() / 2) < ROOM_FOR_FILES) return null;
    const folder = mkdtempSync(join(IN_MEMORY, 'grandlivre-tests-'));
    chmodSync(folder, 0o755);
    return folder;
  } catch {
    return null;
  }
}

/** Files with tests that a long run alone has, see test/support/long.ts. The desk is opened on more screens there. */
const isInLongRun = (name) => /support\/long\.ts|useDesk\(/.test(readFileSync(join(root, 'test', name), 'utf8'));

function testFiles() {
  const rank = (file) => {
    const place = SLOW_FOLDERS.findIndex((folder) => file.startsWith(folder));
    return place === -1 ? SLOW_FOLDERS.length : place;
  };
  return (
    readdirSync(join(root, 'test'), { recursive: true })
      // Faults that take minutes are a suite of their own: `npm run test:chaos`.
      .filter((name) => name.endsWith('.test.ts') && !name.startsWith('chaos/'))
      .filter((name) => !isLong || isInLongRun(name))
      .map((name) => ({ file: `test/${name}`, size: statSync(join(root, 'test', name)).size }))
      .sort((a, b) => rank(a.file) - rank(b.file) || b.size - a.size)
      .map(({ file }) => file)
  );
}

const running = new Set();
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    process.exitCode = 1;
    // The one signal that mocha hands on to its workers.
    for (const child of running) child.kill('SIGINT');
  });

/** What a step writes is shown at once, or in one piece at its end, so that the tests are not interspersed with it. */
async function step(name, args, { isShownAtOnce = false, environment = {} } = {}) {
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: isShownAtOnce ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  const code = await new Promise((resolve) => child.once('close', (status) => resolve(status ?? 1)));
  running.delete(child);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  return { name, code, output, seconds };
}

const bin = (path) => join(root, 'node_modules', path);

async function tests() {
  const built = await step('build', ['scripts/build.mjs', '--tests', '--suite']);
  if (built.code !== 0) return built;
  const options = given.filter((argument) => !OWN_OPTIONS.includes(argument));
  const args = options.some((argument) => argument.endsWith('.test.ts')) ? options : [...options, ...testFiles()];
  const memory = ['--node-option', 'min-semi-space-size=64', '--node-option', `initial-old-space-size=${ROOM}`];
  // Most code runs a few times only. It is compiled plainly at its first call, which takes a tenth less, and optimised later
  // than usual.
  const compiling = ['--node-option', 'always-sparkplug', '--node-option', 'interrupt-budget=400000'];
  const config = ['--config', '.mocharc.suite.json', ...memory, ...compiling];
  const mocha = [bin('mocha/bin/mocha.js'), ...config, '--parallel', '--jobs', String(JOBS)];
  const folder = folderInMemory();
  const environment = { ...(isLong && { TEST_LONG: '1' }), ...(folder && { TMPDIR: folder }) };
  try {
    return await step('tests', [...mocha, ...args], { isShownAtOnce: true, environment });
  } finally {
    if (folder) rmSync(folder, { recursive: true, force: true });
  }
}

/** One after the other beside the tests, which would wait too long for a processor otherwise. */
async function checks() {
  // Its memory is looked through less often, which takes a third of its time.
  const environment = { GOGC: '800' };
  const linted = await step('types and lint', [bin('oxlint/bin/oxlint'), '-c', 'oxlint.config.js'], { environment });
  if (process.exitCode !== undefined) return [linted]; // ended by a signal
  return [linted, await step('format', [bin('oxfmt/bin/oxfmt'), '--check'])];
}

if (process.env.TEST_ENGINE === 'eventstoredb') process.stdout.write(`${eventStoreOfTests(process.env)}\n`);

const steps = (await Promise.all([tests(), isTestsOnly ? [] : checks()])).flat();

for (const { code, output } of steps) if (code !== 0) process.stdout.write(output);
for (const { name, code, seconds } of steps)
  process.stdout.write(`${code === 0 ? '✔' : '✖'} ${name} (${seconds} s)${code === 0 ? '' : ' failed'}\n`);
if (steps.some(({ code }) => code !== 0)) process.exitCode = 1;
