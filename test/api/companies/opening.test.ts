import { expect } from 'chai';
import type { AnswerBody } from '../../support/client.ts';
import { useService, type TestFirm } from '../../support/service.ts';

const YEAR = { starts_on: '2026-01-01', ends_on: '2026-12-31' };
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;

/** Every member of a company file in the API, and nothing else. */
const COMPANY_MEMBERS = [
  'id', 'public_token', 'firm_id', 'code', 'name', 'legal_form', 'legal_form_code', 'enterprise_number', 'vat_number', 'country_pack', 'vat_regime', 'currency', 'locale',
  'address', 'street', 'house_number', 'box', 'postal_code', 'city', 'country', 'latitude', 'longitude', 'nace_codes', 'main_nace_code', 'company_sheet_at', 'logo_url',
  'icon_url', 'fiscal_year_start', 'fiscal_year_end', 'settings', 'is_active', 'is_demo', 'source', 'external_id', 'synced_at', 'created_at', 'updated_at', 'deleted_at',
  'lock_version', 'version', 'journal_entries_count', 'firm',
]; // prettier-ignore
const FISCAL_YEAR_MEMBERS = ['id', 'company_id', 'code', 'starts_on', 'ends_on', 'is_closed', 'closed_at', 'closed_by', 'created_at', 'updated_at', 'lock_version', 'version', 'periods'];
const JOURNAL_MEMBERS = [
  'id', 'company_id', 'code', 'label', 'type', 'control_account_id', 'iban', 'bic', 'last_number', 'is_active', 'is_default', 'description', 'created_at', 'updated_at',
  'lock_version', 'version', 'deleted_at', 'deleted_by', 'entries_count', 'control_account', 'rules',
]; // prettier-ignore

interface Journal extends AnswerBody {
  readonly code: string;
  readonly label: string;
  readonly type: string;
}

describe('Opening a company file', () => {
  const service = useService();
  let firm: TestFirm;
  const open = (fields: Record<string, unknown>, headers?: Record<string, string>) => firm.client.post('/v1/companies', fields, headers);
  const errorsOf = async (fields: Record<string, unknown>) => {
    const before = await service.core.log.head();
    const { status, body } = await open({ name: 'X', fiscal_year: YEAR, ...fields });
    expect(status, JSON.stringify(body)).to.equal(422);
    expect(await service.core.log.head(), 'nothing is appended').to.equal(before);
    return Object.keys(body.errors).sort();
  };

  before(async () => {
    firm = await service.newFirm();
  });

  it('needs a name and a fiscal year, and fills in the rest', async () => {
    const { status, body, headers } = await open({ name: 'Menuiserie Léonard', fiscal_year: YEAR });
    expect(status).to.equal(201);
    expect(body).to.have.all.keys(...COMPANY_MEMBERS, 'fiscal_years', 'journals');
    expect(headers.get('etag')).to.equal('"v1"');
    expect(headers.get('x-operation-id')).to.match(/^[0-9a-f-]{36}$/);
    const { id, public_token, created_at, updated_at, fiscal_years, journals, ...rest } = body;
    expect(id).to.be.a('number');
    expect(public_token).to.match(/^[A-Za-z0-9]{12}$/);
    expect(created_at).to.match(TIMESTAMP);
    expect(updated_at).to.equal(created_at);
    expect(fiscal_years).to.have.length(1);
    expect(journals).to.have.length(6);
    expect(rest).to.deep.equal({
      firm_id: firm.id, code: 'MENUISERIELE', name: 'Menuiserie Léonard', legal_form: null, legal_form_code: null, enterprise_number: null, vat_number: null,
      country_pack: 'BE', vat_regime: 'quarterly', currency: 'EUR', locale: 'fr', address: null, street: null, house_number: null, box: null, postal_code: null, city: null,
      country: 'BE', latitude: null, longitude: null, nace_codes: [], main_nace_code: null, company_sheet_at: null, logo_url: null, icon_url: null,
      fiscal_year_start: '2026-01-01', fiscal_year_end: '2026-12-31', settings: {}, is_active: true, is_demo: false, source: 'manual', external_id: null, synced_at: null,
      deleted_at: null, lock_version: 1, version: 1, journal_entries_count: 0, firm: { id: firm.id, public_token: firm.token, name: firm.name },
    }); // prettier-ignore
  });

  it('takes every field, with separators in its numbers', async () => {
    const { status, body } = await open({
      firm: firm.token, country_pack: 'BE', code: 'Bou-lan_9', name: 'Boulangerie', enterprise_number: '0477.472.701', vat_number: 'be 0477 472 701', legal_form: 'SRL', legal_form_code: '610',
      address: 'Rue Haute 1', logo_url: 'https://example.com/logo.png', vat_regime: 'monthly', locale: 'nl', street: 'Rue Haute', house_number: '1', box: 'b', postal_code: '1000',
      city: 'Bruxelles', country: 'be', latitude: 50.8466, longitude: '4.3528', nace_codes: [{ code: '10.711', classification: 'MAIN' }, { code: '47.241' }], main_nace_code: '10.711',
      fiscal_year: { code: 'EX26', starts_on: '2026-04-15', ends_on: '2027-03-31' }, banks: [{ code: 'KBC', label: 'KBC zicht', iban: 'BE68 5390 0754 7034' }, { code: 'ING', label: 'ING', iban: null }],
    }); // prettier-ignore
    expect(status, JSON.stringify(body)).to.equal(201);
    expect(body).to.deep.include({
      firm_id: firm.id, code: 'Bou-lan_9', enterprise_number: '0477.472.701', vat_number: 'BE 0477.472.701', legal_form: 'SRL', legal_form_code: '610', address: 'Rue Haute 1',
      logo_url: 'https://example.com/logo.png', vat_regime: 'monthly', locale: 'nl', street: 'Rue Haute', house_number: '1', box: 'b', postal_code: '1000', city: 'Bruxelles', country: 'BE',
      latitude: '50.8466000', longitude: '4.3528000', nace_codes: [{ code: '10.711', classification: 'MAIN' }, { code: '47.241', classification: 'SECO' }], main_nace_code: '10.711',
      fiscal_year_start: '2026-04-15', fiscal_year_end: '2027-03-31',
    }); // prettier-ignore
    const journals = body['journals'] as Journal[];
    expect(journals.map(({ code }) => code).sort()).to.deep.equal(['ACH', 'CAI', 'ING', 'KBC', 'NCA', 'NCV', 'OD', 'VEN']);
    const [kbc, ing] = ['KBC', 'ING'].map((wanted) => journals.find(({ code }) => code === wanted)!);
    expect(kbc).to.deep.include({ label: 'KBC zicht', type: 'bank', iban: 'BE68539007547034' });
    expect(ing).to.deep.include({ label: 'ING', type: 'bank', iban: null });
    expect(kbc!['control_account_id']).to.not.equal(ing!['control_account_id']);
    expect(kbc!['control_account']).to.deep.equal({ id: kbc!['control_account_id'], number: '550000', label: 'KBC zicht' });
    expect(ing!['control_account']).to.deep.equal({ id: ing!['control_account_id'], number: '550001', label: 'ING' });
  });

  it('sets up the first fiscal year with its periods, the journals, the chart and the VAT codes', async () => {
    const file = await service.newCompany(firm.client, { fiscal_year: { starts_on: '2026-04-15', ends_on: '2027-03-31' } });
    const [year] = file.body['fiscal_years'] as (AnswerBody & { periods: Record<string, unknown>[] })[];
    expect(year).to.have.all.keys(FISCAL_YEAR_MEMBERS);
    expect(year).to.deep.include({ company_id: file.id, code: '2027', starts_on: '2026-04-15T00:00:00.000000Z', ends_on: '2027-03-31T00:00:00.000000Z', is_closed: false, closed_at: null, closed_by: null });
    expect(year!.periods).to.have.length(12);
    expect(year!.periods.map(({ number }) => number)).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(year!.periods[0]).to.deep.include({ starts_on: '2026-04-15T00:00:00.000000Z', ends_on: '2026-04-30T00:00:00.000000Z', label: 'April 2026' });
    expect(year!.periods[10]).to.deep.include({ starts_on: '2027-02-01T00:00:00.000000Z', ends_on: '2027-02-28T00:00:00.000000Z' });

    const journals = file.body['journals'] as Journal[];
    expect(journals.map(({ code, type }) => [code, type])).to.have.deep.members([
      ['ACH', 'purchase'], ['NCA', 'purchase_credit'], ['VEN', 'sale'], ['NCV', 'sale_credit'], ['OD', 'miscellaneous'], ['CAI', 'cash'],
    ]); // prettier-ignore
    for (const journal of journals) {
      expect(journal).to.have.all.keys(JOURNAL_MEMBERS);
      expect(journal).to.deep.include({ company_id: file.id, last_number: 0, entries_count: 0, is_active: true, deleted_at: null, deleted_by: null, rules: [] });
    }
    const accounts = (await firm.client.get<AnswerBody[]>(`${file.path}/accounts`)).body;
    expect(accounts.length).to.be.above(300);
    for (const number of ['100000', '400000', '440000', '451000', '411000', '550000', '570000', '604000', '700000']) expect(file.account(number), number).to.be.a('number');
    const vatCodes = (await firm.client.get<AnswerBody[]>(`${file.path}/vat-codes`)).body;
    expect(vatCodes.length).to.be.above(10);
    expect(new Set(vatCodes.map((code) => code['rate']))).to.include.all.keys('21.00', '12.00', '6.00', '0.00');
  });

  it('accepts null wherever a field may be absent', async () => {
    const names = ['country_pack', 'code', 'enterprise_number', 'vat_number', 'legal_form', 'legal_form_code', 'address', 'logo_url', 'vat_regime', 'locale', 'street', 'house_number', 'box', 'postal_code', 'city', 'country', 'latitude', 'longitude', 'nace_codes', 'main_nace_code', 'banks'];
    const nulls = Object.fromEntries(names.map((name) => [name, null]));
    const { status, body } = await open({ name: 'Nulls', ...nulls, fiscal_year: { ...YEAR, code: null } });
    expect(status, JSON.stringify(body)).to.equal(201);
    expect(body).to.include({ country_pack: 'BE', vat_regime: 'quarterly', country: 'BE' });
  });

  it('answers with what a later GET shows', async () => {
    const { body } = await open({ name: 'Same twice', fiscal_year: YEAR });
    const shown = await firm.client.get(`/v1/companies/${String(body['public_token'])}`);
    expect(shown.status).to.equal(200);
    expect(shown.body).to.deep.equal(body);
  });

  it('finds a code of its own for each file without one, and refuses one that is taken', async () => {
    const first = await open({ name: 'Dépôt & Cie', fiscal_year: YEAR });
    const second = await open({ name: 'Depot Cie', fiscal_year: YEAR });
    expect([first.body['code'], second.body['code']]).to.deep.equal(['DEPOTCIE', 'DEPOTCIE-2']);
    expect(await errorsOf({ code: 'DEPOTCIE' })).to.deep.equal(['code']);
    const other = await service.newFirm();
    expect((await other.client.post('/v1/companies', { name: 'X', code: 'DEPOTCIE', fiscal_year: YEAR })).status).to.equal(201);
  });

  it('takes a code that happens to be a word of the language it is written in', async () => {
    for (const code of ['constructor', 'toString', '__proto__']) {
      const { status, body } = await open({ name: 'Words', code, fiscal_year: YEAR });
      expect([status, body['code']], code).to.deep.equal([201, code]);
      expect(await errorsOf({ code })).to.deep.equal(['code']);
    }
  });

  it('gives two files that are opened at the same moment different codes', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => open({ name: 'Twins', fiscal_year: YEAR })));
    expect(answers.map(({ status }) => status)).to.deep.equal([201, 201, 201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body['code']))).to.have.property('size', 5);
    const wanted = await Promise.all(Array.from({ length: 3 }, () => open({ name: 'Rivals', code: 'RIVAL', fiscal_year: YEAR })));
    expect(wanted.map(({ status }) => status).sort()).to.deep.equal([201, 422, 422]);
  });

  describe('refuses', () => {
    it('an empty body, by its required fields', async () => {
      const { status, body } = await open({});
      expect(status).to.equal(422);
      expect(body.errors).to.have.all.keys('name', 'fiscal_year');
    });

    it('everything that is wrong, all at once, by dotted path', async () => {
      expect(
        await errorsOf({
          firm: 'short', country_pack: 'DE', code: 'has space', name: 'x'.repeat(201), vat_regime: 'weekly', locale: 'es', country: 'BEL', latitude: 91, longitude: 'west', logo_url: 'not a url',
          nace_codes: [{ classification: 'MAIN' }, { code: '1', classification: 'FIRST' }], fiscal_year: { code: 'x'.repeat(11), starts_on: '2026-02-30' },
          banks: [{ code: 'TOOLONG', label: 'A', iban: 'BE00 0000 0000 0000' }, { iban: 'x' }, 'bank'],
        }), // prettier-ignore
      ).to.deep.equal(
        ['firm', 'country_pack', 'code', 'name', 'vat_regime', 'locale', 'country', 'latitude', 'longitude', 'logo_url', 'nace_codes.0.code', 'nace_codes.1.classification', 'fiscal_year.code',
          'fiscal_year.starts_on', 'fiscal_year.ends_on', 'banks.0.code', 'banks.0.iban', 'banks.1.code', 'banks.1.label', 'banks.1.iban', 'banks.2'].sort(), // prettier-ignore
      );
    });

    const cases: readonly (readonly [what: string, fields: Record<string, unknown>, errors: readonly string[]])[] = [
      ['an enterprise number whose check digits are wrong', { enterprise_number: '0477.472.702' }, ['enterprise_number']],
      ['a VAT number whose check digits are wrong', { vat_number: 'BE0477472702' }, ['vat_number']],
      ['both of them at once', { enterprise_number: '123', vat_number: 'FR123' }, ['enterprise_number', 'vat_number']],
      ['a fiscal year that ends before it starts', { fiscal_year: { starts_on: '2026-12-31', ends_on: '2026-01-01' } }, ['fiscal_year.ends_on']],
      ['a fiscal year of 25 months', { fiscal_year: { starts_on: '2026-01-01', ends_on: '2028-01-31' } }, ['fiscal_year.ends_on']],
      ['a fiscal year that is no object', { fiscal_year: '2026' }, ['fiscal_year']],
      ['a bank code given twice', { banks: [{ code: 'ING', label: 'One' }, { code: 'ING', label: 'Two' }] }, ['banks.1.code']],
      ['a bank code that a journal has already', { banks: [{ code: 'OD', label: 'One' }] }, ['banks.0.code']],
      ['a code with a dot', { code: 'A.B' }, ['code']],
      ['a code of 21 characters', { code: 'A'.repeat(21) }, ['code']],
      ['the French pack, which is not there yet', { country_pack: 'FR' }, ['country_pack']],
      ['the Luxembourg pack, which is not there yet', { country_pack: 'LU' }, ['country_pack']],
      ['a firm that does not exist', { firm: 'AAAAAAAAAAAA' }, ['firm']],
      ['a blank name', { name: '   ' }, ['name']],
    ];
    for (const [what, fields, errors] of cases) {
      it(what, async () => expect(await errorsOf(fields)).to.deep.equal(errors));
    }
  });

  it('accepts a fiscal year of 24 months and of one day', async () => {
    const long = await open({ name: 'Long', fiscal_year: { starts_on: '2026-01-01', ends_on: '2027-12-31' } });
    expect((long.body['fiscal_years'] as { periods: unknown[] }[])[0]!.periods).to.have.length(24);
    const short = await open({ name: 'Short', fiscal_year: { starts_on: '2026-02-28', ends_on: '2026-02-28' } });
    expect((short.body['fiscal_years'] as { periods: unknown[] }[])[0]!.periods).to.have.length(1);
  });

  describe('in the right firm', () => {
    it('takes the only firm that the caller manages, though a member of others', async () => {
      const second = await service.newFirm();
      const user = await service.newMember(firm, 'reviewer');
      await service.join(second, user.id, 'manager');
      const { status, body } = await user.client.post('/v1/companies', { name: 'X', fiscal_year: YEAR });
      expect([status, body['firm_id']]).to.deep.equal([201, second.id]);
    });

    it('asks which firm when the caller manages two', async () => {
      const second = await service.newFirm();
      const user = await service.newMember(firm, 'manager');
      await service.join(second, user.id, 'admin');
      const asked = await user.client.post('/v1/companies', { name: 'X', fiscal_year: YEAR });
      expect(asked.status).to.equal(422);
      expect(asked.body.errors).to.have.all.keys('firm');
      const named = await user.client.post('/v1/companies', { name: 'X', firm: second.token, fiscal_year: YEAR });
      expect([named.status, named.body['firm_id']]).to.deep.equal([201, second.id]);
    });

    it('opens a file that stands alone for a user without a firm, who then sees it alone', async () => {
      const [user, other] = [await service.newUser(), await service.newUser()];
      const { status, body } = await user.client.post('/v1/companies', { name: 'Alone', fiscal_year: YEAR });
      expect(status).to.equal(201);
      expect(body).to.include({ firm_id: null, firm: null });
      const path = `/v1/companies/${String(body['public_token'])}`;
      expect((await user.client.get(path)).status).to.equal(200);
      expect((await user.client.get<AnswerBody[]>('/v1/companies')).body.map(({ id }) => id)).to.deep.equal([body.id]);
      expect((await other.client.get(path)).status).to.equal(404);
      expect((await firm.client.get(path)).status).to.equal(404);
    });

    it('does not let encoders and reviewers open files, nor strangers in a firm that they name', async () => {
      for (const role of ['encoder', 'reviewer'] as const) {
        const user = await service.newMember(firm, role);
        expect((await user.client.post('/v1/companies', { name: 'X', fiscal_year: YEAR })).status, role).to.equal(403);
        expect((await user.client.post('/v1/companies', { name: 'X', firm: firm.token, fiscal_year: YEAR })).status, role).to.equal(403);
      }
      const stranger = await service.newFirm();
      const foreign = await stranger.client.post('/v1/companies', { name: 'X', firm: firm.token, fiscal_year: YEAR });
      const unknown = await stranger.client.post('/v1/companies', { name: 'X', firm: 'AAAAAAAAAAAA', fiscal_year: YEAR });
      expect(foreign.status).to.equal(422);
      expect(foreign.text).to.equal(unknown.text);
    });
  });

  it('never lets a client set what the service decides', async () => {
    const stray = { id: 999_999, public_token: 'AAAAAAAAAAAA', firm_id: 1, is_demo: true, is_active: false, source: 'evil', version: 7, lock_version: 7, deleted_at: '2020-01-01', currency: 'USD', settings: { x: 1 }, created_at: '2020-01-01T00:00:00Z', owner_id: 1, journal_entries_count: 5 };
    const { status, body } = await open({ name: 'Mass assignment', fiscal_year: YEAR, ...stray });
    expect(status).to.equal(201);
    expect(body).to.deep.include({ firm_id: firm.id, is_demo: false, is_active: true, source: 'manual', version: 1, deleted_at: null, currency: 'EUR', settings: {}, journal_entries_count: 0 });
    expect(body.id).to.not.equal(999_999);
    expect(body['public_token']).to.not.equal('AAAAAAAAAAAA');
  });
});

describe('Seeing company files', () => {
  const service = useService();
  let firm: TestFirm;
  let other: TestFirm;

  before(async () => {
    [firm, other] = [await service.newFirm(), await service.newFirm()];
    await service.newCompany(firm.client, { name: 'Zinc', code: 'Z' });
    await service.newCompany(firm.client, { name: 'Acier', code: 'A' });
    await service.newCompany(other.client, { name: 'Elsewhere' });
  });

  const listed = async (client: TestFirm['client']) => (await client.get<AnswerBody[]>('/v1/companies')).body.map((company) => company['name']);

  it('lists the files of the caller as a plain array, and those of nobody else', async () => {
    const { status, body } = await firm.client.get<AnswerBody[]>('/v1/companies');
    expect(status).to.equal(200);
    expect(body).to.be.an('array').with.length(2);
    for (const company of body) expect(company).to.have.all.keys(COMPANY_MEMBERS);
    expect(await listed(firm.client)).to.deep.equal(['Acier', 'Zinc']);
    expect(await listed(other.client)).to.deep.equal(['Elsewhere']);
  });

  it('shows every file of the firm to each of its roles, none to a member without files or no longer active', async () => {
    for (const role of ['reviewer', 'encoder', 'manager', 'admin'] as const) {
      expect(await listed((await service.newMember(firm, role)).client), role).to.deep.equal(['Acier', 'Zinc']);
    }
    const token = (await firm.client.get<AnswerBody[]>('/v1/companies')).body[0]!['public_token'] as string;
    for (const options of [{ allCompanies: false }, { isActive: false }]) {
      const member = await service.newMember(firm, 'admin', options);
      expect(await listed(member.client), JSON.stringify(options)).to.deep.equal([]);
      expect((await member.client.get(`/v1/companies/${token}`)).status).to.equal(404);
    }
  });

  it('shows every file of every firm to platform admins', async () => {
    const { client } = await service.newUser({ isPlatformAdmin: true });
    expect(await listed(client)).to.deep.equal(['Acier', 'Elsewhere', 'Zinc']);
  });

  it('sees a change of rights in the next request', async () => {
    const user = await service.newUser();
    expect(await listed(user.client)).to.deep.equal([]);
    await service.join(firm, user.id, 'reviewer');
    expect(await listed(user.client)).to.deep.equal(['Acier', 'Zinc']);
  });

  it('translates the names of periods, journals and control accounts', async () => {
    const token = (await firm.client.get<AnswerBody[]>('/v1/companies')).body[0]!['public_token'] as string;
    const reader = await service.newMember(firm, 'reviewer', { locale: null });
    for (const [language, period, journal] of [['fr', 'janvier 2026', 'Achats'], ['nl', 'januari 2026', 'Aankopen'], ['en', 'January 2026', 'Purchases'], ['de', 'Januar 2026', 'Einkäufe']] as const) {
      const { body, headers } = await reader.client.get(`/v1/companies/${token}`, { 'Accept-Language': language });
      const [year] = body['fiscal_years'] as { periods: { label: string }[] }[];
      expect(year!.periods[0]!.label).to.equal(period);
      expect((body['journals'] as Journal[]).find(({ code }) => code === 'ACH')!.label).to.equal(journal);
      expect(headers.get('content-language')).to.equal(language);
    }
  });

  it('answers an unknown file and a file of another firm with the same 404', async () => {
    const foreign = (await other.client.get<AnswerBody[]>('/v1/companies')).body[0]!['public_token'] as string;
    const unknown = await firm.client.get('/v1/companies/AAAAAAAAAAAA');
    expect(unknown.status).to.equal(404);
    expect(unknown.body).to.have.all.keys('message');
    for (const token of [foreign, foreign.toLowerCase() === foreign ? foreign.toUpperCase() : foreign.toLowerCase(), 'short', `${foreign}x`, '1']) {
      const answer = await firm.client.get(`/v1/companies/${token}`);
      expect([answer.status, answer.text], token).to.deep.equal([404, unknown.text]);
    }
  });
});
