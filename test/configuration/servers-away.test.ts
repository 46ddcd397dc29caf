import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { TLSSocket } from 'node:tls';
import { expect } from 'chai';
import { awaitServers, StartCancelled, type Missing } from '../../service/startup/awaited-servers.ts';
import { checkEventStore, type Reachability } from '../../eventlog/eventstoredb/reachability.ts';
import { StartProblem } from '../../service/startup/start-problem.ts';
import { createLoopbackCertificate } from '../support/eventstoredb-server/certificate.ts';
import { startEventStoreDbServer, type EventStoreDbServer } from '../support/eventstoredb-server/server.ts';
import { waitUntil } from '../support/load.ts';
import { itLong } from '../support/long.ts';
import {
  buildOnce,
  createDatabase,
  createDatabaseWithTables,
  dropDatabase,
  query,
  runToEnd,
  type Database,
  type Environment,
  type ToolRun,
} from '../support/processes.ts';

/** What a start that cannot succeed may take, and what the end of one that waits may take. */
const REFUSED_WITHIN_MS = 10_000;
const ENDED_WITHIN_MS = 5_000;

const USER = { username: 'grand@livre', password: 'p:ss w/rd' };
const READER = { username: 'reader', password: 'may not read all' };

interface Timed extends ToolRun {
  readonly milliseconds: number;
}

/** What it takes this machine, as busy as it is, to come to where settings are looked at: that is not what is measured here. */
let loading: Promise<number> | undefined;

async function loadingMs(): Promise<number> {
  const began = performance.now();
  await runToEnd('main', [], { PORT: 'none' });
  return performance.now() - began;
}

async function startInVain(environment: Environment): Promise<Timed> {
  const withoutServersMs = await (loading ??= loadingMs());
  const began = performance.now();
  const run = await runToEnd('main', [], environment);
  return { ...run, milliseconds: performance.now() - began - withoutServersMs };
}

const lines = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');

/** One line, no stack, exit code 2, in time. */
function isRefused({ code, stdout, stderr, milliseconds }: Timed, words: RegExp): void {
  expect(code, stderr).to.equal(2);
  expect(lines(stderr), stderr).to.have.length(1);
  expect(stderr).to.match(words);
  expect(lines(stdout), stdout).to.have.length(1);
  expect(stdout + stderr).to.not.match(/"stack"|^ +at |hidden|p:ss|p%3Ass/m);
  expect(milliseconds).to.be.below(REFUSED_WITHIN_MS);
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

const ask = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(url, { headers });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Record<string, unknown> };
};
const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );

/** The probes while it waits, and a SIGTERM that it obeys. */
async function waitsFor(part: 'database' | 'event_log', environment: Environment, words: RegExp): Promise<void> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let isTold = false;
  let toldAt = 0;
  const ended = runToEnd('main', [], { ...environment, PORT: String(port) }, { terminateWhen: () => isTold });
  try {
    await waitUntil('the service to answer while it waits', () => answers(`${url}/v1/ping`), 20_000);
    const told = async () => (await ask(`${url}/v1/status`)).body['problems'] as readonly unknown[];
    // On a busy machine the other server, too, may seem to be away at first.
    await waitUntil('the service to wait for that server alone', async () => (await told()).length === 1, 20_000);
    const [ping, status, other] = [
      await ask(`${url}/v1/ping`),
      await ask(`${url}/v1/status`),
      await ask(`${url}/v1/companies`, { 'Accept-Language': 'nl' }),
    ];
    expect(ping.body['ok']).to.equal(true);
    expect([status.status, status.body['ok'], status.body['problems']]).to.deep.equal([
      200,
      false,
      [{ part, state: 'unreachable' }],
    ]);
    const code = part === 'database' ? 'database_unavailable' : 'event_log_unavailable';
    expect([other.status, other.body['code'], other.headers.get('content-language')]).to.deep.equal([503, code, 'nl']);
    expect(other.headers.get('retry-after')).to.equal('5');
  } finally {
    toldAt = performance.now();
    isTold = true;
  }
  const { code, stdout, stderr } = await ended;
  expect(performance.now() - toldAt).to.be.below(ENDED_WITHIN_MS);
  const present = part === 'database' ? 'EVENTSTORE_URL' : 'DATABASE_URL';
  const written = lines(stderr).filter((line) => !line.includes(present));
  expect([code, written.length], stderr).to.deep.equal([0, 1]);
  expect(written[0]).to.match(words);
  expect(stdout + stderr).to.not.match(/"stack"|hidden/);
}

describe('a start whose EventStoreDB cannot be used', function () {
  this.timeout(60_000);
  let database: Database;
  let server: EventStoreDbServer;
  before(async () => {
    await buildOnce();
    database = await createDatabaseWithTables();
    server = await startEventStoreDbServer({ credentials: USER, withoutAll: [READER] });
  });
  after(async () => {
    await server.stop();
    await dropDatabase(database);
  });
  const settings = (url: string): Environment => ({ DATABASE_URL: database.url, EVENTSTORE_URL: url });

  it('says so when the password is wrong, and ends', async () =>
    isRefused(
      await startInVain(settings(server.urlWith(USER.username, 'hidden'))),
      /EventStoreDB refused the user name or password in EVENTSTORE_URL/,
    ));

  itLong('says so when the certificate is not trusted, and ends', async () =>
    isRefused(
      await startInVain(settings(`esdb://user:hidden@localhost:${server.port}`)),
      /does not trust the certificate .*EVENTSTORE_URL.* add tlsCAFile/,
    ),
  );

  itLong('says so when the user may not read $all, and ends', async () =>
    isRefused(
      await startInVain(settings(server.urlWith(READER.username, READER.password))),
      /user reader of EVENTSTORE_URL may not read \$all: add it/,
    ),
  );

  it('waits when it is not there, answers probes meanwhile, and ends when it is told to', async () =>
    waitsFor(
      'event_log',
      settings(`esdb://user:hidden@127.0.0.1:${await freePort()}?tls=false`),
      /Grandlivre waits: .*EVENTSTORE_URL .*connection refused/,
    ));

  it('begins as soon as it is there, on the port where it has answered before', async () => {
    const [own, storePort] = [await freePort(), await freePort()];
    const url = `http://127.0.0.1:${own}`;
    let isDone = false;
    const environment = { ...settings(`esdb://127.0.0.1:${storePort}?tls=false`), PORT: String(own) };
    const ended = runToEnd('main', [], environment, { terminateWhen: () => isDone });
    let store: EventStoreDbServer | undefined;
    try {
      await waitUntil('the service to wait', () => answers(`${url}/v1/ping`), 20_000);
      expect((await ask(`${url}/v1/status`)).body['ok']).to.equal(false);
      store = await startEventStoreDbServer({ port: storePort });
      await waitUntil(
        'the service to work',
        async () => (await answers(url)) && (await ask(`${url}/v1/status`).catch(() => null))?.body['ok'] === true,
        30_000,
      );
      expect((await ask(`${url}/v1/companies`)).status).to.equal(401);
    } finally {
      isDone = true;
    }
    expect((await ended).code).to.equal(0);
    await store?.stop();
  });

  it('tells a tool what is wrong in one line, which does not wait', async () => {
    for (const [url, words] of [
      [server.urlWith(USER.username, 'hidden'), /password in EVENTSTORE_URL/],
      [`esdb://127.0.0.1:${await freePort()}?tls=false`, /EVENTSTORE_URL .*connection refused/],
    ] as const) {
      const { code, stderr } = await runToEnd('verify', [], settings(url));
      expect([code, lines(stderr).length], stderr).to.deep.equal([1, 1]);
      expect(stderr).to.match(words);
    }
  });

  describe('by what is found', () => {
    const found = async (url: string): Promise<Reachability & { words?: string }> => checkEventStore(url, 'grandlivre');

    it('finds nothing wrong with what can be used', async () =>
      expect((await found(server.url)).kind).to.equal('ready'));

    it('asks for a user where none is named', async () => {
      const [, , rest] = server.url.split(/[/]{2}|@/);
      const state = await found(`esdb://${rest}`);
      expect([state.kind, state.words]).to.deep.equal([
        'refused',
        'EventStoreDB does not allow reading $all without a user name and a password, and EVENTSTORE_URL has none: add them to the URL, as in esdb://user:password@host',
      ]);
    });

    it('names a certificate that is not there', async () => {
      const state = await found(`esdb://localhost:${server.port}?tlsCAFile=/nowhere/${randomUUID()}.pem`);
      expect(state.kind).to.equal('refused');
      expect(state.words).to.match(/EVENTSTORE_URL names a certificate that cannot be read: .*\/nowhere\//);
    });

    it('tells TLS where there is none, and waits where it cannot tell', async () => {
      const plain = await startEventStoreDbServer();
      try {
        const state = await found(`esdb://127.0.0.1:${plain.port}`);
        expect([state.kind, state.words]).to.satisfy(
          ([kind, words]: [string, string]) => kind === 'refused' && /does not use TLS.*tls=false/.test(words),
        );
        plain.setSilent(true);
        expect((await found(plain.url)).kind).to.equal('awaited');
      } finally {
        await plain.stop();
      }
      expect((await found(`esdb://127.0.0.1:${server.port}?tls=false`)).words).to.match(/if it requires TLS/);
    });

    itLong('sees an untrusted certificate behind the addresses of a cluster too', async () => {
      const state = await found(`esdb://localhost:${server.port},127.0.0.1:${server.port}`);
      expect(state.kind).to.equal('refused');
      expect(state.words).to.match(/add tlsCAFile/);
    });
  });
});

describe('a start whose PostgreSQL cannot be used', function () {
  this.timeout(60_000);
  let database: Database;
  let role: string;
  before(async () => {
    await buildOnce();
    database = await createDatabase();
    role = `r${randomUUID().replaceAll('-', '')}`;
    await query(database.url, `CREATE ROLE ${role} LOGIN PASSWORD 'known'`);
  });
  after(async () => {
    await dropDatabase(database);
    await query(process.env['TEST_DATABASE_URL']!, `DROP ROLE ${role}`);
  });
  const as = (username: string, password: string, path?: string): Environment => {
    const url = new URL(database.url);
    Object.assign(url, { username, password, ...(path !== undefined && { pathname: path }) });
    return { DATABASE_URL: url.href };
  };

  it('says so when the password is wrong, and ends', async () =>
    isRefused(
      await startInVain(as(role, 'hidden')),
      /DATABASE_URL .*the user name or password is not accepted: correct them .*28P01/,
    ));

  itLong('says so when there is no such database, and ends', async () =>
    isRefused(
      await startInVain(as(role, 'known', '/nothing_here')),
      /DATABASE_URL .*the database does not exist: create it, or name another one \(3D000\)/,
    ),
  );

  itLong('says so when the user has no right to it, and ends', async () =>
    isRefused(await startInVain(as(role, 'known')), /DATABASE_URL .*grant it CONNECT and CREATE.*42501/),
  );

  itLong('says so when the certificate is not trusted, and ends', async () => {
    const { certificatePem, privateKeyPem } = createLoopbackCertificate();
    // As PostgreSQL begins TLS: a question of eight bytes, one letter, and then the handshake.
    const secure = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => {
        socket.write('S');
        new TLSSocket(socket, { isServer: true, cert: certificatePem, key: privateKeyPem }).on(
          'error',
          () => undefined,
        );
      });
    }).listen(0, '127.0.0.1');
    await once(secure, 'listening');
    const { port } = secure.address() as AddressInfo;
    const url = `postgres://anne:hidden@localhost:${port}/books?sslmode=verify-full`;
    isRefused(await startInVain({ DATABASE_URL: url }), /DATABASE_URL .*certificate is not trusted.*sslrootcert/);
    secure.close();
  });

  it('waits when it is not there, answers probes meanwhile, and ends when it is told to', async () =>
    waitsFor(
      'database',
      { DATABASE_URL: `postgres://anne:hidden@127.0.0.1:${await freePort()}/books` },
      /Grandlivre waits: .*DATABASE_URL .*connection refused/,
    ));

  itLong('names the setting of the owner where it is that one', async () =>
    isRefused(
      await startInVain({ ...as(role, 'known'), DATABASE_OWNER_URL: as(role, 'hidden')['DATABASE_URL']! }),
      /DATABASE_OWNER_URL .*password is not accepted/,
    ),
  );
});

describe('waiting for servers', () => {
  const away = (words: string) => (): Promise<Reachability> =>
    Promise.resolve({ kind: 'awaited', words, cause: undefined });

  it('says what is missing at once, when that changes, and every now and then', async () => {
    const told: string[] = [];
    let looks = 0;
    await awaitServers(
      [
        {
          part: 'database',
          examine: () => ((looks += 1) < 3 ? away('the database')() : Promise.resolve({ kind: 'ready' })),
        },
        { part: 'event_log', examine: () => (looks < 60 ? away('the log')() : Promise.resolve({ kind: 'ready' })) },
      ],
      {
        reportMissing: (missing) => told.push(missing.map(({ words }) => words).join(' and ')),
        lookEveryMs: 1,
        tellEveryMs: 20,
      },
    );
    // Either of them may be told again, as time goes by.
    expect(told.filter((one, index) => one !== told[index - 1])).to.deep.equal(['the database and the log', 'the log']);
    expect(told.length).to.be.within(3, 60);
  });

  it('ends at once when it is told to, also while a server is being asked', async () => {
    const stop = new AbortController();
    const missing: Missing[][] = [];
    const waiting = awaitServers([{ part: 'event_log', examine: () => new Promise(() => undefined) }], {
      signal: stop.signal,
      reportMissing: (one) => missing.push([...one]),
    });
    stop.abort();
    expect(await waiting.catch((error: unknown) => error)).to.be.instanceOf(StartCancelled);
    expect(missing).to.deep.equal([]);
  });

  it('gives up when one of them is refused, whatever else is missing', async () => {
    const refused = (): Promise<Reachability> =>
      Promise.resolve({ kind: 'refused', words: 'wrong password', cause: undefined });
    const error = await awaitServers(
      [
        { part: 'database', examine: away('the database') },
        { part: 'event_log', examine: refused },
      ],
      { reportMissing: () => undefined },
    ).catch((problem: unknown) => problem);
    expect(error).to.be.instanceOf(StartProblem);
    expect(error).to.include({ message: 'wrong password', exitCode: 2 });
  });
});
