// Builds the service if its sources have changed, and becomes it: another npm or process would delay each start.
const { spawnSync } = require('node:child_process');
const { join } = require('node:path');

const program = join(__dirname, '../dist/main.js');

async function start() {
  const { isBuilt } = await import('./built-state.mjs');
  // The builder takes much memory, which the service would keep.
  if (!isBuilt() && spawnSync(process.execPath, [join(__dirname, 'build.mjs')], { stdio: 'inherit' }).status !== 0)
    process.exit(1);
  process.argv[1] = program;
  await import('../dist/main.js');
}

void start();
