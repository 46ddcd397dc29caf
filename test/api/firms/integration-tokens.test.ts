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
    const added = await program.post(path, person());
    expect(added.status, added.text).to.equal(201);
    const one = `${path}/${added.body.id}`;
    expect((await program.patch(one, { role: 'manager', is_active: false, name: 'Renamed' })).status).to.equal(200);
    expect((await program.put(`${one}/companies`, { company_tokens: [] })).status).to.equal(200);
    expect((await program.delete(one)).status).to.equal(204);
    expect((await program.post(path, { email: added.body['email'], role: 'reviewer' })).status).to.equal(200);
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
    expect((await service.anonymous.post('/v1/auth/login', { email, password })).status).to.equal(201);
    expect((await firm.client.post(path, { ...someone, password: 'another password' })).status).to.equal(200);
    expect((await service.anonymous.post('/v1/auth/login', { email, password })).status).to.equal(422);
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
    const { status, body } = await firm.client.get(tokensOf(member.id));
    expect(status).to.equal(200);
    const [token, ...others] = body['data'] as { id: number; name: string; abilities: string[] }[];
    expect([token!.name, token!.abilities, others]).to.deep.equal(['test', ['read', 'write'], []]);
    const one = `${tokensOf(member.id)}/${token!.id}`;
    for (const role of ['reviewer', 'encoder', 'manager'] as const) {
      const { client } = await service.newMember(firm, role);
      expect([(await client.get(tokensOf(member.id))).status, (await client.delete(one)).status]).to.deep.equal([
        403, 403,
      ]);
    }
    const stranger = await service.newFirm();
    expect((await stranger.client.delete(one)).status).to.equal(404);
    const elsewhere = `/v1/firms/${stranger.token}/members/${member.id}/tokens`;
    expect((await stranger.client.get(elsewhere)).status).to.equal(404);
    expect((await program.get('/v1/auth/me')).status).to.equal(200);
    expect((await firm.client.delete(one)).status).to.equal(204);
    expect((await program.get('/v1/auth/me')).status).to.equal(401);
    expect((await firm.client.delete(one)).status).to.equal(404);
    const session = Number(member.client.token!.split('|')[0]);
    expect((await firm.client.delete(`${tokensOf(member.id)}/${session}`)).status, 'no session').to.equal(404);
  });

  it('of someone who has not joined are not shown', async () => {
    const firm = await service.newFirm();
    const user = await service.newUser();
    await firm.client.post(`/v1/firms/${firm.token}/members`, { email: `user${user.id}@example.com`, role: 'encoder' });
    expect((await firm.client.get(`/v1/firms/${firm.token}/members/${user.id}/tokens`)).status).to.equal(404);
  });
});
