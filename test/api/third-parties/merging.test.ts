import { expect } from 'chai';
import { readThirdPartyBalances } from '../../../projections/third-parties/queries.ts';
import { expectStatus, type AnswerBody, type Client } from '../../support/client.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';

interface Entry {
  readonly third_party: { readonly id: number; readonly name: string } | null;
  readonly lines: readonly { readonly third_party_id: number | null }[];
}

interface Change {
  readonly resource: string;
  readonly op: string;
  readonly id: number;
  readonly data: Record<string, unknown>;
}

describe('Merging third parties', () => {
  const service = useService({ from: 'books' });
  let firm: TestFirm;
  let client: Client;
  let file: TestCompany;
  let path: string;

  before(async () => {
    firm = await service.newFirm();
    ({ client } = firm);
    file = await service.newCompany(client);
    path = `${file.path}/third-parties`;
  });

  const create = (fields: Record<string, unknown> = {}): Promise<AnswerBody> =>
    client.created(path, { type: 'customer', name: 'Dupont', ...fields });
  const post = async (thirdPartyId: number, amount = '10.00'): Promise<number> => {
    const body = await client.created(`${file.path}/entries`, {
      journal_id: file.journal('OD'),
      entry_date: '2026-02-01',
      lines: [
        { account: '400000', debit: amount, third_party_id: thirdPartyId },
        { account: '700000', credit: amount },
      ],
    });
    return body.id;
  };
  const merge = (id: number, into: number, headers = {}) => client.post(`${path}/${id}/merge`, { into }, headers);
  const entry = async (id: number) => (await client.get<Entry>(`${file.path}/entries/${id}`)).body;
  const balances = async (id: number) =>
    (await readThirdPartyBalances(service.core.pool, file.id, id)).map(({ debit, credit }) => [debit, credit]);
  const restore = (id: number) => client.post(`${file.path}/trash/third-parties/${id}/restore`);

  it('answers the one that stays, with what it did not know', async () => {
    const [goes, stays] = [await create({ email: 'a@example.com' }), await create({ name: 'Dupond' })];
    const { status, body, headers } = await merge(goes.id, stays.id);
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body).to.include({ id: stays.id, name: 'Dupond', email: 'a@example.com', version: 2 });
    expect(headers.get('etag')).to.equal('"v2"');
    expect(headers.get('x-operation-id')).to.match(/^[0-9a-f-]{36}$/);
    await client.refused(404).get(`${path}/${goes.id}`);
    expect((await client.get<AnswerBody[]>(path)).body.map(({ id }) => id)).to.not.include(goes.id);
    const events = (await service.events(file.id)).slice(-2);
    expect(events.map(({ type }) => type)).to.deep.equal(['ThirdPartyMerged', 'RecordUpdated']);
    expect(new Set(events.map(({ metadata }) => metadata.operation_id)).size).to.equal(1);
  });

  it('lets entries and balances count for the one that stays, and gives them back', async () => {
    const [goes, stays] = [await create({ name: 'Goes' }), await create({ name: 'Stays' })];
    const [first, second] = [await post(goes.id, '10.00'), await post(stays.id, '5.00')];
    const all = await readThirdPartyBalances(service.core.pool, file.id);
    await expectStatus(merge(goes.id, stays.id), 200);
    for (const id of [first, second]) {
      expect((await entry(id)).third_party).to.deep.equal({ id: stays.id, name: 'Stays' });
      expect((await entry(id)).lines[0]!.third_party_id).to.equal(stays.id);
    }
    expect(await balances(stays.id)).to.deep.equal([['15.00', '0.00']]);
    expect((await client.get<{ data: Entry[] }>(`${file.path}/entries`)).body.data[0]!.third_party!.id).to.equal(
      stays.id,
    );

    await client.refused(422, ['lines.0.third_party_id']).post(`${file.path}/entries`, {
      journal_id: file.journal('OD'),
      entry_date: '2026-02-01',
      lines: [
        { account: '400000', debit: '1.00', third_party_id: goes.id },
        { account: '700000', credit: '1.00' },
      ],
    });
    expect((await client.delete(`${path}/${stays.id}`)).body.code).to.equal('in_use');

    const back = await expectStatus(restore(goes.id), 200);
    expect(back).to.include({ id: goes.id, merged_into_id: null, deleted_at: null });
    expect((await entry(first)).third_party).to.deep.equal({ id: goes.id, name: 'Goes' });
    expect((await entry(second)).third_party).to.deep.equal({ id: stays.id, name: 'Stays' });
    expect(await readThirdPartyBalances(service.core.pool, file.id)).to.deep.equal(all);
  });

  it('goes over several merges, and back over each of them', async () => {
    const [a, b, c] = [await create({ name: 'A' }), await create({ name: 'B' }), await create({ name: 'C' })];
    const posted = await post(a.id);
    const before = await readThirdPartyBalances(service.core.pool, file.id);
    for (const [id, into] of [
      [a.id, b.id],
      [b.id, c.id],
    ] as const)
      await expectStatus(merge(id, into), 200);
    expect((await entry(posted)).third_party!.id).to.equal(c.id);
    expect(await balances(c.id)).to.deep.equal([['10.00', '0.00']]);
    await expectStatus(restore(b.id), 200);
    expect((await entry(posted)).third_party!.id).to.equal(b.id);
    await expectStatus(restore(a.id), 200);
    expect((await entry(posted)).third_party!.id).to.equal(a.id);
    expect(await readThirdPartyBalances(service.core.pool, file.id)).to.deep.equal(before);
  });

  it('tells clients of the feed into which one', async () => {
    const [goes, stays] = [await create(), await create()];
    const cursor = (await client.get(`${file.path}/sync/pull?since=0&limit=2000`)).body.cursor as number;
    await merge(goes.id, stays.id);
    const { body } = await client.get<{ changes: Change[] }>(`${file.path}/sync/pull?since=${cursor}`);
    expect(body.changes).to.have.length(1);
    expect(body.changes[0]).to.include({ resource: 'third-parties', op: 'delete', id: goes.id });
    expect(body.changes[0]!.data).to.include({ id: goes.id, reason: 'trashed', merged_into_id: stays.id });
  });

  it('is refused with a reason', async () => {
    const [one, two, supplier] = [await create(), await create(), await create({ type: 'supplier' })];
    const other = await service.newCompany(client);
    const foreign = (await client.post(`${other.path}/third-parties`, { type: 'customer', name: 'x' })).body.id;
    for (const [into, code] of [
      [one.id, 'merge_into_itself'],
      [supplier.id, 'merge_types_differ'],
      [foreign, 'third_party_unknown'],
      [999_999_999, 'third_party_unknown'],
    ] as const) {
      const { status, body } = await merge(one.id, into);
      expect([status, body.code, Object.keys(body.errors)]).to.deep.equal([422, code, ['into']]);
    }
    for (const body of [{}, { into: 'x' }, { into: null }, { into: 0 }, { into: [two.id] }])
      expect((await client.post(`${path}/${one.id}/merge`, body)).body.errors).to.have.all.keys('into');
    for (const id of [foreign, 999_999_999, 'x'])
      expect((await client.post(`${path}/${id}/merge`, { into: two.id })).status, String(id)).to.equal(404);
    const stale = await merge(one.id, two.id, { 'X-Base-Version': '7' });
    expect([stale.status, stale.body.code, stale.body.server_version]).to.deep.equal([409, 'conflict', 1]);
    expect(stale.body.server_data).to.include({ id: one.id });
    await client.delete(`${path}/${two.id}`);
    expect((await merge(one.id, two.id)).body.code).to.equal('third_party_unknown');
  });

  it('happens once, however often and by however many it is asked for', async () => {
    const [goes, stays] = [await create(), await create()];
    const key = { 'X-Client-Mutation-Id': 'merge-once' };
    const [first, second] = [await merge(goes.id, stays.id, key), await merge(goes.id, stays.id, key)];
    expect([first.status, second.status]).to.deep.equal([200, 200]);
    expect(second.headers.get('x-idempotent-replay')).to.equal('1');
    const [other] = [await create()];
    const answers = await Promise.all(Array.from({ length: 5 }, () => merge(other.id, stays.id)));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 404, 404, 404, 404]);
  });

  it('announces nothing but what changed of the one that stays', async () => {
    const [goes, stays] = [await create({ email: 'b@example.com' }), await create()];
    await merge(goes.id, stays.id);
    const { rows } = await service.core.pool.query<{ event: string; data: Record<string, unknown> }>(
      `SELECT event, data FROM ops.outbox WHERE data->>'id' IN ($1, $2) AND event = 'third_party.updated'`,
      [String(goes.id), String(stays.id)],
    );
    expect(rows.map(({ data }) => [data.id, data.changed])).to.deep.equal([[stays.id, ['email']]]);
    expect(rows[0]!.data).to.include({ peppol_identifier: null, peppol_registered: false });
  });
});
