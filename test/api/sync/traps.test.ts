import { expect } from 'chai';
import { createSystemContext } from '../../../commands/support/context.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { expectStatus, type AnswerBody, type Client } from '../../support/client.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';

interface Pull {
  readonly cursor: number;
  readonly has_more: boolean;
  readonly full_resync: boolean;
  readonly epoch: string;
  readonly changes: readonly { resource: string; op: string; id: number; version: number; data: AnswerBody }[];
}

const MANY = 10_000;

/** What has broken other synchronisations. */
describe('Traps of synchronisation', () => {
  const service = useService({ from: 'books' });
  let firm: TestFirm;
  let file: TestCompany;

  before(async () => {
    firm = await service.newFirm();
    file = await service.newCompany(firm.client);
  });

  const pull = async (since: number, query = '', client: Client = firm.client): Promise<Pull> => {
    const { status, body, text } = await client.get<Pull>(`${file.path}/sync/pull?since=${since}${query}`);
    expect(status, text.slice(0, 300)).to.equal(200);
    return body;
  };
  const head = async (): Promise<number> =>
    (await firm.client.get<{ cursor: number }>(`${file.path}/sync/status`)).body.cursor;
  const newParty = async (name: string): Promise<AnswerBody> =>
    (await firm.client.post(`${file.path}/third-parties`, { type: 'customer', name })).body;

  it('ten thousand changes in one operation come in pages, each once', async () => {
    const since = await head();
    const ids = await service.core.ids.allocate('third_parties', MANY);
    const records = ids.map((id, n) => ({ id, data: { type: 'customer', name: `Many ${n}`, code: `M${n}` } }));
    const operation = createSystemContext('test');
    for (let from = 0; from < MANY; from += 1_000) {
      const command = {
        type: 'CreateRecords',
        resource: 'third-parties',
        records: records.slice(from, from + 1_000),
      } as const;
      const outcome = await service.core.commands.execute('company', file.id, command, operation);
      if (isRefusal(outcome)) throw new Error(JSON.stringify(outcome));
    }
    const seen: number[] = [];
    let cursor = since;
    for (let page = await pull(cursor, '&limit=2000'); ; page = await pull(cursor, '&limit=2000')) {
      seen.push(...page.changes.map(({ id }) => id));
      ({ cursor } = page);
      expect(page.changes.length).to.be.at.most(2_000);
      if (!page.has_more) break;
    }
    expect(seen).to.deep.equal(ids);
    expect(cursor).to.equal(await head());
  }).timeout(120_000);

  it('a client that slept while a record was deleted and purged hears of it', async () => {
    const party = await newParty('Purged');
    const since = await head();
    await firm.client.delete(`${file.path}/third-parties/${party.id}`);
    // As a purge leaves it: nothing of the record, and what the feed has said of it.
    const { rows } = await service.core.pool.query('DELETE FROM read.third_parties WHERE id = $1 RETURNING *', [
      party.id,
    ]);
    const { changes } = await pull(since);
    expect(changes).to.have.length(1);
    expect(changes[0]).to.deep.include({ resource: 'third-parties', op: 'delete', id: party.id, version: 2 });
    expect(changes[0]!.data).to.include({ id: party.id, reason: 'purged' });
    const names = Object.keys(rows[0] as object);
    const values = names.map((name) => (rows[0] as Record<string, unknown>)[name]);
    const json = (value: unknown): unknown =>
      typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
    await service.core.pool.query(
      `INSERT INTO read.third_parties (${names.join()}) VALUES (${names.map((_, n) => `$${n + 1}`).join()})`,
      values.map(json),
    );
  });

  it('whoever loses a company file is told that there is none, and goes on where they were when they see it again', async () => {
    const member = await service.newMember(firm, 'encoder', { companies: [{ id: file.id }] });
    const { cursor } = await pull(await head(), '', member.client);
    const assign = (tokens: readonly string[]) =>
      firm.client.put(`/v1/firms/${firm.token}/members/${member.id}/companies`, { company_tokens: tokens });
    await expectStatus(assign([]), 200);
    for (const route of ['pull', 'bootstrap', 'status', 'conflicts'])
      expect((await member.client.get(`${file.path}/sync/${route}`)).status, route).to.equal(404);
    const party = await newParty('While away');
    await expectStatus(assign([file.token]), 200);
    const { changes, full_resync } = await pull(cursor, '', member.client);
    expect(full_resync).to.equal(false);
    expect(changes.map(({ id }) => id)).to.deep.equal([party.id]);
  });

  it('a change of role loses nothing of the feed', async () => {
    const member = await service.newMember(firm, 'manager');
    const since = await head();
    const party = await newParty('Before the change of role');
    await firm.client.expect(200).patch(`/v1/firms/${firm.token}/members/${member.id}`, { role: 'reviewer' });
    const { changes, full_resync } = await pull(since, '', member.client);
    expect(full_resync).to.equal(false);
    expect(changes.map(({ id }) => id)).to.deep.equal([party.id]);
  });

  it('a restored database asks every client to start over, with or without its epoch', async () => {
    const cursor = await head();
    const { epoch } = await pull(cursor);
    const { rows } = await service.core.pool.query<{ epoch: string; base: number }>(
      'SELECT epoch, base FROM ops.feed_epoch',
    );
    // As a start on a restored copy does.
    await service.core.pool.query(`UPDATE ops.feed_epoch SET epoch = gen_random_uuid(), base = base + 1000000000`);
    try {
      // Nothing of this is noticed before the tables move on; a real restore is a new start.
      await newParty('After the restore');
      for (const query of ['', `&epoch=${epoch}`])
        expect(await pull(cursor, query)).to.deep.include({
          cursor: 0,
          full_resync: true,
          changes: [],
          has_more: false,
        });
      const fresh = await pull(0, '&limit=1');
      expect(fresh).to.include({ full_resync: false, has_more: true });
      expect(fresh.cursor).to.be.above(1_000_000_000);
      const { cursor: now, min_cursor } = (
        await firm.client.get<{ cursor: number; min_cursor: number }>(`${file.path}/sync/status`)
      ).body;
      expect(min_cursor).to.equal(rows[0]!.base + 1_000_000_000);
      expect(now).to.equal(min_cursor + cursor + 1);
    } finally {
      await service.core.pool.query('UPDATE ops.feed_epoch SET epoch = $1, base = $2', [rows[0]!.epoch, rows[0]!.base]);
      await newParty('After the restore of the restore');
    }
  });
});
