import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { expectStatus, expectRefusal, type Client } from '../../support/client.ts';
import { PASSWORD, useService, type TestFirm } from '../../support/service.ts';

describe('The own account', () => {
  const service = useService();
  let firm: TestFirm;

  before(async () => {
    firm = await service.newFirm({ name: 'Fiduciaire Été', locale: 'nl' });
  });

  it('shows and changes the name and the language, which messages then come in', async () => {
    const { client } = await service.newMember(firm, 'encoder', { locale: null });
    const before = (await client.get('/v1/auth/me')).body;
    expect(before.locale).to.equal('nl');
    const changed = await client.patch('/v1/auth/me', { name: '  Anne Peeters ', locale: 'de' });
    expect(changed.status).to.equal(200);
    expect(changed.headers.get('x-operation-id')).to.be.a('string');
    expect(changed.body).to.deep.equal({ ...before, name: 'Anne Peeters', locale: 'de' });
    const after = await client.get('/v1/auth/me', { 'Accept-Language': 'en' });
    expect(after.body).to.deep.equal(changed.body);
    expect(after.headers.get('content-language')).to.equal('de');
    const reset = await client.patch('/v1/auth/me', { locale: null });
    expect(reset.body.locale).to.equal('nl');
    expect((await client.get('/v1/auth/me', { 'Accept-Language': 'en' })).headers.get('content-language')).to.equal(
      'en',
    );
  });

  it('records nothing when nothing changes', async () => {
    const { client, id } = await service.newMember(firm, 'reviewer', { locale: 'en' });
    const before = await service.core.log.readHead();
    for (const body of [{}, { locale: 'en' }, { name: `User ${id}` }]) {
      const { status, headers } = await client.patch('/v1/auth/me', body);
      expect([status, headers.get('x-operation-id')]).to.deep.equal([200, null]);
    }
    expect(await service.core.log.readHead()).to.equal(before);
  });

  it('takes nothing else from the body', async () => {
    const { client } = await service.newMember(firm, 'reviewer');
    const before = (await client.get('/v1/auth/me')).body;
    const stray = {
      email: 'other@example.com',
      role: 'admin',
      password: 'another password',
      password_id: 'x',
      version: 9,
    };
    const refused = await client.patch('/v1/auth/me', { ...stray, name: 'B' });
    expect([refused.status, Object.keys(refused.body.errors)]).to.deep.equal([422, Object.keys(stray)]);
    const body = await client.expect(200).patch('/v1/auth/me', {
      id: 1,
      email_verified: false,
      pending_email: 'x@example.com',
      is_platform_admin: true,
      is_demo: true,
      firms: [],
      name: 'B',
    });
    expect(body).to.deep.equal({ ...before, name: 'B' });
    expect((await client.get('/v1/auth/me')).body).to.deep.equal(body);
  });

  it('refuses by field what cannot be a name or a language', async () => {
    const { client } = await service.newMember(firm, 'reviewer');
    for (const [field, value] of [
      ['name', null],
      ['name', ''],
      ['name', '   '],
      ['name', 5],
      ['name', 'x'.repeat(191)],
      ['name', 'a\0b'],
      ['locale', 'es'],
      ['locale', 'FR'],
      ['locale', 1],
    ] as const) {
      const { status, body } = await client.patch('/v1/auth/me', { [field]: value });
      expect(status, `${field} ${JSON.stringify(value)}`).to.equal(422);
      expect(body.errors).to.have.all.keys(field);
    }
  });

  describe('password', () => {
    const NEW = 'another horse battery';
    const change = (client: Client, current: unknown, password: unknown, headers?: Record<string, string>) =>
      client.put('/v1/auth/password', { current_password: current, password }, headers);
    const login = async (email: string, password: string) => {
      await service.core.pool.query('DELETE FROM ops.rate_counters');
      return service.anonymous.post('/v1/auth/login', { email, password });
    };

    it('is changed, and ends all other sessions and all integration tokens at once', async () => {
      const own = await service.newFirm();
      const other = service.anonymous.as(await service.sessionToken(own.admin.id));
      const integration = service.anonymous.as(await service.integrationToken(own.admin.id, ['read']));
      await other.ok('/v1/auth/me');
      const { status, text, headers } = await change(own.client, PASSWORD, NEW);
      expect([status, text]).to.deep.equal([204, '']);
      expect(headers.get('x-operation-id')).to.be.a('string');
      await other.refused(401).get('/v1/auth/me');
      await own.client.ok('/v1/auth/me');
      await integration.refused(401).get('/v1/auth/me');
      await expectStatus(login(own.admin.email, PASSWORD), 422);
      await expectStatus(login(own.admin.email, NEW), 201);
    });

    it('is not changed without the current one', async () => {
      const own = await service.newFirm();
      for (const wrong of ['wrong', ` ${PASSWORD}`, PASSWORD.toUpperCase()]) {
        const body = await expectStatus(change(own.client, wrong, NEW), 422);
        expect(body.errors).to.deep.equal({ current_password: ['The current password is incorrect.'] });
      }
      await expectStatus(login(own.admin.email, PASSWORD), 201);
    });

    it('needs eight characters, none of which is cut off', async () => {
      const { client } = await service.newMember(firm, 'reviewer');
      for (const [password, field] of [
        ['1234567', 'password'],
        ['', 'password'],
        [null, 'password'],
        [12345678, 'password'],
        ['x'.repeat(1001), 'password'],
        ['12345678\0', 'password'],
      ] as const) {
        const { status, body } = await change(client, PASSWORD, password);
        expect(status, JSON.stringify(password)).to.equal(422);
        expect(body.errors).to.have.all.keys(field);
      }
      expect((await client.put('/v1/auth/password', {})).body.errors).to.have.all.keys('current_password', 'password');
      await expectStatus(change(client, PASSWORD, '   a    '), 204);
      await expectStatus(change(client, '   a    ', 'x'.repeat(1000)), 204);
    });

    it('is none that everybody tries first, nor spaces alone, nor the address', async () => {
      const own = await service.newFirm();
      for (const [password, code] of [
        ['password', 'password_too_common'],
        ['PassWord', 'password_too_common'],
        ['12345678', 'password_too_common'],
        ['        ', 'password_blank'],
        [own.admin.email.toUpperCase(), 'password_is_email'],
        [own.admin.email.split('@')[0], 'password_is_email'],
      ] as const) {
        const { status, body } = await change(own.client, PASSWORD, password);
        expect([status, body.error_codes], password).to.deep.equal([422, { password: [code] }]);
      }
      const path = `/v1/firms/${own.token}/members`;
      const person = { email: 'weak-password@example.com', name: 'A', role: 'encoder' };
      const refused = await own.client.post(path, { ...person, password: 'iloveyou' });
      expect(refused.body.error_codes).to.deep.equal({ password: ['password_too_common'] });
      const added = await own.client.created(path, { ...person, password: 'eight or more' });
      const changed = await own.client.patch(`${path}/${added.id}`, { password: person.email });
      expect(changed.body.error_codes).to.deep.equal({ password: ['password_is_email'] });
    });

    it('cannot be tried out by whoever has stolen a session', async () => {
      const own = await service.newFirm();
      const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => change(own.client, `x${index}`, NEW)));
      const count = (requested: number) => answers.filter(({ status }) => status === requested).length;
      expect([count(422), count(429)]).to.deep.equal([10, 20]);
      const locked = await change(own.client, PASSWORD, NEW);
      expect(locked.status).to.equal(429);
      expect(locked.body.code).to.equal('password_locked');
      expect(locked.body.errors).to.have.all.keys('current_password');
      expect(Number(locked.headers.get('retry-after'))).to.be.within(250, 300);
      const { client } = await service.newMember(firm, 'reviewer');
      await expectStatus(change(client, PASSWORD, NEW), 204);
    });

    it('is changed once by two requests that both know the old one', async () => {
      const own = await service.newFirm();
      const answers = await Promise.all(
        ['first password', 'second password'].map((password) => change(own.client, PASSWORD, password)),
      );
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([204, 422]);
    });

    it('does not let a sign-in with the old one slip through while it changes', async () => {
      for (let round = 0; round < 4; round += 1) {
        const own = await service.newFirm();
        const [changed, ...sessions] = await Promise.all([
          change(own.client, PASSWORD, NEW),
          ...Array.from({ length: 4 }, () => login(own.admin.email, PASSWORD)),
        ]);
        expect(changed.status).to.equal(204);
        for (const { status, body } of sessions) {
          if (status !== 201) continue;
          const client = service.anonymous.as(body.token);
          expect((await client.get('/v1/auth/me')).status, 'a session of the old password').to.equal(401);
        }
        await service.core.pool.query('DELETE FROM ops.guarded_attempts');
      }
    });

    it('is changed once by a request that is sent again', async () => {
      const own = await service.newFirm();
      const key = { 'X-Client-Mutation-Id': randomUUID() };
      await expectStatus(change(own.client, PASSWORD, NEW, key), 204);
      const again = await change(own.client, PASSWORD, NEW, key);
      expect([again.status, again.headers.get('x-idempotent-replay')]).to.deep.equal([200, '1']);
      await expectRefusal(change(own.client, PASSWORD, 'a third password', key), 422, 'idempotency_key_reused');
      await expectStatus(login(own.admin.email, NEW), 201);
    });

    it('is found changed by a request that was interrupted after it had acted', async () => {
      const own = await service.newFirm();
      const key = randomUUID();
      await expectStatus(change(own.client, PASSWORD, NEW, { 'X-Client-Mutation-Id': key }), 204);
      // As a process that died before it could memorise the answer leaves it.
      await service.core.pool.query(
        'UPDATE ops.idempotence SET lease_until = now(), status = NULL, answer = NULL WHERE key = $1',
        [key],
      );
      const before = await service.core.log.readHead();
      const again = await change(own.client, PASSWORD, NEW, { 'X-Client-Mutation-Id': key });
      expect([again.status, again.headers.get('x-idempotent-replay')]).to.deep.equal([200, '1']);
      expect(await service.core.log.readHead()).to.equal(before);
    });
  });
});
