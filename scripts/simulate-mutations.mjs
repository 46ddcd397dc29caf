// Proves that the simulation finds faults: builds the service with one fault at a time and simulates until it is found.
// node scripts/simulate-mutations.mjs [--commands 1000] [--seed 1] [name …]
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { mutations } from '../test/simulation/mutations.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const options = { seed: { type: 'string' }, commands: { type: 'string', default: '1000' } };
const { values, positionals } = parseArgs({ options, allowPositionals: true });

async function simulate({ name, seed }) {
  const folder = `dist/simulation-of-${name}`;
  const child = spawn(
    process.execPath,
    ['scripts/simulate.mjs', '--seed', values.seed ?? String(seed), '--commands', values.commands],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
      // The history is not made shorter: only whether and when it is found counts.
      env: {
        ...process.env,
        SIMULATION_MUTATION: name,
        SIMULATION_FOLDER_OF_BUNDLE: folder,
        SIMULATION_TRIES: '0',
      },
    },
  );
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  await new Promise((resolve) => child.once('close', resolve));
  rmSync(join(root, folder), { recursive: true, force: true });
  return JSON.parse(output.trim().split('\n').at(-1));
}

for (const mutation of mutations) {
  const { name, what } = mutation;
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const { commands, failed } = await simulate(mutation);
  const found =
    failed === null
      ? 'NOT FOUND'
      : `found by "${failed.check}" (${failed.details.slice(0, 150).replaceAll('\n', ' ')})`;
  if (failed === null) process.exitCode = 1;
  process.stdout.write(`${name}: ${found} within ${commands} commands (${what})\n`);
}
