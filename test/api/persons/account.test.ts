import { expect } from 'chai';
import type { AnswerBody, Client } from '../../support/client.ts';
import { PASSWORD, useService } from '../../support/service.ts';

interface Notice {
  readonly code: string;
  readonly message: string;
}

describe('Deleting the own account', () => {
  const service = useService({ from: 'books' });

  const remove = (client: Client, body: Record<string, unknown> = { password: PASSWORD }) =>
    client.request<AnswerBody>('DELETE', '/v1/auth/me', { body });

  it('is refused to the only administrator of a firm, with what to do first', async () => {
    const firm = await service.newFirm();
    const { status, body } = await remove(firm.client);
    expect([status, body['code']]).to.deep.equal([422, 'sole_admin']);
    expect(body['firms']).to.have.length(1);
    expect((body['firms'] as readonly { public_token: string }[])[0]!.public_token).to.equal(firm.token);
    expect(body['message']).to.include('administrat');
  });

  it('needs the password or a second factor', async () => {
    const { client } = await service.newUser();
    expect((await remove(client, { password: 'wrong password' })).body['code']).to.equal('password_incorrect');
    expect((await remove(client, {})).status).to.equal(422);
    expect((await remove(client, { totp_code: '123456' })).status).to.equal(422);
  });

  it('ends sessions, tokens and links, and leaves a pseudonym', async () => {
    const { client, id } = await service.newUser();
    const token = await client.created('/v1/auth/tokens', { name: 'Import', abilities: ['read'] });
    const email = `user${id}@example.com`;
    const { status } = await remove(client);
    expect(status).to.equal(204);
    expect((await client.get('/v1/auth/me')).status).to.equal(401);
    expect((await client.as(token['token']).get('/v1/auth/me')).status).to.equal(401);
    const signIn = await service.anonymous.post('/v1/auth/login', { email, password: PASSWORD });
    expect(signIn.status).to.equal(422);
    const { rows } = await service.core.pool.query('SELECT name, email FROM read.users WHERE id = $1', [id]);
    expect(rows).to.deep.equal([{ name: `User ${id}`, email: 'erased@erased.invalid' }]);
    for (const table of ['passwords', 'second_factors', 'account_links']) {
      const { rows: left } = await service.core.pool.query(`SELECT user_id FROM ops.${table} WHERE user_id = $1`, [id]);
      expect(left, table).to.deep.equal([]);
    }
  });

  it('leaves the firms of a member, whose history shows the pseudonym', async () => {
    const firm = await service.newFirm();
    const file = await service.newCompany(firm.client);
    const member = await service.newMember(firm, 'encoder');
    await member.client.created(`${file.path}/third-parties`, { type: 'customer', name: 'A customer' });
    expect((await remove(member.client)).status).to.equal(204);
    const members = (await firm.client.get<{ id: number }[]>(`/v1/firms/${firm.token}/members`)).body;
    expect(members.map(({ id }) => id)).not.to.include(member.id);
    const { body } = await firm.client.get<{ data: { user: { name: string } | null }[] }>(`${file.path}/history`);
    expect(body.data.map(({ user }) => user?.name)).to.include(`User ${member.id}`);
  });

  it('is explained to a user whom no firm has as a member', async () => {
    const { client } = await service.newUser();
    const { body } = await client.get<{ notices: Notice[] }>('/v1/auth/me');
    expect(body.notices.map(({ code }) => code)).to.deep.equal(['account_without_firm']);
    expect(body.notices[0]!.message).to.include('DELETE /v1/auth/me');
    const firm = await service.newFirm();
    expect((await firm.client.get<{ notices: Notice[] }>('/v1/auth/me')).body.notices).to.deep.equal([]);
  });

  it('is preceded by an export, as JSON or ZIP', async () => {
    const firm = await service.newFirm();
    const { body } = await firm.client.get<AnswerBody>('/v1/auth/me/personal-data');
    expect(body).to.include.keys('user', 'firms', 'tokens', 'used_in', 'kept', 'how_to_delete');
    expect((body['firms'] as unknown[]).length).to.equal(1);
    const zip = await firm.client.get('/v1/auth/me/personal-data', { Accept: 'application/zip' });
    expect(zip.headers.get('content-type')).to.equal('application/zip');
    expect(zip.text.slice(0, 2)).to.equal('PK');
  });
});
