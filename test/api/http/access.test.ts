import { expect } from 'chai';
import request from 'supertest';
import { COMPANY, DEMO_COMPANY, FIRM, SESSION, bearer, entry, toyApp } from './support.ts';

describe('access to a route', () => {
  const { app, rateLimits } = toyApp();
  const entries = `/v1/companies/${COMPANY}/entries`;

  for (const [what, headers] of Object.entries({
    'no token': {},
    'an unknown token': bearer('9|nobody'),
    'another scheme': { Authorization: 'Basic MTpzZXNzaW9u' },
    'an empty token': { Authorization: 'Bearer ' },
    'two words': { Authorization: 'Bearer 1|session x' },
    'an endless token': bearer('1'.repeat(5000)),
  })) {
    it(`answers 401 with a message and a code alone for ${what}`, async () => {
      const response = await request(app).get('/v1/me').set(headers).set('Accept-Language', 'en').expect(401);
      expect(response.body).to.have.all.keys('message', 'code');
      expect(response.headers['www-authenticate']).to.equal('Bearer');
    });
  }

  it('takes the scheme in any case', () =>
    request(app).get('/v1/me').set('Authorization', 'bearer 1|session').expect(200));

  it('refuses two Authorization headers', async () => {
    const response = await request(app)
      .get('/v1/me')
      .set('Authorization', ['Bearer 1|session', 'Bearer 2|dutch'] as unknown as string);
    expect(response.status).to.equal(400);
    expect(response.body.code).to.equal('authorization_repeated');
  });

  it('names the ability that an integration token lacks', async () => {
    const response = await request(app).post(entries).set(bearer('3|reader')).send(entry()).expect(403);
    expect(response.body).to.include({ code: 'token_ability_missing', required_ability: 'write' });
  });

  it('lets an integration token do what it may', () => request(app).get('/v1/me').set(bearer('3|reader')).expect(200));

  it('keeps session routes from integration tokens', async () => {
    const response = await request(app).get('/v1/tokens').set(bearer('3|reader')).expect(403);
    expect(response.body.code).to.equal('session_token_required');
    await request(app).get('/v1/tokens').set(SESSION).expect(200);
  });

  for (const token of [
    'Unknown00000',
    'short',
    'AbCdEfGh123!',
    `${COMPANY}x`,
    COMPANY.toLowerCase(),
    '%00bCdEfGh1234',
  ]) {
    it(`answers 404 for the company file ${token}, like for an unknown record`, async () => {
      const unseen = await request(app).get(`/v1/companies/${token}/entries`).set(SESSION).expect(404);
      const unknown = await request(app).get(`${entries}/404`).set(SESSION).expect(404);
      expect(unseen.body).to.deep.equal(unknown.body);
      expect(unseen.body).to.have.all.keys('message', 'code');
    });
  }

  it('answers 404 for an id that is none', async () => {
    for (const id of ['abc', '0', '-1', '1.5', '99999999999999999999', '%E0%A4%A']) {
      await request(app).get(`${entries}/${id}`).set(SESSION).expect(404);
    }
  });

  it('asks for the minimal role', async () => {
    const response = await request(app).post(entries).set(bearer('5|reviewer')).send(entry()).expect(403);
    expect(response.body.code).to.equal('role_too_low');
    await request(app).get(entries).set(bearer('5|reviewer')).expect(200);
  });

  it('keeps platform routes to platform admins', async () => {
    await request(app).get('/v1/platform').set(SESSION).expect(403);
    await request(app).get('/v1/platform').set(bearer('7|platform')).expect(200);
  });

  it('closes external effects in demo mode', async () => {
    const response = await request(app).post(`/v1/firms/${FIRM}/mail`).set(bearer('4|demo')).expect(403);
    expect(response.body.code).to.equal('demo_mode');
    await request(app).post(`/v1/firms/${FIRM}/mail`).set(SESSION).expect(204);
    await request(app).post(`/v1/companies/${DEMO_COMPANY}/entries`).set(bearer('4|demo')).send(entry()).expect(201);
  });

  it('judges the token before the body', async () => {
    await request(app).post(entries).set('Content-Type', 'text/plain').send('{').expect(401);
  });

  it('limits by address where there is no caller, by user where there is one', async () => {
    expect((await request(app).get('/v1/limited').expect(200)).headers).to.include({
      'x-ratelimit-limit': '2',
      'x-ratelimit-remaining': '1',
      'x-ratelimit-reset': '1800000000',
    });
    await request(app).get('/v1/limited').expect(200);
    const third = await request(app).get('/v1/limited').set('Accept-Language', 'en').expect(429);
    expect(third.headers).to.include({ 'retry-after': '42', 'x-ratelimit-remaining': '0' });
    expect(third.body).to.deep.equal({ message: 'Too many requests. Try again in 42 seconds.', code: 'rate_limited' });
    await request(app).post('/v1/limited').set(SESSION).expect(204);
    expect(rateLimits.keys.at(0)).to.equal('get /v1/limited ip:127.0.0.1');
    expect(rateLimits.keys.at(-1)).to.equal('post /v1/limited user:1');
  });

  it('believes as many proxies as it is told, and no spoofed address', async () => {
    const ipOf = async (trustProxy: number, forwarded: string) => {
      const response = await request(toyApp({ config: { trustProxy } }).app)
        .get('/v1/open')
        .set('X-Forwarded-For', forwarded);
      return response.body.ip as string;
    };
    expect(await ipOf(0, '203.0.113.9')).to.equal('127.0.0.1');
    expect(await ipOf(1, '6.6.6.6, 203.0.113.9')).to.equal('203.0.113.9');
    expect(await ipOf(2, '6.6.6.6, 203.0.113.9, 10.0.0.1')).to.equal('203.0.113.9');
    expect(await ipOf(3, '203.0.113.9')).to.equal('203.0.113.9');
  });

  it('takes the address from what proxies write, without the port that changes with every connection', async () => {
    const ipOf = async (forwarded: string) => {
      const { app } = toyApp({ config: { trustProxy: 1 } });
      return (await request(app).get('/v1/open').set('X-Forwarded-For', forwarded)).body.ip as string;
    };
    expect(await ipOf('203.0.113.9:51234')).to.equal('203.0.113.9');
    expect(await ipOf('[2001:db8::7]:51234')).to.equal('2001:db8::7');
    expect(await ipOf('[2001:db8::7]')).to.equal('2001:db8::7');
    expect(await ipOf('"[2001:db8::7]:51234"')).to.equal('2001:db8::7');
    expect(await ipOf('2001:db8::7')).to.equal('2001:db8::7');
    expect(await ipOf('::FFFF:203.0.113.9')).to.equal('203.0.113.9');
    expect(await ipOf('unknown')).to.equal('unknown');
  });

  it('counts a network of IPv6 as one caller, because each client has one to choose addresses from', async () => {
    const { app, rateLimits } = toyApp({ config: { trustProxy: 1 } });
    for (const address of ['2001:db8:0:7::1', '2001:db8:0:7:ffff::2'])
      await request(app).get('/v1/limited').set('X-Forwarded-For', address).expect(200);
    await request(app).get('/v1/limited').set('X-Forwarded-For', '2001:db8:0:7::3').expect(429);
    await request(app).get('/v1/limited').set('X-Forwarded-For', '2001:db8:0:8::3').expect(200);
    expect(rateLimits.keys.at(0)).to.equal('get /v1/limited ip:2001:db8:0:7::/64');
  });

  it('will not serve a signed route without a guard', () => {
    const [row] = toyApp().routes;
    expect(() => toyApp({ extraRoutes: [{ ...row!, path: '/v1/signed', ability: 'signed' }] })).to.throw(/guard/);
  });
});
