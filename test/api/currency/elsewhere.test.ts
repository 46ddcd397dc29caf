import { expect } from 'chai';
import { expectRefusal, expectStatus, type AnswerBody } from '../../support/client.ts';
import { useLedger } from '../ledger/support.ts';

/** What is computed from the books stays in the currency of the company file. */
describe('Subjects that use entries in a currency', () => {
  const ledger = useLedger({ from: 'books' });
  const made = (path: string, body: object) => ledger.firm.client.created(`${ledger.file.path}${path}`, body);
  const get = (path: string) => ledger.firm.client.ok(`${ledger.file.path}${path}`);
  const inDollars = { currency: 'USD', exchange_rate: '1.08' };
  let bought: { readonly id: number }[];

  before('buy a machine and some paper for dollars', async () => {
    for (const code of ['BXL', 'LGE']) await made('/analytic-codes', { axis: 'SITE', code, label: code });
    const entry = await ledger.posted({
      entry_date: '2026-11-20',
      lines: [
        { account: '230000', debit: '2222.22', ...inDollars, currency_amount: '2400.00' },
        {
          ...{ account: '604000', debit: '100.00', ...inDollars, currency_amount: '108.00' },
          analytics: [
            { code: 'BXL', share: '60.00' },
            { code: 'LGE', share: '40.00' },
          ],
        },
        { account: '440000', credit: '2322.22', ...inDollars, currency_amount: '-2508.00' },
      ],
    });
    bought = entry.lines as { id: number }[];
  });

  it('takes the cost of a fixed asset at the rate of the booking', async () => {
    const asset = await made('/fixed-assets', { origin_line_id: bought[0]!.id, label: 'Machine' });
    expect(asset).to.include({ cost: '2222.22', book_value: '2222.22' });
  });

  describe('that post entries themselves', () => {
    const post = (path: string, body: object = {}) => ledger.firm.client.post(`${ledger.file.path}${path}`, body);
    const refuses = async (sent: ReturnType<typeof post>, field: string) => {
      const { error_codes } = await expectRefusal(sent, 422, 'validation_failed');
      expect(error_codes).to.deep.equal({ [field]: ['currency_missing'] });
    };
    const set = (settings: object) =>
      expectStatus(ledger.firm.client.patch(`${ledger.file.path}/settings`, settings), 200);

    before('open accounts in dollars', async () => {
      for (const number of ['444800', '630800', '640800'])
        await made('/accounts', { number, label: 'USD', currency: 'USD' });
      await made('/fiscal-years', { starts_on: '2027-01-01', ends_on: '2027-12-31' });
    });
    const find = async (number: string) =>
      ((await get(`/accounts?q=${number}`)) as unknown as AnswerBody[]).find((account) => account.number === number);

    it('refuse an account that is kept in a currency: accruals', async () => {
      const item = { kind: 'invoice_to_receive', account: '610000', amount: '10.00', counterpart_account: '444800' };
      await refuses(post(`/fiscal-years/${ledger.file.fiscalYearId}/accruals`, { items: [item] }), 'items');
    });

    it('refuse it for the difference of a lettering', async () => {
      await set({ auto_entries: { reconciliation_difference: { max_amount: '0.05', expense_account: '640800' } } });
      const lines = [
        { account: '400000', debit: '10.00' },
        { account: '400000', credit: '9.99' },
        { account: '580000', credit: '0.01' },
      ];
      const entry = await ledger.posted({ entry_date: '2026-11-20', lines });
      const [one, other] = entry.lines as { id: number }[];
      await refuses(post('/lettering', { line_ids: [one!.id, other!.id] }), 'line_ids');
    });

    it('refuse it for the depreciation of an asset', async () => {
      const charge_account_id = (await find('630800'))!.id;
      const account_id = ledger.file.account('240000');
      const asset = { label: 'Desk', cost: '1200.00', account_id, acquired_on: '2026-01-01', charge_account_id };
      await made('/fixed-assets', { ...asset, method: 'linear', duration_months: 60 });
      await refuses(post('/fixed-assets/depreciate', { until: '2026-12-31' }), 'until');
    });
  });

  describe('that recur', () => {
    const template = (lines: readonly object[]) => ({
      kind: 'free',
      label: 'Licence',
      template: { journal_id: ledger.file.journal('OD'), lines },
      schedule: { unit: 'month', starts_on: '2026-10-31', month_end: true, until: '2026-10-31' },
      reverses_next_period: true,
    });
    const rent = { account: '610000', debit: '100.00' };

    it('post to an account in a currency at the amounts of the template', async () => {
      const line = { account: '444800', credit: '100.00', currency: 'USD', currency_amount: '-110.00' };
      const { id, template: shown } = await made('/recurring-entries', template([rent, line]));
      expect((shown as { lines: AnswerBody[] }).lines[1]).to.include({
        ...{ currency: 'USD', currency_amount: '-110.00', exchange_rate: null },
      });
      const path = `${ledger.file.path}/recurring-entries/${String(id)}/run`;
      const done = await expectStatus(ledger.firm.client.post(path, { until: '2026-10-31' }), 200);
      const [{ entry, reversal }] = done.posted as [{ entry: AnswerBody; reversal: AnswerBody }];
      expect((entry.lines as AnswerBody[])[1]).to.include({ currency_amount: '-110.00', exchange_rate: '1.1' });
      expect((reversal.lines as AnswerBody[])[1]).to.include({ debit: '100.00', currency_amount: '110.00' });
    });

    it('are refused without the amount in it', async () => {
      const sent = ledger.firm.client.post(
        `${ledger.file.path}/recurring-entries`,
        template([rent, { account: '444800', credit: '100.00' }]),
      );
      const { error_codes } = await expectRefusal(sent, 422, 'validation_failed');
      expect(error_codes).to.deep.equal({ 'template.lines.1.currency': ['currency_missing'] });
    });
  });

  it('shares the amount in the currency of the file among analytic codes', async () => {
    const report = await get('/reports/analytic?axis=SITE&from=2026-11-20&to=2026-11-20&account_from=6&account_to=6');
    const rows = report.rows as AnswerBody[];
    expect(rows.map(({ code, debit }) => [code, debit])).to.deep.equal([
      ['BXL', '60.00'],
      ['LGE', '40.00'],
    ]);
  });

  it('compares budgets with amounts in the currency of the file', async () => {
    const budget = await made('/budgets', {
      name: 'Papier',
      fiscal_year_id: ledger.file.fiscalYearId,
      lines: [{ account: '604000', amount: '1200.00', spread: 'even' }],
    });
    const { rows } = await get(`/budgets/${budget.id}/comparison`);
    const row = (rows as (AnswerBody & { periods: AnswerBody[] })[]).find(({ account }) => account === '604000')!;
    expect(row.periods[10]).to.include({ budget: '100.00', actual: '100.00', variance: '0.00' });
  });
});
