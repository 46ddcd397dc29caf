import { expect } from 'chai';
import { companyFile } from '../../../domain/company-file.ts';
import { mapSaleRow, checkSaleMapping, type MappedField } from '../../../domain/integrations/mapping.ts';
import { computePublishedRate, extractRates } from '../../../domain/integrations/rates.ts';
import { findSaleRows, extractSales, toSaleRecord } from '../../../domain/integrations/sales.ts';
import { readXml } from '../../../outside/xml/read-xml.ts';
import { openCompany } from '../../support/company-file-samples.ts';
import { givenFor } from '../../support/given.ts';

const mapping: readonly MappedField[] = [
  { from: 'Number', to: 'number' },
  { from: 'Date', to: 'document_date' },
  { from: 'Customer', to: 'customer_name' },
  { from: 'VAT', to: 'customer_vat_number', transform: 'upper' },
  { from: 'Amount', to: 'amount_net' },
  { from: 'Rate', to: 'vat_code', transform: 'lookup' },
  { from: null, to: 'account', default: '700000' },
];
const settings = { rows_path: '', lines_path: '', mapping };
const read = (from: string, to: string, transform: MappedField['transform'] = null) =>
  mapSaleRow({ value: from }, null, [{ from: 'value', to, transform }]);

describe('A mapping', () => {
  it('needs a number, a date, a customer and an amount, each field once', () => {
    const codes = (value: Parameters<typeof checkSaleMapping>[0]) =>
      checkSaleMapping(value, 'settings.mapping').map(({ code, field }) => [code, field]);
    expect(codes([...mapping])).to.deep.equal([]);
    expect(codes([])).to.deep.equal([['integration_mapping_empty', 'settings.mapping']]);
    expect(codes('all of it')).to.deep.equal([['integration_mapping_empty', 'settings.mapping']]);
    expect(codes([{ from: 'a', to: 'number' }])).to.deep.equal(
      ['document_date', 'customer', 'amount_net'].map(() => ['integration_mapping_lacks', 'settings.mapping']),
    );
    expect(codes([...mapping, { from: 'x', to: 'number' }])).to.deep.equal([
      ['integration_mapping_twice', 'settings.mapping.7.to'],
    ]);
    expect(codes([7, { from: 'a', to: 'mood', transform: 'guess', sql: 'x' }, { to: 'number' }])).to.deep.equal([
      ['not_an_object', 'settings.mapping.0'],
      ['unknown_field', 'settings.mapping.1.sql'],
      ['not_one_of', 'settings.mapping.1.to'],
      ['not_one_of', 'settings.mapping.1.transform'],
      ['required', 'settings.mapping.2.from'],
    ]);
    expect(codes([{ from: 'a', to: 'number', transform: 'lookup' }])).to.deep.equal([
      ['integration_lookup_impossible', 'settings.mapping.0.transform'],
    ]);
  });

  it('reads dates as they are written where the books are kept', () => {
    for (const [written, date] of [
      ['2026-03-01', '2026-03-01'],
      ['2026-03-01T10:00:00Z', '2026-03-01'],
      ['20260301', '2026-03-01'],
      ['1/3/2026', '2026-03-01'],
      ['01.03.2026', '2026-03-01'],
      ['01-03-2026', '2026-03-01'],
    ])
      expect(read(written!, 'document_date').values.document_date, written).to.equal(date);
    for (const written of ['31/02/2026', 'yesterday', '2026', '1/3/26'])
      expect(read(written, 'document_date').problems[0]?.code, written).to.equal('integration_value_unreadable');
  });

  it('reads amounts with either sign for decimals', () => {
    for (const [written, amount] of [
      ['1234.56', '1234.56'],
      ['1.234,56', '1234.56'],
      ['1,234.56', '1234.56'],
      ['1 234,56 €', '1234.56'],
      ['1.234.567', '1234567'],
      ['-12,5', '-12.5'],
      [',5', '0.5'],
      ['1,234', '1.234'],
      ['1000', '1000'],
    ])
      expect(read(written!, 'amount_net').values.amount_net, written).to.equal(amount);
    for (const written of ['twelve', '1.2.3', '1e5', '12,34,5', '--1', '1.23,456.7', '0x10'])
      expect(read(written, 'amount_net').problems[0]?.code, written).to.equal('integration_value_unreadable');
  });

  it('finds values by a path, takes a default for nothing, and reaches into no prototype', () => {
    const row = { head: { 'id.nr': 'A-1', 'client.name': ' Peeters ' }, n: 12, yes: true };
    const { values } = mapSaleRow(row, { text: 'Wood' }, [
      { from: 'head', to: 'number', default: 'B-1' },
      { from: 'head.missing', to: 'currency', default: 'USD' },
      { from: 'n', to: 'quantity' },
      { from: 'yes', to: 'is_credit_note' },
      { from: 'line.text', to: 'description' },
      { from: 'constructor.name', to: 'customer_name' },
      { from: '__proto__.x', to: 'account' },
    ]);
    expect(values).to.deep.equal({
      number: 'B-1',
      currency: 'USD',
      quantity: '12',
      is_credit_note: 'true',
      description: 'Wood',
    });
  });
});

describe('Sales from rows', () => {
  const given = givenFor(companyFile);
  const { state: file } = given(given().when(openCompany()).events);
  const row = {
    Number: 'V-1',
    Date: '01/03/2026',
    Customer: 'Peeters',
    VAT: 'be0477472701',
    Amount: '100,00',
    Rate: '21',
  };

  it('of one number are one invoice with several lines; a row without a number is told by its place', () => {
    const { sales, problems } = extractSales(
      [row, { ...row, Amount: '50,00' }, { ...row, Number: '' }, 'no row'],
      settings,
    );
    expect(sales.map(({ number, lines }) => [number, lines.map(({ amount_net }) => amount_net)])).to.deep.equal([
      ['V-1', ['100.00', '50.00']],
    ]);
    expect(problems.map(({ row: at, problem }) => [at, problem.code])).to.deep.equal([
      [3, 'integration_number_missing'],
      [4, 'integration_number_missing'],
    ]);
  });

  it('with detail lines are read line by line', () => {
    const json = { data: { invoices: [{ nr: 'V-2', on: '2026-03-01', who: 'P', items: [{ net: 1 }, { net: 2 }] }] } };
    const { sales } = extractSales(findSaleRows(json, 'data.invoices')!, {
      rows_path: 'data.invoices',
      lines_path: 'items',
      mapping: [
        { from: 'nr', to: 'number' },
        { from: 'on', to: 'document_date' },
        { from: 'who', to: 'customer_name' },
        { from: 'line.net', to: 'amount_net' },
      ],
    });
    expect(sales[0]!.lines.map(({ amount_net }) => amount_net)).to.deep.equal(['1', '2']);
    expect(findSaleRows(json, 'data')).to.equal(null);
  });

  it('need a customer that is known, or that may be made', () => {
    const [sale] = extractSales([row], settings).sales;
    const refused = toSaleRecord(sale!, file, false);
    expect(refused.value).to.equal(null);
    expect(refused.problems.map(({ code }) => code)).to.deep.equal(['integration_customer_unknown']);
    const made = toSaleRecord(sale!, file, true).value!;
    expect(made.newCustomer).to.deep.equal({ type: 'customer', name: 'Peeters', vat_number: 'BE0477472701' });
    expect(made.document).to.include({ direction: 'sale', number: 'V-1', document_date: '2026-03-01' });
    // A rate stands for the code of sales that has it.
    expect(made.document.lines[0]).to.include({ vat_code: 'S-21', account: '700000', amount_net: '100.00' });
  });
});

describe('The file of the European Central Bank', () => {
  const file = (days: string) =>
    readXml(
      Buffer.from(`<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
        <gesmes:subject>Reference rates</gesmes:subject><Cube>${days}</Cube></gesmes:Envelope>`),
    );

  it('is read by day, the oldest first, without what can be no rate', async () => {
    const days = extractRates(
      await file(
        `<Cube time="2026-03-03"><Cube currency="USD" rate="1.09"/><Cube currency="usd" rate="1"/><Cube currency="XXX" rate="0.00"/></Cube>
         <Cube time="2026-03-02"><Cube currency="USD" rate="1.0876"/><Cube currency="JPY" rate="-1"/></Cube><Cube time="soon"/>`,
      ),
    );
    expect(days).to.deep.equal([
      { day: '2026-03-02', rates: { USD: '1.0876' } },
      { day: '2026-03-03', rates: { USD: '1.09' } },
    ]);
    expect(extractRates(await file(''))).to.equal(null);
    expect(extractRates(await readXml(Buffer.from('<html><Cube><Cube time="2026-03-03"/></Cube></html>')))).to.equal(
      null,
    );
  });

  it('tells how many units of a currency are one unit of another', () => {
    const rates = { USD: '1.0876', JPY: '161.52' };
    expect(computePublishedRate(rates, 'USD', 'EUR')).to.equal('1.0876');
    expect(computePublishedRate(rates, 'EUR', 'USD')).to.equal('0.91945568');
    expect(computePublishedRate(rates, 'JPY', 'USD')).to.equal('148.51048179');
    expect(computePublishedRate(rates, 'CHF', 'EUR')).to.equal(null);
    expect(computePublishedRate(rates, 'EUR', 'CHF')).to.equal(null);
  });
});
