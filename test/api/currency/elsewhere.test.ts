import { expect } from 'chai';
import type { AnswerBody } from '../../support/client.ts';
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
