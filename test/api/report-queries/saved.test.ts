import { expect } from 'chai';
import type { AnswerBody } from '../../support/client.ts';
import { useBooks } from '../reports/books.ts';

interface Saved extends AnswerBody {
  readonly name: string;
  readonly query: object;
  readonly is_shared: boolean;
  readonly company: object | null;
}

describe('Saved queries', () => {
  const books = useBooks();
  const TURNOVER = { measures: 'balance', by: ['month'], accounts: '70', from: '2024-01-01', to: '2024-12-31' };
  let saved: Saved;
  let other: string;
  const at = (rest = '') => `${books.file.path}/report-queries${rest}`;
  const client = () => books.firm.client;

  before(async () => {
    for (const [day, amount] of [
      ['2024-01-10', '100.00'],
      ['2024-02-10', '40.00'],
      ['2025-02-10', '7.00'],
    ] as const)
      await books.post(day, [
        ['400000', amount],
        ['700000', `-${amount}`],
      ]);
    saved = await client().created<Saved>(at(), { name: 'Turnover', query: TURNOVER });
    other = (await books.service.newCompany(client())).path;
  });

  it('are shown as they were sent, and refused with the name of each wrong part', async () => {
    expect(saved).to.deep.include({ name: 'Turnover', query: TURNOVER, is_shared: false });
    expect(saved.company).to.deep.equal({ public_token: books.file.token, name: books.file.body['name'] });
    expect(await client().ok(at(`/${saved.id}`))).to.deep.equal(saved);
    expect(await client().ok(at())).to.deep.equal([saved]);
    await client()
      .refused(422, ['query.measures', 'query.limit'])
      .post(at(), { name: 'Wrong', query: { by: 'month', limit: -1 } });
    await client()
      .refused(422, ['query.where'])
      .post(at(), { name: 'Wrong', query: { ...TURNOVER, where: '1=1' } });
    await client().refused(422, ['query']).post(at(), { name: 'Wrong', query: 'measures=debit' });
    await client().refused(422, ['name']).post(at(), { name: 'Turnover', query: TURNOVER });
  });

  it('run as the same query does, and parameters replace what was saved', async () => {
    const rows = async (query: string) => (await client().ok<AnswerBody>(at(`/${saved.id}/run${query}`)))['rows'];
    expect(await rows('')).to.deep.equal([
      ['2024-01', '-100.00'],
      ['2024-02', '-40.00'],
    ]);
    expect(await rows('?from=2025-01-01&to=2025-12-31')).to.deep.equal([['2025-02', '-7.00']]);
    expect(await rows('?by=fiscal_year&measures=count')).to.deep.equal([['2024', 2]]);
    expect(await rows('?as_of=2025-12-31&by=account')).to.deep.equal([
      ['700000', 'Sales of goods for resale in Belgium', '-7.00'],
    ]);
    const csv = await client().get(at(`/${saved.id}/run?format=csv`));
    expect([csv.status, csv.headers.get('content-disposition')?.includes('Turnover')]).to.deep.equal([200, true]);
    await client()
      .refused(422, ['by'])
      .get(at(`/${saved.id}/run?by=nothing`));
    expect((await client().get(at('/999999/run'))).status).to.equal(404);
  });

  it('run over the books of an earlier moment, also if they were saved later', async () => {
    const moment = new Date().toISOString();
    await books.post('2024-03-10', [
      ['400000', '1.00'],
      ['700000', '-1.00'],
    ]);
    const later = await client().created<Saved>(at(), { name: 'Later', query: TURNOVER });
    const body = await client().ok<AnswerBody>(at(`/${later.id}/run?known_at=${moment}`));
    expect(body['rows']).to.have.lengthOf(2);
    expect((await client().get(at(`/${later.id}?known_at=${moment}`))).status).to.equal(404);
    const listed = await client().ok<readonly Saved[]>(at(`?known_at=${moment}`));
    expect(listed.map(({ name }) => name)).to.deep.equal(['Turnover']);
    await client()
      .expect(204)
      .delete(at(`/${later.id}`));
    expect((await client().get(at(`/${later.id}/run`))).status).to.equal(404);
    await client().expect(200).post(`${books.file.path}/trash/report-queries/${later.id}/restore`);
    await client()
      .expect(204)
      .delete(at(`/${later.id}`));
  });

  it('have a history, can be undone, and are synchronised', async () => {
    const changed = await client().patch<Saved>(at(`/${saved.id}`), { name: 'Sales' });
    expect([changed.status, changed.body.name]).to.deep.equal([200, 'Sales']);
    const stale = await client().patch(at(`/${saved.id}`), { name: 'Old' }, { 'X-Base-Version': '1' });
    expect(stale.status).to.equal(409);
    const operation = changed.headers.get('x-operation-id')!;
    await client().expect(200).post(`${books.file.path}/history/operations/${operation}/revert`);
    expect(await client().ok<Saved>(at(`/${saved.id}`))).to.deep.include({ name: 'Turnover', version: 3 });
    const { changes } = await client().ok<{ changes: readonly { resource: string; id: number }[] }>(
      `${books.file.path}/sync/pull?since=0&limit=2000&resources=report-queries`,
    );
    expect(changes.map(({ resource, id }) => [resource, id])).to.deep.include(['report-queries', saved.id]);
  });

  it('are offered in all company files of the firm once they are shared, and nowhere else', async () => {
    const inOther = async () => client().ok<readonly Saved[]>(`${other}/report-queries`);
    expect(await inOther()).to.deep.equal([]);
    expect((await client().get(`${other}/report-queries/${saved.id}`)).status).to.equal(404);
    const shared = await client().patch<Saved>(at(`/${saved.id}`), { is_shared: true });
    expect(shared.body).to.deep.include({ is_shared: true, company: null });
    expect((await inOther()).map(({ id, company }) => [id, company])).to.deep.equal([[saved.id, null]]);
    expect(await client().ok<Saved>(`${other}/report-queries/${saved.id}`)).to.have.property('name', 'Turnover');
    const run = await client().ok<AnswerBody>(`${other}/report-queries/${saved.id}/run`);
    expect(run['rows']).to.deep.equal([]);
    expect((await client().patch(`${other}/report-queries/${saved.id}`, { name: 'Taken' })).status).to.equal(404);
    const stranger = await books.service.newFirm();
    const foreign = await books.service.newCompany(stranger.client);
    expect(await stranger.client.ok(`${foreign.path}/report-queries`)).to.deep.equal([]);
    expect((await stranger.client.get(`${foreign.path}/report-queries/${saved.id}/run`)).status).to.equal(404);
  });
});
