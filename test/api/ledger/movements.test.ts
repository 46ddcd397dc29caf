import { expect } from 'chai';
import type { AnswerBody } from '../../support/client.ts';
import { useLedger } from './support.ts';

describe('Ledgers of accounts and third parties', () => {
  const ledger = useLedger();
  let account: number;
  let supplier: number;

  const get = (path: string) => ledger.firm.client.ok(`${ledger.file.path}${path}`);
  const owe = (entry_date: string, amount: string, fields: object = {}) =>
    ledger.posted({
      entry_date,
      reference: `F-${amount}`,
      lines: [
        { account: '604000', debit: amount },
        { account: '440000', credit: amount, third_party_id: supplier, label: 'Facture' },
      ],
      ...fields,
    });

  before(async () => {
    supplier = ledger.supplier.id;
    await owe('2026-01-10', '100.00', { due_date: '2026-02-09' });
    await owe('2026-02-10', '50.50');
    await owe('2026-01-20', '25.25', { due_date: '2026-01-31' });
    await ledger.posted({
      entry_date: '2026-03-01',
      lines: [
        { account: '440000', debit: '100.00', third_party_id: supplier },
        { account: '550000', credit: '100.00' },
      ],
    });
    const accounts = (await get('/accounts?q=440000')) as unknown as AnswerBody[];
    account = accounts.find((row) => row.number === '440000')!.id;
  });

  const balances = (body: AnswerBody) => (body.data as AnswerBody[]).map((row) => row.balance);

  it('show movements by date with the balance behind each', async () => {
    const body = await get(`/accounts/${account}/ledger`);
    expect(balances(body)).to.deep.equal(['-100.00', '-125.25', '-175.75', '-75.75']);
    expect(body).to.include({
      total: 4,
      opening_balance: '0.00',
      total_debit: '100.00',
      total_credit: '175.75',
      closing_balance: '-75.75',
    });
    const [first] = body.data as AnswerBody[];
    expect(first).to.deep.include({
      entry_date: '2026-01-10T00:00:00.000000Z',
      due_date: '2026-02-09T00:00:00.000000Z',
      reference: 'F-100.00',
      label: 'Facture',
      debit: '0.00',
      credit: '100.00',
      third_party: { id: supplier, name: 'Imprimerie' },
    });
    expect(first!.journal).to.include({ code: 'OD' });
    expect(first!.account).to.include({ number: '440000' });
  });

  it('go on with the balance on later pages and behind an opening balance', async () => {
    const second = await get(`/accounts/${account}/ledger?per_page=3&page=2`);
    expect(balances(second)).to.deep.equal(['-75.75']);
    const february = await get(`/accounts/${account}/ledger?from=2026-02-01&to=2026-02-28`);
    expect(balances(february)).to.deep.equal(['-175.75']);
    expect(february).to.include({ opening_balance: '-125.25', closing_balance: '-175.75', total: 1 });
  });

  it('are the same from the side of the third party', async () => {
    const body = await get(`/third-parties/${supplier}/ledger`);
    expect(balances(body)).to.deep.equal(['-100.00', '-125.25', '-175.75', '-75.75']);
  });

  it('give the balance of an account by period, also as of a day', async () => {
    const body = await get(`/accounts/${account}/balance`);
    expect(body).to.include({ debit: '100.00', credit: '175.75', balance: '-75.75' });
    const periods = body.periods as AnswerBody[];
    expect(periods).to.have.length(12);
    expect(periods[0]).to.include({ debit: '0.00', credit: '125.25', balance: '-125.25', closing_balance: '-125.25' });
    expect(periods[1]).to.include({ balance: '-50.50', closing_balance: '-175.75' });
    expect(periods[11]).to.include({ balance: '0.00', closing_balance: '-75.75' });
    const early = await get(`/accounts/${account}/balance?as_of=2026-01-15`);
    expect(early).to.include({ balance: '-100.00' });
  });

  it('list what is open, with how late it is', async () => {
    const items = (await get(`/third-parties/${supplier}/open-items?as_of=2026-02-10`)) as unknown as AnswerBody[];
    expect(items.map((row) => [row.amount, row.days_late])).to.deep.equal([
      ['-25.25', 10],
      ['-100.00', 1],
      ['-50.50', 0],
    ]);
  });

  it('refuse what cannot be, and hide what is elsewhere', async () => {
    const { client } = ledger.firm;
    const { path } = ledger.file;
    for (const url of [`/accounts/${account}/ledger?from=x`, `/accounts/${account}/balance?as_of=2026-02-30`])
      expect((await client.get(`${path}${url}`)).status, url).to.equal(422);
    for (const url of ['/accounts/999999/ledger', '/accounts/999999/balance', '/third-parties/999999/ledger'])
      expect((await client.get(`${path}${url}`)).status, url).to.equal(404);
    const other = await ledger.service.newCompany(client);
    for (const url of [`/accounts/${account}/ledger`, `/third-parties/${supplier}/open-items`])
      expect((await client.get(`${other.path}${url}`)).status, url).to.equal(404);
  });
});
