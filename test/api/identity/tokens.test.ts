import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { deleteExpiredData } from '../../../workers/expired-data.ts';
import { expectStatus, expectRefusal, type Client } from '../../support/client.ts';
import { PASSWORD, useService, type Person, type TestFirm } from '../../support/service.ts';

interface Listed {
  readonly data: readonly Readonly<Record<string, unknown>>[];
}

describe('Integration tokens', () => {
  const service = useService();
  let firm: TestFirm;

  before(async () => {
    firm = await service.newFirm();
  });
  /** The limit of the route is a test of its own. */
  beforeEach(() => service.core.pool.query('DELETE FROM ops.rate_counters'));

  const issue = (client: Client, body: object = {}, headers?: Record<string, string>) =>
    client.post('/v1/auth/tokens', { name: 'Till', abilities: ['read'], ...body }, headers);
  const list = async (client: Client) => (await client.get<Listed>('/v1/auth/tokens')).body.data;

  it('are issued with what was asked for, and shown once', async () => {
    const { client } = await service.newUser();
    const { status, body, headers } = await issue(client, {
      name: ' Till ',
      abilities: ['sync', 'read', 'read'],
      expires_in_days: 30,
    });
    expect(status).to.equal(201);
    expect(headers.get('x-operation-id')).to.be.a('string');
    expect(body).to.have.all.keys('token', 'integration_token');
    expect(body.token).to.match(/^\d+\|[A-Za-z0-9]{40}$/);
    const shown = body.integration_token as Record<string, string>;
    expect(shown).to.have.all.keys('id', 'name', 'abilities', 'created_at', 'expires_at', 'last_used_at');
    expect(shown).to.deep.include({ name: 'Till', abilities: ['read', 'sync'], last_used_at: null });
    expect(String(body.token).split('|')[0]).to.equal(String(shown.id));
    for (const time of ['created_at', 'expires_at'])
      expect(shown[time]).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
    const days = (Date.parse(shown.expires_at!) - Date.parse(shown.created_at!)) / 86_400_000;
    expect(days).to.be.closeTo(30, 0.001);
    expect(await list(client)).to.deep.equal([shown]);
    const used = service.anonymous.as(body.token);
    await used.ok('/v1/auth/me');
    expect((await used.patch('/v1/auth/me', {})).body.code).to.equal('token_ability_missing');
  });

  it('do not expire unless told to', async () => {
    const { client } = await service.newUser();
    for (const expires_in_days of [null, undefined, '']) {
      const body = await expectStatus(issue(client, { expires_in_days }), 201);
      expect((body.integration_token as Record<string, unknown>).expires_at).to.equal(null);
    }
    for (const expires_in_days of [1, 730, '30'])
      expect((await issue(client, { expires_in_days })).status, String(expires_in_days)).to.equal(201);
  });

  it('are refused by field', async () => {
    const { client } = await service.newUser();
    for (const [field, value] of [
      ['name', undefined],
      ['name', null],
      ['name', ''],
      ['name', 'x'.repeat(101)],
      ['name', 5],
      ['abilities', undefined],
      ['abilities', []],
      ['abilities', 'read'],
      ['abilities', null],
      ['expires_in_days', 0],
      ['expires_in_days', 731],
      ['expires_in_days', -1],
      ['expires_in_days', 1.5],
      ['expires_in_days', 'soon'],
    ] as const) {
      const { status, body } = await issue(client, { [field]: value });
      expect(status, `${field} ${JSON.stringify(value)}`).to.equal(422);
      expect(Object.keys(body.errors)).to.deep.equal([field]);
      await service.core.pool.query('DELETE FROM ops.rate_counters');
    }
    await expectRefusal(issue(client, { abilities: ['read', 'admin'] }), 422, ['abilities.1']);
    await expectStatus(issue(client, { name: 'x'.repeat(100) }), 201);
  });

  it('are the business of their owner and of sessions alone', async () => {
    const [one, other] = [await service.newUser(), await service.newUser()];
    const { body } = await issue(one.client);
    const { id } = body.integration_token as { id: number };
    expect(await list(other.client)).to.deep.equal([]);
    const foreign = await other.client.delete(`/v1/auth/tokens/${id}`);
    const unknown = await other.client.delete('/v1/auth/tokens/999999999');
    expect([foreign.status, foreign.text]).to.deep.equal([404, unknown.text]);
    const integration = service.anonymous.as(await service.integrationToken(one.id, ['read', 'write', 'sync']));
    const routes = [
      ['GET', '/v1/auth/tokens'],
      ['POST', '/v1/auth/tokens'],
      ['DELETE', `/v1/auth/tokens/${id}`],
      ['GET', '/v1/auth/sessions'],
      ['DELETE', '/v1/auth/sessions/1'],
      ['PUT', '/v1/auth/password'],
      ['POST', '/v1/auth/email'],
    ] as const;
    for (const [method, path] of routes) {
      const refused = await integration.request(method, path, method === 'GET' ? {} : { body: { name: 'x' } });
      expect([refused.status, refused.body.code], `${method} ${path}`).to.deep.equal([403, 'session_token_required']);
    }
    await service.anonymous.as(body.token).ok('/v1/auth/me');
  });

  it('stop working at once when they are revoked, and are then unknown', async () => {
    const { client } = await service.newUser();
    const { body } = await issue(client);
    const { id } = body.integration_token as { id: number };
    const used = service.anonymous.as(body.token);
    await used.ok('/v1/auth/me');
    const { status, text } = await client.delete(`/v1/auth/tokens/${id}`);
    expect([status, text]).to.deep.equal([204, '']);
    await used.refused(401).get('/v1/auth/me');
    await client.refused(404).delete(`/v1/auth/tokens/${id}`);
    expect(await list(client)).to.deep.equal([]);
    for (const wrong of ['x', '0', '-1', '1.5', '99999999999999999999', '%00', '%20'])
      expect((await client.delete(`/v1/auth/tokens/${wrong}`)).status, wrong).to.equal(404);
  });

  it('are not revoked under the name of a session, nor a session under theirs', async () => {
    const person = await service.newUser();
    const { body } = await issue(person.client);
    const { id } = body.integration_token as { id: number };
    const session = (await service.sessionToken(person.id)).split('|')[0]!;
    await person.client.refused(404).delete(`/v1/auth/sessions/${id}`);
    await person.client.refused(404).delete(`/v1/auth/tokens/${session}`);
  });

  it('are 50 at most, of which expired and revoked ones are none, also when they are asked for at once', async () => {
    const person = await service.newUser();
    for (let count = 0; count < 45; count += 1) await service.integrationToken(person.id, ['read']);
    await service.integrationToken(person.id, ['read'], new Date(Date.now() - 1_000).toISOString());
    const answers = await Promise.all(Array.from({ length: 15 }, () => issue(person.client)));
    const issued = answers.filter(({ status }) => status === 201);
    expect(issued).to.have.length(5);
    for (const { status, body } of answers.filter(({ status }) => status !== 201)) {
      expect([status, body.code]).to.deep.equal([422, 'token_limit_reached']);
      expect(body.message).to.include('50');
    }
    expect(await list(person.client)).to.have.length(51);
    const { id } = issued[0]!.body.integration_token as { id: number };
    await service.core.pool.query('DELETE FROM ops.rate_counters');
    await person.client.expect(204).delete(`/v1/auth/tokens/${id}`);
    await expectStatus(issue(person.client), 201);
    await expectStatus(issue(person.client), 422);
  });

  it('are issued 20 times a minute at most', async () => {
    const { client } = await service.newUser();
    const answers = await Promise.all(Array.from({ length: 25 }, () => issue(client)));
    expect(answers.filter(({ status }) => status === 201)).to.have.length(20);
    const refused = answers.find(({ status }) => status === 429)!;
    expect(refused.headers.get('x-ratelimit-limit')).to.equal('20');
    expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 60);
  });

  describe('asked for with a mutation id', () => {
    const keyed = (key: string) => ({ 'X-Client-Mutation-Id': key });
    const dump = async () => JSON.stringify((await service.core.pool.query('SELECT * FROM ops.idempotence')).rows);
    const answersKept = () => pause(50);

    it('are issued once, and shown again to the session that asked, though they are kept nowhere', async () => {
      const { client } = await service.newUser();
      const key = randomUUID();
      const first = await issue(client, {}, keyed(key));
      const again = await issue(client, {}, keyed(key));
      expect([first.status, again.status]).to.deep.equal([201, 200]);
      expect(again.headers.get('x-idempotent-replay')).to.equal('1');
      expect(again.text).to.equal(first.text);
      expect(await list(client)).to.have.length(1);
      expect(await dump()).to.not.include(first.body.token.split('|')[1]!);
      await service.anonymous.as(again.body.token).ok('/v1/auth/me');
    });

    it('are not shown to another session of the same user', async () => {
      const person = await service.newUser();
      const key = randomUUID();
      const first = await issue(person.client, {}, keyed(key));
      await answersKept();
      const other = service.anonymous.as(await service.sessionToken(person.id));
      expect(await expectStatus(issue(other, {}, keyed(key)), 200)).to.deep.equal({ ...first.body, token: null });
    });

    it('are found again by a request whose first run was interrupted after it had acted', async () => {
      const person = await service.newUser();
      const key = randomUUID();
      const first = await issue(person.client, {}, keyed(key));
      await answersKept();
      const interrupt = () =>
        service.core.pool.query(
          'UPDATE ops.idempotence SET lease_until = now(), status = NULL, answer = NULL WHERE key = $1',
          [key],
        );
      await interrupt();
      const again = await issue(person.client, {}, keyed(key));
      expect([again.status, again.headers.get('x-idempotent-replay')]).to.deep.equal([200, '1']);
      expect(again.body).to.deep.equal(first.body);
      expect(await list(person.client)).to.have.length(1);
      await answersKept();
      await interrupt();
      const other = service.anonymous.as(await service.sessionToken(person.id));
      expect((await issue(other, {}, keyed(key))).body).to.deep.equal({ ...first.body, token: null });
      expect(await list(person.client)).to.have.length(1);
    });

    it('are shown again for ten minutes only, also after an interruption; then the record is shown without them', async () => {
      const person = await service.newUser();
      const [key, other] = [randomUUID(), randomUUID()];
      const first = await issue(person.client, {}, keyed(key));
      const second = await issue(person.client, {}, keyed(other));
      await answersKept();
      await service.core.pool.query(
        'UPDATE ops.idempotence SET lease_until = now(), status = NULL, answer = NULL WHERE key = $1',
        [other],
      );
      const clock = Date.now;
      Date.now = () => clock() + 11 * 60_000;
      try {
        expect(await expectStatus(issue(person.client, {}, keyed(key)), 200)).to.deep.equal({
          ...first.body,
          token: null,
        });
        const resumed = await issue(person.client, {}, keyed(other));
        expect(resumed.body).to.deep.equal({ ...second.body, token: null });
      } finally {
        Date.now = clock;
      }
      expect(await list(person.client)).to.have.length(2);
    });

    it('are one when they are asked for a hundred times at once', async () => {
      const { client } = await service.newUser();
      const key = randomUUID();
      const answers = [];
      for (let round = 0; round < 5; round += 1) {
        await service.core.pool.query('DELETE FROM ops.rate_counters');
        answers.push(...(await Promise.all(Array.from({ length: 20 }, () => issue(client, {}, keyed(key))))));
      }
      const tokens = new Set(answers.filter(({ status }) => status < 300).map(({ body }) => body.token));
      expect(tokens.size).to.equal(1);
      expect(await list(client)).to.have.length(1);
    });

    it('have other secrets for other ids', async () => {
      const { client } = await service.newUser();
      const secrets = new Set<string>();
      for (let count = 0; count < 5; count += 1)
        secrets.add((await issue(client, {}, keyed(`key ${count}`))).body.token.split('|')[1]!);
      expect(secrets.size).to.equal(5);
    });
  });

  describe('and sessions tell when they were last used', () => {
    const lastUse = async (token: string) => {
      const { rows } = await service.core.pool.query<{ last_used_at: string | null; ip: string | null }>(
        'SELECT last_used_at, ip FROM ops.token_use WHERE token_id = $1',
        [token.split('|')[0]],
      );
      return rows[0];
    };
    const eventsOf = async (userId: number): Promise<string[]> => {
      const types: string[] = [];
      for await (const { type } of service.core.log.readStream(`user-${userId}`)) types.push(type);
      return types;
    };
    async function written(token: string) {
      for (let tries = 0; tries < 200; tries += 1) {
        const row = await lastUse(token);
        if (row?.last_used_at) return row;
        await pause(20);
      }
      throw new Error('The use of the token was not written down');
    }

    it('soon after, and once a minute however often they are used', async () => {
      const person = await service.newUser();
      const token = await service.integrationToken(person.id, ['read']);
      expect(await lastUse(token)).to.equal(undefined);
      const client = service.anonymous.as(token);
      const before = await eventsOf(person.id);
      await client.get('/v1/auth/me');
      const first = await written(token);
      expect(first.ip).to.equal('127.0.0.1');
      expect(Math.abs(Date.parse(first.last_used_at!) - Date.now())).to.be.lessThan(5_000);
      for (let count = 0; count < 20; count += 1) await client.get('/v1/auth/me');
      // A change of the account makes the service look at the token anew, which is no reason to write either.
      await person.client.patch('/v1/auth/me', { name: 'B' });
      await client.get('/v1/auth/me');
      await pause(700);
      expect(await lastUse(token)).to.deep.equal(first);
      const [shown] = await list(person.client);
      expect(shown!.last_used_at).to.equal(first.last_used_at);
      await service.core.pool.query(
        `UPDATE ops.token_use SET last_used_at = last_used_at - interval '61 seconds' WHERE token_id = $1`,
        [token.split('|')[0]],
      );
      await person.client.patch('/v1/auth/me', { name: 'C' });
      await client.get('/v1/auth/me');
      const [later] = await list(person.client);
      expect(Date.parse(later!.last_used_at as string)).to.be.at.least(Date.parse(first.last_used_at!));
      expect((await eventsOf(person.id)).slice(before.length)).to.deep.equal(['ProfileChanged', 'ProfileChanged']);
    });

    it('for no longer than a month after they ended', async () => {
      const person = await service.newUser();
      const [kept, ended] = [
        await service.integrationToken(person.id, ['read']),
        await service.integrationToken(person.id, ['read']),
      ];
      for (const token of [kept, ended]) {
        await service.anonymous.as(token).get('/v1/auth/me');
        await written(token);
      }
      const id = ended.split('|')[0];
      await person.client.expect(204).delete(`/v1/auth/tokens/${id}`);
      await deleteExpiredData(service.core.pool);
      expect(await lastUse(ended)).to.not.equal(undefined);
      const age = (days: number) =>
        service.core.pool.query(
          'UPDATE read.tokens SET revoked_at = revoked_at - make_interval(days => $2) WHERE id = $1',
          [id, days],
        );
      await age(32);
      await deleteExpiredData(service.core.pool);
      await age(-32);
      expect(await lastUse(ended)).to.equal(undefined);
      expect(await lastUse(kept)).to.not.equal(undefined);
    });

    it('also when the request was refused, but not when the token was', async () => {
      const person = await service.newUser();
      const token = await service.integrationToken(person.id, ['sync']);
      await service.anonymous.as(`${token.slice(0, -1)}${token.endsWith('a') ? 'b' : 'a'}`).get('/v1/auth/me');
      await pause(700);
      expect(await lastUse(token)).to.equal(undefined);
      await service.anonymous.as(token).refused(403).get('/v1/auth/me');
      await written(token);
    });
  });

  describe('Sessions', () => {
    const sessions = async (client: Client) => (await client.get<Listed>('/v1/auth/sessions')).body.data;
    const login = async (person: { email: string }, device_name: string): Promise<Client> => {
      await service.core.pool.query('DELETE FROM ops.rate_counters');
      const { body } = await service.anonymous.post('/v1/auth/login', {
        email: person.email,
        password: PASSWORD,
        device_name,
      });
      return service.anonymous.as(body.token);
    };

    it('are listed with their device, address and times, the one used last first', async () => {
      const own = await service.newFirm();
      const laptop = await login(own.admin, 'laptop');
      const phone = await login(own.admin, 'téléphone');
      await laptop.get('/v1/auth/me');
      const data = await sessions(phone);
      expect(data.map((session) => session.device_name)).to.have.members(['test', 'laptop', 'téléphone']);
      for (const session of data)
        expect(session).to.have.all.keys(
          ...['id', 'device_name', 'ip', 'created_at', 'last_used_at', 'expires_at', 'is_current'],
        );
      const named = (name: string) => data.find((session) => session.device_name === name)!;
      expect(named('téléphone')).to.include({ is_current: true, ip: '127.0.0.1' });
      expect(named('téléphone').last_used_at).to.be.a('string');
      expect(named('laptop')).to.include({ is_current: false, ip: '127.0.0.1' });
      expect(data.filter((session) => session.is_current)).to.have.length(1);
      const used = data.map((session) => (session.last_used_at ?? session.created_at) as string);
      expect(used).to.deep.equal([...used].sort().reverse());
      expect(await list(phone)).to.deep.equal([]);
    });

    it('end at once when they are revoked, also the own one', async () => {
      const own = await service.newFirm();
      const [one, other] = [await login(own.admin, 'one'), await login(own.admin, 'other')];
      const idOf = (client: Client) => client.token!.split('|')[0];
      await one.ok('/v1/auth/me');
      await other.expect(204).delete(`/v1/auth/sessions/${idOf(one)}`);
      await one.refused(401).get('/v1/auth/me');
      await other.refused(404).delete(`/v1/auth/sessions/${idOf(one)}`);
      await other.expect(204).delete(`/v1/auth/sessions/${idOf(other)}`);
      await other.refused(401).get('/v1/auth/me');
    });

    it('of others are unknown', async () => {
      const [one, other] = [await service.newUser(), await service.newUser()];
      const id = other.client.token!.split('|')[0];
      await one.client.refused(404).delete(`/v1/auth/sessions/${id}`);
      await other.client.ok('/v1/auth/me');
      expect((await sessions(one.client)).map((session) => session.id)).to.not.include(Number(id));
    });

    it('are 200 at most: the one used longest ago makes room', async () => {
      const own = await service.newFirm();
      const tokens: string[] = [];
      for (let count = 0; count < 200; count += 1) tokens.push(await service.sessionToken(own.admin.id));
      const oldest = service.anonymous.as(tokens[0]!);
      await oldest.ok('/v1/auth/me');
      await own.client.ok('/v1/auth/me');
      await sessions(oldest);
      const fresh = await login(own.admin, 'fresh');
      expect(await sessions(fresh)).to.have.length(200);
      await oldest.ok('/v1/auth/me');
      await own.client.ok('/v1/auth/me');
      await service.anonymous.as(tokens[1]!).refused(401).get('/v1/auth/me');
      await service.anonymous.as(tokens[2]!).refused(401).get('/v1/auth/me');
      await service.anonymous.as(tokens[3]!).ok('/v1/auth/me');
    });
  });

  it('of a member who left the firm act for a person without firms', async () => {
    const member: Person = await service.newMember(firm, 'encoder', { isActive: false });
    const token = service.anonymous.as(await service.integrationToken(member.id, ['read']));
    expect((await token.get('/v1/auth/me')).body.firms).to.deep.equal([]);
  });
});
