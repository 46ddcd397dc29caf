import { expect } from 'chai';
import { writeUbl } from '../../../domain/e-invoicing/index.ts';
import {
  buildDocumentTypeId,
  detectDocumentType,
  getProcess,
  isSelfBillingXml,
  toNetworkType,
} from '../../../domain/peppol/document-types.ts';
import { INVOICE } from '../../support/e-invoices.ts';
import { writeInvoiceResponse } from '../../../domain/peppol/invoice-response.ts';
import { parseResponse } from '../../../domain/peppol/response.ts';
import { readXml } from '../../../outside/xml/read-xml.ts';

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:';

const response = (
  code: string,
  { customization = 'urn:fdc:peppol.eu:poacc:trns:mlr:3', words = '', about = 'env-1' } = {},
) =>
  readXml(
    Buffer.from(`<ApplicationResponse xmlns="${UBL}ApplicationResponse-2" xmlns:cac="${UBL}CommonAggregateComponents-2"
      xmlns:cbc="${UBL}CommonBasicComponents-2"><cbc:CustomizationID>${customization}</cbc:CustomizationID>
      <cac:DocumentResponse><cac:Response><cbc:ResponseCode>${code}</cbc:ResponseCode>${words}</cac:Response>
      ${about === '' ? '' : `<cac:DocumentReference><cbc:ID>${about}</cbc:ID></cac:DocumentReference>`}
      </cac:DocumentResponse></ApplicationResponse>`),
  );

describe('An answer of the network', () => {
  it('that we write is read back, with its reason', async () => {
    const written = writeInvoiceResponse({
      id: 'r-1',
      issueDate: '2026-03-20',
      code: 'RE',
      reasonCode: 'PRI',
      reason: 'Prix & quantités',
      sender: { identifier: '0208:0477472701', name: 'Peeters & Zonen' },
      recipient: { identifier: '0208:0403170701', name: null },
      invoice: { number: 'V-1', issueDate: '2026-03-15', isCreditNote: false },
    });
    const root = await readXml(Buffer.from(written));
    expect(detectDocumentType(root)).to.equal('response');
    expect(parseResponse(root)).to.deep.equal({
      answer: { kind: 'imr', code: 'RE', text: 'Prix & quantités' },
      status: 'rejected',
      about: 'V-1',
    });
    expect(written).to.include('<cbc:EndpointID schemeID="0208">0477472701</cbc:EndpointID>');
    expect(written).to.include('<cbc:StatusReasonCode listID="OPStatusReason">PRI</cbc:StatusReasonCode>');
    expect(buildDocumentTypeId('response')).to.match(/ApplicationResponse##.*:invoice_response:3::2\.1$/);
    expect(getProcess('response')).to.equal('urn:fdc:peppol.eu:poacc:bis:invoice_response:3');
  });

  it('is told by its root, as invoices and credit notes are', async () => {
    expect(detectDocumentType(await response('AP'))).to.equal('response');
    const root = (name: string, namespace: string) => detectDocumentType({ name, namespace });
    expect(root('Invoice', `${UBL}Invoice-2`)).to.equal('invoice');
    expect(root('CreditNote', `${UBL}CreditNote-2`)).to.equal('credit_note');
    expect(root('Invoice', 'urn:other')).to.equal('other');
    expect(buildDocumentTypeId(toNetworkType('credit_note', true))).to.match(
      /CreditNote-2::CreditNote##.*:poacc:selfbilling:3\.0::2\.1$/,
    );
    expect(getProcess(toNetworkType('invoice', true))).to.equal('urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0');
    expect(toNetworkType('response', true)).to.equal('response');
    const own = (typeCode: string, note: string) => Buffer.from(writeUbl({ ...INVOICE, typeCode, note }));
    expect(isSelfBillingXml(own('389', ''))).to.equal(true);
    const named = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0';
    expect(isSelfBillingXml(own('380', `<cbc:CustomizationID>${named}</cbc:CustomizationID>`))).to.equal(false);
    expect(buildDocumentTypeId('credit_note')).to.match(/CreditNote-2::CreditNote##urn:cen\.eu:en16931:2017.*::2\.1$/);
  });

  it('says where the message stands, by the access point or by the recipient', async () => {
    const statuses = {
      AB: 'delivered',
      IP: 'delivered',
      UQ: 'delivered',
      CA: 'accepted',
      AP: 'accepted',
      PD: 'accepted',
    };
    for (const [code, status] of Object.entries(statuses))
      expect(parseResponse(await response(code))).to.deep.equal({
        status,
        about: 'env-1',
        answer: { kind: 'mlr', code, text: null },
      });
    const words =
      '<cbc:Description>Wrong price</cbc:Description><cac:Status><cbc:StatusReason>PRI</cbc:StatusReason></cac:Status>';
    const imr = { customization: 'urn:fdc:peppol.eu:poacc:trns:invoice_response:3', words, about: 'V-1' };
    expect(parseResponse(await response('RE', imr))).to.deep.equal({
      status: 'rejected',
      about: 'V-1',
      answer: { kind: 'imr', code: 'RE', text: 'Wrong price; PRI' },
    });
  });

  it('says nothing where it names nothing, or in a code that nobody knows', async () => {
    expect(parseResponse(await response('AP', { about: '' }))).to.equal(null);
    expect(parseResponse(await response('XX'))?.status).to.equal(null);
    expect(parseResponse(await readXml(Buffer.from('<a/>')))).to.equal(null);
  });
});
