import { expect } from 'chai';
import { rebuildReadTables } from '../../../projections/engine/rebuild.ts';
import type { AnswerBody, Client } from '../../support/client.ts';
import type { FeedReader } from '../../support/invariants.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';

interface Change {
  readonly resource: string;
  readonly op: 'upsert' | 'delete';
  readonly id: number;
  readonly version: number;
  readonly data: Readonly<Record<string, unknown>>;
  readonly changed_at: string;
  readonly seq: number;
}

interface Pull {
  readonly cursor: number;
  readonly has_more: boolean;
  readonly full_resync: boolean;
  readonly changes: readonly Change[];
  readonly server_time: string;
  readonly epoch: string;
}

const MAX_PAGES = 200;
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;

describe('Pulling changes', () => {
  const service = useService({ from: 'books' });
  let firm: TestFirm;
  let file: TestCompany;

  const pull = (query = '', of: TestCompany = file, client: Client = firm.client): Promise<Pull> =>
    client.ok<Pull>(`${of.path}/sync/pull${query}`);
  const pullAll = async (
    since: number,
    limit: number,
    of: TestCompany = file,
  ): Promise<{ changes: Change[]; cursor: number; pages: number }> => {
    const changes: Change[] = [];
    let cursor = since;
    for (let pages = 1; pages <= MAX_PAGES; pages += 1) {
      const page = await pull(`?since=${cursor}&limit=${limit}`, of);
      changes.push(...page.changes);
      expect(page.cursor).to.be.at.least(cursor);
      cursor = page.cursor;
      if (!page.has_more) return { changes, cursor, pages };
    }
    throw new Error('The feed never ends');
  };
  const newParty = async (name = 'Client', of: TestCompany = file) =>
    (await firm.client.post(`${of.path}/third-parties`, { type: 'customer', name })).body;
  const postEntry = async (of: TestCompany = file) =>
    (
      await firm.client.post(`${of.path}/entries`, {
        journal_id: of.journal('OD'),
        entry_date: '2026-03-15',
        lines: [
          { account: '604000', debit: '1.00' },
          { account: '440000', credit: '1.00' },
        ],
      })
    ).body;

  before(async () => {
    firm = await service.newFirm();
    file = await service.newCompany(firm.client);
  });

  it('gives fewer changes at once when entries have a great many lines, and loses none', async () => {
    const of = await service.newCompany(firm.client);
    const { cursor: since } = await pullAll(0, 2_000, of);
    const lines = Array.from({ length: 999 }, () => ({ account: '604000', debit: '1.00' }));
    const entry = {
      journal_id: of.journal('OD'),
      entry_date: '2026-03-15',
      lines: [...lines, { account: '440000', credit: '999.00' }],
    };
    const posted: number[] = [];
    for (let count = 0; count < 12; count += 1)
      posted.push((await firm.client.post(`${of.path}/entries`, entry)).body.id);
    const first = await pull(`?since=${since}`, of);
    expect(first.has_more).to.equal(true);
    expect(first.changes.map(({ id }) => id)).to.deep.equal(posted.slice(0, 10));
    const { changes, pages } = await pullAll(since, 2_000, of);
    expect(pages).to.equal(2);
    expect(changes.map(({ id }) => id)).to.deep.equal(posted);
  });

  it('gives the whole company file from the beginning: a complete bootstrap', async () => {
    const [party, entry] = [await newParty(), await postEntry()];
    const { changes, pages } = await pullAll(0, 500);
    expect(pages).to.be.above(1);
    const byResource = new Map<string, Map<number, Change>>();
    for (const change of changes) {
      expect(change).to.have.all.keys('resource', 'op', 'id', 'version', 'data', 'changed_at', 'seq');
      expect(change.changed_at).to.match(TIMESTAMP);
      byResource.set(
        change.resource,
        (byResource.get(change.resource) ?? new Map<number, Change>()).set(change.id, change),
      );
    }
    expect([...byResource.keys()].sort()).to.deep.equal([
      'accounts',
      'companies',
      'entries',
      'fiscal-years',
      'journals',
      'number-series',
      'third-parties',
      'vat-codes',
    ]);
    for (const resource of ['accounts', 'journals', 'vat-codes', 'third-parties']) {
      const shown = (await firm.client.get<AnswerBody[]>(`${file.path}/${resource}`)).body;
      const fed = [...byResource.get(resource)!.values()]
        .map(({ data }) => data)
        .sort((a, b) => (a.id as number) - (b.id as number));
      expect(fed, resource).to.deep.equal([...shown].sort((a, b) => a.id - b.id));
    }
    expect(byResource.get('entries')!.get(entry.id)).to.deep.include({ op: 'upsert', version: 1, data: entry });
    expect(byResource.get('third-parties')!.get(party.id)).to.deep.include({ op: 'upsert', version: 1, data: party });
    expect(byResource.get('companies')!.get(file.id)!.data).to.include({ id: file.id, name: 'Boulangerie Dupont' });
    const [year] = file.body.fiscal_years as AnswerBody[];
    expect(byResource.get('fiscal-years')!.get(file.fiscalYearId)!.data).to.deep.equal(year);
  });

  it('numbers the changes without a hole, and moves the cursor to the last of a page', async () => {
    const { changes, cursor } = await pullAll(0, 2_000);
    const seqs = changes.map(({ seq }) => seq);
    expect(seqs).to.deep.equal([...seqs].sort((a, b) => a - b));
    expect(cursor).to.equal(seqs.at(-1));
    const page = await pull('?since=10&limit=3');
    expect(page.changes.map(({ seq }) => seq)).to.deep.equal([11, 12, 13]);
    expect(page).to.include({ cursor: 13, has_more: true, full_resync: false });
  });

  it('gives what happened behind the cursor and nothing else', async () => {
    const { cursor } = await pullAll(0, 2_000);
    const empty = await pull(`?since=${cursor}`);
    expect(empty).to.have.all.keys('cursor', 'has_more', 'full_resync', 'changes', 'server_time', 'epoch');
    expect(empty).to.deep.include({ cursor, has_more: false, full_resync: false, changes: [] });
    expect(empty.server_time).to.match(TIMESTAMP);
    const party = await newParty('Newcomer');
    const { changes, cursor: next } = await pull(`?since=${cursor}`);
    expect(changes.map(({ resource, op, id, version, seq }) => ({ resource, op, id, version, seq }))).to.deep.equal([
      { resource: 'third-parties', op: 'upsert', id: party.id, version: 1, seq: cursor + 1 },
    ]);
    expect(changes[0]!.data).to.deep.equal(party);
    expect(next).to.equal(cursor + 1);
  });

  it('gives each record once, as it is now, and the deleted ones as tombstones', async () => {
    const { cursor } = await pullAll(0, 2_000);
    const [changed, trashed, restored, untouched] = [
      await newParty('A'),
      await newParty('B'),
      await newParty('C'),
      await newParty('D'),
    ];
    const latest = (await firm.client.patch(`${file.path}/third-parties/${changed.id}`, { name: 'A2' })).body;
    await firm.client.delete(`${file.path}/third-parties/${trashed.id}`);
    await firm.client.delete(`${file.path}/third-parties/${restored.id}`);
    const back = (await firm.client.post(`${file.path}/trash/third-parties/${restored.id}/restore`)).body;
    for (const limit of [1, 2, 3, 100]) {
      const { changes } = await pullAll(cursor, limit);
      expect(
        changes.map(({ id }) => id),
        `limit ${limit}`,
      ).to.have.members([changed.id, trashed.id, restored.id, untouched.id]);
      const of = (id: number) => changes.find((change) => change.id === id)!;
      expect(of(changed.id)).to.deep.include({ op: 'upsert', version: 2, data: latest });
      expect(of(restored.id)).to.deep.include({ op: 'upsert', version: 3, data: back });
      expect(of(untouched.id)).to.deep.include({ op: 'upsert', version: 1, data: untouched });
      const tombstone = of(trashed.id);
      expect(tombstone).to.include({ op: 'delete', version: 2 });
      expect(tombstone.data).to.have.all.keys('id', 'deleted_at', 'reason');
      expect(tombstone.data).to.include({ id: trashed.id, reason: 'trashed' });
      expect(tombstone.data.deleted_at).to.match(TIMESTAMP).and.equal(tombstone.changed_at);
    }
  });

  it('gives 500 changes at most unless asked, and never more than 2000', async () => {
    const first = await pull();
    expect(first.changes.length).to.be.at.most(500);
    expect(first).to.include({ cursor: 500, has_more: true });
    expect((await pull('?limit=999999')).changes.length).to.be.above(500);
    const { cursor } = await pullAll(0, 2_000);
    const exact = await pull(`?since=${cursor - 2}&limit=2`);
    expect(exact).to.include({ cursor, has_more: false });
  });

  it('refuses cursors, limits and epochs that are none', async () => {
    for (const [query, field] of [
      ['since=-1', 'since'],
      ['since=abc', 'since'],
      ['limit=0', 'limit'],
      ['limit=x', 'limit'],
      [`epoch=${'x'.repeat(65)}`, 'epoch'],
    ] as const) {
      const { status, body } = await firm.client.get(`${file.path}/sync/pull?${query}`);
      expect(status, query).to.equal(422);
      expect(body.errors).to.have.all.keys(field);
    }
  });

  it('asks to start over for a cursor beyond the head or of another epoch, never from the beginning', async () => {
    const { cursor } = await pullAll(0, 2_000);
    const { epoch } = await pull(`?since=${cursor}`);
    for (const query of [
      `since=${cursor + 1}`,
      'since=999999999',
      `since=${cursor}&epoch=other`,
      'since=1&epoch=other',
    ]) {
      const answer = await pull(`?${query}`);
      expect(answer, query).to.deep.include({ cursor: 0, has_more: false, full_resync: true, changes: [], epoch });
    }
    expect(await pull(`?since=${cursor}&epoch=${epoch}`)).to.include({ full_resync: false, cursor });
    expect((await pull('?since=0&epoch=other')).full_resync).to.equal(false);
    expect((await pull('?since=0&epoch=other')).changes.length).to.be.above(0);
  });

  it('keeps cursors and epoch when the read tables are made anew', async () => {
    const party = await newParty('Before');
    const { cursor } = await pullAll(0, 2_000);
    const { epoch } = await pull();
    await rebuildReadTables(service.core.relaxedPool, service.core.log);
    expect(await pull(`?since=${cursor}&epoch=${epoch}`)).to.deep.include({
      cursor,
      full_resync: false,
      changes: [],
      epoch,
    });
    const renamed = (await firm.client.patch(`${file.path}/third-parties/${party.id}`, { name: 'After' })).body;
    const { changes } = await pull(`?since=${cursor}&epoch=${epoch}`);
    expect(changes.map(({ seq, data }) => [seq, data])).to.deep.equal([[cursor + 1, renamed]]);
    // The projector notices that its tables were exchanged, and says so.
    for (const line of service.errors.splice(0)) expect(line).to.contain('will restart from its checkpoint');
  });

  it('speaks the language of the reader', async () => {
    const reader = await service.newMember(firm, 'reviewer', { locale: null });
    const labels = await Promise.all(
      ['fr', 'nl'].map(
        async (language) =>
          (await pull(`?limit=2000&lang=${language}`, file, reader.client)).changes.find(
            ({ resource, id }) => resource === 'journals' && id === file.journal('VEN'),
          )!.data.label,
      ),
    );
    expect(labels).to.deep.equal(['Ventes', 'Verkopen']);
  });

  it('shows nothing of other company files', async () => {
    const other = await service.newCompany(firm.client);
    const party = await newParty('Elsewhere', other);
    expect(
      (await pullAll(0, 2_000)).changes.some(({ resource, id }) => resource === 'third-parties' && id === party.id),
    ).to.equal(false);
    for (const { data } of (await pullAll(0, 2_000, other)).changes)
      if ('company_id' in data) expect(data.company_id).to.equal(other.id);
  });

  it('misses nothing while many write', async () => {
    const own = await service.newCompany(firm.client);
    let isWriting = true;
    const follow = async (limit: number): Promise<FeedReader> => {
      const seen = new Map<string, number>();
      let cursor = 0;
      for (let page = 0; page < 5_000; page += 1) {
        const wasWriting = isWriting;
        const answer = await pull(`?since=${cursor}&limit=${limit}`, own);
        for (const { resource, id, version } of answer.changes) seen.set(`${resource}:${id}`, version);
        cursor = answer.cursor;
        if (!wasWriting && !answer.has_more) return { companyId: own.id, cursor, seen };
      }
      throw new Error('The feed never ends');
    };
    const readers = [follow(60), follow(500)];
    const write = async (n: number) => {
      const party = await newParty(`Party ${n}`, own);
      await Promise.all([
        postEntry(own),
        firm.client.patch(`${own.path}/third-parties/${party.id}`, { name: `Renamed ${n}` }),
      ]);
      if (n % 3 === 0) await firm.client.delete(`${own.path}/third-parties/${party.id}`);
    };
    await Promise.all(Array.from({ length: 24 }, (_, n) => write(n)));
    isWriting = false;
    const done = await Promise.all(readers);
    const head = (await pullAll(0, 2_000, own)).cursor;
    expect(done.map(({ cursor }) => cursor)).to.deep.equal([head, head]);
    await service.invariants({ readers: done });
  });

  it('can be read with the ability to synchronise alone', async () => {
    for (const [abilities, status] of [
      [['sync'], 200],
      [['read'], 403],
      [['write'], 403],
      [['read', 'write'], 403],
    ] as const) {
      const token = await service.integrationToken(firm.admin.id, abilities);
      const answer = await service.anonymous.as(token).get(`${file.path}/sync/pull`);
      expect(answer.status, abilities.join()).to.equal(status);
      if (status === 403) expect(answer.body).to.include({ code: 'token_ability_missing', required_ability: 'sync' });
    }
  });
});
