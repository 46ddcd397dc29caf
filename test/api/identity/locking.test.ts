import { expect } from 'chai';
import { expectStatus } from '../../support/client.ts';
import { PASSWORD, useService, useAdvisedPasswords, type TestFirm, type TestService } from '../../support/service.ts';

type Headers = Readonly<Record<string, string>>;

const attemptsOn = (service: TestService) => ({
  login: (email: string, password: string, headers?: Headers) =>
    service.anonymous.post('/v1/auth/login', { email, password }, headers),
  /** The limit of the route is a test of its own: here the lock alone counts. */
  newMinute: () => service.core.pool.query('DELETE FROM ops.rate_counters'),
  forgetFailures: () => service.core.pool.query('DELETE FROM ops.guarded_attempts'),
});

describe('Ten failed sign-ins from one address', () => {
  const service = useService();
  const { login, newMinute, forgetFailures } = attemptsOn(service);
  let firm: TestFirm;

  before(async () => {
    firm = await service.newFirm();
  });
  beforeEach(async () => {
    await newMinute();
    await forgetFailures();
  });

  async function fail(times: number, headers?: Headers): Promise<void> {
    for (let count = 0; count < times; count += 1)
      await expectStatus(login(firm.admin.email, `wrong ${count}`, headers), 422);
    await newMinute();
  }

  it('lock sign-in for five minutes, also with the right password', async () => {
    await fail(10);
    for (const password of [PASSWORD, 'wrong']) {
      const { status, body, headers } = await login(firm.admin.email, password, { 'Accept-Language': 'en' });
      expect(status).to.equal(429);
      expect(body.code).to.equal('sign_in_locked');
      expect(body.errors).to.have.all.keys('email');
      expect(body.errors.email).to.deep.equal([body.message]);
      expect(body.message).to.match(/^Too many sign-in attempts\. Try again in \d+ seconds\.$/);
      expect(Number(headers.get('retry-after'))).to.be.within(280, 300);
    }
    await service.core.pool.query(`UPDATE ops.guarded_attempts SET locked_until = now() - interval '1 second'`);
    await expectStatus(login(firm.admin.email, PASSWORD), 201);
  });

  it('count for whichever accounts they were tried on, known or not', async () => {
    await fail(5);
    for (let count = 0; count < 5; count += 1) await expectStatus(login(`nobody${count}@example.com`, 'wrong'), 422);
    await expectStatus(login(firm.admin.email, PASSWORD), 429);
  });

  it('are not forgiven by successes in between', async () => {
    for (let count = 0; count < 9; count += 1) {
      await fail(1);
      await expectStatus(login(firm.admin.email, PASSWORD), 201);
    }
    await fail(1);
    await expectStatus(login(firm.admin.email, PASSWORD), 429);
  });

  it('do not count requests that are malformed', async () => {
    await fail(9);
    for (let count = 0; count < 5; count += 1) await expectStatus(login('not an address', ''), 422);
    await expectStatus(login(firm.admin.email, PASSWORD), 201);
  });

  it('are told apart from other addresses by the connection alone: X-Forwarded-For changes nothing', async () => {
    for (let count = 0; count < 10; count += 1)
      await login(firm.admin.email, 'wrong', { 'X-Forwarded-For': `203.0.113.${count}` });
    await newMinute();
    for (const forwarded of ['198.51.100.1', '203.0.113.1, 198.51.100.1', '::1', ''])
      await expectStatus(login(firm.admin.email, PASSWORD, { 'X-Forwarded-For': forwarded }), 429);
  });

  it('are ten also when they come at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => login(firm.admin.email, `wrong ${index}`)),
    );
    const count = (requested: number) => answers.filter(({ status }) => status === requested).length;
    expect([count(422), count(429)]).to.deep.equal([10, 10]);
    for (const { body, status } of answers) if (status === 429) expect(body.code).to.equal('sign_in_locked');
  });

  it('do not stop an office that signs in at once with the right password', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => login(firm.admin.email, PASSWORD)));
    expect(answers.map(({ status }) => status)).to.deep.equal(Array(20).fill(201));
  });

  it('do not end the sessions that are open', async () => {
    await fail(10);
    await firm.client.ok('/v1/auth/me');
  });

  describe('with passwords that take as long as anywhere', () => {
    useAdvisedPasswords();

    it('answer the same, in the same time, for a wrong password, an unknown address and an account without a password', async function () {
      // A difference that is real shows each time, one that a busy machine makes does not.
      this.retries(3);
      const { admin } = await service.newFirm();
      const [id] = await service.core.ids.allocate('users', 1);
      const details = {
        id: id!,
        name: 'No password',
        // Of its own at each try: an address with several accounts takes as many times as long.
        email: `nopassword-${id}@example.com`,
        password_id: 'none',
        locale: null,
        is_platform_admin: false,
      };
      const context = {
        userId: null,
        tokenKind: 'system' as const,
        operationId: '00000000-0000-4000-8000-000000000000',
        clientMutationId: null,
        deviceId: null,
        deviceName: null,
        origin: 'test',
        occurredAt: null,
      };
      await service.core.commands.execute('user', id!, { type: 'RegisterUser', details }, context);
      const addresses = [admin.email, 'nobody@example.com', details.email];
      const times = addresses.map(() => [] as number[]);
      const texts = new Set<string>();
      for (let round = 0; round < 8; round += 1) {
        await newMinute();
        await forgetFailures();
        for (const [index, email] of addresses.entries()) {
          const startedAt = performance.now();
          const { status, text } = await login(email, 'wrong');
          times[index]!.push(performance.now() - startedAt);
          expect(status).to.equal(422);
          texts.add(text);
        }
      }
      expect(texts.size).to.equal(1);
      const [wrong, ...others] = times.map((measured) => Math.min(...measured));
      for (const time of others) expect(time / wrong!).to.be.within(0.5, 2);
    });
  });
});

describe('Failed sign-ins through a proxy', () => {
  const service = useService({ environment: { TRUST_PROXY: '1' } });
  const { login, newMinute } = attemptsOn(service);

  it('are those of the address that the proxy saw, whatever the client claims, and lock no other', async () => {
    const firm = await service.newFirm();
    const from = (address: string, claim?: string) => ({
      'X-Forwarded-For': claim === undefined ? address : `${claim}, ${address}`,
    });
    for (let count = 0; count < 10; count += 1)
      await expectStatus(login(firm.admin.email, 'wrong', from('203.0.113.1', `10.0.0.${count}`)), 422);
    await newMinute();
    await expectStatus(login(firm.admin.email, PASSWORD, from('203.0.113.1', '198.51.100.7')), 429);
    await expectStatus(login(firm.admin.email, PASSWORD, from('203.0.113.1')), 429);
    await expectStatus(login(firm.admin.email, PASSWORD, from('203.0.113.2', '203.0.113.1')), 201);
    for (let count = 0; count < 10; count += 1)
      await login(firm.admin.email, 'wrong', from(`2001:db8:0:7::${count + 1}`));
    await expectStatus(login(firm.admin.email, PASSWORD, from('2001:db8:0:7:ffff::1')), 429);
    await expectStatus(login(firm.admin.email, PASSWORD, from('2001:db8:0:8::1')), 201);
  });
});
