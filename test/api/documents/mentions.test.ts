import { expect } from 'chai';
import type { AnswerBody } from '../../support/client.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';

interface Previewed {
  readonly number: string;
  readonly entry: { readonly total_debit: string } | null;
  readonly mentions: readonly { readonly code: string; readonly text: string }[];
  readonly missing: readonly {
    readonly code: string;
    readonly message: string;
    readonly setting?: string;
    readonly field?: string;
  }[];
  readonly rules: readonly { readonly rule: string }[];
}

describe('Mentions of documents', () => {
  const service = useService();
  let firm: TestFirm;
  let belgian: TestCompany;
  let french: TestCompany;

  before('open two company files', async () => {
    firm = await service.newFirm();
    const place = { street: 'Rue Haute', house_number: '12', postal_code: '1000', city: 'Bruxelles' };
    belgian = await service.newCompany(firm.client, {
      ...place,
      name: 'Menuiserie Été',
      enterprise_number: '0403.170.701',
      vat_number: 'BE0403170701',
      country: 'BE',
    });
    french = await service.newCompany(firm.client, {
      ...place,
      name: 'Atelier Lyonnais',
      country_pack: 'FR',
      country: 'FR',
      postal_code: '69001',
      city: 'Lyon',
      legal_form_code: '5710',
      enterprise_number: '732 829 320',
      vat_number: 'FR44732829320',
    });
  });

  const customerOf = (file: TestCompany, fields: Record<string, unknown> = {}): Promise<AnswerBody> =>
    firm.client.created(`${file.path}/third-parties`, {
      type: 'customer',
      name: 'Client',
      street: 'Grand-Place',
      city: 'Ville',
      ...fields,
    });
  const sold = (file: TestCompany, third_party_id: unknown, fields: Record<string, unknown>): Promise<AnswerBody> =>
    firm.client.created(`${file.path}/documents`, {
      direction: 'sale',
      document_date: '2026-10-05',
      third_party_id,
      ...fields,
    });
  const line = (vat_code: string, account = '700000') => ({
    description: 'Travaux',
    amount_net: '100.00',
    vat_code,
    account,
  });
  const preview = (file: TestCompany, { id }: AnswerBody): Promise<Previewed> =>
    firm.client.ok<Previewed>(`${file.path}/documents/${id}/preview`);

  it('are previewed with the entry, and fixed when the document is booked', async () => {
    const customer = await customerOf(belgian, { country: 'BE', vat_number: 'BE0477472701', language: 'nl' });
    const document = await sold(belgian, customer.id, { lines: [line('S-CC')] });
    expect(document.mentions).to.deep.equal([]);
    const seen = await preview(belgian, document);
    expect(seen.number).to.equal('2026-00001');
    expect(seen.entry?.total_debit).to.equal('100.00');
    expect(seen.mentions[0]).to.include({ code: 'reverse_charge_works', source: 'AR 1 art. 20' });
    expect(seen.mentions[0]!.text).to.match(/^Verlegging van heffing/);
    expect(seen.missing).to.deep.equal([
      {
        code: 'seller_register',
        message: 'The district of the register of legal persons is missing in the settings (CSA art. 2:20).',
        setting: 'legal.rpm_district',
      },
    ]);
    const path = `${belgian.path}/documents/${document.id}`;
    const refused = await firm.client.post(`${path}/book`, { strict: true });
    expect([refused.status, refused.body.code]).to.deep.equal([422, 'mentions_missing']);
    expect(Object.keys(refused.body.errors)).to.deep.equal(['legal.rpm_district']);
    await firm.client.patch(`${belgian.path}/settings`, { legal: { rpm_district: 'Bruxelles' } });
    const booked = await firm.client.created<{ readonly document: AnswerBody }>(`${path}/book`, { strict: true });
    expect(booked.document['number']).to.equal(seen.number);
    expect(booked.document['mentions']).to.deep.equal(seen.mentions);
    expect((await firm.client.get(path)).body.mentions).to.deep.equal(seen.mentions);
    const ubl = (await firm.client.get(`${path}/ubl`)).text;
    expect(ubl).to.contain('VATEX-EU-AE').and.contain('<cbc:TaxExemptionReason>Verlegging van heffing');
    const after = await preview(belgian, booked.document);
    expect([after.entry, after.missing, after.rules]).to.deep.equal([null, [], []]);
  });

  it('of France follow the settings, and `send` is strict too', async () => {
    const customer = await customerOf(french, { country: 'FR', vat_number: 'FR40303265045', name: 'Société cliente' });
    const document = await sold(french, customer.id, { due_date: '2026-11-04', lines: [line('S-20', '706000')] });
    const path = `${french.path}/documents/${document.id}`;
    const bare = await preview(french, document);
    expect(bare.missing.map(({ code, setting, field }) => `${code}: ${setting ?? field}`)).to.deep.equal([
      'late_interest: invoices.late_interest_rate',
      'company_capital: legal.capital',
      'company_register: legal.register_city',
      'nature: nature',
    ]);
    const sent = await firm.client.post(`${path}/send`, { channel: 'peppol', strict: true });
    expect([sent.status, sent.body.code]).to.deep.equal([422, 'mentions_missing']);
    await firm.client.patch(`${french.path}/settings`, {
      legal: { capital: '10000', register_city: 'Lyon' },
      invoices: {
        late_interest_rate: 12.15,
        vat_on_debits: true,
        footer: 'Merci de votre confiance',
        colour: '#7A1F3D',
      },
    });
    await firm.client.patch(path, { nature: 'services' });
    const complete = await preview(french, document);
    expect(complete.missing).to.deep.equal([]);
    expect(complete.rules).to.deep.equal([]);
    expect(complete.mentions.map(({ code }) => code)).to.deep.equal([
      'nature_services',
      'vat_on_debits',
      'late_interest',
      'recovery_indemnity',
      'no_discount',
      'company_capital',
      'company_register',
      'customer_siren',
    ]);
  });

  it('are refused in a VAT code where the country does not know them', async () => {
    const code = { label: 'Exempté', direction: 'sale', kind: 'exempt', rate: 0 };
    const unknown = await firm.client.post(`${belgian.path}/vat-codes`, {
      ...code,
      code: 'S-X1',
      mention: 'exempt_99',
    });
    expect([unknown.status, unknown.body.error_codes]).to.deep.equal([422, { mention: ['mention_unknown'] }]);
    const own = await firm.client.created(`${belgian.path}/vat-codes`, {
      ...code,
      code: 'S-X2',
      mention: 'Exempté - article 41 du Code de la TVA',
    });
    expect(own).to.include({ mention: 'Exempté - article 41 du Code de la TVA', margin_kind: null });
  });
});
