import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { findServerAccount } from '../../database/embedded/account.ts';
import { findFreePort } from '../../database/embedded/postmaster.ts';
import { clientOf, leaveNothing, start } from '../faults/support.ts';
import { postEntry, waitUntil } from '../support/load.ts';
import { buildDataDir, killProcesses, query, runToEnd } from '../support/processes.ts';
import { openBooks } from './support.ts';

const run = promisify(execFile);

/** The commands of docs/operations.md, as they stand there, against the PostgreSQL whose tools are on this machine. */
function documentedCommands(): readonly string[] {
  const text = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
  const block = /### A server of your own\n[\s\S]*?```sh\n([\s\S]*?)```/.exec(text)?.[1] ?? '';
  return block.split('\n').filter((line) => /^(pg_dump|psql)/.test(line));
}

describe('chaos: backup and restore of a server of one’s own', function () {
  this.timeout(300_000);
  let folder: string;
  let server: ChildProcess | undefined;
  let url: (database: string) => string;

  before(async function () {
    let binaries = '';
    try {
      binaries = execFileSync('pg_config', ['--bindir'], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim();
      execFileSync(join(binaries, 'postgres'), ['--version']);
    } catch {
      this.skip();
    }
    const account = await findServerAccount(null, 0);
    folder = mkdtempSync(join(tmpdir(), 'grandlivre-pg-dump-'));
    const data = join(folder, 'data');
    mkdirSync(data);
    if (account) for (const path of [folder, data]) chownSync(path, account.uid, account.gid);
    const as = account ? { uid: account.uid, gid: account.gid } : {};
    await run(
      join(binaries, 'initdb'),
      ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
      { ...as, cwd: folder },
    );
    const port = await findFreePort();
    server = spawn(
      join(binaries, 'postgres'),
      ['-D', data, '-p', String(port), '-k', '', '-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off'],
      { ...as, cwd: folder, stdio: 'ignore' },
    );
    url = (database) => `postgres://postgres@127.0.0.1:${port}/${database}`;
    await waitUntil(
      'the server to answer',
      () =>
        query(url('postgres'), 'SELECT 1').then(
          () => true,
          () => false,
        ),
      30_000,
    );
    for (const name of ['here', 'there']) await query(url('postgres'), `CREATE DATABASE ${name}`);
  });
  after(async () => {
    await killProcesses();
    await leaveNothing();
    server?.kill('SIGQUIT');
    if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  });

  it('works by the documented commands, stops at no error, and keeps pg_trgm and its indexes', async () => {
    const commands = documentedCommands();
    expect(commands.map((line) => line.split(' ')[0])).to.deep.equal(['pg_dump', 'psql']);
    const service = await start({ databaseUrl: url('here') });
    const { client, file } = await openBooks({ DATABASE_URL: url('here') }, service.url, (token) =>
      clientOf({ token }, service),
    );
    const posted = await postEntry(client, file);
    const { body } = await client.get(`${file.path}/sync/pull?since=0&limit=2000`);
    const environment = { ...process.env, DATABASE_URL: url('here'), NEW_DATABASE_URL: url('there') };
    for (const command of commands) await run('sh', ['-ec', command], { cwd: folder, env: environment });
    const keys = join(folder, 'grandlivre.keys');
    const kept = await runToEnd('keys:backup', ['--out', keys], { DATABASE_URL: url('here') });
    expect(kept.code, kept.stderr).to.equal(0);
    await service.terminate();
    const { n } = (await query<{ n: number }>(url('there'), 'SELECT count(*)::int AS n FROM vault.keys'))[0]!;
    expect(n, 'the dump has no keys').to.equal(0);
    const back = await runToEnd('keys:restore', ['--from', keys], { DATABASE_URL: url('there') });
    expect(back.code, back.stderr).to.equal(0);

    const trigrams = (database: string) =>
      query<{ indexname: string }>(
        url(database),
        `SELECT schemaname || '.' || tablename AS indexname FROM pg_indexes WHERE indexdef LIKE '%gin_trgm_ops%' ORDER BY 1`,
      );
    expect(await trigrams('there'))
      .to.deep.equal(await trigrams('here'))
      .and.to.have.length.greaterThan(0);
    // The files of documents are no part of the dump.
    const [from, to] = ['here', 'there'].map((name) => join(buildDataDir(url(name)), 'files')) as [string, string];
    cpSync(from, to, { recursive: true });
    const restored = await start({ databaseUrl: url('there') });
    const other = client.at(restored.url);
    expect((await other.get(`${file.path}/entries/${String(posted.body['id'])}`)).status).to.equal(200);
    expect((await other.get(`${file.path}/sync/pull?since=${String(body['cursor'])}`)).body['full_resync']).to.equal(
      true,
    );
    expect((await postEntry(other, file)).status).to.equal(201);
    other.close();
    await restored.terminate();
    const verified = await runToEnd('verify', [], { DATABASE_URL: url('there') });
    expect(verified.stdout, verified.stderr).to.contain('"equal":true');
  });
});
