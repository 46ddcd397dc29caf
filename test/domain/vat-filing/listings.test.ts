import { expect } from 'chai';
import { buildEcdfListing } from '../../../domain/vat-filing/ecdf.ts';
import { buildCustomerConsignment, buildIntraConsignment } from '../../../domain/vat-filing/intervat-listings.ts';
import type { CustomerListing, IntracomListing, ListedOperation } from '../../../domain/vat-filing/listings.ts';
import { findElement, listElements, findText, writeXmlLines, type LongXml } from '../../../domain/xml.ts';
import { readXml } from '../../../outside/xml/read-xml.ts';
import { findSchemaErrors } from '../../support/schemas.ts';
import { company, REPRESENTATIVE } from './support.ts';

const textOf = (xml: LongXml): string => [...writeXmlLines(xml)].join('');
const read = (xml: LongXml) => readXml(Buffer.from(textOf(xml)));

const customer = { third_party_id: 1, name: 'Hôtel', vat_number: 'BE0403019261' };
const customers: CustomerListing = {
  year: 2026,
  clients: [
    { ...customer, turnover: '1000.00', vat_amount: '210.00' },
    { ...customer, vat_number: 'BE0428759497', turnover: '300.50', vat_amount: '-0.01' },
  ],
  turnover_sum: '1300.50',
  vat_sum: '209.99',
};

const operation = (more: Partial<ListedOperation> = {}): ListedOperation => ({
  third_party_id: 1,
  name: 'Kunde',
  vat_number: 'FR44732829320',
  code: 'L',
  amount: '100.00',
  correcting: null,
  ...more,
});
const listing = (...operations: readonly ListedOperation[]): IntracomListing => ({
  period_type: 'quarterly',
  year: 2026,
  period: 2,
  operations,
  amount_sum: '100.00',
});

describe('The Belgian listing of customers', () => {
  it('follows the schema, counts its clients and adds them up, with credits', async () => {
    const { value: xml, problems } = buildCustomerConsignment(company({ settings: REPRESENTATIVE }), customers);
    expect(problems).to.deep.equal([]);
    expect(await findSchemaErrors(textOf(xml), 'be_vat_client_listing_consignment')).to.deep.equal([]);
    const found = findElement(await read(xml), 'ClientListing');
    expect(found?.attributes).to.deep.equal({
      SequenceNumber: '1',
      ClientsNbr: '2',
      DeclarantReference: '7-2026',
      TurnOverSum: '1300.50',
      VATAmountSum: '209.99',
    });
    const [first, second] = listElements(found, 'Client');
    expect(findText(first, 'CompanyVATNumber')).to.equal('0403019261');
    expect([second?.attributes['SequenceNumber'], findText(second, 'VATAmount')]).to.deep.equal(['2', '-0.01']);
  });

  it('is written line by line, so that a hundred thousand customers are never held as one text', () => {
    const clients = Array.from({ length: 2_000 }, () => customers.clients[0]!);
    const lines = writeXmlLines(buildCustomerConsignment(company(), { ...customers, clients }).value);
    let count = 0;
    for (const line of lines) if (line.includes('<ns2:Client ')) count += 1;
    expect(count).to.equal(2_000);
  });

  it('is refused with a number whose check does not hold', () => {
    const clients = [{ ...customers.clients[0]!, vat_number: 'BE0403019262' }];
    const { problems } = buildCustomerConsignment(company(), { ...customers, clients });
    expect(problems.map(({ code, params }) => [code, params])).to.deep.equal([
      ['listed_vat_number', { name: 'Hôtel', number: 'BE0403019262' }],
    ]);
  });
});

describe('The Belgian intra-Community listing', () => {
  it('follows the schema: codes apart, credits below zero, the period that is put right', async () => {
    const correcting = { period_type: 'quarterly', year: 2025, period: 4 } as const;
    const all = listing(
      operation(),
      operation({ code: 'S', amount: '-20.00' }),
      operation({ vat_number: 'EL094259216', code: 'T', correcting }),
    );
    const { value: xml, problems } = buildIntraConsignment(company(), all);
    expect(problems).to.deep.equal([]);
    expect(await findSchemaErrors(textOf(xml), 'be_vat_intra_consignment')).to.deep.equal([]);
    const clients = listElements(await read(xml), 'IntraListing/IntraClient');
    expect(clients.map((one) => [findText(one, 'Code'), findText(one, 'Amount')])).to.deep.equal([
      ['L', '100.00'],
      ['S', '-20.00'],
      ['T', '100.00'],
    ]);
    expect(findElement(clients[2], 'CompanyVATNumber')?.attributes).to.deep.equal({ issuedBy: 'EL' });
    expect(findText(clients[2], 'CorrectingPeriod/Quarter')).to.equal('4');
  });

  it('is not filed when there is nothing in it', () => {
    const { problems } = buildIntraConsignment(company(), listing());
    expect(problems.map(({ code }) => code)).to.deep.equal(['listing_empty']);
  });
});

describe('The Luxembourg listings', () => {
  const settings = {
    'vat.ecdf.prefix': 'ABC123',
    'vat.ecdf.interface_id': 'DEMO',
    'vat.ecdf.matricule': '20002212345',
  };
  const luxembourg = company({ country_pack: 'LU', vat_number: 'LU15027442', settings });

  it('are two forms in one envelope, goods with triangular sales and services', async () => {
    const correcting = { period_type: 'quarterly', year: 2026, period: 1 } as const;
    const all = listing(
      operation(),
      operation({ code: 'T', amount: '7.00' }),
      operation({ code: 'T', amount: '2.00', correcting }),
      operation({ code: 'S', amount: '5.00' }),
    );
    const { value: file, problems } = buildEcdfListing(luxembourg, all, { at: '2026-07-14T09:08:07Z', sequence: 1 });
    expect(problems).to.deep.equal([]);
    expect(await findSchemaErrors(textOf(file.xml), 'ecdf-v1.1')).to.deep.equal([]);
    const again = buildEcdfListing(luxembourg, all, { at: '2026-07-14T09:08:07Z', sequence: 1 }).value;
    const root = await readXml(Buffer.from(textOf(again.xml)));
    const [goods, services] = listElements(root, 'Declarations/Declarer/Declaration');
    expect([goods?.attributes['type'], services?.attributes['type']]).to.deep.equal(['TVA_LICT', 'TVA_PSIT']);
    const totals = listElements(goods, 'FormData/NumericField').map(({ attributes, text }) => [attributes['id'], text]);
    expect(totals).to.deep.equal([
      ['04', '100,00'],
      ['08', '7,00'],
      ['16', '2,00'],
    ]);
    expect(listElements(goods, 'FormData/Table')).to.have.length(3);
    expect(findText(root, 'Declarations/Declarer/RCSNbr')).to.equal('NE');
  });
});
