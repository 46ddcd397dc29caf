import { expect } from 'chai';
import { checkEInvoice } from '../../../domain/e-invoicing/index.ts';
import { readXml } from '../../../outside/xml/read-xml.ts';
import type { AnswerBody } from '../../support/client.ts';
import { openFrenchCompany } from '../../support/french-companies.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';

describe('A French sale', () => {
  const service = useService();
  let firm: TestFirm;
  let file: TestCompany;
  let customer: AnswerBody;
  let last = 0;

  before('open a company file with a customer', async () => {
    firm = await service.newFirm();
    file = await openFrenchCompany(service, firm);
    customer = await firm.client.created(`${file.path}/third-parties`, {
      type: 'customer',
      name: 'Librairie du Parc',
      country: 'FR',
      enterprise_number: '552100554',
      vat_number: 'FR96552100554',
      postal_code: '75011',
      city: 'Paris',
    });
  });

  const sold = (fields: Record<string, unknown> = {}): Promise<AnswerBody> =>
    firm.client.created(`${file.path}/documents`, {
      direction: 'sale',
      number: `F-${(last += 1)}`,
      document_date: '2026-10-05',
      due_date: '2026-11-04',
      third_party_id: customer.id,
      nature: 'services',
      lines: [{ description: 'Conseil', amount_net: '100.00', vat_code: 'S-20', account: '706000' }],
      ...fields,
    });
  const ublOf = ({ id }: AnswerBody) => firm.client.get(`${file.path}/documents/${id}/ubl?profile=fr`);
  const readValues = (xml: string, name: string): string[] =>
    [...xml.matchAll(new RegExp(`<cbc:${name}[^>]*>([^<]*)<`, 'g'))].map(([, value = '']) => value);

  it('is UBL that keeps the rules of France, of each nature and kind', async () => {
    for (const [fields, process, type] of [
      [{}, 'S1', '380'],
      [{ nature: 'goods' }, 'B1', '380'],
      [{ nature: 'both' }, 'M1', '380'],
      [{ kind: 'advance' }, 'S1', '386'],
    ] as const) {
      const { status, text } = await ublOf(await sold(fields));
      expect(status, text).to.equal(200);
      expect(checkEInvoice(await readXml(Buffer.from(text)), { profile: 'fr' })).to.deep.equal([]);
      expect([readValues(text, 'ProfileID'), readValues(text, 'InvoiceTypeCode')]).to.deep.equal([[process], [type]]);
    }
  });

  it('is marked as final if it deducts an advance', async () => {
    const advance = await sold({ kind: 'advance' });
    await firm.client.created(`${file.path}/documents/${advance.id}/book`, {});
    const lines = [{ description: 'Meuble', amount_net: '300.00', vat_code: 'S-20', account: '707000' }];
    const final = await sold({ kind: 'final', lines, deducts: [{ document_id: advance.id, amount: '100.00' }] });
    const { status, text } = await ublOf(final);
    expect(status, text).to.equal(200);
    expect([readValues(text, 'ProfileID'), readValues(text, 'InvoiceTypeCode')]).to.deep.equal([['S4'], ['380']]);
  });

  it('names the invoice that a credit note corrects', async () => {
    const credits = [{ number: 'F-2025-9', date: '2025-12-01' }];
    const { status, text } = await ublOf(await sold({ is_credit_note: true, credits }));
    expect(status, text).to.equal(200);
    expect(text).to.include('<cbc:CreditNoteTypeCode>381<').and.to.include('<cbc:ID>F-2025-9<');
  });

  it('names both by SIREN and electronic address, and says who deals with whom', async () => {
    const { text } = await ublOf(await sold());
    expect(text).to.include('<cbc:EndpointID schemeID="0225">732829320<');
    expect(text).to.include('<cbc:EndpointID schemeID="0225">552100554<');
    expect(text).to.include('<cbc:CompanyID schemeID="0002">552100554<');
    const notes = readValues(text, 'Note');
    expect(notes.slice(0, 4).map((note) => note.slice(0, 5))).to.deep.equal(['#PMT#', '#PMD#', '#AAB#', '#BAR#']);
    expect(notes[3]).to.equal('#BAR#B2B');
    expect(notes.filter((note) => note.includes('40 EUR'))).to.have.length(1);
  });

  it('cannot be written without its nature, and says which field is missing', async () => {
    const document = await sold({ nature: null });
    const { status, body } = await ublOf(document);
    expect([status, body.code]).to.deep.equal([422, 'ubl_rules_broken']);
    const verdict = await firm.client
      .expect(200)
      .post(`${file.path}/peppol/validate`, { document_id: document.id, profile: 'fr' });
    expect(verdict).to.deep.include({ is_valid: false, profile: 'fr', syntax: 'ubl' });
    const { errors } = verdict as unknown as { readonly errors: readonly { rule: string; path: string | null }[] };
    expect(errors.map(({ rule, path }) => [rule, path])).to.deep.equal([['BR-FR-08', 'nature']]);
    await firm.client.refused(422, ['profile']).get(`${file.path}/documents/${document.id}/ubl?profile=de`);
  });
});
