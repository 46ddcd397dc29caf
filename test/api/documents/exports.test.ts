import { expect } from 'chai';
import type { ExtractedSheet } from '../../../domain/document-imports/sheet.ts';
import { checkEInvoice, readEInvoice } from '../../../domain/e-invoicing/index.ts';
import { readXml } from '../../../outside/xml/read-xml.ts';
import type { Answer, AnswerBody } from '../../support/client.ts';
import { readArchivedPdf } from '../../support/archived-pdf.ts';
import { readPdfText } from '../../support/pdf.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';

describe('A document that goes out', () => {
  const service = useService();
  let firm: TestFirm;
  let file: TestCompany;
  let customer: AnswerBody;
  let last = 0;

  before('open a company file with a bank and a customer', async () => {
    firm = await service.newFirm();
    file = await service.newCompany(firm.client, {
      name: 'Menuiserie Été',
      enterprise_number: '0403.170.701',
      vat_number: 'BE0403170701',
      street: 'Rue Haute',
      house_number: '12',
      postal_code: '1000',
      city: 'Bruxelles',
      country: 'BE',
      banks: [{ code: 'KBC', label: 'KBC', iban: 'BE68539007547034' }],
    });
    customer = await third({ name: 'Peeters & Zonen', language: 'nl', vat_number: 'BE0477472701', city: 'Antwerpen' });
  });

  const third = async (fields: Record<string, unknown>): Promise<AnswerBody> =>
    (await firm.client.post(`${file.path}/third-parties`, { type: 'customer', country: 'BE', ...fields })).body;
  const line = (amount_net: string, vat_code: string, fields: Record<string, unknown> = {}) => ({
    description: 'Schrijnwerk',
    amount_net,
    vat_code,
    account: '700000',
    ...fields,
  });
  const sold = (fields: Record<string, unknown> = {}): Promise<AnswerBody> =>
    firm.client.created(`${file.path}/documents`, {
      direction: 'sale',
      number: `V-${(last += 1)}`,
      document_date: '2026-03-15',
      third_party_id: customer.id,
      lines: [line('100.00', 'S-21'), line('12.35', 'S-6', { quantity: '5', unit_price: '2.47' })],
      ...fields,
    });
  const exported = ({ id }: AnswerBody, as: string) => firm.client.get(`${file.path}/documents/${id}/${as}`);
  const errorsOf = ({ status, body, text }: Answer<AnswerBody>) => {
    expect(status, text).to.equal(422);
    return [body.code, ...Object.keys(body.errors)];
  };

  it('is Peppol BIS Billing 3 that breaks no rule, whatever it is taxed by', async () => {
    const abroad = await third({
      name: 'Schmidt GmbH',
      country: 'DE',
      vat_number: 'DE136695976',
      peppol_identifier: '9930:de136695976',
    });
    const kinds = [
      {},
      { is_credit_note: true },
      { structured_communication: '+++090/9337/55493+++', due_date: '2026-04-14', notes: 'Met dank' },
      { lines: [line('100.00', 'S-21'), line('-5.00', 'S-21', { description: 'Korting' })] },
      { lines: [line('100.00', 'S-CC')] },
      { lines: [line('100.00', 'S-ART44')] },
      { lines: [line('100.00', 'S-0')] },
      { lines: [line('33.33', 'S-21', { quantity: '3', unit_price: '11.1111' })] },
      { third_party_id: abroad.id, lines: [line('100.00', 'S-IC-G')] },
      { third_party_id: abroad.id, lines: [line('100.00', 'S-IC-S')] },
      { currency: 'USD', exchange_rate: '1.0876' },
    ];
    for (const kind of kinds) {
      const document = await sold(kind);
      const { status, text, headers } = await exported(document, 'ubl');
      expect(status, `${JSON.stringify(kind)} ${text}`).to.equal(200);
      expect(headers.get('content-type')).to.equal('application/xml');
      expect(checkEInvoice(await readXml(Buffer.from(text))), JSON.stringify(kind)).to.deep.equal([]);
      expect(text).to.include(document.number).and.to.include(document.amount_gross);
    }
  });

  it('is a Cross Industry Invoice that says the same, also for a customer outside the network', async () => {
    const person = await third({ name: 'Particulier', vat_number: null, city: 'Gent' });
    const cases = [{}, { is_credit_note: true }, { currency: 'USD', exchange_rate: '1.0876' }];
    for (const fields of cases) {
      const document = await sold(fields);
      const { status, text, headers } = await exported(document, 'cii');
      expect(status, text).to.equal(200);
      expect(headers.get('content-type')).to.equal('application/xml');
      const ubl = await readOwn((await exported(document, 'ubl')).text);
      expect(await readOwn(text)).to.deep.equal({ ...ubl, due_date: '2026-03-15' });
    }
    const document = await sold({ third_party_id: person.id });
    expect((await exported(document, 'ubl')).status).to.equal(422);
    const sheet = await readOwn((await exported(document, 'cii')).text);
    expect([sheet.number, sheet.direction, sheet.totals.gross]).to.deep.equal([document.number, 'sale', '134.09']);
  });

  const readOwn = async (xml: string): Promise<ExtractedSheet> => {
    const read = readEInvoice(await readXml(Buffer.from(xml)), {
      name: 'Menuiserie Été',
      vatNumber: 'BE0403170701',
      enterpriseNumber: '0403170701',
      ibans: [],
      country: 'BE',
    });
    if ('refused' in read) throw new Error(read.refused);
    return read.sheet;
  };

  it('is Factur-X once it is issued: the printed page as PDF/A-3 with the invoice in it', async () => {
    const document = await sold({ due_date: '2026-04-14' });
    expect(errorsOf(await exported(document, 'facturx'))).to.deep.equal(['document_not_issued']);
    await firm.client.created(`${file.path}/documents/${document.id}/book`, {});
    const { status, headers, bytes } = await fileOf(document, 'facturx');
    expect(status).to.equal(200);
    expect(headers.get('content-type')).to.equal('application/pdf');
    expect(readPdfText(bytes)).to.equal(readPdfText((await fileOf(document, 'pdf')).bytes));
    const found = await readArchivedPdf(bytes);
    expect(found.attachments.map(({ name, relationship, type }) => [name, relationship, type])).to.deep.equal([
      ['factur-x.xml', 'Alternative', 'text/xml'],
    ]);
    const [attached] = found.attachments;
    expect(attached!.content).to.equal((await exported(document, 'cii')).text);
    expect(found.claims).to.deep.equal({
      part: '3',
      conformance: 'B',
      title: `Factuur ${document.number} – Peeters & Zonen`,
      DocumentFileName: 'factur-x.xml',
      DocumentType: 'INVOICE',
      Version: '1.0',
      ConformanceLevel: 'EN 16931',
    });
    expect(found.described, 'properties of the extension schema').to.have.members([
      ...['DocumentFileName', 'DocumentType', 'Version', 'ConformanceLevel'],
    ]);
    expect(found.fonts).to.have.lengthOf(2);
    for (const font of found.fonts) expect(font).to.deep.include({ isEmbedded: true, hasUnicode: true });
    expect(found.outputIntent).to.deep.equal({ kind: 'GTS_PDFA1', components: 3, isProfile: true });
    expect(found.forbidden).to.deep.equal([]);
    const again = await fileOf(document, 'facturx');
    expect(Buffer.compare(bytes, again.bytes), 'the same document gives the same bytes').to.equal(0);
    expect(await importFile(bytes), 'what our own importer reads').to.deep.equal({
      engine: 'facturx',
      number: document.number,
      direction: 'sale',
      date: '2026-03-15',
      due_date: '2026-04-14',
      net: 112.35,
      gross: 134.09,
    });
  });

  const importFile = async (content: Uint8Array) => {
    const path = `${file.path}/document-imports`;
    const part = { field: 'files[]', name: 'facture.pdf', content, type: 'application/pdf' };
    const { body } = await firm.client.upload('POST', path, [part]);
    const [made] = body.imports as AnswerBody[];
    const { engine, extracted } = await firm.client.expect(200).post(`${path}/${made!.id}/process`);
    const { number, direction, date, due_date, totals } = extracted as ExtractedSheet;
    return { engine, number, direction, date, due_date, net: totals.net, gross: totals.gross };
  };

  it('is refused as such with what is missing, or when it was bought', async () => {
    const unknown = await third({ name: 'Particulier', country: null });
    expect(errorsOf(await exported(await sold({ third_party_id: unknown.id }), 'ubl'))).to.deep.equal([
      'validation_failed',
      'third_party.peppol_identifier',
      'third_party.country',
    ]);
    const vat_amounts = [{ vat_code: 'S-21', amount: '21.02' }];
    const rounded = await sold({ lines: [line('100.00', 'S-21')], vat_amounts });
    expect(errorsOf(await exported(rounded, 'ubl'))).to.deep.equal(['ubl_tax_differs', 'vat_amounts']);
    const supplier = await third({ type: 'supplier', name: 'Imprimerie' });
    const bought = await sold({
      direction: 'purchase',
      third_party_id: supplier.id,
      lines: [line('1.00', 'P-S-21', { account: '612400' })],
    });
    expect(errorsOf(await exported(bought, 'ubl'))).to.deep.equal(['ubl_of_sales_only', 'direction']);
  });

  it('is self-billed: of the supplier, to the company, and read back as the purchase that it is', async () => {
    const supplier = await third({
      type: 'supplier',
      name: 'Maes',
      vat_number: 'BE0428759497',
      city: 'Gent',
      ibans: ['BE71096123456769'],
    });
    const draft = await sold({
      ...{ direction: 'purchase', kind: 'self_billed', number: null, third_party_id: supplier.id },
      ...{ due_date: '2026-04-14', lines: [line('100.00', 'P-S-21', { account: '612400' })] },
    });
    const path = `${file.path}/documents`;
    const { document } = await firm.client.created<{ document: AnswerBody }>(`${path}/${draft.id}/book`, {});
    const note = await firm.client.created(`${path}/${document.id}/credit`, {
      date: '2026-03-20',
      reason: 'Retour',
      book: true,
    });
    for (const [one, type] of [
      [document, '389'],
      [note, '261'],
    ] as const) {
      const ubl = await exported(one, 'ubl');
      const cii = await exported(one, 'cii');
      expect([ubl.status, cii.status], ubl.text + cii.text).to.deep.equal([200, 200]);
      expect(checkEInvoice(await readXml(Buffer.from(ubl.text)))).to.deep.equal([]);
      expect(ubl.text).to.include(`TypeCode>${type}<`).and.to.include('poacc:selfbilling:3.0');
      expect(cii.text).to.include(`<ram:TypeCode>${type}<`);
      const sheet = await readOwn(cii.text);
      expect(sheet).to.deep.include({
        direction: 'purchase',
        number: one.number,
        document_type: one.is_credit_note ? 'credit_note' : 'invoice',
      });
      expect(sheet.counterparty).to.deep.include({ name: 'Maes', vat_number: 'BE0428759497' });
      expect([sheet.totals.net, sheet.totals.gross]).to.deep.equal([one.amount_net, one.amount_gross]);
      const { due_date: _, ...fromUbl } = await readOwn(ubl.text);
      expect(sheet).to.deep.include(fromUbl);
    }
    const archived = await fileOf(document, 'facturx');
    expect(archived.status).to.equal(200);
    const attached = (await readArchivedPdf(archived.bytes)).attachments[0]!;
    expect(attached.content).to.include('BE71096123456769').and.to.include('<ram:TypeCode>389<');
    expect(readPdfText((await pdfOf(document)).bytes)).to.include('Autofacturation');
    expect(readPdfText((await pdfOf(note)).bytes)).to.include('Note de crédit');
    const preview = await firm.client.ok(`${path}/${document.id}/preview`);
    expect(preview.rules).to.deep.equal([]);
  });

  it('is printed in the language of its customer, with how it is paid', async () => {
    const document = await sold({ structured_communication: '090933755493', due_date: '2026-04-14' });
    const { status, headers, bytes } = await pdfOf(document);
    expect(status).to.equal(200);
    expect(headers.get('content-language')).to.equal('nl');
    const text = readPdfText(bytes);
    for (const words of [
      `Factuur ${String(document.number)}`,
      'Menuiserie Été',
      'Peeters & Zonen',
      '134,09',
      'Schrijnwerk',
    ])
      expect(text).to.include(words);
    for (const words of ['BE68 5390 0754 7034', '+++090/9337/55493+++', '14/04/2026', 'Te betalen'])
      expect(text).to.include(words);
    const again = await pdfOf(document);
    expect(Buffer.compare(bytes, again.bytes), 'the same document gives the same bytes').to.equal(0);
  });

  it('is printed in any of the four languages, and says why no tax is charged', async () => {
    const document = await sold({ lines: [line('100.00', 'S-CC')] });
    const words = {
      fr: ['Facture', 'Autoliquidation'],
      nl: ['Factuur', 'Btw verlegd'],
      en: ['Invoice', 'Reverse charge'],
      de: ['Rechnung', 'Steuerschuldnerschaft des Leistungsempfängers'],
    };
    for (const [language, expected] of Object.entries(words)) {
      const text = readPdfText((await pdfOf(document, `?lang=${language}`)).bytes);
      for (const word of expected) expect(text, language).to.include(word);
    }
  });

  it('shows second-hand goods at their price, and tells neither the margin nor the tax in it', async () => {
    // Sold at 1 500.00 and bought at 895.00: a margin of 500.00 and 105.00 of tax.
    const used = { description: 'Volvo V40' };
    const alone = [line('500.00', 'S-MG-21', used), line('895.00', 'S-MG', used)];
    const text = readPdfText((await pdfOf(await sold({ lines: alone }))).bytes);
    expect(text)
      .to.include('Volvo V40')
      .and.to.include('1.500,00')
      .and.to.include('Bijzondere regeling - Gebruikte goederen');
    for (const hidden of ['500,00', '895,00', '105,00', '1.395,00', '21'])
      expect(text.replaceAll('1.500,00', ''), hidden).to.not.match(new RegExp(`(?<![\\d.])${hidden}(?![\\d/])`));
    const mixed = readPdfText((await pdfOf(await sold({ lines: [...alone, line('100.00', 'S-21')] }))).bytes);
    for (const shown of ['1.500,00', '100,00', '21,00', '1.621,00']) expect(mixed).to.include(shown);
    for (const hidden of ['895,00', '105,00', '126,00']) expect(mixed).to.not.include(hidden);
  });

  it('asks for no payment when it credits', async () => {
    const text = readPdfText((await pdfOf(await sold({ is_credit_note: true }))).bytes);
    expect(text).to.include('Creditnota').and.not.to.include('BE68');
  });

  const fileOf = async ({ id }: AnswerBody, as: string) => {
    const answer = await fetch(`${firm.client.url}${file.path}/documents/${id}/${as}`, {
      headers: { Authorization: `Bearer ${firm.client.token}` },
    });
    return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  const pdfOf = (document: AnswerBody, query = '') => fileOf(document, `pdf${query}`);
});
