import { expect } from 'chai';
import { useService, type TestFirm } from '../../support/service.ts';
import type { AnswerBody } from '../../support/client.ts';
import { allPostings, openForeignBooks, payTheRest, postForeignBusiness, type ForeignAccounts } from './support.ts';

const RATES = { rates: { USD: '1.2000', GBP: '0.8000' } };

const BELGIAN: ForeignAccounts = {
  ...{ customers: '400000', suppliers: '440000', sales: '700000', purchases: '604000' },
  ...{ bank: '550010', transit: '580000' },
};
const FRENCH: ForeignAccounts = {
  ...{ customers: '411000', suppliers: '401000', sales: '707000', purchases: '607000' },
  ...{ bank: '512410', transit: '580000' },
};
const LUXEMBOURGISH: ForeignAccounts = {
  ...{ customers: '4011', suppliers: '44111', sales: '7061', purchases: '6061' },
  ...{ bank: '513110', transit: '5171' },
};

describe('The worked examples of foreign currency', () => {
  const service = useService({ from: 'books' });
  let firm: TestFirm;

  const open = async (country: string, accounts: ForeignAccounts) => {
    firm ??= await service.newFirm();
    const books = await openForeignBooks(service, firm, country, accounts);
    return { ...books, ...(await postForeignBusiness(books)) };
  };

  it('Belgium: net by currency', async () => {
    const books = await open('BE', BELGIAN);
    const preview = await books.revalue('2026', { ...RATES, dry_run: true });
    const made = await books.revalue('2026', RATES);
    expect(preview).to.deep.include({ dry_run: true, currencies: made.currencies });
    expect(made).to.include({ on: '2026-12-31', method: 'net' });
    expect(
      (made.currencies as AnswerBody[]).map(({ currency, rate, gain, loss, net }) => [currency, rate, gain, loss, net]),
    ).to.deep.equal([
      ['GBP', '0.8', '73.53', '0.00', '73.53'],
      ['USD', '1.2', '222.22', '514.08', '-291.86'],
    ]);
    expect(
      (made.currencies as { items: AnswerBody[] }[])[1]!.items.map((item) => [
        item.account,
        item.currency_amount,
        item.carrying_amount,
        item.closing_amount,
        item.difference,
      ]),
    ).to.deep.equal([
      ['400000', '6000.00', '5454.55', '5000.00', '-454.55'],
      ['440000', '-2400.00', '-2222.22', '-2000.00', '222.22'],
      ['550010', '1000.00', '892.86', '833.33', '-59.53'],
    ]);
    expect(allPostings(made.entries)).to.deep.equal([
      [
        '4000009 73.53 0.00',
        '496000 454.55 0.00',
        '4400009 222.22 0.00',
        '497000 0.00 73.53',
        '4000009 0.00 454.55',
        '497000 0.00 222.22',
      ],
      ['497000 73.53 0.00', '497000 222.22 0.00', '655 232.33 0.00', '493000 0.00 73.53', '496000 0.00 454.55'],
      ['655 59.53 0.00', '550010 0.00 59.53'],
    ]);
    expect(allPostings(made.reversals)).to.deep.equal([
      ['4000009 454.55 0.00', '493000 73.53 0.00', '4000009 0.00 73.53', '4400009 0.00 222.22', '655 0.00 232.33'],
    ]);
    expect(await books.balances('2026')).to.deep.equal({
      '400000': '6631.02',
      '4000009': '-381.02',
      '440000': '-2222.22',
      '4400009': '222.22',
      '493000': '-73.53',
      '550010': '833.33',
      '580000': '2678.57',
      '604000': '2222.22',
      '654000': '64.93',
      '655': '291.86',
      '700000': '-10267.38',
    });
    await payTheRest(books, books.invoice);
    const later = await books.balances('2027');
    expect([later['654000'], later['655'], later['4000009'], later['400000']]).to.deep.equal([
      '237.16',
      '-232.33',
      undefined,
      '1176.47',
    ]);
  });

  it('France: on the balance sheet, with a provision that the next closing releases', async () => {
    const books = await open('FR', FRENCH);
    const global = await books.revalue('2026', { ...RATES, method: 'global', dry_run: true });
    expect(allPostings(global.entries).at(-1)).to.deep.equal(['681500 232.33 0.00', '151500 0.00 232.33']);
    const made = await books.revalue('2026', RATES);
    expect(made).to.include({ method: 'item' });
    expect(await books.balances('2026')).to.deep.equal({
      '151500': '-454.55',
      '401000': '-2222.22',
      '4010009': '222.22',
      '411000': '6631.02',
      '4110009': '-381.02',
      '476100': '454.55',
      '477100': '-73.53',
      '477200': '-222.22',
      '512410': '833.33',
      '580000': '2678.57',
      '607000': '2222.22',
      '656000': '64.93',
      '666000': '59.53',
      '681500': '454.55',
      '707000': '-10267.38',
    });
    await payTheRest(books, books.invoice);
    const next = await books.revalue('2027', { rates: { USD: '1.1500', GBP: '0.8500' } });
    const released = (next.entries as AnswerBody[]).map((entry) => allPostings([entry])[0]!);
    expect(released.at(-1)).to.deep.equal(['151500 454.55 0.00', '781500 0.00 454.55']);
    const later = await books.balances('2027');
    expect([later['656000'], later['151500'], later['781500'], later['681500']]).to.deep.equal([
      '237.16',
      undefined,
      '-454.55',
      undefined,
    ]);
  });

  it('Luxembourg: the lower or the higher of both rates', async () => {
    const books = await open('LU', LUXEMBOURGISH);
    const made = await books.revalue('2026', RATES);
    expect(made).to.include({ method: 'prudent' });
    expect(allPostings(made.entries)).to.deep.equal([
      ['6562 454.55 0.00', '40119 0.00 454.55'],
      ['6562 59.53 0.00', '513110 0.00 59.53'],
    ]);
    expect(allPostings(made.reversals)).to.deep.equal([['40119 454.55 0.00', '6562 0.00 454.55']]);
    await payTheRest(books, books.invoice);
    const [first, second] = [await books.balances('2026'), await books.balances('2027')];
    expect([first['6562'], second['6562']]).to.deep.equal(['579.01', '-217.39']);
  });

  it('Luxembourg: a revaluation that stands gives the same total over both years', async () => {
    const books = await open('LU', LUXEMBOURGISH);
    const settings = { revaluation: { reverse: false } };
    expect((await firm.client.patch(`${books.file.path}/settings`, settings)).status).to.equal(200);
    const made = await books.revalue('2026', RATES);
    expect(made.reversals).to.deep.equal([]);
    const opened = await firm.client.post(`${books.file.path}/fiscal-years`, {
      starts_on: '2027-01-01',
      ends_on: '2027-12-31',
    });
    expect(opened.status).to.equal(201);
    await payTheRest(books, books.invoice);
    await books.revalue('2027', { rates: { USD: '1.1200', GBP: '0.8500' } });
    const later = await books.balances('2027');
    // 199.28 is the gain of the bank account.
    expect([later['6562'], later['7562'], later['40119']]).to.deep.equal(['237.16', '-653.83', undefined]);
  });
});
