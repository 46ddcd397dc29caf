import { expect } from 'chai';
import { checkEInvoice, writeCii } from '../../../domain/e-invoicing/index.ts';
import { readXml } from '../../../outside/xml/read-xml.ts';
import { expectStatus, type AnswerBody } from '../../support/client.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';
import { INVOICE } from '../../support/e-invoices.ts';
import { buildUblInvoice } from '../../support/ubl-invoices.ts';

interface Verdict {
  readonly is_valid: boolean;
  readonly syntax: string | null;
  readonly profile: string;
  readonly errors: readonly {
    rule: string;
    severity: string;
    message: string;
    location: string;
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
      path: 'number',
      hint: 'Wählen Sie eine kürzere Nummer ohne Leerzeichen und andere Zeichen.',
    });
    expect(await validated({ xml: cii, syntax: 'cii' })).to.include({ is_valid: true, profile: 'peppol' });
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
