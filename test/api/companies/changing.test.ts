import { expect } from 'chai';
import type { AnswerBody } from '../../support/client.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';

describe('Changing a company file', () => {
  const service = useService();
  let firm: TestFirm;
  let file: TestCompany;
  /** A test that has seen that nothing was changed leaves its file to the next one. */
  let isUntouched = false;

  beforeEach(async () => {
    firm ??= await service.newFirm();
    if (!isUntouched) file = await service.newCompany(firm.client);
    isUntouched = false;
  });

  it('changes its identity and shows numbers in the form of the country', async () => {
    const body = {
      name: 'Boulangerie Été',
      enterprise_number: 'BE 0403 019 261',
      vat_number: '0403.019.261',
      city: 'Namur',
      latitude: 50.4669,
      nace_codes: [{ code: '10.711', classification: 'MAIN' }],
      vat_regime: 'monthly',
      is_active: false,
    };
    const changed = await firm.client.patch(file.path, body);
    expect(changed.status, changed.text).to.equal(200);
    expect(changed.body).to.deep.include({
      name: 'Boulangerie Été',
      enterprise_number: '0403.019.261',
      vat_number: 'BE 0403.019.261',
      city: 'Namur',
      latitude: '50.4669000',
      vat_regime: 'monthly',
      is_active: false,
      version: 2,
      lock_version: 2,
    });
    expect(changed.headers.get('x-operation-id')).to.be.a('string');
    expect(changed.body.fiscal_years).to.have.length(1);
    const emptied = await firm.client.patch(file.path, { enterprise_number: null, city: '' });
    expect(emptied.body).to.include({ enterprise_number: null, city: null, version: 3 });
    const same = await firm.client.patch(file.path, { city: null });
    expect([same.headers.get('x-operation-id'), same.body.version]).to.deep.equal([null, 3]);
  });

  it('ignores what a client may not set', async () => {
    const { body: before } = await firm.client.get(file.path);
    const sneaky = {
      id: 1,
      firm_id: 99,
      public_token: 'x',
      country_pack: 'BE',
      currency: 'EUR',
      source: 'x',
      version: 9,
    };
    const body = await firm.client.expect(200).patch(file.path, { ...sneaky, is_demo: true, deleted_at: '2026-01-01' });
    expect(body).to.deep.equal(before);
  });

  it('keeps the country pack, whatever is sent', async () => {
    await firm.client.refused(422, ['country_pack']).patch(file.path, { country_pack: 'FR', name: 'Other' });
  });

  it('refuses what is changed elsewhere, or nowhere', async () => {
    const stray = {
      settings: { legal: { rpm_district: 'X' } },
      fiscal_year: {},
      nmae: 'Typo',
      nace_codes: [{ cod: 'x' }],
    };
    const body = await firm.client.refused(422, 'unknown_field').patch(file.path, stray);
    expect(body.errors).to.have.all.keys('settings', 'fiscal_year', 'nmae', 'nace_codes.0.cod', 'nace_codes.0.code');
    const settings = await firm.client.patch(`${file.path}/settings`, { legal: { rpm_distrct: 'X' }, lgal: {} });
    expect([settings.status, settings.body.code]).to.deep.equal([422, 'unknown_field']);
    expect(settings.body.errors).to.have.all.keys('legal.rpm_distrct', 'lgal');
  });

  const wrong: readonly (readonly [string, unknown])[] = [
    ['name', null],
    ['name', 'x'.repeat(201)],
    ['name', 5],
    ['code', 'a b'],
    ['code', null],
    ['enterprise_number', '0403.019.262'],
    ['vat_number', 'FR123'],
    ['legal_form_code', 'nope'],
    ['vat_regime', 'yearly'],
    ['locale', 'it'],
    ['country', 'XX'],
    ['latitude', 91],
    ['nace_codes', [{ classification: 'MAIN' }]],
    ['logo_url', 'javascript:alert(1)'],
    ['is_active', 'maybe'],
  ];
  for (const [field, value] of wrong) {
    it(`refuses ${JSON.stringify(value).slice(0, 40)} as ${field}`, async () => {
      const body = await firm.client.refused(422).patch(file.path, { [field]: value });
      expect(Object.keys(body.errors)[0]!.startsWith(field)).to.equal(true);
      expect((await firm.client.get(file.path)).body.version).to.equal(1);
      isUntouched = true;
    });
  }

  it('answers 409 with the server’s data to a version that has moved on', async () => {
    await firm.client.patch(file.path, { city: 'Mons' });
    const { status, body } = await firm.client.patch(file.path, { city: 'Liège' }, { 'X-Base-Version': '1' });
    expect(status).to.equal(409);
    expect(body).to.include({ code: 'conflict', server_version: 2 });
    expect(body.server_data).to.include({ city: 'Mons' });
  });

  it('gives it another code, unless another file of the firm has it', async () => {
    const other = await service.newCompany(firm.client, { code: `C${Date.now() % 1e6}` });
    const taken = (await firm.client.get(other.path)).body.code as string;
    await firm.client.refused(422, ['code']).patch(file.path, { code: taken });
    const before = (await firm.client.get(file.path)).body.code as string;
    const recoded = await firm.client.patch(file.path, { code: `${taken}-X` });
    expect(recoded.body).to.include({ code: `${taken}-X`, version: 2 });
    // The old code is free again, the new one is not.
    const year = { starts_on: '2026-01-01', ends_on: '2026-12-31' };
    await firm.client.created('/v1/companies', { name: 'N', code: before, fiscal_year: year });
    const again = await firm.client.post('/v1/companies', { name: 'N', code: `${taken}-X`, fiscal_year: year });
    expect([again.status, Object.keys(again.body.errors)]).to.deep.equal([422, ['code']]);
  });

  describe('its settings', () => {
    const settings = async () => (await firm.client.get(`${file.path}/settings`)).body;

    it('are there from the start, in the file and by themselves', async () => {
      const shown = await settings();
      expect(shown).to.have.nested.property('auto_entries.vat.payable_account', '451200');
      expect(shown).to.have.nested.property('auto_entries.reconciliation_difference.max_amount', 0);
      expect(shown).to.have.nested.property('history.trash_retention_days', 30);
      expect((await firm.client.get(file.path)).body.settings).to.deep.equal(shown);
    });

    it('are merged deeply', async () => {
      const body = {
        vat: { structured_communication: '+++010/8068/17183+++', declarant: { applicable: 1, email: 'a@b.be' } },
        auto_entries: { reconciliation_difference: { max_amount: 2.5 } },
        annual_accounts: { scheme: 'abbreviated', general_meeting_date: '2026-06-01' },
      };
      const before = await settings();
      const { status, body: after, headers, text } = await firm.client.patch(`${file.path}/settings`, body);
      expect(status, text).to.equal(200);
      expect(headers.get('etag')).to.equal('"v2"');
      expect(after).to.have.nested.property('vat.structured_communication', '010806817183');
      expect(after).to.have.nested.property('vat.declarant.applicable', true);
      expect(after).to.have.nested.property('auto_entries.reconciliation_difference.max_amount', 2.5);
      expect(after).to.have.nested.property('annual_accounts.general_meeting_date', '2026-06-01');
      expect(after).to.have.deep.nested.property('auto_entries.vat', (before.auto_entries as AnswerBody).vat);
    });

    const refused: readonly (readonly [string, unknown, string])[] = [
      ['an unknown path', { vat: { nope: 1 } }, 'vat.nope'],
      ['an unknown group', { nope: { a: 1 } }, 'nope'],
      [
        'an account that does not exist',
        { auto_entries: { vat: { payable_account: '999' } } },
        'auto_entries.vat.payable_account',
      ],
      [
        'a heading',
        { auto_entries: { transfers: { transit_account: '58' } } },
        'auto_entries.transfers.transit_account',
      ],
      ['a journal of nobody', { auto_entries: { vat: { journal_id: 999999 } } }, 'auto_entries.vat.journal_id'],
      ['a group that is no object', { vat: 'x' }, 'vat'],
      ['a wrong type', { vat: { declarant: { applicable: 'perhaps' } } }, 'vat.declarant.applicable'],
      ['a wrong e-mail', { vat: { filer: { email: 'x' } } }, 'vat.filer.email'],
      ['a wrong communication', { vat: { structured_communication: '1' } }, 'vat.structured_communication'],
      [
        'a day that does not exist',
        { annual_accounts: { general_meeting_date: '2026-02-30' } },
        'annual_accounts.general_meeting_date',
      ],
      ['too long a time', { history: { trash_retention_days: 5000 } }, 'history.trash_retention_days'],
      ['an emptied retention', { history: { trash_retention_days: null } }, 'history.trash_retention_days'],
      [
        'a negative amount',
        { auto_entries: { reconciliation_difference: { max_amount: -1 } } },
        'auto_entries.reconciliation_difference.max_amount',
      ],
      ['__proto__', JSON.parse('{"vat":{"__proto__x":1}}'), 'vat.__proto__x'],
    ];
    for (const [name, body, field] of refused) {
      it(`refuse ${name}, told at its path`, async () => {
        const before = await settings();
        await firm.client.refused(422, [field]).patch(`${file.path}/settings`, body);
        expect(await settings()).to.deep.equal(before);
        isUntouched = true;
      });
    }

    it('refuse a journal of another file', async () => {
      const other = await service.newCompany(firm.client);
      const body = { auto_entries: { vat: { journal_id: other.journal('OD') } } };
      await firm.client.refused(422).patch(`${file.path}/settings`, body);
    });
  });

  describe('deleting it', () => {
    it('moves it to the recycle bin of the firm, where only administrators find it', async () => {
      const manager = await service.newMember(firm, 'manager');
      await manager.client.refused(403).delete(file.path);
      const deleted = await firm.client.delete(file.path);
      expect([deleted.status, deleted.headers.get('x-trashed')]).to.deep.equal([204, '1']);
      for (const path of ['', '/accounts', '/entries', '/settings', '/sync/pull'])
        expect((await firm.client.get(`${file.path}${path}`)).status, path).to.equal(404);
      await firm.client.refused(404).post(`${file.path}/third-parties`, { type: 'customer', name: 'A' });
      const listed = (await firm.client.get('/v1/companies')).body as unknown as AnswerBody[];
      expect(listed.map(({ id }) => id)).not.to.include(file.id);
      const bin = async (client = firm.client) =>
        ((await client.get('/v1/trash/companies')).body as unknown as AnswerBody[]).map(({ id }) => id);
      expect(await bin()).to.include(file.id);
      expect(await bin(manager.client)).to.deep.equal([]);
      const restore = `/v1/trash/companies/${file.token}/restore`;
      await manager.client.refused(404).post(restore);
      const stranger = await service.newFirm();
      await stranger.client.refused(404).post(restore);
      expect(await firm.client.expect(200).post(restore)).to.include({ id: file.id, deleted_at: null, version: 3 });
      await firm.client.ok(file.path);
      expect(await bin()).not.to.include(file.id);
      await firm.client.refused(404).post(restore);
    });
  });

  it('shows its figures of the year', async () => {
    const post = async (entry_date: string, lines: unknown) => {
      await firm.client.created(`${file.path}/entries`, {
        journal_id: file.journal('OD'),
        entry_date,
        lines,
      });
    };
    await post('2026-01-10', [
      { account: '400000', debit: '121.00' },
      { account: '700000', credit: '100.00' },
      { account: '451000', credit: '21.00' },
    ]);
    await post('2026-02-10', [
      { account: '604000', debit: '40.00' },
      { account: '411000', debit: '8.40' },
      { account: '440000', credit: '48.40' },
    ]);
    await post('2026-03-10', [
      { account: '550000', debit: '121.00' },
      { account: '400000', credit: '121.00' },
    ]);
    const body = await firm.client.ok(`${file.path}/dashboard`);
    expect(body).to.include({
      turnover: '100.00',
      result: '60.00',
      cash: '121.00',
      open_customers: '0.00',
      open_suppliers: '48.40',
      vat_position: '12.60',
    });
    const months = body.months as AnswerBody[];
    expect(months).to.have.length(12);
    expect(months[0]).to.include({ turnover: '100.00', costs: '0.00', result: '100.00', cash: '0.00' });
    expect(months[1]).to.include({ turnover: '0.00', costs: '40.00', result: '-40.00', cash: '0.00' });
    expect(months[11]).to.include({ result: '0.00', cash: '121.00' });
    await firm.client.refused(422).get(`${file.path}/dashboard?fiscal_year_id=999999`);
    const next = { starts_on: '2027-01-01', ends_on: '2027-12-31' };
    const { body: year } = await firm.client.post(`${file.path}/fiscal-years`, next);
    const later = await firm.client.get(`${file.path}/dashboard?fiscal_year_id=${year.id}`);
    expect(later.body).to.include({ turnover: '0.00', cash: '121.00', open_suppliers: '48.40' });
  });
});
