import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect } from 'chai';
import { BadConfiguration, readConfig } from '../../configuration/config.ts';
import { waitUntil } from '../support/load.ts';
import { itLong } from '../support/long.ts';
import {
  createDatabase,
  dropDatabase,
  killProcesses,
  query,
  runToEnd,
  startProcess,
  type Database,
  type Environment,
} from '../support/processes.ts';

interface Answer {
  readonly status: number;
  readonly body: {
    readonly code?: string;
    readonly ok?: boolean;
    readonly problems?: readonly unknown[];
    readonly reasons?: readonly string[];
  };
}

const ask = async (url: string): Promise<Answer | null> => {
  const answer = await fetch(url).catch(() => null);
  return answer && { status: answer.status, body: (await answer.json()) as Answer['body'] };
};

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

const migrate = async (environment: Environment) => {
  const { code, stdout, stderr } = await runToEnd('grandlivre', ['migrate', '--json'], environment);
  expect(code, stderr).to.equal(0);
  return (JSON.parse(stdout) as { readonly applied: readonly string[] }).applied;
};

describe('MIGRATE', () => {
  it('is on or off, and off only beside a database server that another process prepares', () => {
    expect(readConfig({}).migratesSchema).to.equal(true);
    const problem = (environment: Environment): string => {
      try {
        readConfig(environment);
      } catch (error) {
        if (error instanceof BadConfiguration) return error.message;
      }
      return 'none';
    };
    expect(problem({ MIGRATE: 'no' })).to.match(/^MIGRATE must be on or off, for example MIGRATE=off .*"no"/);
    expect(problem({ MIGRATE: 'off' })).to.match(/^MIGRATE=off requires DATABASE_URL, for example postgres:/);
    expect(problem({ MIGRATE: 'off', DATABASE_URL: 'postgres://localhost/books' })).to.equal('none');
  });
});

describe('grandlivre migrate', function () {
  this.timeout(120_000);
  let database: Database;

  before(async () => {
    database = await createDatabase();
  });
  after(async () => {
    await killProcesses();
    await dropDatabase(database);
  });

  it('makes the schema for a service with MIGRATE=off, which waits for it and says so', async () => {
    const [port, waiting] = [await findFreePort(), { DATABASE_URL: database.url, MIGRATE: 'off' }];
    const url = `http://127.0.0.1:${port}`;
    const starting = startProcess({ ...waiting, PORT: String(port) });
    starting.catch(() => undefined);
    await waitUntil('the service to answer probes', async () => (await ask(`${url}/v1/ping`)) !== null, 60_000);
    const [status, other] = [await ask(`${url}/v1/status`), await ask(`${url}/v1/companies`)];
    const ready = await ask(`${url}/readyz`);
    expect([ready!.status, ready!.body.reasons]).to.deep.equal([503, ['tables_being_made']]);
    expect(status!.body.problems).to.deep.equal([{ part: 'projection', state: 'being_made' }]);
    expect([other!.status, other!.body.code]).to.deep.equal([503, 'tables_being_made']);

    const { code, stderr } = await runToEnd('verify', [], waiting);
    expect([code, stderr.trim().split('\n').length], stderr).to.deep.equal([1, 1]);
    expect(stderr).to.match(/run grandlivre migrate/);
    expect(
      await query(database.url, `SELECT nspname FROM pg_namespace WHERE nspname IN ('log', 'ops')`),
    ).to.have.length(0);

    expect((await migrate(waiting)).length).to.be.above(20);
    const service = await starting;
    expect((await ask(`${service.url}/v1/status`))!.body.ok).to.equal(true);
    expect(service.output()).to.match(/Grandlivre waits: .*MIGRATE=off.*run grandlivre migrate/);
    expect(await migrate(waiting)).to.deep.equal([]);
  });

  itLong('alone needs the role that owns the schemas, and the service waits for its own rights', async () => {
    const own = await createDatabase();
    const [owner, role] = [`owner_${process.pid}`, `service_${process.pid}`];
    const as = (user: string): string => {
      const url = new URL(own.url);
      [url.username, url.password] = [user, 'secret'];
      return url.href;
    };
    for (const name of [owner, role]) await query(own.url, `CREATE ROLE ${name} LOGIN PASSWORD 'secret'`);
    try {
      await query(own.url, `ALTER DATABASE ${own.name} OWNER TO ${owner}`);
      const applied = await migrate({ DATABASE_URL: as(role), DATABASE_OWNER_URL: as(owner), MIGRATE: 'off' });
      expect(applied.length).to.be.above(20);
      const settings = { DATABASE_URL: as(role), MIGRATE: 'off' };
      const service = await startProcess(settings);
      expect((await ask(`${service.url}/v1/status`))!.body.ok).to.equal(true);
      expect(service.output()).to.not.match(/can modify the log/);
      await service.terminate();
      // As in the middle of an upgrade: the tables are there, the rights are not.
      await query(own.url, `REVOKE ALL ON ops.log FROM ${role}`);
      const { stderr } = await runToEnd('verify', [], settings);
      expect(stderr).to.match(/schema of DATABASE_URL is not that of this version yet/);
    } finally {
      await killProcesses();
      await dropDatabase(own);
      for (const name of [owner, role]) await query(database.url, `DROP ROLE ${name}`);
    }
  });
});
