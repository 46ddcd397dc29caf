import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { transformSync } from 'esbuild';
import { readConfig } from '../../configuration/config.ts';
import { destroyEmbeddedServer } from '../../database/embedded/index.ts';
import { formatGreeting } from '../../service/greeting.ts';
import { toDiskProblem } from '../../service/startup/disk-problem.ts';
import { toDatabaseProblem, toListenProblem } from '../../service/startup/start-problem.ts';
import { ROOM_FOR_NEW_OBJECTS } from '../../support/heap.ts';
import { createTestDatabase } from '../support/database.ts';
import { waitUntil } from '../support/load.ts';
import { sample } from '../support/long.ts';
import { buildOnce } from '../support/processes.ts';

const checkout = fileURLToPath(new URL('../..', import.meta.url));
const { PATH, HOME, TMPDIR } = process.env;

interface Npm {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly exited: Promise<unknown>;
}

/** A command as it is typed, in a process group of its own as a terminal gives it one. */
function npm(args: readonly string[], environment: Record<string, string>, input?: string): Npm {
  const child = spawn('npm', args, {
    cwd: checkout,
    env: { PATH, HOME, TMPDIR, PORT: '0', ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
  child.stdin.end(input);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return { child, output: () => output, exited: once(child, 'close') };
}

async function listening({ output, child }: Npm): Promise<string> {
  const address = /Grandlivre is listening on (\S+)/;
  await waitUntil('the service to listen', () => address.test(output()) || child.exitCode !== null, 60_000);
  return address.exec(output())![1]!;
}

const isReached = (url: string): Promise<boolean> =>
  fetch(`${url}/v1/ping`).then(
    () => true,
    () => false,
  );

describe('npm start', function () {
  this.timeout(120_000);
  before(buildOnce);

  const enders = [
    ['a supervisor that ends npm alone', false],
    ['Ctrl-C, which reaches everything at the terminal', true],
  ] as const;
  for (const [who, group] of sample<(typeof enders)[number]>(enders, ([, isGroup]) => isGroup)) {
    it(`is ended by ${who}, in order and without a warning`, async () => {
      const dataDir = await mkdtemp(path.join(os.tmpdir(), 'grandlivre-npm-'));
      const started = npm(['start'], { DATA_DIR: dataDir });
      try {
        const url = await listening(started);
        expect(await isReached(url)).to.equal(true);
        const shown = started.output().length;
        process.kill(group ? -started.child.pid! : started.child.pid!, group ? 'SIGINT' : 'SIGTERM');
        await started.exited;
        expect(await isReached(url)).to.equal(false);
        expect(await readdir(path.join(dataDir, 'postgres'))).to.not.include('postmaster.pid');
        const lines = started.output().slice(shown).split('\n');
        const logged = lines
          .filter((line) => line.startsWith('{'))
          .map((line) => JSON.parse(line) as { level: number });
        expect(
          logged.every(({ level }) => level < 40),
          lines.join('\n'),
        ).to.equal(true);
        expect(lines.join('\n')).to.not.match(/stack|^ +at /m);
      } finally {
        if (started.child.exitCode === null && started.child.signalCode === null)
          process.kill(-started.child.pid!, 'SIGKILL');
        await destroyEmbeddedServer(dataDir);
      }
    });
  }

  it('has the compiled code that it runs under its options', async () => {
    const print = [ROOM_FOR_NEW_OBJECTS, '--print', "require('v8').cachedDataVersionTag()"];
    const tag = execFileSync(process.execPath, print, { encoding: 'utf8' }).trim();
    const kept = await readdir(new URL('../../dist/service', import.meta.url));
    expect(kept.filter((name) => name.endsWith(`-${tag}.compiled`))).to.have.length(1);
  });

  it('takes the password of a new firm from standard input, and npm prints nothing of it', async () => {
    const database = await createTestDatabase('tables');
    try {
      const named = ['run', 'firm:create', '--', '--name', 'Fiduciaire', '--email', 'anne@example.be'];
      const environment = { DATABASE_URL: database.url };
      const created = npm([...named, '--password-stdin'], environment, 'a password that nobody sees\n');
      await created.exited;
      expect(created.output()).to.contain('"public_token"').and.to.not.contain('nobody sees');
      const without = npm(named, environment);
      await without.exited;
      expect(without.output()).to.contain('password are required');
    } finally {
      await database.drop();
    }
  });
});

describe('the first words of the service', () => {
  const shown = (environment: Record<string, string>): string =>
    formatGreeting('http://x:1', readConfig(environment), '0.1');
  const command = (environment: Record<string, string>): string | undefined =>
    /Open a firm +(.*npm run firm:create)/.exec(shown(environment))?.[1];

  it('tell a command that finds the same data', () => {
    expect(command({})).to.equal('npm run firm:create');
    expect(command({ DATA_DIR: '/srv/books' })).to.equal('DATA_DIR=/srv/books npm run firm:create');
    expect(command({ DATA_DIR: "/srv/my b'ooks" })).to.equal("DATA_DIR='/srv/my b'\\''ooks' npm run firm:create");
    expect(command({ DATA_DIR: 'elsewhere' })).to.equal(`DATA_DIR=${path.resolve('elsewhere')} npm run firm:create`);
  });

  it('name the database without its password', () => {
    const words = command({ DATABASE_URL: 'postgres://anne:hidden@db.example:5432/books' });
    expect(words).to.equal('DATABASE_URL=postgres://anne:PASSWORD@db.example:5432/books npm run firm:create');
  });

  it('say that the demo is off, as it is by default where others can reach the service', () => {
    const isOff = (environment: Record<string, string>): boolean[] => [
      !readConfig(environment).demo,
      shown(environment).includes('DEMO=on'),
    ];
    for (const HOST of ['127.0.0.1', '::1', 'localhost']) expect(isOff({ HOST }), HOST).to.deep.equal([false, false]);
    for (const HOST of ['0.0.0.0', '::', '192.0.2.7']) {
      expect(isOff({ HOST }), HOST).to.deep.equal([true, true]);
      expect(isOff({ HOST, DEMO: 'on' }), HOST).to.deep.equal([false, false]);
    }
    expect(isOff({ DEMO: 'off' })).to.deep.equal([true, true]);
    // Several processes are a server for others, whichever address each of them has.
    expect(isOff({ ROLE: 'worker', DATABASE_URL: 'postgres://anne@db.example/books' })).to.deep.equal([true, true]);
  });

  it('never show a password on a command line', () => expect(shown({})).to.not.contain('--password'));
});

/** The processes themselves: test/faults/start. */
describe('a service that cannot start', () => {
  it('says each in words, and leaves what it does not know as it is', () => {
    const failed = (code: string): Error => Object.assign(new Error(code), { code });
    const unknown = failed('EWHATEVER');
    expect(toListenProblem(unknown, 'localhost', 1)).to.equal(unknown);
    expect(toListenProblem(failed('EACCES'), 'localhost', 80))
      .to.have.property('message')
      .contain('PORT');
    expect(toListenProblem(failed('EADDRNOTAVAIL'), '10.9.9.9', 80))
      .to.have.property('message')
      .contain('HOST');
    expect(toDatabaseProblem(unknown, 'postgres://db/books')).to.equal(unknown);
    for (const code of ['ENOTFOUND', '28P01', '3D000', 'ETIMEDOUT'])
      expect(toDatabaseProblem(failed(code), 'postgres://db/books'), code)
        .to.have.property('message')
        .match(/DATABASE_URL .*\(db:5432\/books\): .+ \(/);
    expect(toDatabaseProblem(new Error('timeout expired'), 'postgres://db/books'))
      .to.have.property('message')
      .contain('does not respond');
  });
});

describe('a start on a full disk', () => {
  const place = { dataDir: '/srv/books', databaseUrl: null };

  it('names DATA_DIR and what to do, whichever program has found no room, without its output', async () => {
    const initdb = 'could not write to file "pg_wal/xlogtemp.27946": No space left on device\nchild process exited';
    for (const error of [
      new Error(`The embedded PostgreSQL could not be initialised: ${initdb}`),
      new Error('no key can be stored', { cause: Object.assign(new Error('write'), { code: 'ENOSPC' }) }),
      Object.assign(new Error('could not extend file'), { code: '53100' }),
    ]) {
      const { message } = (await toDiskProblem(error, place)) as Error;
      expect(message).to.match(/^the disk of DATA_DIR \(\/srv\/books\) is full.*DATA_DIR=\/srv\/grandlivre$/);
      expect(message).to.not.match(/xlogtemp|\n/);
    }
  });

  it('names the database server if the disk is there, and leaves other errors as they are', async () => {
    const full = Object.assign(new Error('could not extend file'), { code: '53100' });
    expect(await toDiskProblem(full, { ...place, databaseUrl: 'postgres://db/books' }))
      .to.have.property('message')
      .contain('DATABASE_URL');
    const other = new Error('something else');
    expect(await toDiskProblem(other, place)).to.equal(other);
  });
});

describe('a Node that is too old', function () {
  this.timeout(20_000);
  const script = fileURLToPath(new URL('../../scripts/check-node.cjs', import.meta.url));

  const checkedBy = async (version: string): Promise<{ code: unknown; said: string }> => {
    const pretend = `Object.defineProperty(process, 'version', { value: '${version}' }); require(${JSON.stringify(script)})`;
    const child = spawn(process.execPath, ['-e', pretend]);
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const [code] = (await once(child, 'close')) as [unknown];
    return { code, said };
  };

  it('is told so in one line', async () => {
    for (const version of ['v8.17.0', 'v18.20.4', 'v20.9.0', 'v20.18.3']) {
      const { code, said } = await checkedBy(version);
      expect([code, said.trim().split('\n').length], version).to.deep.equal([1, 1]);
      expect(said).to.contain('20.19 or newer').and.to.contain(version.slice(1));
    }
    for (const version of ['v20.19.0', 'v20.20.2', 'v22.0.0', 'v100.1.0'])
      expect(await checkedBy(version), version).to.deep.equal({ code: 0, said: '' });
  });

  it('understands the check, and meets it before anything else', () => {
    const source = readFileSync(script, 'utf8');
    // What is new since then would be refused or written differently.
    expect(transformSync(source, { target: 'es5' }).code).to.equal(transformSync(source, { target: 'esnext' }).code);
    const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
      scripts: Record<string, string>;
    };
    for (const name of ['build', 'test', 'dev'])
      expect(scripts[name], name).to.match(/^node scripts\/check-node\.cjs &&/);
    expect(scripts['start']).to.equal(`exec node ${ROOM_FOR_NEW_OBJECTS} scripts/start.cjs`);
    const start = readFileSync(new URL('../../scripts/start.cjs', import.meta.url), 'utf8');
    expect(transformSync(start, { target: 'es5' }).code).to.equal(transformSync(start, { target: 'esnext' }).code);
    expect(start.split('\n').find((line) => !line.startsWith('//'))).to.equal("require('./check-node.cjs');");
  });
});
