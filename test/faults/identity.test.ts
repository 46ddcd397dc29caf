import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { createSignedUrls } from '../../api/http/routing/signed-urls.ts';
import { openClient, type Client } from '../support/load.ts';
import { isLongRun, itLong, sample } from '../support/long.ts';
import { query, runToEnd } from '../support/processes.ts';
import {
  cleanUp,
  clientOf,
  databaseWithTables,
  EMAIL,
  freshDatabase,
  invariantsHold,
  leaveNothing,
  makeStageFirst,
  PASSWORD,
  setStage,
  signIn,
  type Stage,
  start,
} from './support.ts';

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

const forget = (stage: Stage, table: 'rate_counters' | 'guarded_attempts') =>
  query(stage.databaseUrl, `DELETE FROM ops.${table}`);

describe('identity in several processes', function () {
  this.timeout(60_000);
  let stage: Stage;
  let urls: readonly [string, string];

  makeStageFirst();
  before('start one that projects and two that serve', async () => {
    stage = await setStage();
    const [, one, other] = await Promise.all([
      start(stage, { ROLE: 'projector' }),
      start(stage, { ROLE: 'api' }),
      start(stage, { ROLE: 'api' }),
    ]);
    urls = [one.url, other.url];
  });
  beforeEach(() => forget(stage, 'rate_counters'));
  after('leave nothing', leaveNothing);

  const status = async (client: Client) => (await client.get('/v1/auth/me')).status;

  it('is the same everywhere before the answer goes out: tokens revoked, sessions ended, passwords and names changed', async () => {
    for (let turn = 0; turn < (isLongRun ? 4 : 2); turn += 1) {
      const [here, there] = turn % 2 === 0 ? urls : [urls[1], urls[0]];
      const admin = clientOf({ token: await signIn(here) }, { url: here });
      const issued = await admin.post('/v1/auth/tokens', { name: 'till', abilities: ['read'] });
      const integration = clientOf({ token: issued.body['token'] as string }, { url: there });
      const session = clientOf({ token: await signIn(there) }, { url: there });
      const oldPassword = clientOf({ token: await signIn(there) }, { url: there });
      for (const client of [integration, session, oldPassword]) expect(await status(client)).to.equal(200);

      const { id } = issued.body['integration_token'] as { id: number };
      expect((await admin.call('DELETE', `/v1/auth/tokens/${id}`)).status).to.equal(204);
      expect(await status(integration)).to.equal(401);

      const sessionId = session.token.split('|')[0];
      expect((await admin.call('DELETE', `/v1/auth/sessions/${sessionId}`)).status).to.equal(204);
      expect(await status(session)).to.equal(401);

      const change = { current_password: PASSWORD, password: PASSWORD };
      expect((await admin.call('PUT', '/v1/auth/password', { body: change })).status).to.equal(204);
      expect(await status(oldPassword)).to.equal(401);
      expect(await status(clientOf(admin, { url: there }))).to.equal(200);
      await forget(stage, 'rate_counters');
    }
    await showsNames();
    await invariantsHold(stage);
  });

  async function showsNames(): Promise<void> {
    const token = await signIn(urls[0]);
    const [here, there] = [clientOf({ token }, { url: urls[0] }), clientOf({ token }, { url: urls[1] })];
    await there.get('/v1/auth/me');
    for (let turn = 0; turn < 10; turn += 1) {
      const name = `Name ${turn}`;
      expect((await here.call('PATCH', '/v1/auth/me', { body: { name } })).body['name']).to.equal(name);
      expect((await there.get('/v1/auth/me')).body['name']).to.equal(name);
    }
  }

  it('lets 50 integration tokens exist, however many processes are asked for them', async () => {
    const token = await signIn(urls[0]);
    const clients = urls.map((url) => clientOf({ token }, { url }));
    let issued = 0;
    for (let round = 0; round < 4; round += 1) {
      await forget(stage, 'rate_counters');
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, turn) =>
          clients[turn % 2]!.post('/v1/auth/tokens', { name: `t${round}-${turn}`, abilities: ['read'] }),
        ),
      );
      issued += answers.filter((answer) => answer.status === 201).length;
      for (const { status: answered, body } of answers)
        if (answered !== 201) expect([answered, body['code']]).to.deep.equal([422, 'token_limit_reached']);
    }
    expect(issued).to.equal(50);
    await invariantsHold(stage);
  });

  it('signs links with one key, which the first process makes', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'grandlivre-identity-'));
    try {
      // Without names that were encrypted with another key.
      const ofLinks = { databaseUrl: await databaseWithTables() };
      const environment = { DATA_DIR: dataDir, APP_KEY: '', BASE_URL: 'https://books.example', TRUST_PROXY: '1' };
      const ports = [String(await freePort()), String(await freePort())];
      await Promise.all(ports.map((PORT) => start(ofLinks, { ...environment, PORT })));
      const file = join(dataDir, 'app.key');
      expect((await stat(file)).mode & 0o777).to.equal(0o600);
      const key = (await readFile(file, 'utf8')).trim();
      const link = createSignedUrls({ key, baseUrl: 'https://books.example', trustProxy: 1 }).sign(
        '/v1/auth/email/verify',
        { user: 1, request: 'none' },
      );
      for (const port of ports) {
        const client = openClient(`http://127.0.0.1:${port}`);
        const right = await client.get(link.slice('https://books.example'.length));
        expect([right.status, right.body['code']]).to.deep.equal([403, 'link_outdated']);
        const wrong = await client.get(`${link.slice('https://books.example'.length)}x`);
        expect([wrong.status, wrong.body['code']]).to.deep.equal([403, 'signature_invalid']);
        client.close();
      }
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  });

  // The account is locked after it.
  it('counts sign-ins of all processes together: the 21st of a minute, and any after the tenth that failed', async () => {
    const clients = urls.map((url) => openClient(url));
    const login = (turn: number, password = PASSWORD) =>
      clients[turn % 2]!.post('/v1/auth/login', { email: EMAIL, password });
    for (let turn = 0; turn < 20; turn += 1) {
      const { status: answered, headers } = await login(turn);
      expect(answered).to.equal(201);
      expect(headers['x-ratelimit-remaining']).to.equal(String(19 - turn));
    }
    for (let turn = 20; turn < 24; turn += 1) {
      const { status: answered, headers } = await login(turn);
      expect(answered).to.equal(429);
      expect(headers['x-ratelimit-remaining']).to.equal('0');
      expect(Number(headers['retry-after'])).to.be.within(1, 60);
    }
    await forget(stage, 'rate_counters');
    const answers = await Promise.all(Array.from({ length: 18 }, (_, turn) => login(turn, `wrong ${turn}`)));
    expect(answers.filter((answer) => answer.status === 422)).to.have.length(10);
    expect(answers.filter((answer) => answer.body['code'] === 'sign_in_locked')).to.have.length(8);
    await forget(stage, 'rate_counters');
    for (const turn of [0, 1]) {
      const locked = await login(turn);
      expect([locked.status, locked.body['code']]).to.deep.equal([429, 'sign_in_locked']);
    }
    clients.forEach((client) => client.close());
  });
});

describe('admin:create', function () {
  this.timeout(60_000);
  cleanUp();

  const create = (databaseUrl: string, args: readonly string[], more: Record<string, string> = {}) =>
    runToEnd('admin:create', args, { DATABASE_URL: databaseUrl, ...more });
  const lineOf = (stdout: string) => JSON.parse(stdout.trim().split('\n').at(-1)!) as Record<string, unknown>;
  const login = async (url: string, email: string, password: string) => {
    const client = openClient(url);
    const answer = await client.post('/v1/auth/login', { email, password });
    client.close();
    return answer;
  };

  it('makes a platform admin beside a running service, who sees every firm', async () => {
    const stage = await setStage();
    const service = await start(stage);
    const made = await create(stage.databaseUrl, [
      ...['--email', 'root@example.be', '--password', 'a very long password', '--name', 'Root', '--locale', 'nl'],
    ]);
    expect(made.code, made.stderr).to.equal(0);
    const line = lineOf(made.stdout);
    expect(line).to.have.all.keys('user_id', 'email', 'created');
    expect(line).to.include({ email: 'root@example.be', created: true });
    const { body } = await login(service.url, 'root@example.be', 'a very long password');
    expect(body['user']).to.include({
      id: line['user_id'],
      name: 'Root',
      locale: 'nl',
      is_platform_admin: true,
      email_verified: true,
    });
    const client = clientOf({ token: body['token'] as string }, service);
    expect((await client.get(stage.file.path)).status).to.equal(200);
    await invariantsHold(stage);
  });

  itLong('appoints the account that the address has to whoever proves that it is theirs', async () => {
    const stage = await setStage();
    const service = await start(stage);
    const user = clientOf(stage, service);
    const before = (await user.get('/v1/auth/me')).body;
    expect(before['is_platform_admin']).to.equal(false);

    const other = await create(stage.databaseUrl, ['--email', EMAIL, '--password', 'not the one it has']);
    expect(other.code).to.equal(1);
    expect(other.stderr).to.match(/already has an account/);
    expect(other.stderr).to.not.include('not the one it has');
    expect((await user.get('/v1/auth/me')).body).to.deep.equal(before);

    const args = ['--email', EMAIL.toUpperCase(), '--name', 'X', '--locale', 'de'];
    const asked = await create(stage.databaseUrl, args, { BASE_URL: service.url });
    expect(asked.code, asked.stderr).to.equal(0);
    const { invitation, ...line } = lineOf(asked.stdout);
    expect(line).to.deep.equal({ user_id: before['id'], email: EMAIL, created: false });
    expect((await user.get('/v1/auth/me')).body, 'not before the link was used').to.deep.equal(before);
    const { url } = invitation as { url: string };
    expect(url)
      .to.contain(`${service.url}/v1/auth/invitations/`)
      .and.to.match(/lang=de$/);
    const anonymous = openClient(service.url);
    const path = url.slice(service.url.length);
    expect((await anonymous.post(path, { password: 'not the one it has' })).status).to.equal(422);
    expect((await anonymous.post(path, { password: PASSWORD })).status).to.equal(201);
    anonymous.close();
    expect((await user.get('/v1/auth/me')).body).to.deep.equal({ ...before, is_platform_admin: true });
    expect((await login(service.url, EMAIL, PASSWORD)).status).to.equal(201);

    const again = await create(stage.databaseUrl, ['--email', EMAIL], { GRANDLIVRE_PASSWORD: PASSWORD });
    expect([again.code, lineOf(again.stdout)]).to.deep.equal([0, line]);
  });

  itLong('appoints an account at once with its own password, unless a firm has opened it', async () => {
    const stage = await setStage();
    const service = await start(stage);
    const owner = clientOf(stage, service);
    const [firm] = (await owner.get('/v1/auth/me')).body['firms'] as { public_token: string }[];
    const email = 'planted@example.be';
    const person = { email, name: 'Planted', password: 'known to the firm', role: 'encoder' };
    expect((await owner.post(`/v1/firms/${firm!.public_token}/members`, person)).status).to.equal(201);
    const planted = await create(stage.databaseUrl, ['--email', email, '--password', 'known to the firm']);
    expect(lineOf(planted.stdout)).to.have.property('invitation');
    const { body } = await login(service.url, email, 'known to the firm');
    expect((body['user'] as { is_platform_admin: boolean }).is_platform_admin).to.equal(false);
    const own = await create(stage.databaseUrl, ['--email', EMAIL, '--password', PASSWORD]);
    expect(lineOf(own.stdout)).to.not.have.property('invitation');
    expect((await owner.get('/v1/auth/me')).body['is_platform_admin']).to.equal(true);
  });

  itLong(
    'takes the password from the environment or from standard input too, and without a service running',
    async () => {
      const databaseUrl = await freshDatabase();
      const named = await create(databaseUrl, ['--email', 'root@example.be'], {
        GRANDLIVRE_PASSWORD: 'from the environment',
      });
      expect(named.code, named.stderr).to.equal(0);
      const typed = await runToEnd(
        'admin:create',
        ['--email', 'other@example.be', '--password-stdin'],
        { DATABASE_URL: databaseUrl },
        { input: 'from standard input\nnot this\n' },
      );
      expect(typed.code, typed.stderr).to.equal(0);
      const service = await start({ databaseUrl });
      expect((await login(service.url, 'root@example.be', 'from the environment')).status).to.equal(201);
      expect((await login(service.url, 'other@example.be', 'from standard input')).status).to.equal(201);
    },
  );

  it('says what is wrong, and does nothing', async () => {
    const databaseUrl = await databaseWithTables();
    const wrong = [
      [[], /e-mail address is required/],
      [['--email', 'nobody', '--password', 'long enough'], /not an e-mail address/],
      [['--email', 'a@example.be', '--password', 'short'], /at least 8/],
      [['--email', 'a@example.be', '--password', 'x'.repeat(1_001)], /at most 1000/],
      [['--email', 'a@example.be'], /password/],
      [['--email', 'a@example.be', '--password', 'long enough', '--locale', 'es'], /locale/],
      [['--mail', 'a@example.be'], /npm run admin:create/],
    ] as const;
    for (const [args, message] of sample<(typeof wrong)[number]>(wrong, (_one, place) => place % 4 === 0)) {
      const { code, stdout, stderr } = await create(databaseUrl, args);
      expect([code, stdout], JSON.stringify(args)).to.deep.equal([1, '']);
      expect(stderr).to.match(message);
    }
    expect(await query(databaseUrl, 'SELECT 1 FROM log.events')).to.deep.equal([]);
  });
});

describe('secrets', function () {
  this.timeout(60_000);
  cleanUp();

  it('are nowhere in the database, the logs and the answers, except where they are shown once', async () => {
    const stage = await setStage();
    const service = await start(stage, { LOG_LEVEL: 'trace' });
    const anonymous = openClient(service.url);
    const session = await anonymous.post('/v1/auth/login', { email: EMAIL, password: PASSWORD, device_name: 'laptop' });
    const client = clientOf({ token: session.body['token'] as string }, service);
    const issue = (key?: string) => client.post('/v1/auth/tokens', { name: 'till', abilities: ['read'] }, key);
    const key = randomUUID();
    const tokens = [session, await issue(), await issue(key), await issue(key)].map(
      ({ body }) => body['token'] as string,
    );
    const passwords = ['a wrong password', 'a brand new password', 'one for the mutation', 'guessed at sign-in'];
    const answers = [
      await anonymous.post('/v1/auth/login', { email: EMAIL, password: passwords[3] }),
      await client.call('PUT', '/v1/auth/password', {
        body: { current_password: passwords[0], password: 'something else' },
        key: randomUUID(),
      }),
      await client.call('PUT', '/v1/auth/password', {
        body: { current_password: PASSWORD, password: passwords[1] },
        key: randomUUID(),
      }),
      await client.call('PUT', '/v1/auth/password', {
        body: { current_password: passwords[1], password: passwords[2] },
      }),
      await client.call('PUT', '/v1/auth/password', { body: { current_password: [passwords[0]], password: 'x' } }),
      await client.post('/v1/auth/email', { email: 'new@example.be', password: passwords[2] }),
      await client.get('/v1/auth/tokens'),
      await client.get('/v1/auth/sessions'),
      await client.get('/v1/auth/me'),
      await client.get(`/v1/auth/me?token=${encodeURIComponent(tokens[0]!)}`),
      await client.get(`/v1/unknown?password=${encodeURIComponent(passwords[1]!)}`),
    ];
    expect(answers.map(({ status }) => status)).to.deep.equal([
      // A query parameter that a route does not know is refused, and its value is not repeated.
      ...[422, 422, 204, 204, 422, 503, 200, 200, 200, 422, 404],
    ]);
    const made = await runToEnd('admin:create', ['--email', 'root@example.be', '--password', 'the root of it all'], {
      DATABASE_URL: stage.databaseUrl,
      LOG_LEVEL: 'trace',
    });
    expect(made.code).to.equal(0);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await service.terminate();
    anonymous.close();

    const secrets = [
      ...tokens.map((token) => token.split('|')[1]!),
      ...passwords,
      PASSWORD,
      'something else',
      'the root of it all',
    ];
    const places: Record<string, string> = {
      // The greeting on standard error shows how to sign in, with a password of its own.
      'the logs': service
        .output()
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .join('\n'),
      'the answers': JSON.stringify(answers.map(({ headers, body }) => [headers, body])),
      'the output of the tool': made.stdout + made.stderr,
    };
    const tables = await query<{ name: string }>(
      stage.databaseUrl,
      `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
       WHERE table_schema IN ('log', 'ops', 'read', 'public') AND table_type = 'BASE TABLE'`,
    );
    expect(tables.map(({ name }) => name)).to.include.members(['log.events', 'ops.idempotence', 'read.tokens']);
    for (const { name } of tables) {
      const rows = await query<{ row: string }>(stage.databaseUrl, `SELECT t::text AS row FROM ${name} t`);
      places[name] = rows.map(({ row }) => row).join('\n');
    }
    expect(places['the logs']).to.include('/v1/auth/password');
    expect(places['ops.idempotence']).to.include(key);
    for (const [place, content] of Object.entries(places)) {
      for (const secret of new Set(secrets)) {
        expect(content.includes(secret), `"${secret}" in ${place}`).to.equal(false);
        const encoded = Buffer.from(secret).toString('base64').replace(/=+$/, '');
        expect(content.includes(encoded), `"${secret}" as base64 in ${place}`).to.equal(false);
      }
    }
  });
});
