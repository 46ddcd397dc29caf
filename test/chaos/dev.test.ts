import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { destroyEmbeddedServer } from '../../database/embedded/index.ts';
import { waitUntil } from '../support/load.ts';

const checkout = fileURLToPath(new URL('../..', import.meta.url));

describe('chaos: npm run dev', function () {
  this.timeout(120_000);

  it('ends in order with Ctrl-C, which comes from the terminal and from npm, and leaves no server behind', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'grandlivre-dev-'));
    const { PATH, HOME } = process.env;
    const child = spawn('npm', ['run', 'dev'], {
      cwd: checkout,
      env: { PATH, HOME, PORT: '0', METRICS_ADDRESS: 'off', DEMO: 'off', DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A process group of its own, as a terminal has.
      detached: true,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const closed = once(child, 'close');
    try {
      await waitUntil('the service to listen', () => output.includes('listening on'), 60_000);
      expect(existsSync(join(dataDir, 'postgres.json'))).to.equal(true);
      process.kill(-child.pid!, 'SIGINT');
      await closed;
      await waitUntil('the server to be stopped', () => !existsSync(join(dataDir, 'postgres.json')), 30_000);
    } finally {
      child.kill('SIGKILL');
      await destroyEmbeddedServer(dataDir);
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});
