import { expect } from 'chai';
import type { AnswerBody } from '../../support/client.ts';
import { useService, type TestFirm } from '../../support/service.ts';
import { COMPANY_MEMBERS, YEAR, type Journal } from './members.ts';

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

  const listed = async (client: TestFirm['client']) =>
    (await client.get<AnswerBody[]>('/v1/companies')).body.map((company) => company.name);

  it('lists the files of the caller as a plain array, and those of nobody else', async () => {
    const body = await firm.client.ok<AnswerBody[]>('/v1/companies');
    const [shown] = body as unknown as { public_token: string; fiscal_years: object[]; journals: object[] }[];
    expect(shown!.journals.length).to.be.greaterThan(5);
    const one = await firm.client.ok(`/v1/companies/${shown!.public_token}`);
    expect(shown, 'as the file itself').to.deep.equal(one);
    const [short] = await firm.client.ok<AnswerBody[]>('/v1/companies?fields=summary');
    const { fiscal_years: _years, journals: _journals, ...summary } = one;
    expect(short).to.deep.equal(summary);
    expect(body).to.be.an('array').with.length(2);
    for (const company of body) expect(company).to.have.all.keys([...COMPANY_MEMBERS, 'fiscal_years', 'journals']);
    expect(await listed(firm.client)).to.deep.equal(['Acier', 'Zinc']);
    expect(await listed(other.client)).to.deep.equal(['Elsewhere']);
  });

  it('lists each file byte for byte as the file shows itself, in every language', async () => {
    const own = await service.newFirm();
    const file = await service.newCompany(own.client, { name: 'Zinc', vat_number: 'BE0477472701' });
    await service.newCompany(own.client, { name: 'Acier', country_pack: 'FR' });
    await own.client.created(`${file.path}/fiscal-years`, { starts_on: '2027-01-01', ends_on: '2027-12-31' });
    for (const entry_date of ['2026-03-01', '2027-03-01', '2027-03-02'])
      await own.client.created(`${file.path}/entries`, {
        journal_id: file.journal('OD'),
        entry_date,
        lines: [
          { account: '610000', debit: '10.00' },
          { account: '440000', credit: '10.00' },
        ],
      });
    const journal = { code: 'B9', label: 'Own bank', type: 'bank', control_account_id: file.account('550000') };
    await own.client.created(`${file.path}/journals`, journal);
    const trashed = await own.client.created(`${file.path}/journals`, { ...journal, code: 'B8' });
    await own.client.expect(204).delete(`${file.path}/journals/${trashed.id}`);
    for (const keyword of ['first', 'second'])
      await own.client.created(`${file.path}/journals/${file.journal('ACH')}/rules`, { keyword, amount_min: '1.50' });
    for (const language of ['fr', 'nl', 'en', 'de']) {
      const { text, body } = await own.client.get<AnswerBody[]>(`/v1/companies?lang=${language}`);
      const texts: string[] = [];
      for (const { public_token } of body)
        texts.push((await own.client.get(`/v1/companies/${public_token}?lang=${language}`)).text);
      expect(text, language).to.equal(`[${texts.join(',')}]`);
    }
  });

  it('sorts names as people look them up, whatever their accents and capitals', async () => {
    const sorted = ['acier', 'Acier 2', 'Acier 10', 'Éclair', 'eclaireur', 'Zinc'];
    const own = await service.newFirm();
    for (const name of [...sorted].reverse()) await own.client.post('/v1/companies', { name, fiscal_year: YEAR });
    expect(await listed(own.client)).to.deep.equal(sorted);
  });

  it('shows every file of the firm to each of its roles, none to a member without files or no longer active', async () => {
    for (const role of ['reviewer', 'encoder', 'manager', 'admin'] as const) {
      expect(await listed((await service.newMember(firm, role)).client), role).to.deep.equal(['Acier', 'Zinc']);
    }
    const token = (await firm.client.get<AnswerBody[]>('/v1/companies')).body[0]!.public_token;
    for (const options of [{ allCompanies: false }, { isActive: false }]) {
      const member = await service.newMember(firm, 'admin', options);
      expect(await listed(member.client), JSON.stringify(options)).to.deep.equal([]);
      await member.client.refused(404).get(`/v1/companies/${token}`);
    }
  });

  it('shows every file of every firm to platform admins', async () => {
    const { client } = await service.newUser({ isPlatformAdmin: true });
    expect(await listed(client)).to.include.members(['Acier', 'Elsewhere', 'Zinc']);
  });

  it('sees a change of rights in the next request', async () => {
    const user = await service.newUser();
    expect(await listed(user.client)).to.deep.equal([]);
    await service.join(firm, user.id, 'reviewer');
    expect(await listed(user.client)).to.deep.equal(['Acier', 'Zinc']);
  });

  it('translates the names of periods, journals and control accounts', async () => {
    const token = (await firm.client.get<AnswerBody[]>('/v1/companies')).body[0]!.public_token;
    const reader = await service.newMember(firm, 'reviewer', { locale: null });
    for (const [language, period, journal] of [
      ['fr', 'janvier 2026', 'Achats'],
      ['nl', 'januari 2026', 'Aankopen'],
      ['en', 'January 2026', 'Purchases'],
      ['de', 'Januar 2026', 'Einkäufe'],
    ] as const) {
      const { body, headers } = await reader.client.get(`/v1/companies/${token}`, { 'Accept-Language': language });
      const [year] = body.fiscal_years as { periods: { label: string }[] }[];
      expect(year!.periods[0]!.label).to.equal(period);
      expect((body.journals as Journal[]).find(({ code }) => code === 'ACH')!.label).to.equal(journal);
      expect(headers.get('content-language')).to.equal(language);
    }
  });

  it('answers an unknown file and a file of another firm with the same 404', async () => {
    const foreign = (await other.client.get<AnswerBody[]>('/v1/companies')).body[0]!.public_token;
    const unknown = await firm.client.get('/v1/companies/AAAAAAAAAAAA');
    expect(unknown.status).to.equal(404);
    expect(unknown.body).to.have.all.keys('message', 'code');
    for (const token of [
      foreign,
      foreign.toLowerCase() === foreign ? foreign.toUpperCase() : foreign.toLowerCase(),
      'short',
      `${foreign}x`,
      '1',
    ]) {
      const answer = await firm.client.get(`/v1/companies/${token}`);
      expect([answer.status, answer.text], token).to.deep.equal([404, unknown.text]);
    }
  });
});
