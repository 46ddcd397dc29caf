import { expect } from 'chai';
import { balanced, useLedger } from './support.ts';

interface Shown {
  readonly id: number;
  readonly label: string | null;
  readonly total_debit: string;
  readonly entry_date: string;
}

describe('Amounts and order in the list of entries', () => {
  const ledger = useLedger();
  const ids: Record<string, number> = {};

  before(async () => {
    const entries: Record<string, Record<string, unknown>> = {
      small: { lines: balanced('121.00'), label: 'Bravo', entry_date: '2026-03-15' },
      thousand: {
        lines: balanced('1121.00'),
        label: 'alpha 121,00 annoncé',
        entry_date: '2026-03-14',
        reference: 'R2',
      },
      large: { lines: balanced('1234.56'), label: 'Écho', entry_date: '2026-03-16' },
      cents: {
        lines: balanced('0.50'),
        label: '2026',
        entry_date: '2026-03-13',
        reference: 'R1',
        due_date: '2026-04-01',
      },
      year: { lines: balanced('2026.00'), entry_date: '2026-03-12', due_date: '2026-03-20' },
      split: {
        lines: [
          { account: '604000', debit: '100.00' },
          { account: '411000', debit: '21.00' },
          { account: '440000', credit: '121.00' },
        ],
        entry_date: '2026-03-11',
      },
    };
    for (const [name, fields] of Object.entries(entries)) ids[name] = (await ledger.posted(fields)).id;
  });

  const shown = async (query: string): Promise<readonly Shown[]> => {
    const body = await ledger.firm.client.ok<{ data: Shown[] }>(`${ledger.file.path}/entries?${query}`);
    return body.data;
  };
  const found = async (q: string): Promise<string[]> => {
    const entries = await shown(`q=${encodeURIComponent(q)}`);
    return entries.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id)!).sort();
  };

  it('finds an amount as each country writes it, of the entry or of a line', async () => {
    for (const q of ['121.00', '121,00', '121.0', '€121,00', '121,00 €', '€ 121,00', '-121,00', 'EUR 121.00'])
      expect(
        (await found(q)).filter((name) => name !== 'thousand'),
        q,
      ).to.deep.equal(['small', 'split']);
    for (const q of ['1 234,56', '1.234,56', '1,234.56', "1'234.56", '1234,56', '1\u202f234,56', '1 234,56 EUR'])
      expect(await found(q), q).to.deep.equal(['large']);
    expect(await found('0,50')).to.deep.equal(['cents']);
    for (const q of ['21.00', '100,00', '100.00 21.00'])
      expect(await found(q), `${q}: of any line`).to.deep.equal(['split']);
  });

  it('still finds the text, and joins it with other words', async () => {
    expect(await found('121,00')).to.include('thousand');
    expect(await found('bravo 121,00')).to.deep.equal(['small']);
    expect(await found('1 234,56 echo')).to.deep.equal(['large']);
    expect(await found('echo 121,00')).to.deep.equal([]);
  });

  it('takes no other number for an amount', async () => {
    expect(await found('bcbaa')).to.deep.equal([]);
    expect(await found('1.234')).to.deep.equal([]);
    expect(await found('99,99')).to.deep.equal([]);
    // A year is in what every entry is called: nothing of that comes from amounts.
    expect(await found('202600')).to.deep.equal([]);
  });

  it('finds the amount of an entry whose words were changed', async () => {
    const { client } = ledger.firm;
    await client.expect(200).patch(`${ledger.file.path}/entries/${ids.large}`, { label: 'Écho 2' });
    expect(await found('1234.56')).to.deep.equal(['large']);
    expect(await found('echo od-2026')).to.deep.equal(['large']);
  });

  it('sorts by a field, forwards and backwards, with what is empty last', async () => {
    const names = async (query: string) =>
      (await shown(query)).map(({ id }) => Object.keys(ids).find((name) => ids[name] === id)!);
    expect(await names('')).to.deep.equal(['large', 'small', 'thousand', 'cents', 'year', 'split']);
    expect(await names('sort=-entry_date')).to.deep.equal(await names(''));
    expect(await names('sort=entry_date')).to.deep.equal((await names('')).reverse());
    expect((await shown('sort=total_debit')).map((entry) => entry.total_debit)).to.deep.equal([
      '0.50',
      '121.00',
      '121.00',
      '1121.00',
      '1234.56',
      '2026.00',
    ]);
    expect((await names('sort=due_date')).slice(0, 2)).to.deep.equal(['year', 'cents']);
    expect((await names('sort=-due_date')).slice(0, 2)).to.deep.equal(['cents', 'year']);
    expect((await names('sort=reference')).slice(0, 2)).to.deep.equal(['cents', 'thousand']);
    expect(await names('sort=number')).to.deep.equal(Object.keys(ids));
    expect(await names('sort=-created_at')).to.deep.equal(Object.keys(ids).reverse());
    expect(await names('sort=-total_debit&per_page=2&page=2')).to.deep.equal(['thousand', 'split']);
    expect(await names('sort=-total_debit&q=121,00')).to.deep.equal(['thousand', 'split', 'small']);
    expect(await names(`sort=total_debit&account_id=${ledger.file.account('411000')}`)).to.deep.equal(['split']);
  });

  it('refuses an order that it does not know', async () => {
    const body = await ledger.firm.client.refused(422, ['sort']).get(`${ledger.file.path}/entries?sort=colour`);
    expect(body.message).to.contain('-entry_date');
  });

  it('finds what is owed to a third party, where it is not the total', async () => {
    const lines = [
      { account: '604000', debit: '500.00' },
      { account: '411000', debit: '105.00' },
      { account: '451000', credit: '105.00' },
      { account: '440000', credit: '500.00', third_party_id: ledger.supplier.id },
    ];
    const { id } = await ledger.posted({ lines, entry_date: '2026-01-02' });
    for (const q of ['500,00', '605.00', 'imprimerie 500,00'])
      expect(
        (await shown(`q=${encodeURIComponent(q)}`)).map((entry) => entry.id),
        q,
      ).to.deep.equal([id]);
  });
});
