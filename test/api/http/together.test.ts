import { expect } from 'chai';
import { expectStatus } from '../../support/client.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';

describe('What is wrong with a request', () => {
  const service = useService();
  let firm: TestFirm;
  let file: TestCompany;

  before(async () => {
    firm = await service.newFirm();
    file = await service.newCompany(firm.client);
  });

  const codes = async (path: string, body: unknown, method = 'POST') => {
    const answer = await expectStatus(firm.client.request(method, `${file.path}/${path}`, { body }), 422);
    expect(Object.keys(answer.error_codes as object)).to.deep.equal(Object.keys(answer.errors));
    return answer.error_codes;
  };

  const line = (account: string, side: object) => ({ account, ...side });

  it('is told in one answer: the form of an entry and the rules of the books', async () => {
    expect(
      await codes('entries', {
        journal_id: 999_999,
        entry_date: '2026-03-15',
        due_date: 'soon',
        lines: [line('604000', { debit: '10,00' }), line('999999', { credit: '10.00' })],
      }),
    ).to.deep.equal({
      due_date: ['not_a_date'],
      'lines.0.debit': ['not_an_amount'],
      journal_id: ['journal_unknown'],
      'lines.1.account': ['account_unknown'],
    });
  });

  it('is told without what only follows from the wrong fields', async () => {
    expect(
      await codes('entries', {
        journal_id: 'OD',
        entry_date: '15/03/2026',
        due_date: '2026-03-01',
        lines: [line('604000', { credit: 'x' }), { account_id: 'y', debit: '10.00' }],
      }),
    ).to.deep.equal({
      journal_id: ['not_an_integer'],
      entry_date: ['not_a_date'],
      'lines.0.credit': ['not_an_amount'],
      'lines.1.account_id': ['not_an_integer'],
    });
  });

  it('is told so of invoices, previews and batches too', async () => {
    const document = {
      journal_id: file.journal('ACH'),
      entry_date: '2035-01-01',
      third_party_id: 999_999,
      lines: [{ account: '604000', amount: 'much', vat_code: 'NONE' }],
    };
    const expected = {
      'lines.0.amount': ['not_an_amount'],
      entry_date: ['date_outside_fiscal_years'],
      third_party_id: ['third_party_unknown'],
      'lines.0.vat_code': ['vat_code_unknown'],
    };
    expect(await codes('entries/invoice', document)).to.deep.equal(expected);
    expect(await codes('entries/preview', { kind: 'invoice', ...document })).to.deep.equal(expected);
    expect(await codes('entries/batch', { entries: [{ kind: 'invoice', ...document }] })).to.deep.equal(
      Object.fromEntries(Object.entries(expected).map(([field, found]) => [`entries.0.${field}`, found])),
    );
  });

  it('is told so of records that are made or changed', async () => {
    const { body: existing } = await firm.client.get<{ number: string }[]>(`${file.path}/accounts?limit=1`);
    const { number } = existing[0]!;
    expect(await codes('accounts', { number, is_active: 'perhaps' })).to.deep.equal({
      label: ['required'],
      is_active: ['not_a_boolean'],
      number: ['record_taken'],
    });
    expect(await codes('third-parties', { type: 'friend', name: 'X', default_account_id: 999_999_999 })).to.deep.equal({
      type: ['not_one_of'],
      default_account_id: ['reference_unknown'],
    });
    const { body: account } = await firm.client.post(`${file.path}/accounts`, { number: '612998', label: 'Thé' });
    expect(await codes(`accounts/${account.id}`, { number, label: 'x'.repeat(1_000) }, 'PATCH')).to.deep.equal({
      label: ['text_too_long'],
      number: ['record_taken'],
    });
  });

  it('leaves nothing behind', async () => {
    const { body } = await firm.client.get(`${file.path}/entries`);
    expect(body.total).to.equal(0);
  });

  it('is told so of company files that are opened or changed', async () => {
    const { client } = firm;
    const open = (body: unknown) => client.post('/v1/companies', body);
    const { body: taken } = await client.get(file.path);
    const wrong = await open({
      firm: firm.token,
      code: taken.code,
      locale: 'it',
      vat_number: 'BE0123',
      fiscal_year: { starts_on: '2026-01-01', ends_on: 'never' },
      banks: [{ code: 'OD', label: 'X' }, { code: 'BNK' }],
    });
    expect(wrong.body.error_codes).to.deep.equal({
      name: ['required'],
      locale: ['not_one_of'],
      'fiscal_year.ends_on': ['not_a_date'],
      'banks.1.label': ['required'],
      vat_number: ['vat_number_invalid'],
      'banks.0.code': ['bank_code_taken'],
      code: ['code_taken'],
    });
    const unplaced = await open({ name: 'X', country_pack: 'NL', vat_number: 'NL1', firm: 'AAAAAAAAAAAA' });
    expect(unplaced.body.error_codes).to.deep.equal({ country_pack: ['not_one_of'], firm: ['firm_unknown'] });
    const wellFormed = await open({ name: 'X', code: taken.code, enterprise_number: '1' });
    expect(wellFormed.body.error_codes).to.deep.equal({
      enterprise_number: ['enterprise_number_invalid'],
      code: ['code_taken'],
    });
    const other = await service.newCompany(client, { name: 'Other', code: 'OTHER' });
    const patched = { code: 'OTHER', country_pack: 'FR', vat_number: 'BE0123' };
    const business = { country_pack: ['not_editable'], code: ['code_taken'], vat_number: ['vat_number_invalid'] };
    expect(await codes('', patched, 'PATCH')).to.deep.equal(business);
    expect(await codes('', { ...patched, is_active: 'x' }, 'PATCH')).to.deep.equal({
      is_active: ['not_a_boolean'],
      ...business,
    });
    expect((await client.get(other.path)).body.code).to.equal('OTHER');
  });

  it('is told so of settings, fiscal years and routing rules', async () => {
    expect(
      await codes(
        'settings',
        {
          history: { trash_retention_days: 'long' },
          auto_entries: { vat: { payable_account: '999999', journal_id: 999_999 } },
        },
        'PATCH',
      ),
    ).to.deep.equal({
      'history.trash_retention_days': ['not_an_integer'],
      'auto_entries.vat.payable_account': ['account_unknown'],
      'auto_entries.vat.journal_id': ['reference_unknown'],
    });
    const { body: years } = await firm.client.get<{ id: number; code: string }[]>(`${file.path}/fiscal-years`);
    const year = { code: years[0]!.code, starts_on: '2027-01-01', ends_on: '2027-12-31' };
    expect(await codes('fiscal-years', { ...year, period_length: 'week' })).to.deep.equal({
      period_length: ['not_one_of'],
      code: ['record_taken'],
    });
    expect(await codes('fiscal-years', { ...year, ends_on: 'x' })).to.deep.equal({
      ends_on: ['not_a_date'],
      code: ['record_taken'],
    });
    await firm.client.post(`${file.path}/fiscal-years`, { ...year, code: 'NEXT' });
    expect(
      await codes(`fiscal-years/${years[0]!.id}`, { code: 'NEXT', starts_on: 'x', ends_on: '2026-11-30' }, 'PATCH'),
    ).to.deep.equal({ starts_on: ['not_a_date'], code: ['record_taken'] });
    const rules = `journals/${file.journal('ACH')}/rules`;
    const rule = { journal_id: file.journal('VEN'), account_id: 999_999, amount_min: 'x' };
    expect(await codes(rules, rule)).to.deep.include({
      amount_min: ['not_a_number'],
      journal_id: ['not_editable'],
      account_id: ['reference_unknown'],
    });
    expect(await codes('journal-rules/test', { third_party_id: 999_999, amount: 'x' })).to.deep.equal({
      direction: ['required'],
      amount: ['not_an_amount'],
      third_party_id: ['reference_unknown'],
    });
  });

  it('is told so of firms and their members', async () => {
    const { client } = firm;
    const wrongFirm = await client.patch(`/v1/firms/${firm.token}`, {
      vat_number: 'BE1',
      itaa_number: 'x',
      locale: 'it',
    });
    expect(wrongFirm.body.error_codes).to.deep.equal({
      locale: ['not_one_of'],
      vat_number: ['vat_number_invalid'],
      itaa_number: ['itaa_number_invalid'],
    });
    const elsewhere = await client.patch(`/v1/firms/${firm.token}`, { country_code: 'Belgium', vat_number: 'FR1' });
    expect(elsewhere.body.error_codes, 'whose numbers?').to.deep.equal({ country_code: ['country_invalid'] });
    const members = `/v1/firms/${firm.token}/members`;
    const stranger = { email: 'new@example.org', role: 'boss', company_tokens: ['AAAAAAAAAAAA'] };
    const unknown = await client.post(members, stranger);
    expect(unknown.body.error_codes).to.deep.equal({
      role: ['not_one_of'],
      'company_tokens.0': ['company_unknown'],
    });
    const { id } = await service.newMember(firm, 'encoder');
    const files = await client.put(`${members}/${id}/companies`, {
      company_tokens: ['AAAAAAAAAAAA'],
      role: 'manager',
      all_companies: 'x',
    });
    expect(files.body.error_codes).to.deep.equal({
      all_companies: ['not_a_boolean'],
      'company_tokens.0': ['company_unknown'],
      role: ['company_role_too_high'],
    });
    const changed = await client.patch(`${members}/${firm.admin.id}`, { role: 'encoder', is_active: 'x' });
    expect(changed.body.error_codes).to.deep.equal({ is_active: ['not_a_boolean'], role: ['last_admin'] });
    const platform = await service.newUser({ isPlatformAdmin: true });
    const opened = await platform.client.post('/v1/firms', {
      name: '',
      vat_number: 'BE1',
      admin: { email: 'first@example.org', locale: 'it' },
    });
    expect(opened.body.error_codes).to.deep.equal({
      name: ['required'],
      'admin.locale': ['not_one_of'],
      vat_number: ['vat_number_invalid'],
    });
  });

  it('is told so of opening balances, as JSON and as a file', async () => {
    const opening = `fiscal-years/${file.fiscalYearId}/opening-balance`;
    expect(
      await codes(opening, {
        journal_id: 999_999,
        lines: [
          { account: '999999', debit: 'x' },
          { account: '100000', credit: '10.00', third_party: 'NOBODY' },
        ],
      }),
    ).to.deep.equal({
      'lines.0.debit': ['not_an_amount'],
      journal_id: ['journal_unknown'],
      'lines.0.account': ['account_unknown'],
      'lines.1.third_party': ['third_party_unknown'],
    });
    expect(
      await uploaded(
        opening,
        'account;debit;credit;third party;due date;nonsense\n999999;x;;;;\n440000;;10,00;NOBODY;soon;1\n',
      ),
    ).to.deep.equal({
      'columns.6': ['import_column_unknown'],
      'lines.2.debit': ['not_an_amount'],
      'lines.2.account': ['account_unknown'],
      'lines.3.due_date': ['not_a_date'],
      'lines.3.third_party': ['third_party_unknown'],
    });
  });

  it('is told so of files of records', async () => {
    const { body: existing } = await firm.client.get<{ number: string }[]>(`${file.path}/accounts?limit=1`);
    const rows = [
      'number;label;is_active;vat_code;shoe_size',
      `${existing[0]!.number};Double;perhaps;;`,
      '999001;;true;;',
      '999002;Fine;true;NONE;43',
    ];
    expect(await uploaded('accounts/import', rows.join('\n'))).to.deep.equal({
      'columns.5': ['import_column_unknown'],
      'lines.2.is_active': ['not_a_boolean'],
      'lines.2.number': ['record_taken'],
      'lines.3.label': ['required'],
      'lines.4.vat_code': ['reference_unknown'],
    });
    expect(await uploaded('accounts/import', rows.join('\n'), { preview: 'perhaps' })).to.include.keys(
      'preview',
      'lines.2.is_active',
      'lines.4.vat_code',
    );
  });

  it('is told so of corrections and matches', async () => {
    const posted = await firm.client.post(`${file.path}/entries`, {
      journal_id: file.journal('OD'),
      entry_date: '2026-03-15',
      lines: [line('604000', { debit: '10.00' }), line('440000', { credit: '10.00' })],
    });
    const one = `entries/${posted.body.id}`;
    expect(await codes(one, { label: 7, due_date: '2026-03-01' }, 'PATCH')).to.deep.equal({
      label: ['not_text'],
      due_date: ['due_date_before_entry_date'],
    });
    await firm.client.post(`${file.path}/${one}/reverse`, {});
    expect(await codes(`${one}/reverse`, { label: 7 })).to.deep.equal({
      label: ['not_text'],
      id: ['entry_already_reversed'],
    });
    expect(await codes('lettering', { line_ids: [999_998, 999_999], entry_date: 'x' })).to.deep.equal({
      entry_date: ['not_a_date'],
      'line_ids.0': ['line_unknown'],
      'line_ids.1': ['line_unknown'],
    });
  });

  it('is told with names that nobody knows', async () => {
    expect(await codes('accounts', { number: '999003', label: 'X', vat_code_id: 999_999, labell: 'Y' })).to.deep.equal({
      labell: ['unknown_field'],
      vat_code_id: ['reference_unknown'],
    });
  });

  async function uploaded(path: string, content: string, fields: Readonly<Record<string, string>> = {}) {
    const parts = [
      ...Object.entries(fields).map(([field, value]) => ({ field, content: value })),
      { field: 'file', content, name: 'file.csv', type: 'text/csv' },
    ];
    const body = await firm.client.refused(422).upload('POST', `${file.path}/${path}`, parts);
    return body.error_codes;
  }
});
