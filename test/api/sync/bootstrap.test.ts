import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { request } from 'undici';
import { expect } from 'chai';
import type { AnswerBody } from '../../support/client.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';
import { push } from './support.ts';

interface Bootstrap {
  readonly cursor: number;
  readonly epoch: string;
  readonly has_more: boolean;
  readonly page_token: string | null;
  readonly counts: Readonly<Record<string, number>>;
  readonly resources: Readonly<Record<string, readonly AnswerBody[]>>;
}

interface Status {
  readonly cursor: number;
  readonly min_cursor: number;
  readonly epoch: string;
  readonly projection: { readonly lag_events: number; readonly lag_ms: number };
  readonly open_conflicts: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly digests: Readonly<Record<string, string>>;
  readonly devices: readonly (AnswerBody & { readonly name: string; readonly cursor: number })[];
}

interface Line {
  readonly resource?: string;
  readonly id?: number;
  readonly data?: AnswerBody;
  readonly cursor?: number;
  readonly counts?: Readonly<Record<string, number>>;
  readonly complete?: true;
  readonly records?: number;
}

const ORDER = [
  ...['companies', 'fiscal-years', 'vat-codes', 'accounts'],
  ...['journals', 'number-series', 'third-parties', 'entries'],
];

describe('A whole company file for a client that begins', () => {
  const service = useService({ from: 'books' });
  let firm: TestFirm;
  let file: TestCompany;

  const bootstrap = async (query = ''): Promise<Bootstrap> => {
    const { status, body, text } = await firm.client.get<Bootstrap>(`${file.path}/sync/bootstrap${query}`);
    expect(status, text.slice(0, 300)).to.equal(200);
    return body;
  };
  const allPages = async (limit: number): Promise<{ pages: Bootstrap[]; records: [string, AnswerBody][] }> => {
    const pages = [await bootstrap(`?limit=${limit}`)];
    while (pages.at(-1)!.has_more)
      pages.push(await bootstrap(`?limit=${limit}&page_token=${pages.at(-1)!.page_token}`));
    const records = pages.flatMap(({ resources }) =>
      Object.entries(resources).flatMap(([name, list]) => list.map((one): [string, AnswerBody] => [name, one])),
    );
    return { pages, records };
  };
  const status = async (): Promise<Status> => (await firm.client.get<Status>(`${file.path}/sync/status`)).body;
  const newParty = async (name: string): Promise<AnswerBody> =>
    (await firm.client.post(`${file.path}/third-parties`, { type: 'customer', name })).body;
  const digest = (records: readonly AnswerBody[]): string =>
    String(
      records.reduce(
        (sum, { id, version }) => sum + createHash('sha256').update(`${id}:${version}`).digest().readUInt32BE(0),
        0,
      ),
    );

  before(async () => {
    firm = await service.newFirm();
    file = await service.newCompany(firm.client);
    const [gone] = [await newParty('Gone'), await newParty('Stays')];
    await firm.client.delete(`${file.path}/third-parties/${gone.id}`);
    for (let n = 0; n < 3; n += 1)
      await firm.client.post(`${file.path}/entries`, {
        journal_id: file.journal('OD'),
        entry_date: '2026-03-15',
        lines: [
          { account: '604000', debit: '1.00' },
          { account: '440000', credit: '1.00' },
        ],
      });
  });

  it('comes in pages, parents before children, each record once and none that is deleted', async () => {
    const { pages, records } = await allPages(150);
    expect(pages.length).to.be.above(5);
    expect(new Set(pages.map(({ cursor }) => cursor)).size).to.equal(1);
    expect(records.length).to.equal(Object.values(pages[0]!.counts).reduce((sum, count) => sum + count, 0));
    expect(new Set(records.map(([name, { id }]) => `${name} ${id}`)).size).to.equal(records.length);
    expect([...new Set(records.map(([name]) => name))]).to.deep.equal(ORDER);
    expect(records.some(([, { name }]) => name === 'Gone')).to.equal(false);
    const { body: parties } = await firm.client.get<AnswerBody[]>(`${file.path}/third-parties`);
    expect(records.filter(([name]) => name === 'third-parties').map(([, one]) => one)).to.deep.equal(parties);
    expect(pages.at(-1)).to.include({ has_more: false, page_token: null });
    for (const { resources } of pages)
      expect(Object.values(resources).reduce((sum, list) => sum + list.length, 0)).to.be.at.most(150);
  });

  it('has the cursor of before its first page: what changes meanwhile is pulled from there', async () => {
    const first = await bootstrap('?limit=100');
    const party = await newParty('Meanwhile');
    let page = first;
    while (page.has_more) page = await bootstrap(`?page_token=${page.page_token}`);
    const { body } = await firm.client.get<{ changes: AnswerBody[] }>(`${file.path}/sync/pull?since=${first.cursor}`);
    expect(body.changes.map(({ id }) => id)).to.deep.equal([party.id]);
  });

  it('refuses page tokens that it has not given, or that a restored database has outdated', async () => {
    const { page_token } = await bootstrap('?limit=10');
    const place = JSON.parse(Buffer.from(page_token!, 'base64url').toString()) as object;
    const other = Buffer.from(JSON.stringify({ ...place, epoch: 'another' })).toString('base64url');
    const ofAnother = Buffer.from(JSON.stringify({ ...place, companyId: 0 })).toString('base64url');
    for (const token of ['x', other, ofAnother, Buffer.from('{}').toString('base64url')]) {
      await firm.client.refused(422, 'page_token_invalid').get(`${file.path}/sync/bootstrap?page_token=${token}`);
    }
  });

  it('comes as one stream of lines too, whose last line tells that it is whole', async () => {
    const paged = await allPages(2_000);
    const { headers, text } = await firm.client.get(`${file.path}/sync/bootstrap`, { Accept: 'application/x-ndjson' });
    expect(headers.get('content-type')).to.equal('application/x-ndjson');
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);
    const [head, ...rest] = lines;
    const end = rest.pop();
    expect(head).to.deep.include({ cursor: paged.pages[0]!.cursor, counts: paged.pages[0]!.counts });
    expect(rest.map(({ resource, data }) => [resource, data])).to.deep.equal(paged.records);
    expect(end).to.deep.include({ complete: true, records: rest.length, cursor: head!.cursor });
  });

  it('is compressed for those who take it', async () => {
    const { body, headers } = await request(`${service.url}${file.path}/sync/bootstrap?format=ndjson`, {
      headers: { authorization: `Bearer ${firm.client.token}`, 'accept-encoding': 'gzip' },
    });
    expect(headers['content-encoding']).to.equal('gzip');
    const text = gunzipSync(await body.bytes()).toString();
    expect(JSON.parse(text.trimEnd().split('\n').at(-1)!)).to.include({ complete: true });
  });

  it('can be proved to be complete: counts and digests tell what there is', async () => {
    const { records } = await allPages(2_000);
    const { counts, digests } = await status();
    for (const [name, count] of Object.entries(counts)) {
      const own = records.filter(([resource]) => resource === name).map(([, record]) => record);
      expect(own.length, name).to.equal(count);
      expect(digest(own), name).to.equal(digests[name]);
    }
    const party = await newParty('Counted');
    const before = await status();
    await firm.client.patch(`${file.path}/third-parties/${party.id}`, { city: 'Namur' });
    const after = await status();
    expect(after.counts).to.deep.equal(before.counts);
    expect(after.digests['third-parties']).not.to.equal(before.digests['third-parties']);
    expect(await status()).to.deep.include({ counts: after.counts, digests: after.digests, cursor: after.cursor });
  });

  it('is known by its devices: how far each has come, who has it, and when it was there last', async () => {
    const device = { 'X-Device-Id': 'phone-1', 'X-Device-Name': encodeURIComponent('Téléphone d’Anne') };
    const { cursor, epoch } = await status();
    await firm.client.get(`${file.path}/sync/bootstrap?limit=1`, device);
    await firm.client.get(`${file.path}/sync/pull?since=${cursor - 2}`, device);
    await push(firm.client, file, [{ method: 'POST', path: 'third-parties', body: { type: 'customer', name: 'P' } }], {
      device: 'phone-1',
    });
    const { devices, ...standing } = await status();
    const phone = devices.find(({ id }) => (id as unknown) === 'phone-1')!;
    expect(phone).to.deep.include({
      name: 'Téléphone d’Anne',
      user: { id: firm.admin.id, name: 'Ada Admin' },
      cursor: cursor - 2,
      behind: standing.cursor - cursor + 2,
      is_stale: false,
    });
    expect(phone.last_push_at).to.be.a('string');
    expect(phone.last_pull_at).to.be.a('string');
    expect(standing).to.deep.include({ epoch, min_cursor: 0, projection: { lag_events: 0, lag_ms: 0 } });
    await firm.client.ok(`${file.path}/sync/pull`, { 'X-Device-Id': 'x'.repeat(65) });
  });

  it('is known by devices that only write to it, whatever the route and the result', async () => {
    const device = { 'X-Device-Id': 'till-1', 'X-Device-Name': encodeURIComponent('Caisse') };
    const find = async (id: string) => (await status()).devices.find((one) => (one.id as unknown) === id);
    await firm.client.post(`${file.path}/third-parties`, { type: 'customer', name: 'Q' }, device);
    const till = (await find('till-1'))!;
    expect(till).to.deep.include({
      name: 'Caisse',
      user: { id: firm.admin.id, name: 'Ada Admin' },
      cursor: 0,
      last_pull_at: null,
      last_push_at: null,
    });
    expect(till.last_seen_at).to.be.a('string');
    const refused = await firm.client.post(`${file.path}/entries`, {}, { 'X-Device-Id': 'scanner-1' });
    expect([refused.status, (await find('scanner-1'))?.id]).to.deep.equal([422, 'scanner-1']);
    // Nobody else is told of one that was not let in.
    const stranger = await service.newUser();
    await stranger.client.post(`${file.path}/entries`, {}, { 'X-Device-Id': 'strange-1' });
    expect(await find('strange-1')).to.equal(undefined);
  });

  it('forgets the oldest devices of whoever makes up a new one for each request', async () => {
    for (let n = 0; n < 60; n += 1)
      await firm.client.get(`${file.path}/sync/pull?since=1&limit=1`, { 'X-Device-Id': `made-up-${n}` });
    await status();
    const { devices } = await status();
    expect(devices.length).to.equal(50);
  });
});
