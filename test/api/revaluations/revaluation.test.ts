import { expect } from 'chai';
import { expectRefusal, expectStatus, type Answer, type AnswerBody } from '../../support/client.ts';
import { useService, type TestFirm } from '../../support/service.ts';
import {
  allPostings,
  openForeignBooks,
  postForeignBusiness,
  type ForeignAccounts,
  type ForeignBooks,
} from './support.ts';

const ACCOUNTS: ForeignAccounts = {
  ...{ customers: '400000', suppliers: '440000', sales: '700000', purchases: '604000' },
  ...{ bank: '550010', transit: '580000' },
};
const RATES = { rates: { USD: '1.2000', GBP: '0.8000' } };

describe('Revaluation of foreign currencies', () => {
  const service = useService({ from: 'books' });
  let firm: TestFirm;
  let books: ForeignBooks;
  let path: string;

  const post = (body: object = {}) => firm.client.post<AnswerBody>(`${path}/revaluation`, body);
  const findings = async () => {
    const { checks } = await firm.client.ok(`${path}/closing-check`);
    return (checks as { code: string }[]).map(({ code }) => code).filter((code) => code.startsWith('revaluation'));
  };
  const countEntries = async () => (await firm.client.ok(`${books.file.path}/entries?per_page=1`)).total as number;
  const undo = (answer: Answer<AnswerBody>) =>
    firm.client.post<AnswerBody>(
      `${books.file.path}/history/operations/${answer.headers.get('x-operation-id')}/revert`,
      {},
    );

  beforeEach(async () => {
    firm ??= await service.newFirm();
    books = await openForeignBooks(service, firm, 'BE', ACCOUNTS);
    path = `${books.file.path}/fiscal-years/${books.file.fiscalYearId}`;
    await postForeignBusiness(books);
  });

  it('is reported by the closing check until it is made, and again when something has moved', async () => {
    expect(await findings()).to.deep.equal(['revaluation_missing']);
    expect((await firm.client.get(`${path}/revaluation`)).status).to.equal(404);
    await books.revalue('2026', RATES);
    expect(await findings()).to.deep.equal([]);
    expect((await books.show('2026')).has_moved).to.equal(false);
    await books.post({
      ...{ on: '2026-12-20', debit: '400000', credit: '700000', base: '100.00' },
      ...{ currency: 'USD', amount: '110.00', rate: '1.1' },
    });
    expect(await findings()).to.deep.equal(['revaluation_moved']);
    expect((await books.show('2026')).has_moved).to.equal(true);
  });

  it('posts nothing when it is run again, and only the difference when something has moved', async () => {
    const first = await books.revalue('2026', RATES);
    const before = await countEntries();
    const again = await post();
    expect([again.status, again.body.entries, again.body.reversals]).to.deep.equal([200, [], []]);
    expect(again.body.currencies).to.deep.equal(first.currencies);
    expect(await countEntries()).to.equal(before);
    await books.post({
      ...{ on: '2026-12-20', debit: '400000', credit: '700000', base: '100.00' },
      ...{ currency: 'USD', amount: '110.00', rate: '1.1' },
    });
    const moved = await books.revalue('2026');
    expect(allPostings(moved.entries)).to.deep.equal([
      ['496000 8.33 0.00', '4000009 0.00 8.33'],
      ['655 8.33 0.00', '496000 0.00 8.33'],
    ]);
    expect(allPostings(moved.reversals)).to.deep.equal([['4000009 8.33 0.00', '655 0.00 8.33']]);
    const shown = await books.show('2026');
    expect([shown.has_moved, (shown.entries as []).length, (shown.reversals as []).length]).to.deep.equal([
      false,
      5,
      2,
    ]);
  });

  it('shows what a dry run would post, and records nothing', async () => {
    const before = await countEntries();
    const preview = await books.revalue('2026', { ...RATES, dry_run: true });
    expect(await countEntries()).to.equal(before);
    expect(await firm.client.ok(`${books.file.path}/fiscal-years`)).to.have.lengthOf(1);
    const made = await books.revalue('2026', RATES);
    expect(allPostings(preview.entries)).to.deep.equal(allPostings(made.entries));
    expect(allPostings(preview.reversals)).to.deep.equal(allPostings(made.reversals));
    const nothing = await books.revalue('2026', { dry_run: true });
    expect([nothing.entries, nothing.currencies]).to.deep.equal([[], made.currencies]);
  });

  it('is undone and done again as a whole', async () => {
    const before = await books.balances('2026');
    const made = await post(RATES);
    const after = await books.balances('2026');
    const undone = await undo(made);
    expect(undone.status, undone.text).to.equal(200);
    expect(await books.balances('2026')).to.deep.equal(before);
    expect((await firm.client.get(`${path}/revaluation`)).status).to.equal(404);
    expect(await findings()).to.deep.equal(['revaluation_missing']);
    const redone = await undo(undone);
    expect(redone.status, redone.text).to.equal(200);
    expect(await books.balances('2026')).to.deep.equal(after);
    const shown = await books.show('2026');
    expect([shown.has_moved, shown.currencies]).to.deep.equal([false, made.body.currencies]);
    await undo(redone);
    expect((await post(RATES)).status).to.equal(200);
    expect(await books.balances('2026')).to.deep.equal(after);
  });

  it('is undone from the last run to the first', async () => {
    const first = await post(RATES);
    await post({ rates: { USD: '1.2500' } });
    const refused = await expectRefusal(undo(first), 422, 'revert_blocked');
    expect(refused).to.include({ reason: 'undo_revaluation_later' });
  });

  it('owns its entries: they are not reversed one by one', async () => {
    const { entries } = await books.revalue('2026', RATES);
    const [entry] = entries as AnswerBody[];
    await expectRefusal(
      firm.client.post(`${books.file.path}/entries/${String(entry!.id)}/reverse`, {}),
      422,
      'entry_of_revaluation',
    );
  });

  it('refuses a day without a rate, a method of another country, a day outside the year and wrong rates', async () => {
    const unknown = await expectRefusal(post({ rates: { USD: '1.2' } }), 422, 'rate_unknown');
    expect(unknown).to.include({ currency: 'GBP', on: '2026-12-31' });
    expect(unknown.errors).to.have.all.keys('rates.GBP');
    const errors = async (body: object) => Object.keys((await expectStatus(post(body), 422)).errors);
    expect(await errors({ method: 'prudent' })).to.deep.equal(['method']);
    expect(await errors({ on: '2027-01-01' })).to.deep.equal(['on']);
    expect(await errors({ rates: { USD: '0', GBP: 'x' } })).to.deep.equal(['rates.USD', 'rates.GBP']);
    expect(await errors({ rates: { USD: 1.2, XYZ: '1' } })).to.deep.equal(['rates.XYZ']);
  });

  it('uses the rates of the company file, and respects locked periods', async () => {
    for (const [currency, rate] of [
      ['USD', '1.2000'],
      ['GBP', '0.8000'],
    ])
      await expectStatus(
        firm.client.post(`${books.file.path}/exchange-rates`, { currency, rate, on: '2026-12-30' }),
        201,
      );
    const year = await firm.client.ok(path);
    const december = (year.periods as { id: number }[]).at(-1)!.id;
    await expectStatus(firm.client.post(`${path}/periods/${december}/lock`, {}), 200);
    await expectRefusal(post(), 422, 'period_locked');
    await expectStatus(firm.client.post(`${path}/periods/${december}/unlock`, {}), 200);
    const made = await books.revalue('2026');
    expect((made.currencies as { rate: string }[]).map(({ rate }) => rate)).to.deep.equal(['0.8', '1.2']);
  });

  it('survives the closing of the year: the balances open with it, and the reversal takes it back', async () => {
    await books.revalue('2026', RATES);
    await expectStatus(firm.client.post(`${path}/close`, {}), 200);
    const later = await books.balances('2027');
    expect([later['4000009'], later['493000'], later['400000'], later['550010']]).to.deep.equal([
      undefined,
      undefined,
      '6631.02',
      '833.33',
    ]);
    expect((await books.show('2026')).has_moved).to.equal(false);
  });
});
