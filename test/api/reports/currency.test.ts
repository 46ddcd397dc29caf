import { expect } from 'chai';
import { getEndOfBookDay, toBookDate } from '../../../domain/dates.ts';
import { expectStatus } from '../../support/client.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';

type Row = Readonly<Record<string, unknown>>;
type Answer = Row;

describe('Reports in a currency', () => {
  const service = useService({ from: 'books' });
  const known = {} as { firm: TestFirm; file: TestCompany; customer: number; bank: number };

  before('post in dollars, pounds and euros', async () => {
    known.firm = await service.newFirm();
    const { client } = known.firm;
    known.file = await service.newCompany(client);
    const { path, journal } = known.file;
    const bank = { number: '550800', label: 'Bank USD', currency: 'USD' };
    known.bank = (await expectStatus(client.post(`${path}/accounts`, bank), 201)).id;
    const third = await expectStatus(client.post(`${path}/third-parties`, { type: 'customer', name: 'Acme' }), 201);
    known.customer = third.id;
    const post = (entry_date: string, ...lines: readonly object[]) =>
      expectStatus(client.post(`${path}/entries`, { journal_id: journal('OD'), entry_date, lines }), 201);
    const owed = (debit: string, extra: object = {}) => ({
      account: '400000',
      debit,
      third_party_id: known.customer,
      ...extra,
    });
    await post('2026-01-10', owed('9090.91', { currency: 'USD', currency_amount: '10000.00' }), {
      account: '700000',
      credit: '9090.91',
    });
    await post('2026-02-10', owed('1176.47', { currency: 'GBP', currency_amount: '1000.00' }), {
      account: '700000',
      credit: '1176.47',
    });
    await post('2026-03-10', owed('50.00'), { account: '700000', credit: '50.00' });
    await post(
      '2026-02-05',
      { account: '550800', debit: '892.86', currency: 'USD', currency_amount: '1000.00' },
      { account: '100000', credit: '892.86' },
    );
    await post(
      '2026-03-05',
      { account: '100000', debit: '92.86' },
      { account: '550800', credit: '92.86', currency: 'USD', currency_amount: '-104.00' },
    );
  });

  const read = (path: string): Promise<Answer> =>
    expectStatus(known.firm.client.get(`${known.file.path}/${path}`), 200);
  const download = async (path: string): Promise<string> => {
    const answer = await known.firm.client.get(`${known.file.path}/${path}`);
    expect(answer.status, answer.text).to.equal(200);
    return answer.text;
  };
  const findRow = (body: Answer, number: string) =>
    (body['rows'] as readonly (Row & { account: { number: string } })[]).find(
      ({ account }) => account.number === number,
    );

  it('shows an account kept in a currency with both amounts in the trial balance', async () => {
    const body = await read('reports/trial-balance?fiscal_year_id=' + String(known.file.fiscalYearId));
    expect(findRow(body, '550800')).to.deep.include({
      closing_debit: '800.00',
      balance: '800.00',
      currency: 'USD',
      in_currency: {
        opening_debit: '0.00',
        opening_credit: '0.00',
        period_debit: '1000.00',
        period_credit: '104.00',
        closing_debit: '896.00',
        closing_credit: '0.00',
        balance: '896.00',
      },
    });
    expect(findRow(body, '400000')).to.deep.include({ balance: '10317.38', currency: null, in_currency: null });
    const csv = await download('reports/trial-balance?format=CSV&lang=en');
    expect(csv)
      .to.contain('Balance in currency')
      .and.to.match(/550800.*USD.*1000[.,]00.*104[.,]00.*896[.,]00/);
  });

  it('shows only the lines of one currency in the trial balance, also up to a day inside a period', async () => {
    const body = await read('reports/trial-balance?currency=USD');
    const numbers = (body['rows'] as readonly { account: { number: string } }[]).map(({ account }) => account.number);
    expect(numbers).to.deep.equal(['400000', '550800']);
    expect(findRow(body, '400000')).to.deep.include({ balance: '9090.91', currency: 'USD' });
    expect((findRow(body, '400000')!['in_currency'] as Row)['balance']).to.equal('10000.00');
    expect((body['totals_in_currency'] as Row)['closing_debit']).to.equal('10896.00');
    const cut = await read('reports/trial-balance?currency=USD&from=2026-02-06&to=2026-03-05');
    expect(findRow(cut, '550800')!['in_currency']).to.deep.include({
      opening_debit: '1000.00',
      period_credit: '104.00',
    });
    const again = await read('reports/trial-balance?currency=USD');
    expect(again).to.deep.equal(body);
    // Later than anything here, and never the next day of the books.
    const moment = encodeURIComponent(getEndOfBookDay(toBookDate(new Date())));
    for (const path of [
      'reports/trial-balance?currency=USD',
      'reports/trial-balance?with_zero=0',
      'reports/general-ledger?currency=USD',
      'reports/aged-balance?type=customer&currency=USD',
      'open-items?currency=USD',
    ]) {
      const { known_at: _now, ...now } = await read(path);
      const { known_at: _then, ...then } = await read(`${path}&known_at=${moment}`);
      for (const name of ['rows', 'data', 'totals', 'accounts', 'totals_in_currency', 'currency_total'])
        expect(then[name], `${path}: ${name}`).to.deep.equal(now[name]);
    }
  });

  it('runs both balances in the general ledger, page by page', async () => {
    const query = 'reports/general-ledger?account_from=5508&account_to=5508';
    const body = await read(query);
    const [section] = body['accounts'] as readonly Row[];
    expect(section!['in_currency']).to.deep.equal({
      opening_balance: '0.00',
      brought_forward: '0.00',
      total_debit: '1000.00',
      total_credit: '104.00',
      closing_balance: '896.00',
    });
    const shown = (answer: Answer) =>
      (answer['data'] as readonly Row[]).map((row) => [
        row['balance'],
        row['currency_amount'],
        row['currency_balance'],
      ]);
    expect(shown(body)).to.deep.equal([
      ['892.86', '1000.00', '1000.00'],
      ['800.00', '-104.00', '896.00'],
    ]);
    const second = await read(`${query}&per_page=1&page=2`);
    expect(shown(second)).to.deep.equal([['800.00', '-104.00', '896.00']]);
    const cut = await read(`${query}&from=2026-02-01&to=2026-03-20&per_page=1&page=2`);
    expect(shown(cut)).to.deep.equal([['800.00', '-104.00', '896.00']]);
    const csv = await download(`${query}&format=CSV&lang=en`);
    expect(csv)
      .to.contain('Amount in currency')
      .and.to.match(/USD.*-104[.,]00.*896[.,]00/);
    const dollars = await read('reports/general-ledger?currency=USD&account_from=400&account_to=400');
    expect(shown(dollars)).to.deep.equal([['9090.91', '10000.00', '10000.00']]);
    const plain = await read('reports/general-ledger?account_from=400&account_to=400');
    expect(shown(plain).map(([, amount, balance]) => [amount, balance])).to.deep.equal([
      ['10000.00', null],
      ['1000.00', null],
      [null, null],
    ]);
  });

  it('runs both balances in the ledger of an account and of a third party', async () => {
    const own = await read(`accounts/${known.bank}/ledger?from=2026-03-01`);
    expect(own).to.deep.include({
      currency: 'USD',
      in_currency: {
        opening_balance: '1000.00',
        total_debit: '0.00',
        total_credit: '104.00',
        closing_balance: '896.00',
      },
    });
    expect((own['data'] as readonly Row[])[0]).to.include({ currency_balance: '896.00' });
    const pounds = await read(`third-parties/${known.customer}/ledger?currency=GBP`);
    expect(pounds).to.include({ total: 1, closing_balance: '1176.47', currency: 'GBP' });
    expect((pounds['in_currency'] as Row)['closing_balance']).to.equal('1000.00');
    const all = await read(`third-parties/${known.customer}/ledger`);
    expect(all).to.include({ total: 3, currency: null, in_currency: null });
  });

  it('lists open items with what is open in their currency', async () => {
    const all = await read(`open-items?third_party_id=${known.customer}`);
    expect(all).not.to.have.property('currency_total');
    const items = (answer: Answer) =>
      (answer['data'] as readonly Row[]).map((row) => [
        row['open_amount'],
        row['currency'],
        row['currency_open_amount'],
      ]);
    expect(items(all)).to.deep.equal([
      ['9090.91', 'USD', '10000.00'],
      ['1176.47', 'GBP', '1000.00'],
      ['50.00', null, null],
    ]);
    const dollars = await read(`open-items?third_party_id=${known.customer}&currency=USD`);
    expect(items(dollars)).to.deep.equal([['9090.91', 'USD', '10000.00']]);
    expect(dollars).to.include({ currency_total: '10000.00' });
    const ofParty = await read(`third-parties/${known.customer}/open-items?currency=GBP`);
    expect(ofParty).to.have.length(1);
  });

  it('ages what is open in a currency', async () => {
    const body = await read('reports/aged-balance?type=customer&as_of=2026-03-15&currency=USD');
    expect(body).to.deep.include({ currency: 'USD' });
    expect((body['data'] as readonly Row[])[0]).to.deep.include({ total: '9090.91' });
    expect((body['totals_in_currency'] as Row)['days_61_90']).to.equal('10000.00');
    const csv = await download('reports/aged-balance?type=customer&as_of=2026-03-15&currency=USD&format=CSV&lang=en');
    expect(csv)
      .to.contain('Total in EUR')
      .and.to.match(/10000[.,]00.*9090[.,]91/);
    const plain = await read('reports/aged-balance?type=customer&as_of=2026-03-15');
    expect(plain).to.deep.include({ currency: null, totals_in_currency: null });
  });

  it('makes statements of account in a currency, in all formats', async () => {
    const path = `third-parties/${known.customer}/statement?to=2026-03-31`;
    const body = await read(`${path}&currency=USD`);
    expect(body).to.deep.include({ currency: 'USD', total_debit: '10000.00', closing_balance: '10000.00' });
    expect((body['open_items'] as readonly Row[]).map(({ amount }) => amount)).to.deep.equal(['10000.00']);
    expect((body['ageing'] as Row)['total']).to.equal('10000.00');
    const whole = await read(path);
    expect(whole).to.deep.include({ currency: 'EUR', total_debit: '10317.38' });
    for (const format of ['PDF', 'XLSX', 'CSV']) {
      await download(`${path}&currency=USD&format=${format}`);
      await download(`reports/trial-balance?format=${format}`);
      await download(`reports/general-ledger?format=${format}`);
    }
  });

  it('refuses an unknown currency', async () => {
    const answer = await known.firm.client.get(`${known.file.path}/reports/trial-balance?currency=XYZ`);
    expect(answer.status).to.equal(422);
  });
});
