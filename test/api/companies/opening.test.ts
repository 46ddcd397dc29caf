import { expect } from 'chai';
import { getBookToday } from '../../../api/http/reply/time.ts';
import { expectStatus, type AnswerBody } from '../../support/client.ts';
import { useService, type TestFirm } from '../../support/service.ts';
import { COMPANY_MEMBERS, FISCAL_YEAR_MEMBERS, JOURNAL_MEMBERS, YEAR, type Journal } from './members.ts';

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;

describe('Opening a company file', () => {
  const service = useService();
  let firm: TestFirm;
  const open = (fields: Record<string, unknown>, headers?: Record<string, string>) =>
    firm.client.post('/v1/companies', fields, headers);

  before(async () => {
    firm = await service.newFirm();
  });

  it('needs a name and a fiscal year, and fills in the rest', async () => {
    const { status, body, headers } = await open({ name: 'Menuiserie Léonard', fiscal_year: YEAR });
    expect(status).to.equal(201);
    expect(body).to.have.all.keys(...COMPANY_MEMBERS, 'fiscal_years', 'journals');
    expect(headers.get('etag')).to.equal('"v1"');
    expect(headers.get('x-operation-id')).to.match(/^[0-9a-f-]{36}$/);
    const { id, public_token, created_at, updated_at, fiscal_years, journals, settings, ...rest } = body;
    expect(settings).to.have.nested.property('auto_entries.vat.payable_account', '451200');
    expect(id).to.be.a('number');
    expect(public_token).to.match(/^[A-Za-z0-9]{12}$/);
    expect(created_at).to.match(TIMESTAMP);
    expect(updated_at).to.equal(created_at);
    expect(fiscal_years).to.have.length(1);
    expect(journals).to.have.length(6);
    expect(rest).to.deep.equal({
      firm_id: firm.id,
      code: 'MENUISERIELE',
      name: 'Menuiserie Léonard',
      legal_form: null,
      legal_form_code: null,
      enterprise_number: null,
      vat_number: null,
      country_pack: 'BE',
      vat_regime: 'quarterly',
      currency: 'EUR',
      locale: 'fr',
      address: null,
      street: null,
      house_number: null,
      box: null,
      postal_code: null,
      city: null,
      country: 'BE',
      latitude: null,
      longitude: null,
      nace_codes: [],
      main_nace_code: null,
      company_sheet_at: null,
      logo_url: null,
      icon_url: null,
      fiscal_year_start: '2026-01-01',
      fiscal_year_end: '2026-12-31',
      is_active: true,
      is_demo: false,
      source: 'manual',
      external_id: null,
      synced_at: null,
      deleted_at: null,
      lock_version: 1,
      version: 1,
      journal_entries_count: 0,
      responsible: null,
      firm: { id: firm.id, public_token: firm.token, name: firm.name },
    });
  });

  it('takes every field, with separators in its numbers', async () => {
    const { status, body } = await open({
      firm: firm.token,
      country_pack: 'BE',
      code: 'Bou-lan_9',
      name: 'Boulangerie',
      enterprise_number: '0477.472.701',
      vat_number: 'be 0477 472 701',
      legal_form: 'SRL',
      legal_form_code: '610',
      address: 'Rue Haute 1',
      logo_url: 'https://example.com/logo.png',
      vat_regime: 'monthly',
      locale: 'nl',
      street: 'Rue Haute',
      house_number: '1',
      box: 'b',
      postal_code: '1000',
      city: 'Bruxelles',
      country: 'be',
      latitude: 50.8466,
      longitude: '4.3528',
      nace_codes: [{ code: '10.711', classification: 'MAIN' }, { code: '47.241' }],
      main_nace_code: '10.711',
      fiscal_year: { code: 'EX26', starts_on: '2026-04-15', ends_on: '2027-03-31' },
      banks: [
        { code: 'KBC', label: 'KBC zicht', iban: 'BE68 5390 0754 7034' },
        { code: 'ING', label: 'ING', iban: null },
      ],
    });
    expect(status, JSON.stringify(body)).to.equal(201);
    expect(body).to.deep.include({
      firm_id: firm.id,
      code: 'Bou-lan_9',
      enterprise_number: '0477.472.701',
      vat_number: 'BE 0477.472.701',
      legal_form: 'SRL',
      legal_form_code: '610',
      address: 'Rue Haute 1',
      logo_url: 'https://example.com/logo.png',
      vat_regime: 'monthly',
      locale: 'nl',
      street: 'Rue Haute',
      house_number: '1',
      box: 'b',
      postal_code: '1000',
      city: 'Bruxelles',
      country: 'BE',
      latitude: '50.8466000',
      longitude: '4.3528000',
      nace_codes: [
        { code: '10.711', classification: 'MAIN' },
        { code: '47.241', classification: 'SECO' },
      ],
      main_nace_code: '10.711',
      fiscal_year_start: '2026-04-15',
      fiscal_year_end: '2027-03-31',
    });
    const journals = body.journals as Journal[];
    expect(journals.map(({ code }) => code).sort()).to.deep.equal([
      'ACH',
      'CAI',
      'ING',
      'KBC',
      'NCA',
      'NCV',
      'OD',
      'VEN',
    ]);
    const [kbc, ing] = ['KBC', 'ING'].map((requested) => journals.find(({ code }) => code === requested)!);
    expect(kbc).to.deep.include({ label: 'KBC zicht', type: 'bank', iban: 'BE68539007547034' });
    expect(ing).to.deep.include({ label: 'ING', type: 'bank', iban: null });
    expect(kbc!.control_account_id).to.not.equal(ing!.control_account_id);
    expect(kbc!.control_account).to.deep.equal({
      id: kbc!.control_account_id,
      number: '550000',
      label: 'KBC zicht',
    });
    expect(ing!.control_account).to.deep.equal({ id: ing!.control_account_id, number: '550001', label: 'ING' });
  });

  it('sets up the first fiscal year with its periods, the journals, the chart and the VAT codes', async () => {
    const file = await service.newCompany(firm.client, {
      fiscal_year: { starts_on: '2026-04-15', ends_on: '2027-03-31' },
    });
    const [year] = file.body.fiscal_years as (AnswerBody & { periods: Record<string, unknown>[] })[];
    expect(year).to.have.all.keys(FISCAL_YEAR_MEMBERS);
    expect(year).to.deep.include({
      company_id: file.id,
      code: '2027',
      starts_on: '2026-04-15T00:00:00.000000Z',
      ends_on: '2027-03-31T00:00:00.000000Z',
      is_closed: false,
      closed_at: null,
      closed_by: null,
    });
    expect(year!.periods).to.have.length(12);
    expect(year!.periods.map(({ number }) => number)).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(year!.periods[0]).to.deep.include({
      starts_on: '2026-04-15T00:00:00.000000Z',
      ends_on: '2026-04-30T00:00:00.000000Z',
      label: 'April 2026',
    });
    expect(year!.periods[10]).to.deep.include({
      starts_on: '2027-02-01T00:00:00.000000Z',
      ends_on: '2027-02-28T00:00:00.000000Z',
    });

    const journals = file.body.journals as Journal[];
    expect(journals.map(({ code, type }) => [code, type])).to.have.deep.members([
      ['ACH', 'purchase'],
      ['NCA', 'purchase_credit'],
      ['VEN', 'sale'],
      ['NCV', 'sale_credit'],
      ['OD', 'miscellaneous'],
      ['CAI', 'cash'],
    ]);
    for (const journal of journals) {
      expect(journal).to.have.all.keys(JOURNAL_MEMBERS);
      expect(journal).to.deep.include({
        company_id: file.id,
        last_number: 0,
        entries_count: 0,
        is_active: true,
        deleted_at: null,
        deleted_by: null,
        rules: [],
      });
    }
    const accounts = (await firm.client.get<AnswerBody[]>(`${file.path}/accounts`)).body;
    expect(accounts.length).to.be.above(300);
    for (const number of ['100000', '400000', '440000', '451000', '411000', '550000', '570000', '604000', '700000'])
      expect(file.account(number), number).to.be.a('number');
    const vatCodes = (await firm.client.get<AnswerBody[]>(`${file.path}/vat-codes`)).body;
    expect(vatCodes.length).to.be.above(10);
    expect(new Set(vatCodes.map((code) => code.rate))).to.include.all.keys('21.00', '12.00', '6.00', '0.00');
  });

  it('accepts null wherever a field may be absent', async () => {
    const names = [
      'country_pack',
      'code',
      'enterprise_number',
      'vat_number',
      'legal_form',
      'legal_form_code',
      'address',
      'logo_url',
      'vat_regime',
      'locale',
      'street',
      'house_number',
      'box',
      'postal_code',
      'city',
      'country',
      'latitude',
      'longitude',
      'nace_codes',
      'main_nace_code',
      'banks',
    ];
    const nulls = Object.fromEntries(names.map((name) => [name, null]));
    const body = await expectStatus(open({ name: 'Nulls', ...nulls, fiscal_year: { ...YEAR, code: null } }), 201);
    expect(body).to.include({ country_pack: 'BE', vat_regime: 'quarterly', country: 'BE' });
  });

  it('answers with what a later GET shows', async () => {
    const { body } = await open({ name: 'Same twice', fiscal_year: YEAR });
    expect(await firm.client.ok(`/v1/companies/${String(body.public_token)}`)).to.deep.equal(body);
  });

  it('accepts a fiscal year of 24 months, in Belgium less a day, and of one day', async () => {
    const whole = { starts_on: '2026-01-01', ends_on: '2027-12-31' };
    const refused = await open({ name: 'Too long', fiscal_year: whole });
    expect([refused.status, refused.body.error_codes]).to.deep.equal([
      422,
      { 'fiscal_year.ends_on': ['fiscal_year_too_long'] },
    ]);
    for (const country_pack of ['FR', 'LU'])
      expect((await open({ name: `Long ${country_pack}`, country_pack, fiscal_year: whole })).status).to.equal(201);
    const long = await open({ name: 'Long', fiscal_year: { ...whole, ends_on: '2027-12-30' } });
    expect((long.body.fiscal_years as { periods: unknown[] }[])[0]!.periods).to.have.length(24);
    const short = await open({ name: 'Short', fiscal_year: { starts_on: '2026-02-28', ends_on: '2026-02-28' } });
    expect((short.body.fiscal_years as { periods: unknown[] }[])[0]!.periods).to.have.length(1);
  });

  it('needs nothing but a name: the fiscal year is the calendar year of today', async () => {
    const body = await expectStatus(open({ name: 'Name alone' }), 201);
    const year = getBookToday().slice(0, 4);
    expect(body).to.include({ name: 'Name alone', country_pack: 'BE' });
    const years = body.fiscal_years as AnswerBody[];
    expect(years.map(({ code, starts_on, ends_on }) => [code, starts_on, ends_on])).to.deep.equal([
      [year, `${year}-01-01T00:00:00.000000Z`, `${year}-12-31T00:00:00.000000Z`],
    ]);
  });

  it('never lets a client set what the service decides', async () => {
    const stray = {
      id: 999_999,
      public_token: 'AAAAAAAAAAAA',
      firm_id: 1,
      is_demo: true,
      source: 'evil',
      version: 7,
      lock_version: 7,
      deleted_at: '2020-01-01',
      created_at: '2020-01-01T00:00:00Z',
      journal_entries_count: 5,
    };
    const refused = await open({ name: 'X', fiscal_year: YEAR, is_active: false, owner_id: 1, settings: {} });
    expect([refused.status, refused.body.code]).to.deep.equal([422, 'unknown_field']);
    expect(refused.body.errors).to.have.all.keys('is_active', 'owner_id', 'settings');
    const body = await expectStatus(open({ name: 'Mass assignment', fiscal_year: YEAR, ...stray }), 201);
    expect(body).to.deep.include({
      firm_id: firm.id,
      is_demo: false,
      is_active: true,
      source: 'manual',
      version: 1,
      deleted_at: null,
      currency: 'EUR',
      journal_entries_count: 0,
    });
    expect(body.id).to.not.equal(999_999);
    expect(body.public_token).to.not.equal('AAAAAAAAAAAA');
  });
});
