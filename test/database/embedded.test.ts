import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { findServerAccount } from '../../database/embedded/account.ts';
import { findBinaries } from '../../database/embedded/binaries.ts';
import { destroyEmbeddedServer, findServerOwner, startEmbeddedServer } from '../../database/embedded/index.ts';
import { getPlaces } from '../../database/embedded/places.ts';
import { findFreePort, launchPostmaster, stopPostmaster } from '../../database/embedded/postmaster.ts';
import { identifyProcess, waitUntil } from '../../database/embedded/processes.ts';
import { killStartWhen, readPostmasterPid, query, spawnServer } from '../support/embedded-server.ts';
import { itLong, sample } from '../support/long.ts';

const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

describe('the embedded PostgreSQL server', function () {
  this.timeout(30_000);
  let dataDir: string;

  const start = (mode: 'own' | 'join-or-start', onLog?: (line: string) => void) =>
    startEmbeddedServer({ dataDir, mode, settings, onLog });
  const running = async (): Promise<boolean> => {
    const pid = await readPostmasterPid(dataDir).catch(() => null);
    return pid !== null && (await identifyProcess(pid)) !== null;
  };

  before(async () => {
    dataDir = path.join(await mkdtemp(path.join(os.tmpdir(), 'grandlivre-embedded-')), 'var');
  });

  after(async () => {
    await destroyEmbeddedServer(dataDir);
    await destroyEmbeddedServer(path.dirname(dataDir));
  });

  afterEach(async () => {
    expect(await running(), 'no test leaves a server behind').to.equal(false);
  });

  it('starts on a fresh folder, clears a first start that was killed, and stops', async () => {
    const halfMade = async (): Promise<boolean> => {
      const names = await readdir(dataDir).catch(() => []);
      const workshop = names.find((name) => name.startsWith('postgres.new-'));
      return (
        workshop !== undefined && (await readdir(path.join(dataDir, workshop, 'data/base')).then(Boolean, () => false))
      );
    };
    await killStartWhen(dataDir, halfMade);
    const left = await readdir(dataDir);
    expect(left).to.include('postgres.lock');
    expect(left).not.to.include('postgres');
    const lines: string[] = [];
    const server = await start('own', (line) => lines.push(line));
    expect(server.startedHere).to.equal(true);
    expect(server.url).to.match(/^postgres:\/\/grandlivre:[\w-]{32}@127\.0\.0\.1:\d+\/grandlivre$/);
    const [row] = await query(
      server.url,
      `SELECT current_database() AS database, upper('é') AS upper, 'Z' < 'a' AS by_code_point,
              current_setting('server_encoding') AS encoding, current_setting('fsync') AS fsync,
              current_setting('listen_addresses') AS listens, current_setting('jit') AS jit`,
    );
    expect(row).to.deep.equal({
      database: 'grandlivre',
      upper: 'É',
      by_code_point: true,
      encoding: 'UTF8',
      fsync: 'off',
      listens: '127.0.0.1',
      jit: 'off',
    });
    await query(server.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await server.stop();
    await server.stop();
    expect(lines.join('\n')).to.contain('ready to accept connections').and.to.contain('is shut down');
    expect((await readdir(dataDir)).sort()).to.deep.equal(['postgres', 'postgres.log', 'postgres.password']);
  });

  it('stores passwords with one iteration, because they are random', async () => {
    const server = await start('own');
    try {
      await query(server.url, `CREATE ROLE another LOGIN PASSWORD 'random'`);
      const [row] = await query(server.url, `SELECT rolpassword FROM pg_authid WHERE rolname = 'another'`);
      expect(row?.['rolpassword']).to.match(/^SCRAM-SHA-256\$1:/);
      await query(server.url, 'DROP ROLE another');
    } finally {
      await server.stop();
    }
  });

  it('keeps its password from other users, and refuses a wrong one', async () => {
    const server = await start('own');
    try {
      for (const name of ['postgres.password', 'postgres.json', 'postgres.log']) {
        expect((await stat(path.join(dataDir, name))).mode & 0o777, name).to.equal(0o600);
      }
      expect((await stat(path.join(dataDir, 'postgres'))).mode & 0o777).to.equal(0o700);
      const password = (await readFile(path.join(dataDir, 'postgres.password'), 'utf8')).trim();
      const refusal = await query(server.url.replace(password, 'wrong'), 'SELECT 1').catch((error: unknown) => error);
      expect(refusal).to.have.property('code', '28P01');
    } finally {
      await server.stop();
    }
  });

  it('finds its data at the second start, in less than two seconds', async () => {
    const began = performance.now();
    const server = await start('own');
    const tookMs = performance.now() - began;
    try {
      expect(await query(server.url, 'SELECT answer FROM kept')).to.deep.equal([{ answer: 42 }]);
      expect(tookMs).to.be.below(2_000);
    } finally {
      await server.stop();
    }
  });

  it('runs in a session of its own, out of reach of Ctrl-C', async () => {
    const server = await start('own');
    try {
      const fields = (pid: number): Promise<string[]> =>
        readFile(`/proc/${pid}/stat`, 'utf8').then((text) => text.slice(text.lastIndexOf(')') + 2).split(' '));
      const pid = await readPostmasterPid(dataDir);
      if (process.platform === 'linux') expect((await fields(pid)).slice(2, 4)).to.deep.equal([`${pid}`, `${pid}`]);
    } finally {
      await server.stop();
    }
  });

  it('refuses a second service while the first one lives', async () => {
    const first = await spawnServer(dataDir, 'own');
    try {
      expect(first.answer.error).to.equal(undefined);
      const refusal = await start('own').catch((error: Error) => error.message);
      expect(refusal).to.equal(`Another Grandlivre service (pid ${first.pid}) is already running on ${dataDir}.`);
      expect(await query(first.answer.url, 'SELECT 1 AS one')).to.deep.equal([{ one: 1 }]);
    } finally {
      await first.end();
    }
  });

  it('lets a tool join a running service, and leave without stopping it', async () => {
    const service = await spawnServer(dataDir, 'own');
    try {
      const tool = await start('join-or-start');
      expect(tool).to.include({ url: service.answer.url, startedHere: false });
      await tool.stop();
      expect(await query(service.answer.url, 'SELECT answer FROM kept')).to.deep.equal([{ answer: 42 }]);
    } finally {
      await service.end();
    }
  });

  it('starts for a tool when no service runs, and stops with it', async () => {
    const tool = await start('join-or-start');
    expect(tool.startedHere).to.equal(true);
    expect(await query(tool.url, 'SELECT answer FROM kept')).to.deep.equal([{ answer: 42 }]);
    await tool.stop();
  });

  it('goes from one tool to the next, and to a service that starts meanwhile', async () => {
    const first = await start('join-or-start');
    const second = await start('join-or-start');
    expect(second.startedHere).to.equal(false);
    await first.stop();
    expect(await query(second.url, 'SELECT 1 AS one')).to.deep.equal([{ one: 1 }]);
    const service = await start('own');
    await second.stop();
    expect(await query(service.url, 'SELECT 1 AS one')).to.deep.equal([{ one: 1 }]);
    await service.stop();
  });

  it('starts once when two tools start at the same moment', async () => {
    const servers = await Promise.all([start('join-or-start'), start('join-or-start'), start('join-or-start')]);
    expect(servers.filter((server) => server.startedHere)).to.have.length(1);
    expect(new Set(servers.map((server) => server.url)).size).to.equal(1);
    await Promise.all(servers.map((server) => server.stop()));
  });

  it('takes over the server of a service that was killed', async () => {
    const killed = await spawnServer(dataDir, 'own');
    await query(killed.answer.url, 'CREATE TABLE written_before_the_kill AS SELECT 7 AS number');
    await killed.kill();
    expect(await running(), 'the orphan goes on').to.equal(true);
    expect(await findServerOwner(dataDir)).to.deep.equal({ pid: killed.pid, alive: false });
    const server = await start('own');
    expect(server).to.include({ url: killed.answer.url, startedHere: false });
    expect(await findServerOwner(dataDir)).to.deep.equal({ pid: process.pid, alive: true });
    expect(await query(server.url, 'SELECT number FROM written_before_the_kill')).to.deep.equal([{ number: 7 }]);
    await server.stop();
    expect(await running()).to.equal(false);
  });

  itLong('starts again when the service, its server and a start under way were all killed', async () => {
    const killed = await spawnServer(dataDir, 'own');
    const busy = query(killed.answer.url, 'SELECT count(*) FROM generate_series(1, 1000000000)').catch(() => null);
    const isBusy = async (): Promise<boolean> =>
      (
        await query(
          killed.answer.url,
          `SELECT FROM pg_stat_activity WHERE query ~ '^SELECT count' AND state = 'active'`,
        )
      ).length > 0;
    expect(await waitUntil(isBusy, 5_000), 'a query that does not notice').to.equal(true);
    const pid = await readPostmasterPid(dataDir);
    await killed.kill();
    process.kill(pid, 'SIGKILL');
    expect(await waitUntil(async () => (await identifyProcess(pid)) === null, 5_000)).to.equal(true);
    const claim = JSON.stringify({ pid: killed.pid, startedAt: 'long ago' });
    await writeFile(path.join(dataDir, 'postgres.lock'), claim);
    const server = await start('own');
    expect(server.startedHere).to.equal(true);
    expect(await query(server.url, 'SELECT answer FROM kept')).to.deep.equal([{ answer: 42 }]);
    await server.stop();
    await busy;
  });

  const leftover = (pid: number): string => `${pid}\n/nowhere\n1700000000\n5432\n\n127.0.0.1\n  1 2\nready   \n`;
  const leftovers = [
    ['names a process that ended', () => leftover(4_194_300)],
    ['names a living process that is no server', (bystander: number) => leftover(bystander)],
    ['is empty', () => ''],
    ['is garbage', () => 'garbage\n'],
  ] as const;
  for (const [what, content] of sample<(typeof leftovers)[number]>(leftovers, (_one, place) => place === 1)) {
    it(`starts although a leftover postmaster.pid ${what}`, async () => {
      // The server heeds processes of its own user alone.
      const { uid, gid } = await stat(path.join(dataDir, 'postgres'));
      const user = process.getuid?.() === 0 ? { uid, gid } : {};
      const bystander = spawn('sleep', ['30'], { cwd: '/', stdio: 'ignore', ...user });
      try {
        await writeFile(path.join(dataDir, 'postgres/postmaster.pid'), content(bystander.pid ?? 0));
        await writeFile(path.join(dataDir, 'postgres.json'), '{"half');
        const server = await start('own');
        expect(server.startedHere).to.equal(true);
        expect(await query(server.url, 'SELECT answer FROM kept')).to.deep.equal([{ answer: 42 }]);
        await server.stop();
        expect(bystander.exitCode ?? bystander.signalCode, 'the bystander lives').to.equal(null);
      } finally {
        bystander.kill('SIGKILL');
      }
    });
  }

  it('tries another port when the one that it found is taken meanwhile', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const ports = [(taken.address() as AddressInfo).port, await findFreePort()];
    const requested = [...ports];
    try {
      const places = getPlaces(dataDir);
      const account = await findServerAccount((await stat(places.cluster)).uid, 0);
      const binaries = await findBinaries(account, dataDir);
      const choosePort = async (): Promise<number> => requested.shift() ?? 0;
      const postmaster = await launchPostmaster({ places, binaries, account, settings, choosePort });
      expect(postmaster.port).to.equal(ports[1]);
      await stopPostmaster(postmaster, places);
    } finally {
      taken.close();
    }
  });

  it('puts a long log aside at a start, and goes on telling what is new', async () => {
    await writeFile(path.join(dataDir, 'postgres.log'), 'an old line\n'.repeat(100_000));
    const lines: string[] = [];
    const server = await start('own', (line) => lines.push(line));
    await server.stop();
    expect(lines.join('\n')).to.contain('ready to accept connections').and.not.to.contain('an old line');
    expect((await stat(path.join(dataDir, 'postgres.log.1'))).size).to.be.above(1_000_000);
    expect((await stat(path.join(dataDir, 'postgres.log'))).size).to.be.below(10_000);
  });

  it('tells what the server says when it cannot start', async () => {
    const refusal = await startEmbeddedServer({ dataDir, mode: 'own', settings: { shared_buffers: 'plenty' } }).catch(
      (error: Error) => error.message,
    );
    expect(refusal).to.contain('did not start').and.to.contain('shared_buffers');
  });

  it('leaves a folder alone that holds something else', async () => {
    const other = path.join(path.dirname(dataDir), 'other');
    await mkdir(path.join(other, 'postgres'), { recursive: true });
    await writeFile(path.join(other, 'postgres/letter.txt'), 'precious');
    const refusal = await startEmbeddedServer({ dataDir: other, mode: 'own' }).catch((error: Error) => error.message);
    expect(refusal).to.contain('is not empty and contains no PostgreSQL data');
    expect(await readFile(path.join(other, 'postgres/letter.txt'), 'utf8')).to.equal('precious');
  });
});
