// Runs tests, and runs them again whenever a source or a test has changed: `npm run test:watch -- test/api/ledger`.
// Without arguments those of the domain, which need no database.
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const given = process.argv.slice(2);
const args = given.length > 0 ? ['--recursive', '--extension', 'ts', ...given] : ['--config', '.mocharc.unit.json'];

/** Changes come in twos and threes: those of an instant are one. */
const QUIET_MS = 200;
const IGNORED = /^(node_modules|dist|var|coverage|\.git)(\/|$)/;

let child = null;
let isDue = false;
let timer;

function run() {
  isDue = false;
  child = spawn(process.execPath, [join(root, 'node_modules/mocha/bin/mocha.js'), ...args], {
    cwd: root,
    stdio: 'inherit',
  });
  child.once('close', () => {
    child = null;
    if (isDue) run();
    else process.stdout.write('\nWaiting for a change …\n');
  });
}

function changed() {
  // A run that is under way comes to its end, because it must put its database away.
  isDue = true;
  if (child === null) run();
}

watch(root, { recursive: true }, (_event, name) => {
  if (name === null || IGNORED.test(name) || !/\.(ts|json)$/.test(name)) return;
  clearTimeout(timer);
  timer = setTimeout(changed, QUIET_MS);
});
run();
