import { expect } from 'chai';
import { listCompanyMembers } from '../../../projections/firms/queries.ts';
import { expectStatus, expectRefusal, type AnswerBody, type Client } from '../../support/client.ts';
import { useService, type Person, type TestCompany, type TestFirm } from '../../support/service.ts';

describe('Company files of a member', () => {
  const service = useService();
  let firm: TestFirm;
  let path: string;
  let zinc: TestCompany;
  let acier: TestCompany;
  let other: TestCompany;

  before(async () => {
    firm = await service.newFirm();
    path = `/v1/firms/${firm.token}/members`;
    zinc = await service.newCompany(firm.client, { name: 'Zinc', code: 'Z' });
    acier = await service.newCompany(firm.client, { name: 'Acier', code: 'A' });
    other = await service.newCompany((await service.newFirm()).client, { name: 'Elsewhere' });
  });

  const assign = (client: Client, userId: number, body: Record<string, unknown>) =>
    client.put(`${path}/${userId}/companies`, body);
  const listed = async ({ client }: Pick<Person, 'client'>) =>
    (await client.get<AnswerBody[]>('/v1/companies')).body.map((one) => one.name);
  const thirdParty = { type: 'customer', name: 'Client' };

  it('are replaced, and count in the very next request', async () => {
    const member = await service.newMember(firm, 'encoder', { allCompanies: false });
    expect(await listed(member)).to.deep.equal([]);
    const { status, body, headers } = await assign(firm.client, member.id, { company_tokens: [zinc.token] });
    expect(status).to.equal(200);
    expect(headers.get('x-operation-id')).to.be.a('string');
    expect(body).to.deep.include({
      id: member.id,
      all_companies: false,
      companies: [{ public_token: zinc.token, name: 'Zinc', code: 'Z', role: 'encoder', is_active: true }],
    });
    expect(await listed(member)).to.deep.equal(['Zinc']);
    await member.client.ok(`${zinc.path}/sync/pull`);
    await assign(firm.client, member.id, { company_tokens: [acier.token], role: 'encoder' });
    expect(await listed(member)).to.deep.equal(['Acier']);
    for (const gone of [zinc.path, `${zinc.path}/accounts`, `${zinc.path}/sync/pull`])
      expect((await member.client.get(gone)).status, gone).to.equal(404);
    await assign(firm.client, member.id, { company_tokens: [], all_companies: true });
    expect(await listed(member)).to.deep.equal(['Acier', 'Zinc']);
    const same = await assign(firm.client, member.id, { company_tokens: [], all_companies: true });
    expect(same.headers.get('x-operation-id')).to.equal(null);
  });

  it('are seen in the lower of the role in the firm and the role in the file', async () => {
    const manager = await service.newMember(firm, 'manager', { companies: [] });
    const reviewer = await service.newMember(firm, 'reviewer', { companies: [] });
    const journal = { code: 'X1', label: 'X', type: 'miscellaneous' };
    const cases: [Person, string | null, number, number][] = [
      [manager, null, 201, 201],
      [manager, 'manager', 422, 201], // the code of the journal is taken by now: the role allows it
      [manager, 'encoder', 403, 201],
      [manager, 'reviewer', 403, 403],
      [reviewer, 'reviewer', 403, 403],
      [reviewer, null, 403, 403],
    ];
    for (const [{ id, client }, role, journals, thirdParties] of cases) {
      const { body } = await assign(firm.client, id, { company_tokens: [zinc.token], role });
      const what = `${String(body.role)} with ${role}`;
      expect((await client.post(`${zinc.path}/journals`, journal)).status, what).to.equal(journals);
      expect((await client.post(`${zinc.path}/third-parties`, thirdParty)).status, what).to.equal(thirdParties);
      await client.ok(zinc.path);
    }
    const higher = await assign(firm.client, reviewer.id, { company_tokens: [zinc.token], role: 'manager' });
    expect([higher.status, Object.keys(higher.body.errors)]).to.deep.equal([422, ['role']]);
    const { body } = await assign(firm.client, manager.id, { company_tokens: [zinc.token], role: 'reviewer' });
    expect((body.companies as AnswerBody[])[0]).to.include({ role: 'reviewer' });
    await assign(firm.client, manager.id, { company_tokens: [], all_companies: true, role: 'reviewer' });
    await manager.client.refused(403).post(`${acier.path}/third-parties`, thirdParty);
    await manager.client.expect(200).patch(`/v1/firms/${firm.token}`, { city: 'Dinant' });
  });

  it('are of this firm, each named by its place in the list', async () => {
    const member = await service.newMember(firm, 'encoder');
    const { status, body } = await assign(firm.client, member.id, {
      company_tokens: [zinc.token, other.token, 'AAAAAAAAAAAA'],
    });
    expect(status).to.equal(422);
    expect(body.errors).to.have.all.keys('company_tokens.1', 'company_tokens.2');
    expect(new Set(Object.values(body.errors).flat()).size, 'a foreign file reads like an unknown one').to.equal(1);
    const wrong: [unknown, string[]][] = [
      [{}, ['company_tokens']],
      [{ company_tokens: null }, ['company_tokens']],
      [{ company_tokens: ['x'], role: 'admin', all_companies: 'maybe' }, ['company_tokens.0', 'role', 'all_companies']],
      [{ company_tokens: [zinc.token], all_companies: true }, ['company_tokens']],
    ];
    for (const [sent, fields] of wrong) {
      const answer = await assign(firm.client, member.id, sent as Record<string, unknown>);
      expect(answer.status, JSON.stringify(sent)).to.equal(422);
      expect(Object.keys(answer.body.errors).sort()).to.deep.equal([...fields].sort());
    }
  });

  it('are assigned by managers within what they see themselves', async () => {
    const own = await service.newFirm();
    const ownPath = `/v1/firms/${own.token}/members`;
    const [one, two] = [
      await service.newCompany(own.client, { name: 'One' }),
      await service.newCompany(own.client, { name: 'Two' }),
    ];
    const boss = await service.newMember(own, 'manager', { companies: [{ id: one.id }] });
    const member = await service.newMember(own, 'encoder', { companies: [{ id: two.id, role: 'reviewer' }] });
    const put = (userId: number, body: Record<string, unknown>) =>
      boss.client.put(`${ownPath}/${userId}/companies`, body);
    await expectStatus(put(boss.id, { company_tokens: [], all_companies: true }), 403);
    await expectStatus(put(own.admin.id, { company_tokens: [] }), 403);
    await expectStatus(put(member.id, { company_tokens: [], all_companies: true }), 403);
    await expectRefusal(put(member.id, { company_tokens: [two.token] }), 422, ['company_tokens.0']);
    const body = await expectStatus(put(member.id, { company_tokens: [one.token] }), 200);
    expect((body.companies as AnswerBody[]).map((file) => file.name)).to.deep.equal(['One']);
    expect(await listed(member), 'what the manager does not see stays').to.deep.equal(['One', 'Two']);
    const encoder = await service.newMember(own, 'encoder');
    await encoder.client.refused(403).put(`${ownPath}/${member.id}/companies`, { company_tokens: [] });
  });

  it('include those that the member opens, at once', async () => {
    const boss = await service.newMember(firm, 'manager', { companies: [{ id: zinc.id, role: 'reviewer' }] });
    const opened = await service.newCompany(boss.client, { name: 'Mine' });
    await boss.client.ok(opened.path);
    await boss.client.created(`${opened.path}/third-parties`, thirdParty);
    expect(await listed(boss)).to.deep.equal(['Mine', 'Zinc']);
    await firm.client.delete(opened.path);
  });

  it('are all that the firm shows to the member', async () => {
    const member = await service.newMember(firm, 'reviewer', { companies: [{ id: zinc.id }] });
    const colleague = await service.newMember(firm, 'encoder', { companies: [{ id: zinc.id }, { id: acier.id }] });
    const { body } = await member.client.get(`/v1/firms/${firm.token}`);
    expect((body.companies as AnswerBody[]).map((one) => one.name)).to.deep.equal(['Zinc']);
    const seen = (body.members as AnswerBody[]).find(({ id }) => id === colleague.id)!;
    expect((seen.companies as AnswerBody[]).map((one) => one.name)).to.deep.equal(['Zinc']);
    expect((await member.client.get<AnswerBody[]>(`/v1/firms/${firm.token}/companies`)).body).to.have.length(1);
    expect((await member.client.get<AnswerBody[]>(`/v1/firms/${firm.token}/dashboard`)).body).to.have.length(1);
    expect(body.message ?? JSON.stringify(body)).to.not.contain(acier.token);
  });

  it('know who may see them', async () => {
    const own = await service.newFirm();
    const file = await service.newCompany(own.client);
    const all = await service.newMember(own, 'manager');
    const some = await service.newMember(own, 'manager', { companies: [{ id: file.id, role: 'encoder' }] });
    await service.newMember(own, 'manager', { companies: [] });
    const gone = await service.newMember(own, 'manager');
    await own.client.delete(`/v1/firms/${own.token}/members/${gone.id}`);
    const members = await listCompanyMembers(service.core.pool, file.id);
    expect(
      members.map(({ id, role, company_role, all_companies }) => [id, role, company_role, all_companies]),
    ).to.have.deep.members([
      [own.admin.id, 'admin', null, true],
      [all.id, 'manager', null, true],
      [some.id, 'manager', 'encoder', false],
    ]);
    const alone = await service.newUser();
    const standing = await service.newCompany(alone.client, { firm: null });
    expect((await listCompanyMembers(service.core.pool, standing.id)).map(({ id, role }) => [id, role])).to.deep.equal([
      [alone.id, 'admin'],
    ]);
  });

  it('are no obstacle for platform admins, whatever their role as members', async () => {
    const platform = await service.newUser({ isPlatformAdmin: true });
    await service.join(firm, platform.id, 'reviewer', { companies: [] });
    expect(await listed(platform)).to.include.members(['Acier', 'Elsewhere', 'Zinc']);
    await platform.client.expect(200).patch(`/v1/firms/${firm.token}`, { city: 'Durbuy' });
    await platform.client.created(`${acier.path}/third-parties`, thirdParty);
    await expectStatus(assign(platform.client, platform.id, { company_tokens: [zinc.token] }), 200);
  });
});
