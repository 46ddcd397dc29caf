#!/usr/bin/env node
// Runs a command: builds the program first if the sources have changed, as the npm scripts do.
import '../scripts/check-node.cjs';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const build = fileURLToPath(new URL('../scripts/build.mjs', import.meta.url));

// The image has the built program alone.
if (existsSync(build)) {
  const { isBuilt } = await import('../scripts/built-state.mjs');
  // What is built must not appear in the output of the command.
  if (!isBuilt() && spawnSync(process.execPath, [build], { stdio: ['ignore', 2, 2] }).status !== 0) process.exit(1);
}

// From another folder, the data of this installation is meant.
if (relative(root, process.cwd()) !== '') process.env.DATA_DIR ??= fileURLToPath(new URL('../var', import.meta.url));

process.setSourceMapsEnabled(true);
await import('../dist/cli/grandlivre.js');
