import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { destroyEmbeddedServer } from '../../database/embedded/index.ts';
import { openBooks } from './support.ts';
import { clientOf, leaveNothing } from '../faults/support.ts';
import { postEntry, applyLoad, type Client, type File } from '../support/load.ts';
import { killProcesses, runToEnd, startProcess, type ServiceProcess } from '../support/processes.ts';

/** One installation for all of it: a backup is made while the service is busy, and restored into other folders. */
describe('chaos: a backup of the default installation', function () {
  this.timeout(300_000);
  let folder: string;
  let service: ServiceProcess;
  let client: Client;
  let file: File;
  const at = (name: string): string => join(folder, name);
  const environment = (name: string) => ({ DATA_DIR: at(name) });

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'grandlivre-backup-test-'));
    service = await startProcess(environment('here'));
    ({ client, file } = await openBooks(environment('here'), service.url, (token) => clientOf({ token }, service)));
  });
  after(async () => {
    await killProcesses();
    await leaveNothing();
    for (const name of readdirSync(folder)) await destroyEmbeddedServer(at(name)).catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
  });

  it('is made while the service is busy, proved, and restored with every entry, file and cursor rule', async () => {
    const posted = await postEntry(client, file);
    const form = new FormData();
    form.append('files[]', new Blob(['%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n']), 'facture.pdf');
    const uploaded = await fetch(`${service.url}${file.path}/entries/${String(posted.body['id'])}/attachments`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${client.token}` },
      body: form,
    });
    expect(uploaded.status, await uploaded.text()).to.equal(201);
    let isOver = false;
    const load = applyLoad({
      writers: 4,
      milliseconds: 60_000,
      until: () => isOver,
      write: () => postEntry(client, file),
    });
    const made = await runToEnd('backup', ['--out', at('books.backup'), '--verify'], environment('here'));
    isOver = true;
    await load;
    expect(made.code, made.stderr).to.equal(0);
    const report = JSON.parse(made.stdout) as { events: number; files: number; verified: boolean };
    expect(report).to.deep.include({ files: 2, verified: true });
    expect(report.events).to.be.greaterThan(5);
    expect(statSync(at('books.backup')).mode & 0o777).to.equal(0o600);
    expect(existsSync(at('books.backup.part'))).to.equal(false);
    const { body: before } = await client.get(`${file.path}/sync/pull?since=0&limit=2000`);

    const keys = await runToEnd('keys:backup', ['--out', at('books.keys')], environment('here'));
    expect(keys.code, keys.stderr).to.equal(0);
    const files = ['--from', at('books.backup'), '--keys', at('books.keys')];
    const restored = await runToEnd('restore', files, environment('there'));
    expect(restored.code, restored.stderr).to.equal(0);
    expect(JSON.parse(restored.stdout)).to.deep.include({ events: report.events, files: 2 });
    const second = await startProcess(environment('there'));
    const other = client.at(second.url);
    expect((await other.get(`${file.path}/entries/${String(posted.body['id'])}`)).status).to.equal(200);
    const attachments = await other.get(`${file.path}/entries/${String(posted.body['id'])}/attachments`);
    expect(JSON.stringify(attachments.body)).to.contain('facture.pdf');
    const stale = await other.get(`${file.path}/sync/pull?since=${String(before['cursor'])}`);
    expect(stale.body['full_resync']).to.equal(true);
    expect((await postEntry(other, file, randomUUID())).status).to.equal(201);
    other.close();
    await second.terminate();
    const verified = await runToEnd('verify', [], environment('there'));
    expect(verified.stdout).to.contain('"equal":true');
  });

  it('is restored into nothing but an empty folder, and leaves one behind when it fails', async () => {
    const full = await runToEnd('restore', ['--from', at('books.backup')], environment('here'));
    expect([full.code, full.stderr]).to.deep.equal([
      1,
      `${at('here')} is not empty: move it away, or set DATA_DIR to a new folder\n`,
    ]);
    writeFileSync(at('other'), 'something else');
    const foreign = await runToEnd('restore', ['--from', at('other')], environment('nowhere'));
    expect([foreign.code, foreign.stderr]).to.match(/cannot be read as a backup/);
    truncateSync(at('books.backup'), statSync(at('books.backup')).size - 200);
    const broken = await runToEnd('restore', ['--from', at('books.backup')], environment('nowhere'));
    expect(broken.code).to.equal(1);
    expect(broken.stderr).to.contain('backup');
    expect(existsSync(at('nowhere')) ? readdirSync(at('nowhere')) : []).to.deep.equal([]);
  });

  it('is refused for a server of one’s own, with the way to go', async () => {
    const tool = (script: string, args: string[], variables: Record<string, string>) =>
      runToEnd(script, args, variables);
    const own = await tool('backup', ['--out', at('x')], { DATABASE_URL: 'postgres://127.0.0.1:1/x' });
    expect([own.code, own.stderr]).to.match(/pg_dump/);
    const nameless = await tool('backup', [], environment('here'));
    expect([nameless.code, nameless.stderr]).to.match(/--out FILE/);
  });
});
