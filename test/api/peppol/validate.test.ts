import { expect } from 'chai';
import { checkEInvoice, describePlace, writeCii } from '../../../domain/e-invoicing/index.ts';
import { readXml } from '../../../outside/xml/read-xml.ts';
import { expectStatus, type AnswerBody } from '../../support/client.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';
import { buildEncryptedPdf, buildManyPages, buildPdf } from '../../support/broken-documents.ts';
import { INVOICE } from '../../support/e-invoices.ts';
import { buildFacturXPdf, toProfile } from '../../support/factur-x-pdf.ts';
import { buildUblInvoice } from '../../support/ubl-invoices.ts';

interface Verdict {
  readonly is_valid: boolean;
  readonly syntax: string | null;
  readonly profile: string;
  readonly factur_x_profile: string | null;
  readonly errors: readonly {
    rule: string;
    severity: string;
    message: string;
    location: string;
    place: string;
    path: string | null;
    hint: string;
  }[];
  readonly warnings: readonly object[];
}

describe('Validation of an electronic invoice', () => {
  const service = useService();
  let firm: TestFirm;
  let file: TestCompany;

  before('open a company file', async () => {
    firm = await service.newFirm();
    file = await service.newCompany(firm.client, {
      vat_number: 'BE0403170701',
      enterprise_number: '0403.170.701',
      city: 'Bruxelles',
      country: 'BE',
    });
  });

  const path = () => `${file.path}/peppol/validate`;
  const validated = async (body: object): Promise<Verdict> => {
    const answer = await firm.client.expect(200).post(path(), body);
    return answer as unknown as Verdict;
  };
  const uploaded = (content: string | Uint8Array, type = 'application/xml') =>
    firm.client.upload('POST', path(), [{ field: 'file', name: 'invoice.xml', content, type }]);

  async function soldDocument(fields: object = {}): Promise<AnswerBody> {
    const customer = await firm.client.post(`${file.path}/third-parties`, {
      type: 'customer',
      name: 'Peeters',
      vat_number: 'BE0477472701',
      city: 'Antwerpen',
      country: 'BE',
    });
    return firm.client.created(`${file.path}/documents`, {
      direction: 'sale',
      number: 'V-1',
      document_date: '2026-03-15',
      third_party_id: customer.body.id,
      lines: [{ description: 'Conseil', amount_net: '100.00', vat_code: 'S-21', account: '700000' }],
      ...fields,
    });
  }

  it('finds nothing in a document that was sold, and the same in its file', async () => {
    const { id } = await soldDocument();
    expect(await validated({ document_id: id })).to.deep.equal({
      is_valid: true,
      syntax: 'ubl',
      profile: 'peppol',
      factur_x_profile: null,
      errors: [],
      warnings: [],
    });
    const { text: xml } = await firm.client.get(`${file.path}/documents/${id}/ubl`);
    expect(await validated({ xml })).to.include({ is_valid: true });
    expect(await expectStatus(uploaded(xml, 'text/xml'), 200)).to.include({ is_valid: true });
  });

  it('names every rule that is broken, where, and what to do, in four languages', async () => {
    const xml = buildUblInvoice({ number: 'F-1' }).replace(/<cbc:IssueDate>[^<]*<\/cbc:IssueDate>/, '');
    const broken = checkEInvoice(await readXml(Buffer.from(xml))).filter(({ severity }) => severity === 'fatal');
    expect(broken.map(({ id }) => id)).to.include('BR-03');
    for (const language of ['fr', 'nl', 'en', 'de'] as const) {
      await firm.client.patch('/v1/auth/me', { locale: language });
      const { is_valid, errors } = await validated({ xml });
      expect(is_valid).to.equal(false);
      expect(errors).to.deep.equal(
        broken.map(({ id, severity, where, path, message, hint }) => ({
          rule: id,
          severity,
          location: where,
          place: describePlace(where, language),
          path,
          message: message[language],
          hint: hint[language],
        })),
      );
    }
  });

  it('tells of what is no invoice', async () => {
    const { is_valid, errors } = await validated({ xml: '<Order xmlns="urn:example"/>' });
    expect([is_valid, ...errors.map(({ rule }) => rule)]).to.deep.equal([false, 'UBL-ROOT']);
  });

  it('holds a file against the rules of France where asked, in either syntax', async () => {
    const xml = buildUblInvoice({ number: 'F-1' });
    const { is_valid, syntax, profile, errors } = await validated({ xml, profile: 'fr' });
    expect([is_valid, syntax, profile]).to.deep.equal([false, 'ubl', 'fr']);
    expect(errors.map(({ rule }) => rule)).to.include.members(['BR-FR-05', 'BR-FR-08', 'BR-FR-10']);
    const cii = writeCii({ ...INVOICE, number: 'F 1' });
    const other = await validated({ xml: cii, profile: 'fr' });
    expect(other).to.include({ is_valid: false, syntax: 'cii' });
    expect(other.errors).to.deep.include({
      rule: 'BR-FR-02',
      severity: 'fatal',
      message: 'Die Belegnummer (BT-1) enthält andere Zeichen als Buchstaben, Ziffern und + - _ /.',
      location: '/CrossIndustryInvoice/rsm:ExchangedDocument/ram:ID',
      place: 'Nummer',
      path: 'number',
      hint: 'Wählen Sie eine kürzere Nummer ohne Leerzeichen und andere Zeichen.',
    });
    for (const asked of [{ syntax: 'cii' }, {}])
      expect(await validated({ xml: cii, ...asked })).to.include({ is_valid: true, syntax: 'cii', profile: 'peppol' });
    expect((await validated({ xml: cii, syntax: 'ubl' })).errors.map(({ rule }) => rule)).to.deep.equal(['UBL-ROOT']);
    const body = await firm.client.refused(422, 'validation_failed').post(path(), { xml, profile: 'de' });
    expect(Object.keys(body.errors)).to.deep.equal(['profile']);
  });

  it('holds a CII against the rules of its own syntax, and writes a document in it', async () => {
    const sold = await soldDocument({ number: 'V-CII' });
    const verdict = await validated({ document_id: sold.id, syntax: 'cii' });
    expect(verdict).to.deep.include({ is_valid: true, syntax: 'cii', errors: [] });
    const cii = writeCii(INVOICE).replace('<ram:GrandTotalAmount>', '<ram:GrandTotalAmount currencyID="EUR">');
    const { errors } = await validated({ xml: cii, syntax: 'cii' });
    expect(errors.map(({ rule, location }) => [rule, location.split('/').at(-1)])).to.deep.equal([
      ['CII-DT-031', 'ram:GrandTotalAmount'],
    ]);
  });

  it('holds a file against its schema as well, and against the business rules all the same', async () => {
    const xml = buildUblInvoice({ number: 'F-1' });
    const moved = xml.replace(/(<cbc:ID>F-1<\/cbc:ID>)(<cbc:IssueDate>[^<]*<\/cbc:IssueDate>)/, '$2$1');
    const { is_valid, errors } = await validated({ xml: moved });
    expect(is_valid).to.equal(false);
    expect(errors.map(({ rule, location }) => [rule, location])).to.deep.include([
      'UBL-SCHEMA-ORDER',
      '/Invoice/cbc:ID',
    ]);
    expect(errors.map(({ rule }) => rule)).to.include('PEPPOL-EN16931-R004');
    const cii = writeCii(INVOICE).replace(/<ram:InvoiceCurrencyCode>.*<\/ram:InvoiceCurrencyCode>/, '');
    const ofCii = await validated({ xml: cii, syntax: 'cii' });
    expect(ofCii.errors.map(({ rule }) => rule)).to.include.members(['CII-SCHEMA-MISSING', 'BR-05']);
  });

  const uploadPdf = (content: Uint8Array, fields: object = {}) =>
    firm.client.upload('POST', path(), [
      { field: 'file', name: 'invoice.pdf', content, type: 'application/pdf' },
      ...Object.entries(fields).map(([field, value]) => ({ field, content: String(value) })),
    ]);

  it('finds the invoice in a PDF and judges it by its profile', async () => {
    const { id } = await soldDocument({ number: 'V-FX' });
    await firm.client.created(`${file.path}/documents/${id}/book`, {});
    const ours = await fetch(`${firm.client.url}${file.path}/documents/${id}/facturx`, {
      headers: { Authorization: `Bearer ${firm.client.token}` },
    });
    expect(await expectStatus(uploadPdf(new Uint8Array(await ours.arrayBuffer())), 200)).to.deep.include({
      is_valid: true,
      syntax: 'cii',
      factur_x_profile: 'en16931',
      errors: [],
      warnings: [],
    });
    const minimum = toProfile(writeCii(INVOICE), 'urn:factur-x.eu:1p0:minimum');
    const right = buildFacturXPdf({ xml: minimum, level: 'MINIMUM', relationship: 'Data' });
    expect(await expectStatus(uploadPdf(right), 200)).to.deep.include({ is_valid: true, factur_x_profile: 'minimum' });
    const wrong = await expectStatus(uploadPdf(buildFacturXPdf({ xml: minimum, fileName: 'a.xml' })), 200);
    const { is_valid, errors, warnings } = wrong as unknown as Verdict;
    expect(is_valid).to.equal(false);
    expect(errors.map(({ rule, location }) => [rule, location])).to.deep.equal([
      ['FX-FILE-NAME', 'pdf:attachment'],
      ['FX-XMP-PROFILE', 'pdf:metadata'],
      ['FX-XMP-FILE-NAME', 'pdf:metadata'],
    ]);
    expect(warnings.map((one) => (one as { rule: string }).rule)).to.deep.equal(['FX-RELATIONSHIP']);
  });

  it('says what is wrong with a PDF that has no invoice or cannot be read', async () => {
    const empty = buildPdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
    ]);
    const none = (await expectStatus(uploadPdf(empty), 200)) as unknown as Verdict;
    expect([none.is_valid, none.syntax, none.errors.map(({ rule }) => rule)]).to.deep.equal([
      false,
      null,
      ['FX-XML-MISSING'],
    ]);
    const refusal = async (content: Uint8Array) => {
      const body = await expectStatus(uploadPdf(content), 422);
      return [body.code, ...Object.keys(body.errors)];
    };
    expect(await refusal(buildEncryptedPdf())).to.deep.equal(['pdf_encrypted', 'file']);
    expect(await refusal(Buffer.from('%PDF-1.7 nothing'))).to.deep.equal(['pdf_unreadable', 'file']);
    expect(await refusal(buildManyPages())).to.deep.equal(['pdf_too_complex', 'file']);
    expect(await refusal(buildFacturXPdf({ xml: '<a' }))).to.deep.equal(['xml_malformed', 'file']);
  });

  it('takes the text of a file whatever encoding its first line declares', async () => {
    const xml = buildUblInvoice({ number: 'É-1' }).replace(/^<\?xml[^>]*\?>/, '');
    const { errors } = await validated({ xml: `<?xml version="1.0" encoding="UTF-16"?>${xml}` });
    expect(errors).to.deep.equal((await validated({ xml })).errors);
  });

  it('refuses what cannot be read, and says why', async () => {
    const refused = async (answer: ReturnType<typeof uploaded>) => {
      const body = await expectStatus(answer, 422);
      return [body.code, ...Object.keys(body.errors)];
    };
    const bomb = '<!DOCTYPE a [<!ENTITY b "c">]><Invoice>&b;</Invoice>';
    expect(await refused(uploaded('<Invoice>'))).to.deep.equal(['xml_malformed', 'file']);
    expect(await refused(uploaded(bomb))).to.deep.equal(['xml_document_type', 'file']);
    expect(await refused(uploaded('<a>'.repeat(100) + '</a>'.repeat(100)))).to.deep.equal(['xml_too_large', 'file']);
    expect(await refused(uploaded('<?xml version="1.0" encoding="EBCDIC"?><a/>'))).to.deep.equal([
      'xml_encoding',
      'file',
    ]);
    expect(await refused(firm.client.post(path(), { xml: bomb }))).to.deep.equal(['xml_document_type', 'xml']);
    expect(await refused(firm.client.post(path(), {}))).to.deep.equal(['validation_failed', 'xml']);
    expect(await refused(firm.client.post(path(), { xml: '<a/>', document_id: 1 }))).to.deep.equal([
      'validation_failed',
      'document_id',
    ]);
    expect(await refused(firm.client.post(path(), { document_id: 999_999 }))).to.deep.equal([
      'validation_failed',
      'document_id',
    ]);
  });

  it('does not write what was bought as our invoice', async () => {
    const supplier = await firm.client.post(`${file.path}/third-parties`, { type: 'supplier', name: 'Papier' });
    const bought = await soldDocument({
      direction: 'purchase',
      third_party_id: supplier.body.id,
      number: 'A-1',
      lines: [{ description: 'Papier', amount_net: '10.00', vat_code: 'P-M-21', account: '604000' }],
    });
    await firm.client.refused(422, 'ubl_of_sales_only').post(path(), { document_id: bought.id });
  });
});
