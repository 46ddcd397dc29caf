import { expect } from 'chai';
import { isEmailAddress } from '../../../api/http/input/fields.ts';
import { expectStatus, expectRefusal } from '../../support/client.ts';
import { PASSWORD, useService, type TestFirm } from '../../support/service.ts';
import { readCpuTime } from '../../support/cpu.ts';

describe('Sign-in', () => {
  const service = useService();
  let firm: TestFirm;
  const login = (body: unknown, headers?: Record<string, string>) =>
    service.anonymous.post('/v1/auth/login', body, headers);
  /** The limit of the route is a test of its own: the others start with a fresh minute. */
  const forgetAttempts = () => service.core.pool.query('DELETE FROM ops.rate_counters');

  before(async () => {
    firm = await service.newFirm({ name: 'Fiduciaire Été' });
  });
  beforeEach(forgetAttempts);

  it('answers 201 with a token, shown once, and the user', async () => {
    const { status, body, headers } = await login({
      email: firm.admin.email,
      password: PASSWORD,
      device_name: 'laptop',
    });
    expect(status).to.equal(201);
    expect(body).to.have.all.keys('token', 'user');
    expect(body.token).to.match(/^\d+\|[A-Za-z0-9]{40}$/);
    expect(body.user).to.deep.equal({
      id: firm.admin.id,
      name: 'Ada Admin',
      email: firm.admin.email,
      locale: 'en',
      email_verified: true,
      pending_email: null,
      is_platform_admin: false,
      is_demo: false,
      second_factor: { is_enabled: false, is_required: false },
      firms: [{ public_token: firm.token, name: 'Fiduciaire Été', role: 'admin' }],
      managed_firms: [{ public_token: firm.token, name: 'Fiduciaire Été' }],
      notices: [],
    });
    expect(headers.get('x-ratelimit-limit')).to.equal('20');
    expect(headers.get('x-ratelimit-remaining')).to.equal('19');
    expect(await service.anonymous.as(body.token).ok('/v1/auth/me')).to.deep.equal(body.user);
  });

  it('keeps a hash of the token and of the password, never the secrets', async () => {
    const { body } = await login({ email: firm.admin.email, password: PASSWORD });
    const secret = body.token.split('|')[1]!;
    let log = '';
    for await (const batch of service.core.log.readAll(-1)) log += JSON.stringify(batch);
    const { rows } = await service.core.pool.query(`SELECT * FROM read.tokens`);
    for (const text of [log, JSON.stringify(rows)]) {
      expect(text.includes(secret)).to.equal(false);
      expect(text.includes(PASSWORD)).to.equal(false);
    }
  });

  it('takes the e-mail address in any case and with spaces around it, the password to the letter', async () => {
    await expectStatus(login({ email: `  ${firm.admin.email.toUpperCase()} `, password: PASSWORD }), 201);
    await expectStatus(login({ email: firm.admin.email, password: ` ${PASSWORD}` }), 422);
  });

  it('answers wrong passwords and unknown addresses with the same 422 on the e-mail', async () => {
    const wrong = await login({ email: firm.admin.email, password: 'wrong' });
    const unknown = await login({ email: 'nobody@example.com', password: 'wrong' });
    expect(wrong.status).to.equal(422);
    expect(wrong.body.errors).to.have.all.keys('email');
    expect(unknown.status).to.equal(422);
    expect(unknown.text).to.equal(wrong.text);
  });

  it('tells everything that is wrong with the body at once', async () => {
    expect((await expectStatus(login({}), 422)).errors).to.have.all.keys('email', 'password');
    const wrong = await login({ email: 'not an address', password: 5, device_name: 'x'.repeat(101) });
    expect(wrong.status).to.equal(422);
    expect(wrong.body.errors).to.have.all.keys('email', 'password', 'device_name');
    await expectStatus(login({ email: firm.admin.email, password: PASSWORD, device_name: 'x'.repeat(100) }), 201);
    await expectStatus(login({ email: firm.admin.email, password: PASSWORD, device_name: null }), 201);
  });

  it('is not held up by addresses made to keep a check busy', async () => {
    const length = 1_000_000;
    const wicked = [
      'a'.repeat(length),
      'a@'.repeat(length / 2),
      `${'a.'.repeat(length / 2)}@example.com`,
      `a@${'a'.repeat(length)}.com`,
      `a@${'a.'.repeat(length / 2)}`,
      `a@${'a-'.repeat(length / 2)}.com`,
      `${'"'.repeat(length)}@example.com`,
      `a@${'.'.repeat(length)}`,
      `${'é'.repeat(length)}@${'é'.repeat(length)}.é`,
    ];
    for (const address of wicked) {
      const startedAt = readCpuTime();
      expect(isEmailAddress(address)).to.equal(false);
      expect(readCpuTime() - startedAt, address.slice(0, 20)).to.be.lessThan(200);
    }
    await expectRefusal(login({ email: 'a@'.repeat(250_000), password: 'x' }), 422, ['email']);
  });

  it('speaks the language of the request when the user is not known yet', async () => {
    const messages = await Promise.all(
      ['fr', 'nl', 'en', 'de'].map(
        async (language) =>
          (await login({ email: 'nobody@example.com', password: 'x' }, { 'Accept-Language': language })).body.message,
      ),
    );
    expect(new Set(messages)).to.have.property('size', 4);
    expect(messages[2]).to.equal('The e-mail address or the password is incorrect.');
  });

  it('refuses the 21st attempt of a minute from one address, whoever asks, with the right password too', async () => {
    const answers = [];
    // In flight together, so that the attempts fall into one minute; malformed ones count as well.
    for (let attempt = 0; attempt < 20; attempt += 1) answers.push(login({ email: 'nobody' }));
    for (const { status } of await Promise.all(answers)) expect(status).to.equal(422);
    const refused = await login({ email: firm.admin.email, password: PASSWORD }, { 'X-Forwarded-For': '203.0.113.9' });
    expect(refused.status).to.equal(429);
    expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 60);
    expect(refused.headers.get('x-ratelimit-limit')).to.equal('20');
    expect(refused.headers.get('x-ratelimit-remaining')).to.equal('0');
    expect(Number(refused.headers.get('x-ratelimit-reset')) * 1_000).to.be.within(
      Date.now() - 1_000,
      Date.now() + 61_000,
    );
    expect(refused.body.message).to.be.a('string');
    await service.core.pool.query(`UPDATE ops.rate_counters SET window_started_at = now() - interval '61 seconds'`);
    await expectStatus(login({ email: firm.admin.email, password: PASSWORD }), 201);
  });

  it('shows the signed-in user, also with several firms of which some are managed', async () => {
    const other = await service.newFirm({ name: 'Kantoor Noord' });
    const user = await service.newMember(firm, 'encoder', { locale: 'nl' });
    await service.join(other, user.id, 'manager');
    const { status, body, headers } = await user.client.get('/v1/auth/me');
    expect(status).to.equal(200);
    expect(body.locale).to.equal('nl');
    expect(body.firms).to.deep.equal([
      { public_token: firm.token, name: 'Fiduciaire Été', role: 'encoder' },
      { public_token: other.token, name: 'Kantoor Noord', role: 'manager' },
    ]);
    expect(body.managed_firms).to.deep.equal([{ public_token: other.token, name: 'Kantoor Noord' }]);
    expect(headers.get('content-language')).to.equal('nl');
  });

  it('ends the token at sign-out, at once, and no other token of the user', async () => {
    const token = await service.sessionToken(firm.admin.id);
    const client = service.anonymous.as(token);
    await client.ok('/v1/auth/me');
    const { status, text } = await client.post('/v1/auth/logout');
    expect([status, text]).to.deep.equal([204, '']);
    const after = await client.get('/v1/auth/me');
    expect(after.status).to.equal(401);
    expect(after.body).to.have.all.keys('message', 'code');
    expect(after.headers.get('www-authenticate')).to.equal('Bearer');
    await client.refused(401).post('/v1/auth/logout');
    await firm.client.ok('/v1/auth/me');
  });

  it('does not accept a token that has expired', async () => {
    const past = await service.integrationToken(firm.admin.id, ['read'], new Date(Date.now() - 1_000).toISOString());
    const future = await service.integrationToken(firm.admin.id, ['read'], new Date(Date.now() + 60_000).toISOString());
    await service.anonymous.as(past).refused(401).get('/v1/auth/me');
    await service.anonymous.as(future).ok('/v1/auth/me');
  });

  it('does not accept the secret of one token under the id of another, nor a secret that is almost right', async () => {
    const [id, secret] = (await service.sessionToken(firm.admin.id)).split('|') as [string, string];
    const otherId = (await service.sessionToken(firm.admin.id)).split('|')[0]!;
    const wrong = [
      `${otherId}|${secret}`,
      `${id}|${secret.slice(0, -1)}`,
      `${id}|${secret}x`,
      `${id}|${'a'.repeat(40)}`,
      secret,
      `0${id}|${secret.toLowerCase()}`,
      `${id}|`,
    ];
    for (const token of wrong)
      expect((await service.anonymous.as(token).get('/v1/auth/me')).status, token).to.equal(401);
    await service.anonymous.refused(401).get('/v1/auth/me', {
      Authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
    });
  });
});
