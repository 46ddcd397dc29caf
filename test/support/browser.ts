import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A browser of this machine, where there is one: what pages may do is decided by browsers, not by headers alone. */

const CANDIDATES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const OPTIONS = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run'];

/** Its program; null on a machine without one. */
export const findBrowser = (): string | null =>
  [process.env['BROWSER_PROGRAM'], ...CANDIDATES].find((path) => path !== undefined && existsSync(path)) ?? null;

export interface TestPage {
  readonly origin: string;
  /** The value passed to `report(…)` in the script of the page after the browser has opened it. */
  open(script: string): Promise<unknown>;
  close(): Promise<void>;
}

/** Starts a separate web server whose page runs a script. */
export async function startPage(): Promise<TestPage> {
  let page = '';
  let readReport: (value: unknown) => void = () => undefined;
  const server = createServer((request, response) => {
    if (request.method !== 'POST')
      return void response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(page);
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      response.writeHead(204).end();
      readReport(JSON.parse(Buffer.concat(pieces).toString()));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    async open(script) {
      page = `<!doctype html><script type="module">
        const report = (value) => fetch('/', { method: 'POST', body: JSON.stringify(value) });
        try { ${script} } catch (error) { await report({ failed: String(error) }); }
      </script>`;
      const answer = new Promise<unknown>((resolve) => (readReport = resolve));
      const profile = await mkdtemp(join(tmpdir(), 'grandlivre-browser-'));
      const options = [...OPTIONS, `--user-data-dir=${profile}`];
      const browser = spawn(findBrowser()!, [...options, '--remote-debugging-port=0', origin], {
        stdio: 'ignore',
        detached: true,
      });
      const ended = new Promise<void>((resolve) => browser.once('exit', () => resolve()));
      try {
        return await answer;
      } finally {
        // The browser starts child processes in its process group.
        process.kill(-browser.pid!, 'SIGKILL');
        await ended;
        await rm(profile, { recursive: true, force: true, maxRetries: 5 });
      }
    },
    close: () => new Promise((resolve) => (server.closeAllConnections(), server.close(() => resolve()))),
  };
}

/** A page as it is once its scripts have come to rest. */
export async function renderPage(address: string): Promise<string> {
  const profile = await mkdtemp(join(tmpdir(), 'grandlivre-browser-'));
  try {
    // The clock of the page runs ahead while nothing is under way.
    const options = [...OPTIONS, `--user-data-dir=${profile}`, '--virtual-time-budget=20000', '--dump-dom', address];
    const { stdout } = await promisify(execFile)(findBrowser()!, options, {
      maxBuffer: 50_000_000,
      timeout: 50_000,
    });
    return stdout;
  } finally {
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
