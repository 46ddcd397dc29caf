import { expect } from 'chai';
import { createSystemContext } from '../../../commands/support/context.ts';
import { fileVatListing } from '../../../commands/vat-filing/file-listing.ts';
import { readSetting } from '../../../domain/companies/settings.ts';
import { listElements, findText } from '../../../domain/xml.ts';
import { readXml } from '../../../outside/xml/read-xml.ts';
import { expectRefusal, expectStatus, type AnswerBody } from '../../support/client.ts';
import { readPdfText } from '../../support/pdf.ts';
import { findSchemaErrors } from '../../support/schemas.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';

const NATIONAL_NUMBER = '85073003328';

describe('Files for VAT administrations', () => {
  const service = useService();
  let firm: TestFirm;

  const post = async (file: TestCompany, path: string, body: object = {}, expected = 201): Promise<AnswerBody> => {
    const answer = await firm.client.post(`${file.path}${path}`, body);
    expect(answer.status, answer.text).to.equal(expected);
    return answer.body;
  };
  const get = (file: TestCompany, path: string, headers = {}) => firm.client.get(`${file.path}${path}`, headers);
  const ok = async (file: TestCompany, path: string) => {
    const answer = await get(file, path);
    expect(answer.status, answer.text.slice(0, 1_000)).to.equal(200);
    return answer;
  };
  /** A PDF, which is no text. */
  const printed = async (file: TestCompany, path: string): Promise<string> => {
    const answer = await fetch(`${firm.client.url}${file.path}${path}`, {
      headers: { authorization: `Bearer ${firm.client.token}` },
    });
    expect([answer.status, answer.headers.get('content-type')]).to.deep.equal([200, 'application/pdf']);
    return readPdfText(new Uint8Array(await answer.arrayBuffer()));
  };
  const party = async (file: TestCompany, fields: object) => (await post(file, '/third-parties', fields)).id;
  const invoice = (file: TestCompany, third_party_id: number, vat_code: string, amount: string, more: object = {}) =>
    post(file, '/entries/invoice', {
      journal_id: file.journal(vat_code.startsWith('S') ? 'VEN' : 'ACH'),
      third_party_id,
      entry_date: '2026-01-10',
      lines: [{ account: vat_code.startsWith('S') ? '700000' : '613200', amount, vat_code }],
      ...more,
    });
  const validated = async (file: TestCompany, body: object): Promise<number> => {
    const { id } = await post(file, '/vat-declarations', body);
    await post(file, `/vat-declarations/${id}/validate`, {}, 200);
    return id;
  };
  const settings = async (file: TestCompany, vat: object) =>
    expect((await firm.client.patch(`${file.path}/settings`, { vat })).status).to.equal(200);

  const BELGIAN = {
    enterprise_number: '0477472701',
    street: 'Rue Haute',
    house_number: '1',
    postal_code: '1000',
    city: 'Bruxelles',
  };
  let belgian: TestCompany;
  let supplier: number;
  let filed: number;

  before('a Belgian year', async () => {
    firm = await service.newFirm({ userLocale: null });
    belgian = await service.newCompany(firm.client, { ...BELGIAN, vat_regime: 'quarterly', locale: 'fr' });
    const hotel = await party(belgian, { type: 'customer', name: 'Hôtel', vat_number: 'BE0403019261' });
    const twin = await party(belgian, { type: 'customer', name: 'Hôtel (bis)', vat_number: 'BE0403019261' });
    const small = await party(belgian, { type: 'customer', name: 'Small', vat_number: 'BE0428759497' });
    const person = await party(belgian, { type: 'customer', name: 'Person' });
    const french = await party(belgian, { type: 'customer', name: 'Café', vat_number: 'FR44732829320', country: 'FR' });
    supplier = await party(belgian, {
      type: 'supplier',
      name: 'Léa Hanssens',
      street: 'Rue Neuve',
      house_number: '3',
      postal_code: '1000',
      city: 'Bruxelles',
      country: 'BE',
      language: 'nl',
      national_number: '85.07.30-033.28',
    });
    await invoice(belgian, hotel, 'S-21', '1000.00');
    await invoice(belgian, twin, 'S-6', '100.00');
    await post(belgian, '/entries/credit-note', {
      journal_id: belgian.journal('NCV'),
      third_party_id: hotel,
      entry_date: '2026-02-01',
      lines: [{ account: '700000', amount: '200.00', vat_code: 'S-21' }],
    });
    // Exempt by article 44: in box 00, and on no listing.
    await invoice(belgian, hotel, 'S-ART44', '700.00');
    await invoice(belgian, small, 'S-21', '250.00');
    await invoice(belgian, person, 'S-21', '900.00');
    await invoice(belgian, french, 'S-IC-G', '500.00');
    await invoice(belgian, french, 'S-IC-S', '80.00', { entry_date: '2026-03-31' });
    await invoice(belgian, supplier, 'P-S-21', '1500.00');
    filed = await validated(belgian, { year: 2026, period: 1 });
  });

  it('give a validated Belgian return as Intervat takes it, and a draft to nobody', async () => {
    const answer = await ok(belgian, `/vat-declarations/${filed}/xml`);
    expect(answer.headers.get('content-type')).to.equal('application/xml');
    expect(await findSchemaErrors(answer.text, 'vat-consignment')).to.deep.equal([]);
    const draft = (await post(belgian, '/vat-declarations', { year: 2026, period: 2 })).id;
    await expectRefusal(get(belgian, `/vat-declarations/${draft}/xml`), 422, 'declaration_not_validated');
    await expectStatus(get(belgian, '/vat-declarations/999999/xml'), 404);
  });

  it('name every field of the settings that the authority would miss, in the language of the caller', async () => {
    await settings(belgian, { filer: { quality: 'representative', name: 'Nord', email: 'a@nord.be' } });
    const body = await expectStatus(get(belgian, `/vat-declarations/${filed}/xml`, { 'Accept-Language': 'fr' }), 422);
    expect(body.errors).to.have.all.keys(
      ...['address', 'postal_code', 'city', 'country', 'phone', 'vat_number'].map((name) => `vat.filer.${name}`),
    );
    expect((body.errors as Record<string, string[]>)['vat.filer.city']![0]).to.match(/localité/);
    await settings(belgian, { filer: { quality: null } });
  });

  it('take the quality of the filer as a choice, in which texts of earlier versions have their place', async () => {
    await firm.client.refused(422, ['vat.filer.quality']).patch(`${belgian.path}/settings`, {
      vat: { filer: { quality: 'bookkeeper' } },
    });
    expect([
      readSetting({ 'vat.filer.quality': 'Comptable' }, 'vat.filer.quality'),
      readSetting({ 'vat.filer.quality': 'Representative' }, 'vat.filer.quality'),
      readSetting({}, 'vat.filer.quality'),
    ]).to.deep.equal(['declarant', 'representative', null]);
  });

  it('print the return with what the settings say of the administration and of who signs', async () => {
    await settings(belgian, {
      administration_cell: 'Bruxelles 1',
      directorate_number: '12',
      office_number: '34',
      declarant: {
        applicable: true,
        company_name: 'Dupont',
        signatory_1: 'A. Dupont',
        signatory_1_title: 'gérant',
        signatory_2: 'B. Dupont',
        signatory_2_title: 'directrice',
        phone: '02',
        fax: '03',
        email: 'd@d.be',
        language: 'nl',
      },
    });
    const pdf = await printed(belgian, `/vat-declarations/${filed}/pdf`);
    for (const words of [
      'Btw-aangifte 625',
      'Bruxelles 1',
      '12',
      '34',
      'A. Dupont, gérant',
      'B. Dupont, directrice',
      '03',
    ])
      expect(pdf).to.contain(words);
    const english = await printed(belgian, `/vat-declarations/${filed}/pdf?lang=en`);
    expect(english).to.contain('Operations at 21%');
  });

  it('list Belgian customers above 250 euros by their number, and say who is left out', async () => {
    const { body } = await ok(belgian, '/vat/customer-listing/2026');
    expect((body.clients as AnswerBody[]).map((one) => [one.vat_number, one.turnover, one.vat_amount])).to.deep.equal([
      // 1,000 + 100 - 200, and 210 + 6 - 42.
      ['BE0403019261', '900.00', '174.00'],
    ]);
    expect([body.turnover_sum, body.vat_sum]).to.deep.equal(['900.00', '174.00']);
    expect((body.excluded as AnswerBody[]).map((one) => [one.name, one.reason])).to.deep.equal([
      ['Person', 'no_vat_number'],
      ['Small', 'below_threshold'],
    ]);
    const xml = await ok(belgian, '/vat/customer-listing/2026?format=xml');
    expect(await findSchemaErrors(xml.text, 'be_vat_client_listing_consignment')).to.deep.equal([]);
    expect((await ok(belgian, '/vat/customer-listing/2026?format=csv&lang=en')).text).to.contain(
      'BE0403019261;Hôtel;900.00',
    );
    expect(await printed(belgian, '/vat/customer-listing/2026?format=PDF')).to.contain('BE0403019261');
    expect((await ok(belgian, '/vat/customer-listing/2025')).body.clients).to.deep.equal([]);
  });

  it('list supplies to other Member States by code, and refuse the file while a number is missing', async () => {
    const { body } = await ok(belgian, '/vat/intracom-listing/2026/1');
    expect(
      (body.clients as AnswerBody[]).map((one) => [one.vat_number, one.code, one.amount, one.country]),
    ).to.deep.equal([
      ['FR44732829320', 'L', '500.00', 'FR'],
      ['FR44732829320', 'S', '80.00', 'FR'],
    ]);
    expect([body.period_type, body.amount_sum]).to.deep.equal(['quarterly', '580.00']);
    const xml = await ok(belgian, '/vat/intracom-listing/2026/1?format=XML');
    expect(await findSchemaErrors(xml.text, 'be_vat_intra_consignment')).to.deep.equal([]);
    expect((await ok(belgian, '/vat/intracom-listing/2026/3?period_type=monthly')).body.amount_sum).to.equal('80.00');
    await expectStatus(get(belgian, '/vat/intracom-listing/2026/3?format=xml'), 422);
    await expectStatus(get(belgian, '/vat/intracom-listing/2026/5'), 422);
    const nameless = await party(belgian, { type: 'customer', name: 'Sans numéro' });
    await invoice(belgian, nameless, 'S-IC-G', '10.00', { entry_date: '2026-10-10' });
    const refused = await get(belgian, '/vat/intracom-listing/2026/4?format=xml');
    expect([refused.status, JSON.stringify(refused.body.errors)]).to.satisfy(
      ([status, errors]: [number, string]) => status === 422 && errors.includes('Sans numéro'),
    );
  });

  it('make slips of fees from the chart, and keep the number of a person to the slip', async () => {
    const { body } = await ok(belgian, '/vat/fees-281-50/2026');
    const [slip] = body.slips as AnswerBody[];
    expect(slip).to.deep.include({
      third_party_id: supplier,
      name: 'Léa Hanssens',
      nature: 'fees',
      amount: '1500.00',
      amount_paid: '0.00',
      national_number: NATIONAL_NUMBER,
      enterprise_number: null,
      version: 0,
      is_edited: false,
    });
    const places = ['/third-parties', `/third-parties/${supplier}`, '/history?per_page=200', '/events', '/sync/pull'];
    for (const place of [...places, '/vat/fees-281-50/2026?format=csv'])
      expect((await get(belgian, place)).text, place).not.to.contain(NATIONAL_NUMBER);
    expect(service.errors.join('\n')).not.to.contain(NATIONAL_NUMBER);
  });

  it('have the enterprise number of a supplier that only has a Belgian VAT number', async () => {
    const lawyer = await party(belgian, { type: 'supplier', name: 'Avocats', vat_number: 'BE0428759497' });
    await invoice(belgian, lawyer, 'P-S-21', '2000.00', { entry_date: '2026-12-01' });
    const path = `/vat/fees-281-50/2026/slips/${lawyer}`;
    const { body } = await ok(belgian, '/vat/fees-281-50/2026');
    const slip = (body.slips as AnswerBody[]).find(({ third_party_id }) => third_party_id === lawyer);
    expect(slip).to.include({ enterprise_number: '0428.759.497', national_number: null });
    expect((await firm.client.put(`${belgian.path}${path}`, { is_excluded: true })).status).to.equal(200);
  });

  it('say what a person says of a slip, and take it back', async () => {
    const path = `${belgian.path}/vat/fees-281-50/2026/slips/${supplier}`;
    const changed = await firm.client.put(path, { nature: 'commissions', amount: '1600.00', amount_paid: '400.00' });
    expect(changed.status, changed.text).to.equal(200);
    expect(changed.body).to.deep.include({ nature: 'commissions', amount: '1600.00', version: 1, is_excluded: false });
    await firm.client.refused(409, { server_version: 1 }).put(path, { is_excluded: true }, { 'If-Match': '"v7"' });
    const excluded = await firm.client.put(path, { is_excluded: true }, { 'If-Match': '"v1"' });
    expect(excluded.body).to.deep.include({ version: 2, is_excluded: true, amount: '1500.00' });
    const listed = (await ok(belgian, '/vat/fees-281-50/2026')).body;
    expect([listed.slips, (listed.excluded as AnswerBody[])[0]!.reason]).to.deep.equal([[], 'by_hand']);
    const undo = (answer: typeof changed) =>
      firm.client.post(`${belgian.path}/history/operations/${answer.headers.get('x-operation-id')}/revert`, {});
    expect((await undo(changed)).body.code).to.equal('revert_blocked');
    await expectStatus(undo(excluded), 200);
    expect((await ok(belgian, '/vat/fees-281-50/2026')).body.amount_sum).to.equal('1600.00');
    await firm.client.refused(422, ['amount_paid']).put(path, { amount: '1.00', amount_paid: '2.00' });
    await firm.client.refused(404).put(`${belgian.path}/vat/fees-281-50/2026/slips/999999`, {});
  });

  it('give the slips as the file of Belcotax with the sender of the settings, and a slip to its beneficiary', async () => {
    await settings(belgian, {
      sender_281_50: {
        name: 'Nord',
        enterprise_number: '0403019261',
        address: 'Quai 1, 4000 Liège',
        phone: '04 222',
        email: 'f@nord.be',
      },
    });
    const xml = await readXml(Buffer.from((await ok(belgian, '/vat/fees-281-50/2026?format=xml')).text));
    expect(findText(xml, 'Verzending/v0014_naam')).to.equal('Nord');
    const [slip] = listElements(xml, 'Verzending/Aangiften/Aangifte/Opgaven/Opgave32550/Fiche28150');
    expect(findText(slip, 'f2011_nationaalnr')).to.equal(NATIONAL_NUMBER);
    const pdf = await printed(belgian, `/vat/fees-281-50/2026?format=pdf&third_party_id=${supplier}`);
    for (const words of ['85.07.30-033.28', 'Werkelijk betaald', 'Quai 1, 4000 Liège', 'Nord', '0403.019.261'])
      expect(pdf).to.contain(words);
  });

  describe('of several company files of a firm', () => {
    const path = () => `/v1/firms/${firm.token}/vat/consignment`;

    it('are one consignment, and refused for what is not Belgian, not validated, not there or not theirs', async () => {
      const other = await service.newCompany(firm.client, {
        ...BELGIAN,
        enterprise_number: '0403019261',
        vat_regime: 'monthly',
      });
      const second = await validated(other, { year: 2026, period: 1 });
      const draft = (await post(other, '/vat-declarations', { year: 2026, period: 2 })).id;
      const french = await service.newCompany(firm.client, { country_pack: 'FR', vat_regime: 'monthly' });
      const foreign = await validated(french, { year: 2026, period: 1 });
      await firm.client
        .refused(
          422,
          ['address', 'postal_code', 'city', 'phone', 'enterprise_number'].map((name) => `firm.${name}`),
        )
        .post(path(), { declaration_ids: [filed, second] });
      await firm.client.expect(200).patch(`/v1/firms/${firm.token}`, {
        enterprise_number: '0477472701',
        address: 'Rue Haute 12',
        postal_code: '1000',
        city: 'Bruxelles',
        email: 'tva@nord.be',
        phone: '+32 2 123 45 67',
      });
      const answer = await firm.client.post(path(), { declaration_ids: [filed, second] });
      expect(answer.status, answer.text).to.equal(200);
      expect(await findSchemaErrors(answer.text, 'vat-consignment')).to.deep.equal([]);
      const root = await readXml(Buffer.from(answer.text));
      expect(findText(root, 'Representative/RepresentativeID')).to.equal('0477472701');
      expect(findText(root, 'Representative/Name')).to.equal(firm.name);
      expect(listElements(root, 'VATDeclaration').map((one) => findText(one, 'Declarant/VATNumber'))).to.deep.equal([
        '0477472701',
        '0403019261',
      ]);
      const refused = await firm.client.post(path(), { declaration_ids: [filed, draft, foreign, 999_999, filed] });
      expect(refused.status).to.equal(422);
      expect(Object.keys(refused.body.errors)).to.deep.equal([1, 2, 3, 4].map((place) => `declaration_ids.${place}`));
      const elsewhere = await service.newFirm();
      await elsewhere.client.refused(422, ['declaration_ids.0']).post(`/v1/firms/${elsewhere.token}/vat/consignment`, {
        declaration_ids: [filed],
      });
    });
  });

  describe('of the neighbours', () => {
    it('are zones of EDI-TVA and the form itself in France', async () => {
      const french = await service.newCompany(firm.client, {
        country_pack: 'FR',
        vat_regime: 'monthly',
        locale: 'fr',
        name: 'Boulangerie',
        enterprise_number: '732829320',
        vat_number: 'FR44732829320',
        street: 'Rue de Lille',
        house_number: '3',
        postal_code: '59000',
        city: 'Lille',
      });
      const customer = await party(french, { type: 'customer', name: 'Hôtel' });
      await invoice(french, customer, 'S-20', '1000.40', {
        lines: [{ account: '701000', amount: '1000.40', vat_code: 'S-20' }],
      });
      const id = await validated(french, { year: 2026, period: 1 });
      const root = await readXml(Buffer.from((await ok(french, `/vat-declarations/${id}/xml`)).text));
      const zones = listElements(root, 'Formulaire')[1]!.children;
      expect(Object.fromEntries(zones.map(({ attributes, text }) => [attributes.id, text]))).to.deep.include({
        CA: '1000',
        FP: '1000',
        GP: '200',
        KE: '200',
      });
      const pdf = await printed(french, `/vat-declarations/${id}/pdf`);
      for (const words of ['N° 3310-CA3', 'Boulangerie', 'Taux normal 20 %', '08', 'TVA nette due'])
        expect(pdf).to.contain(words);
      expect((await get(french, '/vat/customer-listing/2026')).body.code).to.equal('listing_not_in_country');
      expect((await get(french, '/vat/intracom-listing/2026/1?format=xml')).body.code).to.equal('listing_without_file');
      expect((await get(french, '/vat/fees-281-50/2026')).body.code).to.equal('fees_not_in_country');
      expect(await printed(french, '/vat/intracom-listing/2026/1?format=pdf')).to.match(/DES|intracommunautaire/i);
      const year = (await post(french, '/vat-declarations', { year: 2026, period: 1, period_type: 'yearly' })).id;
      expect(await printed(french, `/vat-declarations/${year}/pdf`)).to.match(/CA12[\s\S]*Taux normal 20 %/);
    });

    it('are printed also where the administration has no file: the special return of those who charge no tax', async () => {
      const small = await service.newCompany(firm.client, { ...BELGIAN, vat_regime: 'franchise', locale: 'fr' });
      const provider = await party(small, { type: 'supplier', name: 'Atelier', vat_number: 'FR44732829320' });
      await invoice(small, provider, 'P-S-IC-21', '100.00');
      const id = await validated(small, { year: 2026, period: 1 });
      expect(await printed(small, `/vat-declarations/${id}/pdf?lang=de`)).to.match(/629[\s\S]*21,00/);
      expect(Object.keys((await get(small, `/vat-declarations/${id}/xml`)).body.errors)).to.deep.equal(['form']);
    });

    it('are envelopes of eCDF in Luxembourg, under the name that the platform wants', async () => {
      const luxembourg = await service.newCompany(firm.client, {
        country_pack: 'LU',
        vat_regime: 'monthly',
        locale: 'de',
        vat_number: 'LU15027442',
      });
      const customer = await party(luxembourg, { type: 'customer', name: 'Kunde', vat_number: 'BE0403019261' });
      await invoice(luxembourg, customer, 'S-IC-S', '100.00', {
        lines: [{ account: '7021', amount: '100.00', vat_code: 'S-IC-S' }],
      });
      const id = await validated(luxembourg, { year: 2026, period: 1 });
      expect(Object.keys((await get(luxembourg, `/vat-declarations/${id}/xml`)).body.errors)).to.have.members(
        ['matricule', 'prefix', 'interface_id'].map((name) => `vat.ecdf.${name}`),
      );
      await settings(luxembourg, {
        ecdf: { prefix: 'ABC123', interface_id: 'DEMO', matricule: '20002212345', rcs: 'B12345' },
      });
      const answer = await ok(luxembourg, `/vat-declarations/${id}/xml`);
      expect(answer.headers.get('content-disposition')).to.match(/filename="ABC123X\d{8}T\d{8}\.xml"/);
      // Fifty files in a second, and each has its own reference.
      const names = await Promise.all(
        Array.from({ length: 50 }, async () => {
          const one = await ok(luxembourg, `/vat-declarations/${id}/xml`);
          return findText(await readXml(Buffer.from(one.text)), 'FileReference');
        }),
      );
      expect(new Set(names).size).to.equal(50);
      const listing = await ok(luxembourg, '/vat/intracom-listing/2026/1?format=xml');
      expect(await findSchemaErrors([answer.text, listing.text], 'ecdf-v1.1')).to.deep.equal([]);
      expect(listing.text).to.contain('type="TVA_PSIM"');
      expect(await printed(luxembourg, `/vat-declarations/${id}/pdf`))
        .to.contain('TVA_DECM')
        .and.contain('Monatliche MwSt.-Erklärung');
    });
  });

  it('finds the filing of a listing that an interrupted run of the same request has recorded', async () => {
    const { core } = service;
    const context = { ...createSystemContext('test'), userId: firm.admin.id, clientMutationId: 'filed-once' };
    const requested = {
      ...({ kind: 'customer_listing', year: 2024, period: 1, period_type: null } as const),
      ...{ filed_on: '2025-03-20', reference: null, today: '2026-01-01', baseVersion: null },
    };
    const first = await fileVatListing(core, belgian.id, requested, context);
    const resumed = { ...context, isResumed: true, course: { hasActed: false, earlierOperationId: null } };
    expect(await fileVatListing(core, belgian.id, requested, resumed)).to.deep.equal(first);
    const again = { ...context, clientMutationId: 'filed-again' };
    expect(await fileVatListing(core, belgian.id, requested, again)).to.deep.equal({ ...first, isRecorded: false });
  });
});
