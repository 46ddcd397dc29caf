import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { findServerAccount } from '../../database/embedded/account.ts';
import { findFreePort } from '../../database/embedded/postmaster.ts';
import { freshDatabase, leaveNothing } from '../faults/support.ts';
import { waitUntil } from '../support/load.ts';
import { query, runToEnd } from '../support/processes.ts';

describe('chaos: a connection pooler in between', function () {
  this.timeout(120_000);
  let pooler: ChildProcess | undefined;
  let folder: string | undefined;
  before(function () {
    try {
      execFileSync('pgbouncer', ['--version'], { stdio: 'ignore' });
    } catch {
      this.skip();
    }
  });
  afterEach(async () => {
    pooler?.kill('SIGKILL');
    if (folder) rmSync(folder, { recursive: true, force: true });
    await leaveNothing();
  });

  async function startPooler(databaseUrl: string, settings: readonly string[]): Promise<string> {
    const { username, password, port, pathname } = new URL(databaseUrl);
    const account = await findServerAccount(null, 0);
    folder = mkdtempSync(join(tmpdir(), 'grandlivre-pooler-'));
    const listening = await findFreePort();
    const file = join(folder, 'pgbouncer.ini');
    writeFileSync(
      file,
      [
        '[databases]',
        `books = host=127.0.0.1 port=${port} dbname=${pathname.slice(1)} user=${username} password=${password}`,
        '[pgbouncer]',
        'listen_addr = 127.0.0.1',
        `listen_port = ${listening}`,
        'unix_socket_dir =',
        'auth_type = any',
        ...settings,
      ].join('\n'),
    );
    if (account) for (const path of [folder, file]) chownSync(path, account.uid, account.gid);
    pooler = spawn('pgbouncer', [file], { stdio: 'ignore', ...(account && { uid: account.uid, gid: account.gid }) });
    const url = `postgres://${username}@127.0.0.1:${listening}/books`;
    await waitUntil('the pooler', () =>
      query(url, 'SELECT 1').then(
        () => true,
        () => false,
      ),
    );
    return url;
  }

  for (const [what, settings] of [
    ['that refuses the settings of connections', ['pool_mode = session']],
    [
      'that drops the settings of connections',
      ['pool_mode = transaction', 'ignore_startup_parameters = options,statement_timeout'],
    ],
  ] as const)
    it(`${what} is refused at the start, with the reason`, async () => {
      const url = await startPooler(await freshDatabase(), settings);
      const { code, stderr, stdout } = await runToEnd('main', [], { DATABASE_URL: url });
      expect(code, stderr + stdout).to.equal(2);
      expect(stderr + stdout)
        .to.contain('DATABASE_URL')
        .and.to.contain('a connection pooler in between')
        .and.to.contain('docs/high-availability.md');
    });
});
