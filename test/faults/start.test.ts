import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { destroyEmbeddedServer } from '../../database/embedded/index.ts';
import { readPostmasterPid } from '../support/embedded-server.ts';
import { openFile, postEntry, waitUntil } from '../support/load.ts';
import { isLongRun, itLong, sample } from '../support/long.ts';
import { createFirm, killProcesses, runToEnd, startProcess } from '../support/processes.ts';
import {
  cleanUp,
  clientOf,
  EMAIL,
  freshDatabase,
  invariantsHold,
  PASSWORD,
  setStage,
  signIn,
  start,
} from './support.ts';

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('the service with a database of its own', function () {
  this.timeout(90_000);
  cleanUp();
  let dataDir: string;
  beforeEach(async () => (dataDir = await mkdtemp(path.join(os.tmpdir(), 'grandlivre-start-'))));
  afterEach(async () => {
    await killProcesses();
    await destroyEmbeddedServer(dataDir);
  });

  it('starts on nothing, is joined by tools, refuses a second service, and finds its data after kill -9 and after a stop', async () => {
    const environment = { DATA_DIR: dataDir };
    const first = await startProcess(environment);
    expect(first.output()).to.contain('/docs').and.to.contain('firm:create');
    const { firm, user_id } = await createFirm(environment, EMAIL, PASSWORD);
    expect(firm.name).to.equal('Fiduciaire');
    expect(firm.public_token).to.match(/^[A-Za-z0-9]{12}$/);
    expect(user_id).to.be.a('number');
    const token = await signIn(first.url);
    const client = clientOf({ token }, first);
    const file = await openFile(client, 'BOUL');
    expect((await postEntry(client, file)).status).to.equal(201);

    const second = await runToEnd('main', [], environment);
    expect(second.code).to.equal(1);
    expect(second.stderr).to.match(/could not start: Another Grandlivre service \(pid \d+\) is already running on /);
    expect((await postEntry(client, file)).status).to.equal(201);

    const orphan = await readPostmasterPid(dataDir);
    await first.kill();
    expect(isRunning(orphan)).to.equal(true);
    const next = await startProcess(environment);
    expect(await readPostmasterPid(dataDir)).to.equal(orphan);
    const again = clientOf({ token }, next);
    expect((await again.get(`${file.path}/entries`)).body['total']).to.equal(2);
    expect((await postEntry(again, file)).body['number']).to.equal(3);

    expect(await next.terminate()).to.deep.equal({ code: 0, signal: null });
    await waitUntil('the server to end with its service', () => !isRunning(orphan));
    const verified = await runToEnd('verify', [], environment);
    expect([verified.code, (JSON.parse(verified.stdout) as { equal: boolean }).equal], verified.stderr).to.deep.equal([
      0,
      true,
    ]);
    expect(await readdir(dataDir)).to.not.include('postgres.json');
    // The check has read all of it: what the service answers then is of a long run.
    if (!isLongRun) return;
    const last = await startProcess(environment);
    expect((await clientOf({ token }, last).get(`${file.path}/entries`)).body['total']).to.equal(3);
    expect(await last.terminate()).to.deep.equal({ code: 0, signal: null });
  });
});

describe('a service that is asked to stop while it starts', function () {
  this.timeout(60_000);

  it('leaves no database server behind and ends with 0', async () => {
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'grandlivre-start-'));
    try {
      const terminateWhen = () => existsSync(path.join(dataDir, 'postgres/postmaster.pid'));
      const { code, signal, stderr } = await runToEnd('main', [], { DATA_DIR: dataDir }, { terminateWhen });
      expect([code, signal], stderr).to.deep.equal([0, null]);
      expect(await readdir(path.join(dataDir, 'postgres'))).to.not.include('postmaster.pid');
    } finally {
      await destroyEmbeddedServer(dataDir);
    }
  });
});

describe('the start of the service', function () {
  this.timeout(60_000);
  cleanUp();

  it('says what is wrong with each value of its configuration, and ends with 2', async () => {
    const { code, stdout, stderr } = await runToEnd('main', [], {
      PORT: 'eighty',
      ROLE: 'boss',
      LOG_LEVEL: 'loud',
      DATABASE_URL: 'mysql://user:secret@localhost/x',
      TRUST_PROXY: '-1',
      EVENTSTORE_URL: 'http://localhost',
    });
    expect(code).to.equal(2);
    expect(stdout).to.equal('');
    const [title, ...lines] = stderr.trim().split('\n');
    expect(title).to.match(/configuration/);
    expect(lines.map((line) => line.trim().split(' ')[0]).sort()).to.deep.equal([
      'DATABASE_URL',
      'EVENTSTORE_URL',
      'LOG_LEVEL',
      'PORT',
      'ROLE',
      'TRUST_PROXY',
    ]);
    expect(stderr).to.not.contain('secret');
  });

  it('says that a role of several processes needs a database that they share', async () => {
    const { code, stderr } = await runToEnd('main', [], { ROLE: 'api' });
    expect(code).to.equal(2);
    expect(stderr).to.contain('ROLE=api requires DATABASE_URL');
  });

  it('ends with 1 and one clear line when its port is taken', async () => {
    const stage = await setStage();
    const occupied = createServer().listen(0, '127.0.0.1');
    await once(occupied, 'listening');
    const { port } = occupied.address() as AddressInfo;
    const { code, stdout, stderr } = await runToEnd(
      'main',
      [],
      { DATABASE_URL: stage.databaseUrl, PORT: String(port) },
      { timeoutMs: 20_000 },
    );
    occupied.close();
    expect(code).to.equal(1);
    expect(stderr).to.match(new RegExp(`could not start: port ${port} on 127.0.0.1 is taken .* PORT .*EADDRINUSE`));
    expect(stdout).to.not.contain('"stack"');
  });

  it('ends with one clear line when the keys of persons were wrapped with another key', async () => {
    const { databaseUrl } = await setStage();
    const { code, stderr } = await runToEnd(
      'main',
      [],
      { DATABASE_URL: databaseUrl, APP_KEY: 'another key than the one of the data', PORT: '0' },
      { timeoutMs: 20_000 },
    );
    expect(code).to.equal(2);
    expect(stderr).to.match(/could not start: the key .* cannot be opened: set APP_KEY/);
  });

  // The service itself waits for it: test/configuration/servers-away.
  it('says in one line that the disk is full, and leaves nothing half made', async function () {
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'grandlivre-full-'));
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=5m', 'tmpfs', dataDir], { stdio: 'ignore' });
    } catch {
      this.skip();
    }
    try {
      const { code, stderr } = await runToEnd('main', [], { DATA_DIR: dataDir });
      expect([code, stderr.trim().split('\n').length]).to.deep.equal([1, 1]);
      expect(stderr).to.match(
        /^\s*Grandlivre could not start: the disk of DATA_DIR \(.+\) is full: \d MB free\. .+DATA_DIR=/,
      );
      expect((await readdir(dataDir)).filter((name) => name.startsWith('postgres.new-'))).to.deep.equal([]);
    } finally {
      execFileSync('umount', ['-l', dataDir]);
    }
  });

  it('of a tool ends with 1 and one clear line when its database cannot be reached', async () => {
    const { code, stderr } = await runToEnd(
      'verify',
      [],
      { DATABASE_URL: 'postgres://nobody:hidden@127.0.0.1:1/nothing' },
      { timeoutMs: 20_000 },
    );
    expect(code).to.equal(1);
    expect(stderr.trim().split('\n')).to.have.length(1);
    expect(stderr).to.match(/DATABASE_URL cannot be used .*127\.0\.0\.1:1\/nothing.*connection refused.*ECONNREFUSED/);
    expect(stderr).to.not.contain('hidden');
  });

  itLong('can be made by two processes on an empty database at the same time', async () => {
    const databaseUrl = await freshDatabase();
    const [one, other] = await Promise.all([start({ databaseUrl }), start({ databaseUrl })]);
    await createFirm({ DATABASE_URL: databaseUrl }, EMAIL, PASSWORD);
    const token = await signIn(one.url);
    const client = clientOf({ token }, other);
    expect((await postEntry(client, await openFile(client, 'BOUL'))).status).to.equal(201);
    await invariantsHold({ databaseUrl }, { writes: client.writes });
  });

  itLong('can be ended while it is still under way, and succeeds the next time', async () => {
    const databaseUrl = await freshDatabase();
    for (const milliseconds of sample([300, 600, 900], (_time, place) => place === 1)) {
      const { code, signal } = await runToEnd('main', [], { DATABASE_URL: databaseUrl }, { timeoutMs: milliseconds });
      expect([code, signal]).to.deep.equal([null, 'SIGKILL']);
    }
    await createFirm({ DATABASE_URL: databaseUrl }, EMAIL, PASSWORD);
    const service = await start({ databaseUrl });
    expect(await signIn(service.url)).to.be.a('string');
    await invariantsHold({ databaseUrl });
  });
});
