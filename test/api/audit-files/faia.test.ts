import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { validateXML } from 'xmllint-wasm';
import { sum } from '../../../domain/money.ts';
import { listElements, findText, type XmlElement } from '../../../domain/xml.ts';
import { readXml } from '../../../outside/xml/read-xml.ts';
import { useAbroad, type Fetched } from './support.ts';

const LONG = 'Établissements Schmit & Fils « <Grand-Duché> » '.repeat(4).trim();

describe('GET exports/faia/{fiscalYear}', () => {
  const books = useAbroad({
    country_pack: 'LU',
    name: LONG,
    vat_number: 'LU15027442',
    fiscal_year: { starts_on: '2026-01-01', ends_on: '2026-12-31' },
  });
  const at = (year = books.file.fiscalYearId) => `/exports/faia/${year}`;
  const read = ({ content }: Fetched): Promise<XmlElement> => readXml(content);

  it('is valid by the published schema, empty or not, and its sums are those of its lines', async () => {
    const { made, file } = books;
    const empty = await books.fetched(at());
    expect(empty.status, empty.content.toString()).to.equal(200);
    expect(empty.headers['content-type']).to.equal('application/xml; charset=utf-8');
    expect(empty.name).to.equal('FAIA-LU15027442-20260101-20261231.xml');

    const customer = (await made('/third-parties', { type: 'customer', name: LONG, vat_number: 'LU10000053' })).id;
    const supplier = (await made('/third-parties', { type: 'supplier', name: 'Söhne', city: 'Trier', country: 'DE' }))
      .id;
    await made(`/fiscal-years/${file.fiscalYearId}/opening-balance`, {
      lines: [
        { account: '513101', debit: '500.00' },
        { account: '101', credit: '500.00' },
      ],
    });
    await made('/entries/invoice', {
      journal_id: file.journal('VEN'),
      third_party_id: customer,
      entry_date: '2026-03-15',
      reference: 'V-1',
      lines: [{ account: '70311', amount: '100.00', vat_code: 'S-17', label: LONG }],
    });
    await made('/entries/invoice', {
      journal_id: file.journal('ACH'),
      third_party_id: supplier,
      entry_date: '2026-04-15',
      lines: [{ account: '60811', amount: '10.00', vat_code: 'P-S-ICG-17-D50' }],
    });
    const usd = { currency: 'USD', exchange_rate: '1.1' };
    await made('/entries', {
      journal_id: file.journal('OD'),
      entry_date: '2026-11-10',
      lines: [
        { account: '4011', debit: '9090.91', third_party_id: customer, ...usd, currency_amount: '10000.00' },
        { account: '70311', credit: '9090.91', ...usd, currency_amount: '-10000.00' },
      ],
    });
    const full = await books.fetched(at());
    await made(`/fiscal-years/${file.fiscalYearId}/close`, {});
    const years = (await books.firm.client.get<{ id: number; starts_on: string }[]>(`${file.path}/fiscal-years`)).body;
    const next = await books.fetched(at(years.find((year) => year.starts_on.startsWith('2027'))!.id));

    const schema = await readFile(new URL('../../fixtures/schemas/faia-2.01-reduced-b.xsd', import.meta.url), 'utf8');
    const files = { empty, full, next };
    const { errors } = await validateXML({
      xml: Object.entries(files).map(([name, { content }]) => ({
        fileName: `${name}.xml`,
        contents: content.toString(),
      })),
      schema: [schema],
    });
    expect(errors.map(({ rawMessage }) => rawMessage)).to.deep.equal([]);

    const root = await read(full);
    const opened = await read(next);
    const lines = listElements(root, 'GeneralLedgerEntries/Journal/Transaction/Line');
    const sums = ['Debit', 'Credit'].map((side) =>
      sum(lines.map((line) => findText(line, `${side}Amount/Amount`) ?? '0.00')),
    );
    const told = ['NumberOfEntries', 'TotalDebit', 'TotalCredit'].map((name) =>
      findText(root, `GeneralLedgerEntries/${name}`),
    );
    expect(told).to.deep.equal(['3', ...sums]);
    // What one dollar is worth in euros: the amount times the rate is the amount in euros.
    const foreign = lines.flatMap((line) =>
      ['DebitAmount', 'CreditAmount']
        .flatMap((side) => listElements(line, side))
        .filter((amount) => findText(amount, 'CurrencyCode') !== null)
        .map((amount) =>
          ['Amount', 'CurrencyCode', 'CurrencyAmount', 'ExchangeRate'].map((name) => findText(amount, name)),
        ),
    );
    expect(foreign).to.deep.equal([
      ['9090.91', 'USD', '10000.00', '0.909091'],
      ['9090.91', 'USD', '10000.00', '0.909091'],
    ]);
    // Once for each line of tax: that of the sale, and that owed and that deducted on the purchase.
    const taxes = lines.flatMap((line) => {
      const [tax] = listElements(line, 'TaxInformation');
      const amount = findText(line, 'TaxInformation/TaxAmount/Amount');
      return tax ? [[findText(line, 'AccountID')?.slice(0, 4), findText(tax, 'TaxBase'), amount]] : [];
    });
    expect(taxes).to.have.deep.members([
      ['4614', '100.00', '17.00'],
      ['4614', '10.00', '1.70'],
      ['4216', '10.00', '0.85'],
    ]);
    const account = (from: XmlElement, number: string) =>
      listElements(from, 'MasterFiles/GeneralLedgerAccounts/Account').find(
        (one) => findText(one, 'AccountID') === number,
      );
    expect(findText(account(root, '513101'), 'OpeningDebitBalance')).to.equal('500.00');
    expect(findText(account(root, '70311'), 'ClosingCreditBalance')).to.equal('9190.91');
    expect(findText(account(opened, '513101'), 'OpeningDebitBalance')).to.equal('500.00');
    expect(listElements(opened, 'GeneralLedgerEntries/Journal')).to.deep.equal([]);

    // The same books, although the year was closed since: the closing is no part of the file.
    const again = await books.fetched(at());
    expect(listElements(await read(again), 'GeneralLedgerEntries/Journal/Transaction').length).to.equal(3);
    expect(again.headers['x-export-fingerprint']).to.equal(full.headers['x-export-fingerprint']);
    expect(full.headers['x-export-fingerprint']).to.not.equal(empty.headers['x-export-fingerprint']);
  });

  it('is refused in other countries', async () => {
    const { service, firm } = books;
    const belgian = await service.newCompany(firm.client);
    const { status, body } = await firm.client.get(`${belgian.path}/exports/faia/${belgian.fiscalYearId}`);
    expect([status, body.code]).to.deep.equal([422, 'audit_file_of_other_country']);
  });
});
