import { expect } from 'chai';
import type { Client } from '../../support/client.ts';
import { useService, type TestFirm } from '../../support/service.ts';

describe('A team that is managed with an integration token', () => {
  const service = useService();
  let firm: TestFirm;
  let path: string;
  let program: Client;
  let count = 0;

  before(async () => {
    firm = await service.newFirm();
    path = `/v1/firms/${firm.token}/members`;
    program = service.anonymous.as(await service.integrationToken(firm.admin.id, ['read', 'write']));
  });

  const person = (changes: Record<string, unknown> = {}) => ({
    email: `someone${(count += 1)}@example.com`,
    name: 'Someone',
    password: 'eight or more',
    role: 'encoder',
    ...changes,
  });
  const isRefused = ({ status, body }: { status: number; body: { code?: string } }) =>
    expect([status, body.code]).to.deep.equal([403, 'session_token_required']);

  it('gets members, who change roles, rest and leave', async () => {
    const added = await program.created(path, person());
    const one = `${path}/${added.id}`;
    await program.expect(200).patch(one, { role: 'manager', is_active: false, name: 'Renamed' });
    await program.expect(200).put(`${one}/companies`, { company_tokens: [] });
    await program.expect(204).delete(one);
    await program.expect(200).post(path, { email: added.email, role: 'reviewer' });
  });

  it('gets no administrator', async () => {
    isRefused(await program.post(path, person({ role: 'admin' })));
    const { body } = await program.post(path, person());
    isRefused(await program.patch(`${path}/${body.id}`, { role: 'admin' }));
    const platform = await service.newUser({ isPlatformAdmin: true });
    const token = await service.integrationToken(platform.id, ['read', 'write']);
    const { role: _role, ...admin } = person();
    isRefused(await service.anonymous.as(token).post('/v1/firms', { name: 'Made by a program', admin }));
  });

  it('loses and changes no administrator', async () => {
    const admin = await service.newMember(firm, 'admin');
    isRefused(await program.patch(`${path}/${admin.id}`, { is_active: false }));
    isRefused(await program.patch(`${path}/${admin.id}`, { role: 'reviewer' }));
    isRefused(await program.put(`${path}/${admin.id}/companies`, { company_tokens: [] }));
    isRefused(await program.delete(`${path}/${admin.id}`));
    expect((await firm.client.patch(`${path}/${admin.id}`, { role: 'reviewer' })).status, 'a person may').to.equal(200);
  });

  it('gets no other password for an account that exists', async () => {
    const someone = person();
    const { body } = await program.post(path, someone);
    isRefused(await program.patch(`${path}/${body.id}`, { password: 'another password' }));
    await program.delete(`${path}/${body.id}`);
    isRefused(await program.post(path, { ...someone, password: 'another password' }));
    const { email, password } = someone;
    await service.anonymous.created('/v1/auth/login', { email, password });
    await firm.client.expect(200).post(path, { ...someone, password: 'another password' });
    await service.anonymous.refused(422).post('/v1/auth/login', { email, password });
  });

  it('keeps licence, second factor, address and links to sessions', async () => {
    const { body } = await program.post(path, person());
    for (const [method, one] of [
      ['POST', `/v1/firms/${firm.token}/licence`],
      ['DELETE', `/v1/firms/${firm.token}/licence`],
      ['POST', '/v1/auth/email'],
      ['PUT', '/v1/auth/password'],
      ['POST', `${path}/${body.id}/invitation`],
    ] as const)
      isRefused(await program.request(method, one, { body: {} }));
  });
});

describe('The integration tokens of a member', () => {
  const service = useService();

  it('are seen and revoked by the admins of the firm, and by nobody else', async () => {
    const firm = await service.newFirm();
    const member = await service.newMember(firm, 'encoder');
    const program = service.anonymous.as(await service.integrationToken(member.id, ['read', 'write']));
    const tokensOf = (id: number) => `/v1/firms/${firm.token}/members/${id}/tokens`;
    const body = await firm.client.ok(tokensOf(member.id));
    const [token, ...others] = body.data as { id: number; name: string; abilities: string[] }[];
    expect([token!.name, token!.abilities, others]).to.deep.equal(['test', ['read', 'write'], []]);
    const one = `${tokensOf(member.id)}/${token!.id}`;
    for (const role of ['reviewer', 'encoder', 'manager'] as const) {
      const { client } = await service.newMember(firm, role);
      expect([(await client.get(tokensOf(member.id))).status, (await client.delete(one)).status]).to.deep.equal([
        403, 403,
      ]);
    }
    const stranger = await service.newFirm();
    await stranger.client.refused(404).delete(one);
    const elsewhere = `/v1/firms/${stranger.token}/members/${member.id}/tokens`;
    await stranger.client.refused(404).get(elsewhere);
    await program.ok('/v1/auth/me');
    await firm.client.expect(204).delete(one);
    await program.refused(401).get('/v1/auth/me');
    await firm.client.refused(404).delete(one);
    const session = Number(member.client.token!.split('|')[0]);
    expect((await firm.client.delete(`${tokensOf(member.id)}/${session}`)).status, 'no session').to.equal(404);
  });

  it('of someone who has not joined are not shown', async () => {
    const firm = await service.newFirm();
    const user = await service.newUser();
    await firm.client.post(`/v1/firms/${firm.token}/members`, { email: `user${user.id}@example.com`, role: 'encoder' });
    await firm.client.refused(404).get(`/v1/firms/${firm.token}/members/${user.id}/tokens`);
  });
});
