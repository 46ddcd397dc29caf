import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { destroyEmbeddedServer } from '../../database/embedded/index.ts';
import { openFile, openClient, postEntry, type Client, type File } from '../support/load.ts';
import { isLongRun, sample } from '../support/long.ts';
import { createFirm, killProcesses, runToEnd, startProcess, type ServiceProcess } from '../support/processes.ts';
import { EMAIL, PASSWORD, signIn } from './support.ts';

/** Where a restore is killed, in this order, each time in the folder that the kill before has left. */
const KILL_POINTS = sample(['restore-begun', 'restore-files:2', 'restore-moving:2'], (_, index) => index === 1);

describe('a backup and a restore that are killed', function () {
  this.timeout(600_000);
  let folder: string;
  let service: ServiceProcess;
  let client: Client;
  let file: File;
  let firm: string;
  const at = (name: string): string => join(folder, name);
  const here = () => ({ DATA_DIR: at('here') });
  const there = () => ({ DATA_DIR: at('there') });

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'grandlivre-restore-'));
    service = await startProcess(here());
    firm = (await createFirm(here(), EMAIL, PASSWORD)).firm.public_token;
    client = openClient(service.url, await signIn(service.url));
    file = await openFile(client, 'BOUL');
  });
  after(async () => {
    client.close();
    await killProcesses();
    for (const name of readdirSync(folder)) await destroyEmbeddedServer(at(name)).catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
  });

  async function attach(entry: string, name: string, bytes: number): Promise<void> {
    const form = new FormData();
    form.append('files[]', new Blob(['%PDF-1.4\n', randomBytes(bytes), '\n%%EOF\n']), name);
    const answer = await fetch(`${service.url}${entry}/attachments`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${client.token}` },
      body: form,
    });
    expect(answer.status, await answer.text()).to.equal(201);
  }

  it('leave nothing that is served: the backup is made again, and the restore starts over until it is whole', async () => {
    const posted = await postEntry(client, file);
    const entry = `${file.path}/entries/${String(posted.body['id'])}`;
    await attach(entry, 'small.pdf', 100);
    await attach(entry, 'large.pdf', 2_000_000);
    const rate = { currency: 'USD', on: '2026-03-13', rate: '1.1' };
    expect((await client.post(`${file.path}/exchange-rates`, rate)).status).to.equal(201);
    const dollars = await client.post(`${file.path}/entries`, {
      journal_id: file.journalId,
      entry_date: '2026-03-15',
      lines: [
        { account: '604000', debit: '100.00', currency: 'USD', currency_amount: '110.00', exchange_rate: '1.1' },
        { account: '440000', credit: '100.00', currency: 'USD', currency_amount: '-110.00', exchange_rate: '1.1' },
      ],
    });
    expect(dollars.status, JSON.stringify(dollars.body)).to.equal(201);
    const inDollars = [`${file.path}/entries/${String(dollars.body['id'])}`, `${file.path}/exchange-rates`];
    const known = await Promise.all(inDollars.map(async (path) => (await client.get(path)).body));
    const bob = { email: 'bob@example.be', name: 'Bob', password: 'another long password', role: 'encoder' };
    const added = await client.post(`/v1/firms/${firm}/members`, bob);
    expect(added.status, JSON.stringify(added.body)).to.equal(201);
    const invited = await client.post(`/v1/firms/${firm}/members/${String(added.body['id'])}/invitation`, {});
    expect(invited.status, JSON.stringify(invited.body)).to.equal(200);
    const { body: before } = await client.get(`${file.path}/sync/pull?since=0&limit=2000`);

    const jane = await client.post(`${file.path}/third-parties`, {
      type: 'customer',
      name: 'Jane Marker',
      phone: '+32470000000',
    });
    expect(jane.status, JSON.stringify(jane.body)).to.equal(201);
    const person = `${file.path}/third-parties/${String(jane.body['id'])}`;

    const backup = at('books.backup');
    const make = ['--out', backup, '--verify'];
    for (const point of sample(['backup-rows:3', 'restore-rows'], (_, index) => index === 0)) {
      const killed = await runToEnd('backup', make, { ...here(), FAULT_POINT: point });
      expect(killed.signal, killed.stderr).to.equal('SIGKILL');
      expect([existsSync(backup), existsSync(`${backup}.part`)], point).to.deep.equal([false, true]);
    }
    const made = await runToEnd('backup', make, here());
    expect(made.code, made.stderr).to.equal(0);
    expect(made.stderr).to.match(/\d+ keys of personal data are in no backup of the keys \(there is none\)/);
    expect(JSON.parse(made.stdout)).to.deep.include({ files: 3, verified: true });
    expect(readdirSync(folder).filter((name) => name.startsWith('books'))).to.deep.equal(['books.backup']);
    expect(gunzipSync(readFileSync(backup)).includes('Jane Marker'), 'no names in the backup').to.equal(false);
    // After the backup: the restored log does not know of it, the vault does.
    const erased = await client.post(`${person}/erase`, { reason: 'Asked for', confirm: 'Jane Marker' });
    expect(erased.status, JSON.stringify(erased.body)).to.equal(200);
    const keys = await runToEnd('keys:backup', ['--out', at('books.keys')], here());
    expect(keys.code, keys.stderr).to.equal(0);
    if (isLongRun) {
      const again = await runToEnd('backup', ['--out', at('again.backup')], here());
      expect(again.stderr).not.to.contain('keys');
      expect(JSON.parse(again.stdout)).to.deep.include({ keys_not_backed_up: 0 });
    }
    await service.terminate();
    const restore = ['--from', backup, '--keys', at('books.keys')];
    const keyless = await runToEnd('restore', ['--from', backup], there());
    expect([keyless.code, keyless.stderr]).to.match(/1,.*--keys FILE.*--without-keys/);
    expect(existsSync(at('there')) ? readdirSync(at('there')) : []).to.deep.equal([]);

    for (const point of KILL_POINTS) {
      const restoring = await runToEnd('restore', restore, { ...there(), FAULT_POINT: point });
      expect(restoring.signal, `${point}: ${restoring.stderr}`).to.equal('SIGKILL');
      const refused = await runToEnd('main', [], there());
      expect([refused.code, refused.stderr], point)
        .to.have.property('1')
        .that.contains(`run "DATA_DIR=${at('there')} grandlivre restore --from ${backup}" again`);
      expect(refused.code, point).to.equal(2);
    }
    if (isLongRun) {
      const tool = await runToEnd('verify', [], there());
      expect([tool.code, tool.stderr]).to.match(/1,.*was interrupted, and its data is incomplete/);
    }

    const restored = await runToEnd('restore', restore, there());
    expect(restored.code, restored.stderr).to.equal(0);
    expect(JSON.parse(restored.stdout)).to.deep.include({ erased_again: 1 });
    const mark = JSON.parse(readFileSync(join(at('there'), 'restore.json'), 'utf8')) as { finished_at: string | null };
    expect(mark.finished_at).not.to.equal(null);
    service = await startProcess(there());
    const other = client.at(service.url);
    expect((await other.get(`${entry}/attachments`)).body).to.have.length(2);
    expect((await other.get(person)).body).to.deep.include({ name: '[erased]', phone: null });
    expect(await Promise.all(inDollars.map(async (path) => (await other.get(path)).body))).to.deep.equal(known);
    const stale = await other.get(`${file.path}/sync/pull?since=${String(before['cursor'])}`);
    expect(stale.body['full_resync']).to.equal(true);
    expect((await postEntry(other, file)).status).to.equal(201);
    other.close();
    await service.terminate();
    const verified = await runToEnd('verify', [], there());
    expect(verified.stdout).to.contain('"equal":true');
  });
});
