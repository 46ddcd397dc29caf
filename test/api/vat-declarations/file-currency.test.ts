import { expect } from 'chai';
import type { AnswerBody, List } from '../../support/client.ts';
import { readPdfText } from '../../support/pdf.ts';
import { useService, type TestFirm } from '../../support/service.ts';
import { vatBooks, type VatBooks } from './support.ts';

interface Line {
  readonly account: { readonly number: string };
  readonly debit: string;
  readonly credit: string;
  readonly currency: string | null;
  readonly currency_amount: string | null;
}

/** A dollar file of Luxembourg: its lines are in dollars, its VAT is in euros at the rate of the day. */
describe('VAT of a file kept in another currency', () => {
  const service = useService();
  let firm: TestFirm;
  let books: VatBooks;
  let sale: AnswerBody;
  let declaration: AnswerBody;

  const showLines = (entry: AnswerBody) =>
    (entry.lines as Line[]).map(({ account, debit, credit, currency, currency_amount }) =>
      [account.number, debit, credit, currency, currency_amount].filter((part) => part !== null).join(' '),
    );

  before(async () => {
    firm = await service.newFirm();
    books = await vatBooks(service, firm, 'LU', 'monthly', {
      currency: 'USD',
      vat_number: 'LU15027442',
      fiscal_year: { starts_on: '2026-01-01', ends_on: '2026-12-31' },
    });
    await books.post('/exchange-rates', { currency: 'EUR', on: '2026-03-02', rate: '0.9' });
    await books.post('/exchange-rates', { currency: 'EUR', on: '2026-03-31', rate: '0.95' });
  });

  it('needs the rate of the day', async () => {
    const { status, body } = await firm.client.post(`${books.file.path}/entries/invoice`, {
      journal_id: books.file.journal('VEN'),
      third_party_id: books.customer,
      entry_date: '2026-03-01',
      lines: [{ account: '70311', amount: '100.00', vat_code: 'S-17' }],
    });
    expect([status, body.error_codes]).to.deep.equal([422, { entry_date: ['rate_unknown'] }]);
    expect((body.errors as Record<string, string[]>)['entry_date']![0]).to.contain('EUR');
  });

  it('is in euros, while the lines of the entry are in dollars', async () => {
    sale = await books.document('invoice', '2026-03-15', 'S-17', '1000.00', '70311');
    expect(showLines(sale)).to.deep.equal(['70311 0.00 1000.00', '461411 0.00 170.00', '4011 1170.00 0.00']);
    expect((sale.vat as AnswerBody[])[0]).to.deep.include({ base: '900.00', due: '153.00', exchange_rate: '0.9' });
    const free = await books.post('/entries', {
      journal_id: books.file.journal('OD'),
      entry_date: '2026-03-20',
      lines: [
        { account: '6061', debit: '200.00', vat_code: 'P-S-17' },
        { account: '421611', debit: '34.00', vat_code: 'P-S-17' },
        { account: '513101', credit: '234.00' },
      ],
    });
    expect((free.vat as AnswerBody[])[0]).to.deep.include({ base: '180.00', deductible: '30.60' });
  });

  it('is what an invoice in euros states, to the cent', async () => {
    const entry = await books.post(
      '/entries/preview',
      {
        kind: 'invoice',
        journal_id: books.file.journal('VEN'),
        third_party_id: books.customer,
        entry_date: '2026-03-16',
        currency: 'EUR',
        exchange_rate: '1.17',
        lines: [{ account: '70311', amount: '100.03', vat_code: 'S-17' }],
      },
      200,
    );
    expect(showLines(entry)).to.deep.equal([
      '70311 0.00 85.50 EUR -100.03',
      '461411 0.00 14.54 EUR -17.01',
      '4011 100.04 0.00 EUR 117.04',
    ]);
    expect((entry.vat as AnswerBody[])[0]).to.deep.include({
      ...{ base: '100.03', due: '17.01', exchange_rate: '1.17' },
    });
  });

  it('is declared in euros, and settled at the rate of the last day', async () => {
    declaration = await books.post('/vat-declarations', { year: 2026, period: 3 });
    expect(declaration).to.deep.include({ amount_due: '122.40', amount_refund: '0.00' });
    const control = await books.get('/vat/control?from=2026-03-01&to=2026-03-31');
    expect((control.data as { code: string }[]).map(({ code }) => code)).not.to.include('vat_control_accounts');
    const validated = await books.post(`/vat-declarations/${declaration.id}/validate`, {}, 200);
    const entry = await books.get(`/entries/${validated.journal_entry_id}`);
    // 136 dollars on the accounts; 122.40 euros at 0.95 are 128.84 dollars.
    expect(showLines(entry)).to.have.members([
      '461411 170.00 0.00',
      '421611 0.00 34.00',
      '461412 0.00 128.84 EUR -122.40',
      '7562 0.00 7.16',
    ]);
  });

  it('is stated in euros on a sale in dollars, at the rate of the document', async () => {
    await books.post('/exchange-rates', { currency: 'EUR', on: '2026-05-20', rate: '0.8' });
    await books.post('/exchange-rates', { currency: 'EUR', on: '2026-05-25', rate: '0.85' });
    const { client } = firm;
    await client.patch(books.file.path, { street: 'Rue Haute', house_number: '1', postal_code: '1000', city: 'Lux' });
    await client.patch(`${books.file.path}/third-parties/${books.customer}`, {
      ...{ vat_number: 'LU10000053', street: 'Rue Basse', postal_code: '1000', city: 'Lux', country: 'LU' },
    });
    const recorded = await books.post('/documents', {
      type: 'sales',
      third_party_id: books.customer,
      document_date: '2026-05-20',
      lines: [{ description: 'Conseil', amount_net: '1000.00', account: '70311', vat_code: 'S-17' }],
    });
    expect(recorded).to.include({ currency: 'USD', exchange_rate: null, tax_exchange_rate: '0.8' });
    const { entry } = await books.post(`/documents/${recorded.id}/book`, { entry_date: '2026-05-26' });
    expect(((entry as AnswerBody).vat as AnswerBody[])[0]).to.include({ due: '136.00', exchange_rate: '0.8' });
    const ubl = await client.get(`${books.file.path}/documents/${recorded.id}/ubl`);
    expect(ubl.status, ubl.text).to.equal(200);
    expect(ubl.text).to.contain('<cbc:DocumentCurrencyCode>USD</cbc:DocumentCurrencyCode>');
    expect(ubl.text).to.contain('<cbc:TaxCurrencyCode>EUR</cbc:TaxCurrencyCode>');
    expect(ubl.text).to.contain('<cbc:TaxAmount currencyID="USD">170.00</cbc:TaxAmount>');
    expect(ubl.text).to.contain('<cbc:TaxAmount currencyID="EUR">136.00</cbc:TaxAmount>');
    expect(ubl.text).to.contain('136,00 (1 USD = 0,8 EUR');
  });

  it('is stated in euros on a sale in a third currency, through the currency of the file', async () => {
    await books.post('/exchange-rates', { currency: 'GBP', on: '2026-05-20', rate: '0.75' });
    const recorded = await books.post('/documents', {
      ...{ type: 'sales', third_party_id: books.customer, document_date: '2026-05-21', currency: 'GBP' },
      lines: [{ description: 'Conseil', amount_net: '1000.00', account: '70311', vat_code: 'S-17' }],
    });
    // 170 pounds are 226.67 dollars, and these 181.34 euros.
    const { entry } = await books.post(`/documents/${recorded.id}/book`, { entry_date: '2026-05-26' });
    expect(((entry as AnswerBody).vat as AnswerBody[])[0]).to.include({ due: '181.34', exchange_rate: '0.8' });
    for (const [format, tax] of [
      ['ubl', '<cbc:TaxAmount currencyID="EUR">181.34</cbc:TaxAmount>'],
      ['cii', '<ram:TaxTotalAmount currencyID="EUR">181.34</ram:TaxTotalAmount>'],
    ] as const) {
      const { status, text } = await firm.client.get(`${books.file.path}/documents/${recorded.id}/${format}`);
      expect(status, text).to.equal(200);
      expect(text).to.contain(tax);
      expect(text).to.contain('181,34 (1 USD = 0,75 GBP = 0,8 EUR');
    }
  });

  it('has the rate that a document in the currency of the file is given, which stays', async () => {
    const recorded = await books.post('/documents', {
      ...{ type: 'sales', third_party_id: books.customer, document_date: '2026-05-21', tax_exchange_rate: '0.7' },
      lines: [{ description: 'Conseil', amount_net: '1000.00', account: '70311', vat_code: 'S-17' }],
    });
    const given = { tax_exchange_rate: '0.7', tax_exchange_rate_source: 'own' };
    expect(recorded).to.include(given);
    const changed = await firm.client.patch(`${books.file.path}/documents/${recorded.id}`, {
      document_date: '2026-05-25',
    });
    expect(changed.body, changed.text).to.include(given);
    const { entry } = await books.post(`/documents/${recorded.id}/book`, {});
    expect(((entry as AnswerBody).vat as AnswerBody[])[0]).to.include({ due: '119.00', exchange_rate: '0.7' });
  });

  it('is beside payments of items in euros, which SEPA files take from an account in euros', async () => {
    const at = (path: string) => `${books.file.path}${path}`;
    const { client } = firm;
    const party = await client.created(at('/third-parties'), {
      ...{ type: 'supplier', name: 'Imprimerie', ibans: ['BE71096123456769'] },
    });
    const account = await client.created(at('/accounts'), { number: '513180', label: 'Euros', currency: 'EUR' });
    const journal = await client.created(at('/journals'), {
      ...{ code: 'EUR', label: 'Euros', type: 'bank', iban: 'BE68539007547034' },
      ...{ control_account_id: account.id, currency: 'EUR' },
    });
    const euros = { currency: 'EUR', exchange_rate: '0.8' };
    const { lines } = await client.created(at('/entries'), {
      ...{ journal_id: books.file.journal('OD'), entry_date: '2026-05-20' },
      lines: [
        { account: '44111', credit: '125.00', third_party_id: party.id, ...euros, currency_amount: '-100.00' },
        { account: '6061', debit: '125.00', ...euros, currency_amount: '100.00' },
      ],
    });
    const { data } = await client.ok<List>(at('/sepa-files/proposal?until=2026-12-31'));
    expect(data[0]).to.deep.include({ amount: '100.00', problems: [] });
    const file = await client.created(at('/sepa-files'), {
      ...{ type: 'credit_transfer', journal_id: journal.id, execution_date: '2099-01-05' },
      payments: [{ third_party_id: party.id, line_ids: [(lines as { id: number }[])[0]!.id] }],
    });
    expect(file).to.include({ control_sum: '100.00' });
    const { body } = await client.post(at(`/sepa-files/${file.id}/book`), {});
    expect(body.error_codes).to.deep.equal({ id: ['sepa_books_not_in_eur'] });
  });

  it('keeps its own rate when it is reversed', async () => {
    const { reversal } = await books.post(`/entries/${sale.id}/reverse`, { entry_date: '2026-04-02' });
    expect(((reversal as AnswerBody).vat as AnswerBody[])[0]).to.deep.include({
      base: '-900.00',
      due: '-153.00',
      exchange_rate: '0.9',
    });
  });

  it('is filed and printed in euros; reports are in dollars', async () => {
    const summary = await firm.client.get(`${books.file.path}/reports/vat-summary?from=2026-03-01&to=2026-03-31`);
    expect(JSON.stringify(summary.body)).to.contain('"153.00"');
    const printed = async (path: string): Promise<string> => {
      const answer = await fetch(`${firm.client.url}${books.file.path}${path}`, {
        headers: { authorization: `Bearer ${firm.client.token}` },
      });
      expect(answer.status, path).to.equal(200);
      return readPdfText(new Uint8Array(await answer.arrayBuffer()));
    };
    for (const [path, currency, other] of [
      [`/vat-declarations/${declaration.id}/pdf`, 'EUR', 'USD'],
      ['/reports/vat-summary?from=2026-03-01&to=2026-03-31&format=pdf', 'EUR', 'USD'],
      ['/reports/trial-balance?from=2026-03-01&to=2026-03-31&format=pdf', 'USD', 'EUR'],
    ] as const)
      expect(await printed(path), path)
        .to.contain(currency)
        .and.not.contain(other);
    const faia = await firm.client.get(`${books.file.path}/exports/faia/${books.file.fiscalYearId}`);
    expect(faia.text).to.contain('<DefaultCurrencyCode>USD</DefaultCurrencyCode>');
    expect(faia.text).to.contain('<TaxBase>1000.00</TaxBase>');
    expect(faia.text).to.contain('<CurrencyCode>EUR</CurrencyCode>');
  });
});
