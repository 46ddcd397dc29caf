import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { openFileStore } from '../../../outside/files/index.ts';
import { sweepFiles } from '../../../workers/jobs.ts';
import {
  expectStatus,
  expectRefusal,
  type Answer,
  type AnswerBody,
  type RequestHeaders,
} from '../../support/client.ts';
import { useLedger } from '../ledger/support.ts';

interface Attachment extends AnswerBody {
  readonly original_name: string;
  readonly file_url: string;
  readonly preview_url: string | null;
}

const pdf = (text: string) => `%PDF-1.7\n${text}`;
const sha256 = (content: string) => createHash('sha256').update(content).digest('hex');

describe('Attachments of an entry', () => {
  const ledger = useLedger();
  let entry: AnswerBody;

  beforeEach(async () => (entry = await ledger.posted()));

  const pathOf = ({ id }: Pick<AnswerBody, 'id'>) => `${ledger.file.path}/entries/${id}/attachments`;
  const attach = (files: readonly (readonly [name: string, content: string])[], headers: RequestHeaders = {}) =>
    ledger.firm.client.upload(
      'POST',
      pathOf(entry),
      files.map(([name, content]) => ({ field: 'files[]', name, content, type: 'application/octet-stream' })),
      headers,
    );
  const listOf = async (of: Pick<AnswerBody, 'id'> = entry) =>
    (await ledger.firm.client.get(pathOf(of))).body as unknown as Attachment[];
  const attached = async (...files: (readonly [string, string])[]): Promise<Attachment[]> => {
    const body = await expectStatus(attach(files), 201);
    return body as unknown as Attachment[];
  };
  /** The link names the address that clients see; the service under test listens elsewhere. */
  const follow = (url: string, change: (link: URL) => void = () => undefined) => {
    const link = new URL(url);
    change(link);
    return ledger.service.anonymous.get(`${link.pathname}${link.search}`);
  };
  const errorsOf = ({ status, body, text }: Answer<AnswerBody>) => {
    expect(status, text).to.equal(422);
    return Object.keys(body.errors).sort();
  };

  it('are listed in the order in which they came, with what they are', async () => {
    expect(await listOf()).to.deep.equal([]);
    const made = await attached(['Facture Été.PDF', pdf('one')], ['détail.csv', 'a;b\n1;2\n']);
    const [later] = await attached(['ticket.pdf', pdf('two')]);
    expect(made[0]).to.include({
      entry_id: entry.id,
      kind: 'file',
      original_name: 'Facture Été.PDF',
      mime: 'application/pdf',
      size: pdf('one').length,
      sha256: sha256(pdf('one')),
      created_by: ledger.firm.admin.id,
      version: 1,
    });
    expect(made[1]).to.include({ original_name: 'détail.csv', mime: 'text/csv' });
    expect((await listOf()).map(({ id }) => id)).to.deep.equal([...made, later!].map(({ id }) => id));
  });

  it('leave the entry as it is, and are in the feed', async () => {
    const [made] = await attached(['ticket.pdf', pdf('feed')]);
    const shown = await ledger.firm.client.get(`${ledger.file.path}/entries/${entry.id}`);
    expect(shown.body).to.deep.equal(entry);
    const [other] = await attached(['contrat.pdf', pdf('feed 2')]);
    await ledger.firm.client.delete(`${pathOf(entry)}/${made!.id}`);
    const feed = await ledger.firm.client.get<{ changes: Record<string, unknown>[] }>(
      `${ledger.file.path}/sync/pull?limit=2000`,
    );
    const fed = (requested: Attachment | undefined) =>
      feed.body.changes.filter(({ resource, id }) => resource === 'entry-attachments' && id === requested!.id);
    expect(fed(made).map(({ op, version }) => [op, version])).to.deep.equal([['delete', 2]]);
    expect(fed(other).map(({ op, version }) => [op, version])).to.deep.equal([['upsert', 1]]);
    expect(fed(other)[0]!.data).to.include({ entry_id: entry.id, original_name: 'contrat.pdf' });
  });

  describe('through their link', () => {
    it('are saved by a plain link and shown by one that was signed for it, as they came and never as a page of ours', async () => {
      const [shown, saved] = await attached(['Facture é (1).pdf', pdf('shown')], ['liste.csv', 'a;b\n']);
      const first = await follow(shown!.file_url);
      expect([first.status, first.text]).to.deep.equal([200, pdf('shown')]);
      expect(first.headers.get('content-type')).to.equal('application/pdf');
      expect(first.headers.get('content-length')).to.equal(String(pdf('shown').length));
      expect(first.headers.get('content-disposition')).to.match(
        /^attachment; filename="Facture-e-1\.pdf"; filename\*=/,
      );
      const preview = await follow(shown!.preview_url!);
      expect([preview.status, preview.text]).to.deep.equal([200, pdf('shown')]);
      expect(preview.headers.get('content-disposition')).to.match(/^inline; filename="Facture-e-1\.pdf"; filename\*=/);
      expect(preview.headers.get('content-security-policy')).to.match(/sandbox/);
      expect(first.headers.get('cache-control')).to.equal('private, no-store');
      expect(first.headers.get('x-content-type-options')).to.equal('nosniff');
      expect(first.headers.get('content-security-policy')).to.match(/sandbox/);
      expect(saved!.preview_url).to.equal(null);
      const second = await follow(saved!.file_url);
      expect(second.headers.get('content-disposition')).to.match(/^attachment; /);
    });

    it('open with the link alone: another number, file or time is refused', async () => {
      const [one, other] = await attached(['one.pdf', pdf('link 1')], ['other.pdf', pdf('link 2')]);
      const changes: ((link: URL) => void)[] = [
        (link) => (link.pathname = link.pathname.replace(`/${one!.id}/file`, `/${other!.id}/file`)),
        (link) => (link.pathname = link.pathname.replace(ledger.file.token, 'abcdefghijkl')),
        (link) => link.searchParams.set('expires', '9999999999'),
        (link) => link.searchParams.set('preview', '1'),
        (link) => link.searchParams.delete('signature'),
      ];
      for (const change of changes) await expectStatus(follow(one!.file_url, change), 403);
      await ledger.firm.client.refused(403).get(new URL(one!.file_url).pathname);
    });

    it('are gone once they are taken off', async () => {
      const [made] = await attached(['ticket.pdf', pdf('gone')]);
      const gone = await ledger.firm.client.delete(`${pathOf(entry)}/${made!.id}`);
      expect([gone.status, gone.text]).to.deep.equal([204, '']);
      expect(gone.headers.get('x-operation-id')).to.be.a('string');
      await expectStatus(follow(made!.file_url), 404);
      expect(await listOf()).to.deep.equal([]);
      await ledger.firm.client.refused(404).delete(`${pathOf(entry)}/${made!.id}`);
      await attached(['ticket.pdf', pdf('gone')]);
    });
  });

  it('leave the disk when nothing has referred to them for as long as the company file keeps deleted things', async () => {
    const { core, config } = ledger.service;
    const [kept, gone] = await attached(['kept.pdf', pdf('kept')], ['gone.pdf', pdf('gone for good')]);
    await ledger.firm.client.delete(`${pathOf(entry)}/${gone!.id}`);
    const files = openFileStore({ folder: join(config.dataDir, 'files') });
    const isThere = async (content: string) => (await files.read('documents', sha256(content))) !== null;
    const [longAgo, deleted] = [
      new Date('2020-01-01'),
      'UPDATE read.entry_attachments SET deleted_at = $1 WHERE id = $2',
    ];
    for (const content of [pdf('kept'), pdf('gone for good')]) {
      const hash = sha256(content);
      await utimes(join(config.dataDir, 'files', 'documents', hash.slice(0, 2), hash), longAgo, longAgo);
    }
    await sweepFiles(core.pool, files);
    expect([await isThere(pdf('kept')), await isThere(pdf('gone for good'))]).to.deep.equal([true, true]);
    const { rows } = await core.pool.query<{ deleted_at: string }>(
      'SELECT deleted_at FROM read.entry_attachments WHERE id = $1',
      [gone!.id],
    );
    await core.pool.query(deleted, [new Date(Date.now() - 31 * 24 * 3600 * 1000), gone!.id]);
    await sweepFiles(core.pool, files);
    await core.pool.query(deleted, [rows[0]!.deleted_at, gone!.id]);
    expect([await isThere(pdf('kept')), await isThere(pdf('gone for good'))]).to.deep.equal([true, false]);
    await expectStatus(follow(kept!.file_url), 200);
  });

  describe('are refused', () => {
    it('when a file is of another kind, empty, or not what its name says, and then none is attached', async () => {
      const head = await ledger.service.core.log.readHead();
      const answer = await attach([
        ['good.pdf', pdf('good')],
        ['setup.exe', 'MZ'],
        ['empty.pdf', ''],
        ['false.png', pdf('no picture')],
        ['nothing', 'text'],
      ]);
      expect(errorsOf(answer)).to.deep.equal(['files.1', 'files.2', 'files.3', 'files.4']);
      expect(answer.body.errors['files.1']![0]).to.contain('pdf, jpg');
      expect(await ledger.service.core.log.readHead()).to.equal(head);
      expect(await listOf()).to.deep.equal([]);
    });

    it('when the entry has the same file, or when it comes twice', async () => {
      await attached(['ticket.pdf', pdf('same')]);
      const again = await attach([
        ['new.pdf', pdf('new')],
        ['renamed.pdf', pdf('same')],
        ['new again.pdf', pdf('new')],
      ]);
      expect(errorsOf(again)).to.deep.equal(['files.1', 'files.2']);
      expect(await listOf()).to.have.length(1);
    });

    it('without a file, with too many, with one too large, or without a form', async () => {
      expect(errorsOf(await attach([]))).to.deep.equal(['files']);
      const many = Array.from({ length: 21 }, (_, index) => [`${index}.txt`, `text ${index}`] as const);
      expect(errorsOf(await attach(many))).to.deep.equal(['files.20']);
      const large = await attach([['large.txt', 'x'.repeat(25 * 1024 * 1024 + 1)]]);
      expect(errorsOf(large)).to.deep.equal(['files.0']);
      await ledger.firm.client.refused(415).post(pathOf(entry), { files: [] });
    });

    it('when the licence gives no more room, and are taken again once there is some', async () => {
      const { client, token } = ledger.firm;
      const storage = async () =>
        (await client.get(`/v1/firms/${token}/licence`)).body.storage as { allowed: number; used: number };
      const [made] = await attached(['ticket.pdf', pdf('counted')]);
      const { allowed, used } = await storage();
      const fill = (bytes: number) =>
        ledger.service.core.pool.query('UPDATE read.company_storage SET bytes = bytes + $1 WHERE company_id = $2', [
          bytes,
          ledger.file.id,
        ]);
      await fill(allowed - used);
      const refused = await expectRefusal(attach([['more.pdf', pdf('more')]]), 422, 'storage_limit_reached');
      expect(refused.message).to.contain('20 GB');
      await client.delete(`${pathOf(entry)}/${made!.id}`);
      await attached(['more.pdf', pdf('more')]);
      await fill(used - allowed);
      expect((await storage()).used).to.equal(used - pdf('counted').length + pdf('more').length);
    });

    it('for an entry that there is not, or that is of another company file', async () => {
      const other = await ledger.service.newCompany(ledger.firm.client);
      const [made] = await attached(['ticket.pdf', pdf('elsewhere')]);
      const elsewhere = `${other.path}/entries/${entry.id}/attachments`;
      const upload = (path: string) =>
        ledger.firm.client.upload('POST', path, [{ field: 'files', name: 'a.pdf', content: pdf('a') }]);
      for (const path of [elsewhere, `${ledger.file.path}/entries/999999999/attachments`]) {
        await ledger.firm.client.refused(404).get(path);
        await expectStatus(upload(path), 404);
        await ledger.firm.client.refused(404).delete(`${path}/${made!.id}`);
      }
      await ledger.firm.client.refused(404).delete(`${pathOf(await ledger.posted())}/${made!.id}`);
      expect(await listOf()).to.have.length(1);
    });
  });

  it('are attached once for one key, however often it is sent', async () => {
    const headers = { 'X-Client-Mutation-Id': 'attach-once' };
    const first = await attach([['ticket.pdf', pdf('key')]], headers);
    const again = await attach([['ticket.pdf', pdf('key')]], headers);
    expect([first.status, again.status]).to.deep.equal([201, 200]);
    expect(again.headers.get('x-idempotent-replay')).to.equal('1');
    expect(again.body).to.deep.equal(first.body);
    await expectRefusal(attach([['ticket.pdf', pdf('other')]], headers), 422, 'idempotency_key_reused');
    expect(await listOf()).to.have.length(1);
  });

  it('stay as others have left them when an older version is taken off', async () => {
    const [made] = await attached(['ticket.pdf', pdf('version')]);
    const stale = await ledger.firm.client.delete(`${pathOf(entry)}/${made!.id}`, { 'X-Base-Version': '7' });
    expect(stale.status).to.equal(409);
    expect(stale.body).to.include({ code: 'conflict', server_version: 1 });
    expect(stale.body.server_data).to.include({ id: made!.id, original_name: 'ticket.pdf' });
  });

  it('are taken for a locked period, and stay in it', async () => {
    entry = await ledger.posted({ entry_date: '2026-02-10' });
    const [made] = await attached(['before.pdf', pdf('before the lock')]);
    const years = (await ledger.firm.client.get(`${ledger.file.path}/fiscal-years`)).body as unknown as {
      id: number;
      periods: { id: number; starts_on: string }[];
    }[];
    const year = years.find(({ periods }) => periods.some(({ starts_on }) => starts_on.startsWith('2026-02')))!;
    const period = year.periods.find(({ starts_on }) => starts_on.startsWith('2026-02'))!;
    const periodPath = `${ledger.file.path}/fiscal-years/${year.id}/periods/${period.id}`;
    await ledger.firm.client.expect(200).post(`${periodPath}/lock`);
    await attached(['late.pdf', pdf('after the lock')]);
    const kept = await ledger.firm.client.delete(`${pathOf(entry)}/${made!.id}`);
    expect(errorsOf(kept)).to.deep.equal(['entry_date']);
    expect(kept.body).to.include({ code: 'period_locked', reason: 'period_locked' });
    await ledger.firm.client.post(`${periodPath}/unlock`);
    await ledger.firm.client.expect(204).delete(`${pathOf(entry)}/${made!.id}`);
  });
});
