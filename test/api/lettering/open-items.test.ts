import { expect } from 'chai';
import type { AnswerBody } from '../../support/client.ts';
import { useBooks } from './support.ts';

describe('Open items', () => {
  const books = useBooks();
  let customer: number;
  let supplier: number;
  const ids: Record<string, number> = {};

  const get = (query: string) => books.firm.client.ok(`${books.file.path}/open-items?${query}`);
  const rows = async (query: string) => (await get(query)).data as AnswerBody[];
  const names = async (query: string) => {
    const byId = new Map(Object.entries(ids).map(([name, id]) => [id, name]));
    return (await rows(query)).map((row) => `${byId.get(row.id)} ${String(row.amount)}`);
  };

  before(async () => {
    customer = await books.party();
    supplier = await books.party({ type: 'supplier', name: 'Imprimerie' });
    ids.first = await books.item('100.00', {
      party: customer,
      entry_date: '2026-01-10',
      due_date: '2026-02-09',
      reference: 'F-1',
    });
    ids.second = await books.item('50.00', { party: customer, entry_date: '2026-01-20', due_date: '2026-01-31' });
    ids.bill = await books.item('-70.00', {
      party: supplier,
      account: '440000',
      entry_date: '2026-01-05',
      due_date: '2026-03-06',
    });
    ids.part = await books.item('-30.00', { party: customer, entry_date: '2026-02-15' });
    ids.rest = await books.item('-70.00', { party: customer, entry_date: '2026-03-20' });
    ids.later = await books.item('8.00', { party: customer, entry_date: '2026-06-01' });
    ids.nobody = await books.item('12.00', { account: '499000', entry_date: '2026-01-02' });
    ids.unnamed = await books.item('3.00', { entry_date: '2026-01-03' });
    await books.letter([ids.first, ids.part], { partial: true });
    await books.letter([ids.first, ids.rest]);
  });

  it('are as they were on any day', async () => {
    const on = (day: string) => names(`third_party_id=${customer}&as_of=${day}`);
    expect(await on('2026-01-09')).to.deep.equal([]);
    expect(await on('2026-01-15')).to.deep.equal(['first 100.00']);
    expect(await on('2026-02-14')).to.deep.equal(['second 50.00', 'first 100.00']);
    expect(await on('2026-02-15')).to.deep.equal(['second 50.00', 'first 70.00']);
    expect(await on('2026-03-19')).to.deep.equal(['second 50.00', 'first 70.00']);
    expect(await on('2026-03-20')).to.deep.equal(['second 50.00']);
    expect(await on('2026-12-31')).to.deep.equal(['second 50.00', 'later 8.00']);
  });

  it('carry the letters of what had settled them by then', async () => {
    const letters = async (day: string) => {
      const found = await rows(`third_party_id=${customer}&as_of=${day}`);
      return (found.find(({ id }) => id === ids.first)!.lettering_codes as string[]).length;
    };
    expect([await letters('2026-02-14'), await letters('2026-02-15'), await letters('2026-03-19')]).to.deep.equal([
      0, 1, 1,
    ]);
  });

  it('tell what they were, what was settled and how late they are', async () => {
    const [second, first] = await rows(`third_party_id=${customer}&as_of=2026-02-20`);
    expect(first).to.deep.include({
      id: ids.first,
      due_date: '2026-02-09T00:00:00.000000Z',
      days_late: 11,
      original_amount: '100.00',
      settled_amount: '30.00',
      amount: '70.00',
      reference: 'F-1',
      third_party: { id: customer, name: 'Hôtel' },
    });
    expect(second).to.include({ settled_amount: '0.00', days_late: 20 });
    const body = await get(`third_party_id=${customer}&as_of=2026-02-20`);
    expect(body).to.deep.include({
      as_of: '2026-02-20',
      total: 2,
      totals: { debit: '120.00', credit: '0.00', balance: '120.00', overdue: '120.00' },
    });
  });

  it('agree with the third party, its statement and its age on the same day', async () => {
    const [path, day] = [`${books.file.path}/third-parties/${customer}`, '2026-02-20'];
    const items = await rows(`third_party_id=${customer}&as_of=${day}`);
    expect((await books.firm.client.get(`${path}/open-items?as_of=${day}`)).body).to.deep.equal(items);
    const statement = (await books.firm.client.get(`${path}/statement?as_of=${day}`)).body;
    expect(statement.open_items).to.deep.equal(items);
    expect(statement.ageing).to.include({ not_due: '0.00', days_1_30: '120.00', total: '120.00' });
  });

  it('are narrowed by type, account and due date', async () => {
    const as_of = 'as_of=2026-01-25';
    expect(await names(as_of)).to.deep.equal([
      'nobody 12.00',
      'unnamed 3.00',
      'second 50.00',
      'first 100.00',
      'bill -70.00',
    ]);
    expect(await names(`${as_of}&type=supplier`)).to.deep.equal(['bill -70.00']);
    // Without a third party the account tells.
    expect(await names(`${as_of}&type=customer`)).to.deep.equal(['unnamed 3.00', 'second 50.00', 'first 100.00']);
    expect(await names(`${as_of}&account_id=${books.file.account('499000')}`)).to.deep.equal(['nobody 12.00']);
    expect(await names(`${as_of}&due_before=2026-01-31`)).to.deep.equal(['nobody 12.00', 'unnamed 3.00']);
    expect(await names(`${as_of}&due_before=2026-02-01&type=customer`)).to.deep.equal(['unnamed 3.00', 'second 50.00']);
    expect(await names(`account_id=${books.file.account('440000')}&third_party_id=${customer}`)).to.deep.equal([]);
  });

  it('are due when their entry says so, also after that was amended and at a moment before', async () => {
    const late = await books.party({ name: 'Brasserie' });
    const [amended, other] = [
      await books.item('40.00', { party: late, entry_date: '2026-05-01', due_date: '2026-05-31' }),
      await books.item('20.00', { party: late, entry_date: '2026-05-02', due_date: '2026-06-15' }),
    ];
    const query = `third_party_id=${late}&as_of=2026-06-10`;
    const due = async (more = '') => {
      const { data, totals } = await get(query + more);
      const days = (data as AnswerBody[]).map((row) => [row.id, (row.due_date as string).slice(0, 10)]);
      return { days, overdue: (totals as AnswerBody).overdue };
    };
    const before = {
      days: [
        [amended, '2026-05-31'],
        [other, '2026-06-15'],
      ],
      overdue: '40.00',
    };
    expect(await due()).to.deep.equal(before);
    const entry = (await rows(query))[0]!.entry_id as number;
    const moment = new Date().toISOString();
    await books.firm.client.expect(200).patch(`${books.file.path}/entries/${entry}`, { due_date: '2026-06-30' });
    expect(await due()).to.deep.equal({
      days: [
        [other, '2026-06-15'],
        [amended, '2026-06-30'],
      ],
      overdue: '0.00',
    });
    expect((await due('&due_before=2026-06-20')).days).to.deep.equal([[other, '2026-06-15']]);
    const statement = await books.firm.client.get(
      `${books.file.path}/third-parties/${late}/statement?as_of=2026-06-10`,
    );
    expect(statement.body.ageing).to.include({ not_due: '60.00', total: '60.00' });
    expect(await due(`&known_at=${moment}`)).to.deep.equal(before);
  });

  it('come in pages in one order, with the totals of all', async () => {
    const all = await names('as_of=2026-01-25');
    const pages = [];
    for (const page of [1, 2, 3]) pages.push(...(await names(`as_of=2026-01-25&per_page=2&page=${page}`)));
    expect(pages).to.deep.equal(all);
    const body = await get('as_of=2026-01-25&per_page=2&page=2');
    expect(body).to.deep.include({
      total: 5,
      last_page: 3,
      totals: { debit: '165.00', credit: '70.00', balance: '95.00', overdue: '15.00' },
    });
  });

  it('of a third party are all there, however many', async () => {
    const many = await books.party();
    for (const entry_date of ['2026-04-01', '2026-04-02', '2026-04-03']) {
      const items = Array.from({ length: 700 }, () => ({ account: '400000', debit: '1.00', third_party_id: many }));
      await books.posted({ entry_date, lines: [...items, { account: '550000', credit: '700.00' }] });
    }
    const { status, body, headers } = await books.firm.client.get<AnswerBody[]>(
      `${books.file.path}/third-parties/${many}/open-items?as_of=2026-05-01`,
    );
    expect([status, headers.get('content-type')]).to.deep.equal([200, 'application/json; charset=utf-8']);
    expect(new Set(body.map(({ id }) => id)).size).to.equal(2_100);
    expect([body[0]!.days_late, body.at(-1)!.days_late]).to.deep.equal([30, 28]);
    expect((await get(`third_party_id=${many}&as_of=2026-05-01&per_page=200&page=11`)).data).to.deep.equal(
      body.slice(2_000),
    );
  });

  it('are of today unless a day is named', async () => {
    expect((await get('')).as_of).to.match(/^\d{4}-\d\d-\d\d$/);
  });

  it('refuse what narrows nothing', async () => {
    for (const query of ['type=other', 'account_id=x', 'third_party_id=0', 'due_before=soon', 'as_of=2026-02-30']) {
      const { status, body } = await books.firm.client.get(`${books.file.path}/open-items?${query}`);
      expect([query, status, Object.keys(body.errors)]).to.deep.equal([query, 422, [query.split('=')[0]]]);
    }
  });
});
