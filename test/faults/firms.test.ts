import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { openClient, waitUntil, type Answer, type Client } from '../support/load.ts';
import { describeLong, itLong, sample } from '../support/long.ts';
import { query, runToEnd } from '../support/processes.ts';
import { cleanUp, clientOf, invariantsHold, setStage, start, type Stage } from './support.ts';

const PERSON = { name: 'Bert', email: 'bert@example.be', password: 'another long password' };

async function firmPath(client: Client): Promise<string> {
  const { body } = await client.get('/v1/auth/me');
  return `/v1/firms/${(body['firms'] as { public_token: string }[])[0]!.public_token}`;
}

async function signedIn(url: string, email = PERSON.email, password = PERSON.password): Promise<Client> {
  const { status, body } = await openClient(url).post('/v1/auth/login', { email, password });
  expect(status, JSON.stringify(body)).to.equal(201);
  return clientOf({ token: body['token'] as string }, { url });
}

const leasesRunOut = ({ databaseUrl }: Stage) =>
  query(databaseUrl, `UPDATE ops.idempotence SET lease_until = now() WHERE lease_until IS NOT NULL`);

describe('firms in several processes', function () {
  this.timeout(60_000);
  cleanUp();

  itLong('show a change of the team in the next request everywhere', async () => {
    const stage = await setStage();
    const [, one, other] = await Promise.all([
      start(stage, { ROLE: 'projector' }),
      start(stage, { ROLE: 'api' }),
      start(stage, { ROLE: 'api' }),
    ]);
    const admin = clientOf(stage, one);
    const path = await firmPath(admin);
    const added = await admin.post(`${path}/members`, { ...PERSON, role: 'encoder' });
    const member = `${path}/members/${String(added.body['id'])}`;
    const there = await signedIn(other.url);
    const seen = async () => [(await there.get(path)).status, (await there.get(stage.file.path)).status];
    const customer = () =>
      there.post(`${stage.file.path}/third-parties`, { type: 'customer', name: 'A' }, randomUUID());
    const change = async (method: string, target: string, body?: object) =>
      expect((await admin.call(method, target, { body })).status).to.be.below(300);
    for (let turn = 0; turn < 5; turn += 1) {
      expect(await seen()).to.deep.equal([200, 200]);
      await change('PUT', `${member}/companies`, { company_tokens: [] });
      expect(await seen()).to.deep.equal([200, 404]);
      const token = stage.file.path.split('/').at(-1);
      await change('PUT', `${member}/companies`, { company_tokens: [token], role: 'reviewer' });
      expect(await seen()).to.deep.equal([200, 200]);
      expect((await customer()).status).to.equal(403);
      await change('PUT', `${member}/companies`, { company_tokens: [], all_companies: true });
      expect((await customer()).status).to.equal(201);
      await change('PATCH', member, { is_active: false });
      expect(await seen()).to.deep.equal([404, 404]);
      await change('PATCH', member, { is_active: true });
      expect(await seen()).to.deep.equal([200, 200]);
      await change('DELETE', member);
      expect(await seen()).to.deep.equal([404, 404]);
      await change('POST', `${path}/members`, { email: PERSON.email, role: 'encoder' });
    }
    await invariantsHold(stage, { writes: [...admin.writes, ...there.writes] });
  });

  itLong('keep an admin, whoever lets whom go where', async () => {
    const stage = await setStage();
    const [, one, other] = await Promise.all([
      start(stage, { ROLE: 'projector' }),
      start(stage, { ROLE: 'api' }),
      start(stage, { ROLE: 'api' }),
    ]);
    const anne = clientOf(stage, one);
    const path = await firmPath(anne);
    const added = await anne.post(`${path}/members`, { ...PERSON, role: 'admin' });
    const bert = await signedIn(other.url);
    const ids = [(await anne.get('/v1/auth/me')).body['id'], added.body['id']].map(String);
    for (let turn = 0; turn < 5; turn += 1) {
      const outcomes = await Promise.all([
        anne.call('PATCH', `${path}/members/${ids[0]}`, { body: { role: 'manager' } }),
        bert.call('PATCH', `${path}/members/${ids[1]}`, { body: { role: 'manager' } }),
      ]);
      expect(outcomes.map(({ status }) => status).sort()).to.deep.equal([200, 422]);
      const [kept, lost] = outcomes[0].status === 200 ? [bert, ids[0]] : [anne, ids[1]];
      expect((await kept.call('PATCH', `${path}/members/${lost}`, { body: { role: 'admin' } })).status).to.equal(200);
    }
    await invariantsHold(stage);
  });
});

describeLong('a process that is killed while a team or a firm grows', function () {
  this.timeout(60_000);
  cleanUp();

  async function killedAt(point: string, stage: Stage, write: (client: Client) => Promise<Answer>): Promise<void> {
    const doomed = await start(stage, { FAULT_POINT: point });
    expect(await write(clientOf(stage, doomed)).catch(() => null)).to.equal(null);
    await waitUntil('the process to be killed', doomed.hasExited);
    await leasesRunOut(stage);
  }

  for (const key of sample([randomUUID(), undefined], (given) => given !== undefined)) {
    it(`gives one account and one member when the request comes again ${key ? 'under its key' : 'without a key'}`, async () => {
      const stage = await setStage();
      const add = async (client: Client) =>
        client.post(`${await firmPath(client)}/members`, { ...PERSON, role: 'encoder' }, key);
      await killedAt('between-account-and-member', stage, add);
      const { url } = await start(stage);
      const client = clientOf(stage, { url });
      const again = await add(client);
      expect(again.status, JSON.stringify(again.body)).to.equal(200);
      expect(again.body).to.include({ email: PERSON.email, role: 'encoder' });
      const path = await firmPath(client);
      expect(await (await signedIn(url)).get(path)).to.include({ status: 200 });
      // The account is the firm's own, as if nothing had happened.
      const renamed = await client.call('PATCH', `${path}/members/${String(again.body['id'])}`, {
        body: { name: 'B' },
      });
      expect(renamed.status).to.equal(200);
      const rows = await query(stage.databaseUrl, `SELECT id FROM read.users WHERE email = '${PERSON.email}'`);
      expect(rows).to.have.length(1);
      await invariantsHold(stage, { writes: client.writes });
    });
  }

  itLong('finishes to join two accounts when the owner asks again', async () => {
    const stage = await setStage();
    const environment = { DATABASE_URL: stage.databaseUrl };
    const root = ['--name', 'Root', '--email', 'root@example.be', '--password', PERSON.password];
    expect((await runToEnd('admin:create', root, environment)).code).to.equal(0);
    const doomed = await start(stage, { FAULT_POINT: 'between-steps-of-join' });
    const admin = clientOf(stage, doomed);
    const path = await firmPath(admin);
    const other = 'the password of the first account';
    const added = await admin.post(`${path}/members`, { ...PERSON, password: other, role: 'manager' });
    expect(added.status, JSON.stringify(added.body)).to.equal(201);
    const old = await signedIn(doomed.url, PERSON.email, other);
    const hook = { url: 'https://example.com/hook', events: ['entry.posted'] };
    expect((await old.post(`${path}/webhooks`, hook)).status).to.equal(201);
    const platform = await signedIn(doomed.url, 'root@example.be');
    expect((await platform.post('/v1/firms', { name: 'Nouvelle', admin: PERSON })).status).to.equal(201);
    const join = async (url: string) => (await signedIn(url)).post('/v1/auth/me/join', { password: other });
    expect(await join(doomed.url).catch(() => null)).to.equal(null);
    await waitUntil('the process to be killed', doomed.hasExited);
    const { url } = await start(stage);
    const again = await join(url);
    expect(again.status, JSON.stringify(again.body)).to.equal(200);
    expect(again.body['firms']).to.have.length(2);
    const webhooks = (await (await signedIn(url)).get(`${path}/webhooks`)).body['data'] as { created_by: object }[];
    expect(webhooks[0]!.created_by).to.deep.include({ id: again.body['id'] });
    const refused = await openClient(url).post('/v1/auth/login', { email: PERSON.email, password: other });
    expect(refused.status).to.equal(422);
    await invariantsHold(stage);
  });

  it('gives one firm with its admin when the request comes again under its key', async () => {
    const stage = await setStage();
    const environment = { DATABASE_URL: stage.databaseUrl };
    const admin = ['--name', 'Root', '--email', 'root@example.be', '--password', PERSON.password];
    expect((await runToEnd('admin:create', admin, environment)).code).to.equal(0);
    const key = randomUUID();
    const open = async (url: string) =>
      (await signedIn(url, 'root@example.be')).post('/v1/firms', { name: 'Nouvelle', admin: PERSON }, key);
    const doomed = await start(stage, { FAULT_POINT: 'between-firm-and-admin' });
    expect(await open(doomed.url).catch(() => null)).to.equal(null);
    await waitUntil('the process to be killed', doomed.hasExited);
    await leasesRunOut(stage);
    const { url } = await start(stage);
    const again = await open(url);
    expect(again.status, JSON.stringify(again.body)).to.be.oneOf([200, 201]);
    expect((again.body['members'] as unknown[]).length).to.equal(1);
    const rows = await query(stage.databaseUrl, `SELECT id FROM read.firms WHERE name = 'Nouvelle'`);
    expect(rows).to.have.length(1);
    const { body } = await (await signedIn(url)).get('/v1/auth/me');
    expect((body['firms'] as { name: string }[]).map(({ name }) => name)).to.deep.equal(['Nouvelle']);
    await invariantsHold(stage);
  });
});
