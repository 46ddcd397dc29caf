import { expect } from 'chai';
import type { VatKind } from '../../../domain/country-packs/pack.ts';
import { applyFrenchProfile } from '../../../domain/documents/french-profile.ts';
import type { SupplyNature } from '../../../domain/documents/invoice-context.ts';
import { buildPaymentCode } from '../../../domain/documents/payment-code.ts';
import type { DocumentParty } from '../../../domain/documents/ubl-party.ts';
import { toSupplierVatCode } from '../../../domain/documents/self-billing.ts';
import { getVatCategory, toUblDocument, type DocumentToSend } from '../../../domain/documents/ubl.ts';
import { checkEInvoice, computeUblTotals, writeCii, writeUbl } from '../../../domain/e-invoicing/index.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { parseTree } from '../../support/e-invoices.ts';
import { findVatCodeId } from '../../support/company-file-samples.ts';
import { CUSTOMER, INCOME, SUPPLIER } from '../ledger/documents.ts';
import { documentLine, openedFile, withDocument } from './samples.ts';

describe('the code by which a document is paid', () => {
  const request = {
    name: 'Menuiserie  Été',
    iban: 'BE68539007547034',
    bic: 'KREDBEBB',
    amount: '121.00',
    communication: '090933755493',
  };
  const lines = (changes: Partial<typeof request> = {}) => buildPaymentCode({ ...request, ...changes })?.split('\n');

  it('has the lines of EPC069-12 in their order', () => {
    expect(lines()).to.deep.equal([
      ...['BCD', '002', '1', 'SCT', 'KREDBEBB', 'Menuiserie Été', 'BE68539007547034', 'EUR121.00', '', ''],
      '+++090/9337/55493+++',
    ]);
  });

  it('puts an ISO 11649 reference in its own place, and ends with the last line that says something', () => {
    expect(lines({ communication: 'RF18539007547034' })!.slice(8)).to.deep.equal(['', 'RF18539007547034']);
    expect(buildPaymentCode({ ...request, communication: null })!.endsWith('\nEUR121.00')).to.equal(true);
  });

  it('asks for nothing when there is nothing to pay, or more than it can say', () => {
    expect(lines({ amount: '0.00' })).to.equal(undefined);
    expect(lines({ amount: '1000000000.00' })).to.equal(undefined);
  });
});

describe('a sale as Peppol BIS Billing 3', () => {
  const party = (changes: Partial<DocumentParty> = {}): DocumentParty => ({
    name: 'Peeters',
    vat_number: 'BE0477472701',
    enterprise_number: '0477472701',
    peppol_identifier: null,
    address: null,
    street: 'Meir',
    house_number: '1',
    box: 'B',
    postal_code: '2000',
    city: 'Antwerpen',
    country: 'BE',
    email: null,
    phone: null,
    ...changes,
  });
  const code = (name: string) => {
    const { data } = openedFile.records['vat-codes']!.byId.get(findVatCodeId(name, openedFile))!;
    const id = findVatCodeId(name, openedFile);
    return [id, { id, kind: data['kind'], rate: data['rate'], intra_listing: data['intra_listing'] ?? null }] as const;
  };
  const CODES = ['S-21', 'S-0', 'S-CC', 'S-IC-G', 'S-IC-S', 'S-IC-T', 'S-EX', 'S-ART44', 'S-NA', 'P-S-21'];
  const vatCodes = new Map(CODES.map(code)) as DocumentToSend['vatCodes'];
  const sold = (vatCode = 'S-21', changes = {}): DocumentToSend => ({
    document: withDocument({
      direction: 'sale',
      third_party_id: CUSTOMER,
      number: 'V-1',
      lines: [documentLine('100.00', vatCode, { account: INCOME.BE })],
      ...changes,
    }).facts,
    seller: party({ name: 'Dupont' }),
    buyer: party(),
    vatCodes,
    bank: null,
    language: 'nl',
    currency: 'EUR',
  });
  const written = (given: DocumentToSend) => {
    const ubl = toUblDocument(given);
    if (isRefusal(ubl)) throw new Error(JSON.stringify(ubl));
    return ubl;
  };

  it('says by category why tax is charged or not', () => {
    const categories = CODES.slice(0, -1).map((name) => written(sold(name)).lines[0]!.category);
    expect(categories).to.deep.equal(['S', 'Z', 'AE', 'K', 'AE', 'AE', 'G', 'E', 'O']);
  });

  it('shows goods of the margin scheme at their price, exempt and without their tax', async () => {
    const lines = [
      documentLine('500.00', 'S-MG-21', { account: INCOME.BE }),
      documentLine('895.00', 'S-MG', { account: INCOME.BE }),
    ];
    const margin = new Map(['S-MG-21', 'S-MG'].map(code)) as DocumentToSend['vatCodes'];
    const mentions = { exemptionReasons: { E: 'Margeregeling' }, exemptionCodes: { E: 'VATEX-EU-F' }, notes: [] };
    const ubl = written({ ...sold('S-21', { lines }), vatCodes: margin, mentions });
    expect(ubl.lines).to.have.lengthOf(1);
    expect(ubl.lines[0]).to.include({ category: 'E', quantity: '1', unitPrice: '1500.00' });
    expect(computeUblTotals(ubl).breakdown).to.deep.equal([
      { category: 'E', rate: '0.00', base: '1500.00', tax: '0.00' },
    ]);
    const xml = writeUbl(ubl);
    expect(xml).to.contain('VATEX-EU-F').and.not.to.contain('105.00');
    expect(checkEInvoice(await parseTree(xml))).to.deep.equal([]);
  });

  it('does not show the tax of a margin in the currency of the books either', () => {
    const lines = [documentLine('500.00', 'S-MG-21', { account: INCOME.BE })];
    const margin = new Map(['S-MG-21'].map(code)) as DocumentToSend['vatCodes'];
    const abroad = sold('S-21', { lines, currency: 'USD', exchange_rate: '0.9' });
    const ubl = written({ ...abroad, vatCodes: margin });
    expect(ubl.taxInAccountingCurrency).to.deep.equal({ currency: 'EUR', amount: '0.00' });
  });

  it('is an advance of type 386, and names what it credits or deducts', async () => {
    const credits = [{ document_id: null, number: '2025/88', date: '2026-01-31' }];
    const note = written(sold('S-21', { is_credit_note: true, credits }));
    expect(note.precedingInvoices).to.deep.equal([{ number: '2025/88', issueDate: '2026-01-31' }]);
    const advance = written(sold('S-21', { kind: 'advance' }));
    expect(advance).to.deep.include({ typeCode: '386', precedingInvoices: [] });
    const advances = [{ number: 'A-1', issueDate: '2026-02-01' }];
    const deduction = documentLine('-30.00', 'S-21', { account: '460000', description: 'Voorschot A-1' });
    const lines = [documentLine('100.00', 'S-21', { account: INCOME.BE }), deduction];
    const final = written({ ...sold('S-21', { lines }), advances });
    expect(computeUblTotals(final)).to.include({ lineTotal: '70.00', tax: '14.70', payable: '84.70' });
    for (const ubl of [note, advance, final]) expect(checkEInvoice(await parseTree(writeUbl(ubl)))).to.deep.equal([]);
  });

  it('knows a French seller without VAT number by its SIREN, if no tax is charged', async () => {
    const small = party({ country: 'FR', vat_number: null, enterprise_number: '732829320' });
    const ubl = written({ ...sold('S-ART44'), seller: small });
    expect(ubl.seller.taxRegistration).to.equal('732829320');
    expect(checkEInvoice(await parseTree(writeUbl(ubl))).filter(({ severity }) => severity === 'fatal')).to.deep.equal(
      [],
    );
    const cii = writeCii(ubl);
    expect(cii).to.contain('<ram:ID schemeID="FC">732829320</ram:ID>').and.not.to.contain('schemeID="VA">732');
    expect(checkEInvoice(await parseTree(cii), { syntax: 'cii' })).to.deep.equal([]);
    const taxed = toUblDocument({ ...sold('S-21'), seller: small });
    expect(isRefusal(taxed) && taxed.problems).to.deep.equal([{ code: 'ubl_needs', field: 'company.vat_number' }]);
  });

  it('says that it was paid, and how', async () => {
    const means = (paid_by: string | null) => written(sold('S-21', { paid_on: '2026-03-14', paid_by })).payment?.means;
    expect(['card', 'cash', null].map(means)).to.deep.equal(['48', '10', '1']);
    const ubl = written(sold('S-21', { paid_on: '2026-03-14', paid_by: 'transfer', due_date: '2026-04-15' }));
    expect(computeUblTotals(ubl)).to.include({ prepaid: '121.00', payable: '0.00' });
    expect(ubl.dueDate).to.equal('2026-03-14');
    const xml = writeUbl(ubl);
    expect(xml).to.contain('<cbc:PaymentMeansCode>1</cbc:PaymentMeansCode>');
    expect(checkEInvoice(await parseTree(xml))).to.deep.equal([]);
    const french = applyFrenchProfile(ubl, { kind: 'invoice', nature: 'goods', paid_on: '2026-03-14' }, []);
    expect(french.french!.businessProcess).to.equal('B2');
  });

  it('has the address of delivery in parts, in the country that it names or else that of the customer', async () => {
    const typed = 'Entrepôt nord\nQuai 3\nPorte B\n75001 Paris\nFrance';
    const ubl = written(sold('S-21', { delivery_address: typed, supply_date: '2026-03-01' }));
    expect(ubl.delivery).to.deep.equal({
      date: '2026-03-01',
      country: 'FR',
      address: { street: 'Entrepôt nord', additional: 'Quai 3', more: 'Porte B', postalCode: '75001', city: 'Paris' },
    });
    const place = (text: string) => written(sold('S-21', { delivery_address: text })).delivery;
    const none = { additional: null, more: null };
    expect(place('Quai 3, 4000 Liège')).to.deep.equal({
      date: null,
      country: 'BE',
      address: { street: 'Quai 3', ...none, postalCode: '4000', city: 'Liège' },
    });
    expect(place('4, rue Münster\nL-2160 Luxembourg\nLuxemburg')).to.deep.equal({
      date: null,
      country: 'LU',
      address: { street: '4, rue Münster', ...none, postalCode: 'L-2160', city: 'Luxembourg' },
    });
    expect(place('Chantier')!.address).to.deep.equal({ street: 'Chantier', ...none, postalCode: null, city: null });
    expect(place(' ')).to.equal(null);
    const xml = writeUbl(ubl);
    expect(xml).to.contain('<cbc:AdditionalStreetName>Quai 3</').and.to.contain('<cbc:Line>Porte B</');
    expect(checkEInvoice(await parseTree(xml))).to.deep.equal([]);
    const cii = writeCii(ubl);
    expect(cii).to.match(/<ram:ShipToTradeParty>.*<ram:LineThree>Porte B<.*<ram:CountryID>FR</s);
    expect(checkEInvoice(await parseTree(cii), { syntax: 'cii' })).to.deep.equal([]);
  });

  it('says when the tax becomes due, by the code of each syntax', async () => {
    const codes = { invoice: ['3', '5'], payment: ['432', '72'] } as const;
    for (const taxPoint of ['invoice', 'payment'] as const) {
      const ubl = written({ ...sold(), taxPoint });
      const [inUbl, inCii] = codes[taxPoint];
      const xml = writeUbl(ubl);
      expect(xml).to.contain(`<cbc:DescriptionCode>${inUbl}</cbc:DescriptionCode>`);
      expect(checkEInvoice(await parseTree(xml))).to.deep.equal([]);
      const cii = writeCii(ubl);
      expect(cii).to.contain(`<ram:DueDateTypeCode>${inCii}</ram:DueDateTypeCode>`);
      expect(checkEInvoice(await parseTree(cii), { syntax: 'cii' })).to.deep.equal([]);
      const wrong = await parseTree(cii.replace(`>${inCii}</ram:DueDate`, `>${inUbl}</ram:DueDate`));
      expect(checkEInvoice(wrong, { syntax: 'cii' }).map(({ id }) => id)).to.deep.equal(['BR-CL-06']);
    }
    expect(writeUbl(written(sold()))).not.to.contain('DescriptionCode');
  });

  it('is of the supplier if the company issues it to itself: type 389 or 261, self-billing of Peppol', async () => {
    const bought = (changes = {}): DocumentToSend => ({
      ...sold('P-S-21', { direction: 'purchase', kind: 'self_billed', third_party_id: SUPPLIER, ...changes }),
      seller: party({ name: 'Maes' }),
      buyer: party({ name: 'Dupont' }),
    });
    const credits = [{ document_id: null, number: 'AF-1', date: '2026-01-31' }];
    for (const [type, changes] of [
      ['389', {}],
      ['261', { is_credit_note: true, credits }],
    ] as const) {
      const ubl = written(bought(changes));
      expect(ubl).to.deep.include({ typeCode: type, note: null });
      const xml = writeUbl(ubl);
      expect(xml).to.contain(':poacc:selfbilling:3.0</').and.to.contain(':poacc:selfbilling:01:1.0</');
      expect(checkEInvoice(await parseTree(xml))).to.deep.equal([]);
      expect(checkEInvoice(await parseTree(writeCii(ubl)), { syntax: 'cii' })).to.deep.equal([]);
    }
    const nobody = party({ vat_number: null, enterprise_number: null, country: null });
    const refused = toUblDocument({ ...bought(), seller: nobody });
    expect(isRefusal(refused) && refused.problems.map(({ field }) => field)).to.deep.equal([
      'third_party.peppol_identifier',
      'third_party.country',
      'third_party.vat_number',
    ]);
    const plain = toUblDocument(bought({ kind: 'invoice' }));
    expect(isRefusal(plain) && plain.code).to.equal('ubl_of_sales_only');
  });

  it('is no quotation or pro forma', () => {
    const refused = toUblDocument(sold('S-21', { kind: 'quotation' }));
    expect(isRefusal(refused) && refused.code).to.equal('ubl_of_offer');
  });

  it('finds where the customer is reached by its numbers, unless an identifier is known', () => {
    expect(written(sold()).buyer.endpoint).to.deep.equal({ scheme: '0208', id: '0477472701' });
    const known = { ...sold(), buyer: party({ peppol_identifier: '9925:be0477472701' }) };
    expect(written(known).buyer.endpoint).to.deep.equal({ scheme: '9925', id: 'be0477472701' });
  });

  it('states a Belgian discount as an allowance and a charge without tax, and its terms in words', async () => {
    const discount = { percent: '2', days: 8, amount: null, until: null };
    const ubl = written(sold('S-21', { discount, payment_terms_text: '30 dagen', order_reference: 'PO-7' }));
    expect(computeUblTotals(ubl)).to.deep.include({
      lineTotal: '100.00',
      allowanceTotal: '2.00',
      chargeTotal: '2.00',
      taxExclusive: '100.00',
      tax: '20.58',
      payable: '120.58',
      breakdown: [
        { category: 'S', rate: '21.00', base: '98.00', tax: '20.58' },
        { category: 'E', rate: '0.00', base: '2.00', tax: '0.00' },
      ],
    });
    expect(ubl.paymentTerms).to.equal(
      '30 dagen\nKorting van 2 % bij betaling binnen 8 dagen, uiterlijk op 23/03/2026.',
    );
    expect(ubl.orderReference).to.equal('PO-7');
    expect(checkEInvoice(await parseTree(writeUbl(ubl)))).to.deep.equal([]);
    const categories = ['S-0', 'S-CC', 'S-IC-G', 'S-EX', 'S-ART44', 'S-NA'];
    for (const name of categories) {
      const other = await parseTree(writeUbl(written(sold(name, { discount }))));
      expect(checkEInvoice(other), name).to.deep.equal([]);
    }
  });

  it('is paid by transfer with its communication, and asks for nothing when it credits', () => {
    const bank = { iban: 'BE68539007547034', bic: null };
    const { payment } = written({ ...sold(), bank });
    expect(payment).to.deep.equal({ means: '58', iban: 'BE68539007547034', bic: null, reference: 'V-1' });
    expect(written({ ...sold('S-21', { is_credit_note: true }), bank }).payment).to.equal(null);
  });

  it('tells what is missing', () => {
    const nobody = party({ vat_number: null, enterprise_number: null, country: null });
    const fieldsOf = (given: DocumentToSend) => {
      const refused = toUblDocument(given);
      return isRefusal(refused) ? refused.problems.map(({ field }) => field) : [];
    };
    expect(fieldsOf({ ...sold('S-CC'), buyer: nobody })).to.deep.equal([
      'third_party.peppol_identifier',
      'third_party.country',
      'third_party.vat_number',
    ]);
    expect(fieldsOf({ ...sold(), seller: nobody })).to.deep.equal([
      'company.enterprise_number',
      'company.country',
      'company.vat_number',
    ]);
    expect(fieldsOf(sold('S-21', { currency: 'USD' }))).to.deep.equal(['exchange_rate']);
    expect(written(sold('S-21', { currency: 'USD', exchange_rate: '2' })).taxInAccountingCurrency).to.deep.equal({
      currency: 'EUR',
      amount: '10.50',
    });
  });
});

describe('the VAT code of a self-billed purchase', () => {
  const seen = (kind: VatKind, nature: 'goods' | 'services' | 'investment', stated: SupplyNature | null = null) => {
    const code = { kind, nature, rate: '21.00', intra_listing: null };
    const { kind: of, rate, intra_listing } = toSupplierVatCode(code, stated);
    return [getVatCategory({ kind: of, rate, intra_listing }), rate];
  };

  it('is that of the supplier, who charges nothing if the company owes the tax', () => {
    expect(seen('standard', 'services')).to.deep.equal(['S', '21.00']);
    expect(seen('non_deductible', 'services')).to.deep.equal(['S', '21.00']);
    expect(seen('reverse_charge', 'services')).to.deep.equal(['AE', '0.00']);
    expect(seen('intracom', 'services')).to.deep.equal(['AE', '0.00']);
    expect(seen('intracom', 'goods')).to.deep.equal(['K', '0.00']);
    expect(seen('intracom', 'investment')).to.deep.equal(['K', '0.00']);
    expect(seen('import', 'goods')).to.deep.equal(['G', '0.00']);
  });

  it('is of goods or services as the document states, if it does', () => {
    expect(seen('intracom', 'services', 'goods')).to.deep.equal(['K', '0.00']);
    expect(seen('intracom', 'investment', 'services')).to.deep.equal(['AE', '0.00']);
    expect(seen('intracom', 'goods', 'both')).to.deep.equal(['K', '0.00']);
  });
});
