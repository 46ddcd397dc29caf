import { expect } from 'chai';
import { getEndOfBookDay, toBookDate } from '../../../domain/dates.ts';
import { expectStatus, type AnswerBody } from '../../support/client.ts';
import { linesOf, useLedger } from './support.ts';

interface CurrencyLine {
  readonly currency: string | null;
  readonly currency_amount: string | null;
  readonly exchange_rate: string | null;
}

const currenciesOf = (body: AnswerBody) =>
  (linesOf(body) as unknown as CurrencyLine[]).map(({ currency, currency_amount, exchange_rate }) => [
    currency,
    currency_amount,
    exchange_rate,
  ]);

describe('Entries in a currency', () => {
  const ledger = useLedger({ from: 'books' });
  const { service, posted, post } = ledger;
  const usd = { currency: 'USD', currency_amount: '10000.00', exchange_rate: '1.1000' };
  const lines = [
    { account: '400000', debit: '9090.91', ...usd },
    { account: '700000', credit: '9090.91', ...usd, currency_amount: '-10000.00' },
  ];
  const shown = [
    ['USD', '10000.00', '1.1'],
    ['USD', '-10000.00', '1.1'],
  ];

  it('shows the members of the lines in answers, lists, the feed and as of an earlier moment', async () => {
    const { client } = ledger.firm;
    const entry = await posted({ lines });
    expect(currenciesOf(entry)).to.deep.equal(shown);
    const { body: read } = await client.get(`${ledger.file.path}/entries/${entry.id}`);
    expect(currenciesOf(read)).to.deep.equal(shown);
    // Later than anything here, and never the next day of the books.
    const moment = encodeURIComponent(getEndOfBookDay(toBookDate(new Date())));
    const past = await expectStatus(client.get(`${ledger.file.path}/entries/${entry.id}?known_at=${moment}`), 200);
    expect(currenciesOf(past)).to.deep.equal(shown);
    const plain = await posted();
    expect(currenciesOf(plain)).to.deep.equal([
      [null, null, null],
      [null, null, null],
    ]);
    const reversal = await expectStatus(client.post(`${ledger.file.path}/entries/${entry.id}/reverse`, {}), 201);
    expect(currenciesOf(reversal.reversal as AnswerBody)[0]).to.deep.equal(['USD', '-10000.00', '1.1']);
  });

  it('takes them in batches and previews', async () => {
    const { client } = ledger.firm;
    const batch = await expectStatus(
      client.post(`${ledger.file.path}/entries/batch`, { entries: [ledger.entry({ lines })] }),
      201,
    );
    expect(currenciesOf((batch.data as AnswerBody[])[0]!)).to.deep.equal(shown);
    const preview = await expectStatus(post({ lines, dry_run: true }), 200);
    expect(currenciesOf(preview)).to.deep.equal(shown);
  });

  it('refuses a code that is no currency, and a rate that disagrees', async () => {
    const wrong = await expectStatus(post({ lines: [{ ...lines[0], currency: 'XXY' }, lines[1]] }), 422);
    expect(Object.keys(wrong.errors)).to.deep.equal(['lines.0.currency']);
    const far = await expectStatus(post({ lines: [{ ...lines[0], exchange_rate: '1.2' }, lines[1]] }), 422);
    expect(Object.keys(far.errors)).to.deep.equal(['lines.0.exchange_rate']);
  });

  it('keeps the balances of each currency, and carries them forward', async () => {
    const { client } = ledger.firm;
    const file = await service.newCompany(client);
    const number = { number: '550800', label: 'Bank USD', currency: 'usd' };
    const account = await expectStatus(client.post(`${file.path}/accounts`, number), 201);
    expect(account).to.include({ currency: 'USD' });
    const entry = (debit: string, amount: string) => ({
      journal_id: file.journal('OD'),
      entry_date: '2026-03-15',
      lines: [
        { account: '550800', debit, currency: 'USD', currency_amount: amount },
        { account: '100000', credit: debit },
      ],
    });
    await expectStatus(client.post(`${file.path}/entries`, entry('500.00', '550.00')), 201);
    await expectStatus(client.post(`${file.path}/entries`, entry('100.00', '112.00')), 201);
    await expectStatus(client.post(`${file.path}/fiscal-years/${file.fiscalYearId}/close`, {}), 200);
    const { rows } = await service.core.pool.query(
      `SELECT layer, currency, sum(debit)::text AS debit, sum(currency_debit)::text AS amount FROM read.currency_balances
        WHERE company_id = $1 GROUP BY 1, 2 ORDER BY 1`,
      [file.body.id],
    );
    expect(rows).to.deep.equal([
      { layer: 'carried', currency: 'USD', debit: '600.00', amount: '662.00' },
      { layer: 'movement', currency: 'USD', debit: '600.00', amount: '662.00' },
    ]);
    const year = `${file.path}/fiscal-years/${file.fiscalYearId}`;
    const reopened = await client.post(`${year}/reopen`, {});
    expect(reopened.status, reopened.text).to.equal(200);
    const operation = reopened.headers.get('x-operation-id')!;
    await expectStatus(client.post(`${file.path}/history/operations/${operation}/revert`, {}), 200);
    const { rows: again } = await service.core.pool.query(
      `SELECT layer, sum(currency_debit - currency_credit)::text AS amount FROM read.currency_balances
        WHERE company_id = $1 GROUP BY 1 ORDER BY 1`,
      [file.body.id],
    );
    expect(again).to.deep.equal([
      { layer: 'carried', amount: '662.00' },
      { layer: 'movement', amount: '662.00' },
    ]);
  });
});
