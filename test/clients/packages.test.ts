import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import ts from 'typescript';
import { packClients } from '../../clients/build/pack.ts';
import { isLongRun, itLong } from '../support/long.ts';
import { unpackZip } from '../support/zips.ts';
import { findPython } from './python.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);
const python = findPython();

/** The regular files of an archive, by their path below `package/`. */
function readArchive(packed: Buffer): Map<string, string> {
  const bytes = gunzipSync(packed);
  const files = new Map<string, string>();
  for (let at = 0; bytes[at] !== 0 && at < bytes.length;) {
    const header = bytes.subarray(at, at + 512).toString('latin1');
    const size = Number.parseInt(header.slice(124, 136), 8);
    const name = header.slice(0, 100).replace(/\0.*/s, '');
    files.set(name.replace(/^package\//, ''), bytes.subarray(at + 512, at + 512 + size).toString());
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return files;
}

describe('npm run clients:pack', function () {
  // Only tells what hangs: on a busy machine it takes minutes.
  this.timeout(600_000);
  let folder: string;
  let version: string;
  const packages = new Map<string, Map<string, string>>();
  const read = (name: string): Promise<Buffer> => readFile(join(folder, name));

  /** What the command does, without loading all sources once more. */
  async function pack(): Promise<readonly string[]> {
    if (!isLongRun) return packClients(folder);
    const { stdout } = await run('npm', ['run', '--silent', 'clients:pack', '--', '--into', folder], { cwd: root });
    return stdout.trim().split('\n');
  }

  before(async () => {
    // Below the project, where the packages find those that they need.
    await mkdir(join(root, 'dist'), { recursive: true });
    folder = await mkdtemp(join(root, 'dist/clients-'));
    version = (JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }).version;
    expect(await pack()).to.deep.equal([
      `grandlivre-client-${version}.tgz`,
      `grandlivre-rxdb-${version}.tgz`,
      `grandlivre-${version}-py3-none-any.whl`,
    ]);
    for (const name of ['client', 'rxdb'])
      packages.set(name, readArchive(await read(`grandlivre-${name}-${version}.tgz`)));
    const wheel = await unpackZip(await read(`grandlivre-${version}-py3-none-any.whl`));
    packages.set('python', new Map([...wheel].map(([name, bytes]) => [name, bytes.toString()])));
  });
  after(() => rm(folder, { recursive: true }));

  it('packs scripts, types and a page for npm, and nothing else', () => {
    const declared = ['changes', 'client', 'errors', 'files', 'index', 'paging', 'retries', 'schema', 'webhooks'];
    expect([...packages.get('client')!.keys()]).to.have.members([
      ...['package.json', 'README.md', 'index.js'],
      ...declared.map((name) => `${name}.d.ts`),
    ]);
    expect([...packages.get('rxdb')!.keys()]).to.have.members([
      ...['package.json', 'README.md', 'index.js'],
      ...['index', 'live', 'records', 'replication'].map((name) => `${name}.d.ts`),
    ]);
    for (const name of ['client', 'rxdb'])
      for (const [path, text] of packages.get(name)!)
        if (path.endsWith('.d.ts')) expect(text.match(/from '\.[^']*\.ts'/g), path).to.equal(null);
  });

  it('takes version, licence and dependencies from the project', async () => {
    const own = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
      readonly license: string;
      readonly devDependencies: Readonly<Record<string, string>>;
    };
    const range = (name: string): [string, string] => [name, `^${own.devDependencies[name]}`];
    const manifest = (name: string) => JSON.parse(packages.get(name)!.get('package.json')!) as object;
    expect(manifest('client')).to.deep.include({
      version,
      license: own.license,
      dependencies: Object.fromEntries(['eventsource-parser', 'openapi-fetch'].map(range)),
    });
    expect(manifest('rxdb')).to.deep.include({
      version,
      license: own.license,
      dependencies: { '@grandlivre/client': `^${version}` },
      peerDependencies: Object.fromEntries(['rxdb', 'rxjs'].map(range)),
    });
    expect(packages.get('python')!.get(`grandlivre-${version}.dist-info/METADATA`)).to.match(
      new RegExp(`^Metadata-Version: 2.1\nName: grandlivre\nVersion: ${version}\n[^]*\nLicense: ${own.license}\n`),
    );
  });

  it('leaves out the service, this machine and registries', () => {
    const forbidden = [root, tmpdir(), 'node_modules', 'sourceMappingURL', 'registry', '/api/', '/commands/', 'tsx'];
    for (const [name, files] of packages)
      for (const [path, text] of files)
        if (path !== 'schema.d.ts' && !/(models|routes)\.py$/.test(path))
          expect(
            forbidden.filter((one) => text.includes(one)),
            `${name}: ${path}`,
          ).to.deep.equal([]);
        else expect(text.includes(root), path).to.equal(false);
  });

  it('mentions paths and methods in its pages that exist', () => {
    const schema = packages.get('client')!.get('schema.d.ts')!;
    for (const name of ['client', 'rxdb'])
      for (const [, path] of packages
        .get(name)!
        .get('README.md')!
        .matchAll(/'(\/v1\/[^']+)'/g))
        expect(schema).to.contain(`"${path}": {`);
    const files = packages.get('python')!;
    const [routes, client, transport] = ['routes', 'client', 'transport'].map((one) =>
      files.get(`grandlivre/${one}.py`),
    );
    const page = files.get(`grandlivre-${version}.dist-info/METADATA`)!;
    const called = [...page.matchAll(/books\.(\w+)\(/g)].map(([, name]) => name);
    expect(called).to.include('watch_changes').and.have.length.above(5);
    for (const name of called) expect(`${routes}${client}${transport}`).to.contain(`def ${name}(`);
  });

  it('packs what Node can import', async () => {
    for (const name of ['client', 'rxdb']) await install(name);
    const client = (await importPacked('client')) as { createGrandlivreClient(options: object): object };
    expect(client.createGrandlivreClient({ url: 'https://books.example.com' })).to.have.property('GET');
    expect(await importPacked('rxdb')).to.include.keys('replicateResource', 'openLiveChanges', 'localRecordSchema');
  });

  const place = (name: string): string => join(folder, 'node_modules/@grandlivre', name);
  async function install(name: string): Promise<void> {
    await mkdir(place(name), { recursive: true });
    for (const [path, text] of packages.get(name)!) await writeFile(join(place(name), path), text);
  }
  const importPacked = async (name: string): Promise<unknown> =>
    import(pathToFileURL(join(place(name), 'index.js')).href);

  itLong('packs types that compile', async () => {
    for (const name of ['client', 'rxdb']) await install(name);
    const file = join(folder, 'use.mts');
    await writeFile(
      file,
      `import { createGrandlivreClient, listAll, unwrap } from '@grandlivre/client';
import { replicateResource, type LocalRecord } from '@grandlivre/rxdb';
const client = createGrandlivreClient({ url: 'https://books.example.com' });
const params = { path: { company: 'AbCdEfGh1234' } };
const [party] = await unwrap(client.GET('/v1/companies/{company}/third-parties', { params }));
export const name: string = party!.name;
for await (const entry of listAll(client, '/v1/companies/{company}/entries', { params })) name.concat(entry.total_debit);
export const replicate: (options: Parameters<typeof replicateResource>[0]) => unknown = replicateResource;
export type Key = LocalRecord['key'];
// @ts-expect-error There is no such path.
await client.GET('/v1/nowhere');
`,
    );
    const options: ts.CompilerOptions = {
      module: ts.ModuleKind.NodeNext,
      target: ts.ScriptTarget.ES2023,
      lib: ['lib.es2023.d.ts'],
      types: ['node'],
      strict: true,
      noEmit: true,
      // Those of other packages.
      skipLibCheck: false,
    };
    const program = ts.createProgram([file], options);
    const problems = ts
      .getPreEmitDiagnostics(program)
      .filter(({ file: found }) => found === undefined || found.fileName.startsWith(folder));
    expect(problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))).to.deep.equal([]);
  });

  if (python)
    it(`packs a wheel that can be installed (Python ${python.version}, ${python.hasPip ? 'pip' : 'unpacked'})`, async () => {
      const wheel = join(folder, `grandlivre-${version}-py3-none-any.whl`);
      const target = join(folder, 'python');
      const args = python.hasPip
        ? ['-m', 'pip', 'install', '--quiet', '--no-deps', '--no-index', '--no-compile', '--target', target, wheel]
        : ['-m', 'zipfile', '-e', wheel, target];
      const env = { ...process.env, PIP_DISABLE_PIP_VERSION_CHECK: '1', PIP_ROOT_USER_ACTION: 'ignore' };
      await run(python.program, args, { env });
      const program = `
import sys
sys.path.insert(0, sys.argv[1])
import importlib.metadata
assert importlib.metadata.version("grandlivre") == sys.argv[2]
${python.httpx === null ? 'import importlib.util; assert importlib.util.find_spec("grandlivre")' : 'import grandlivre; grandlivre.Grandlivre("https://books.example.com").close()'}
`;
      await run(python.program, ['-c', program, target, version]);
      for (const name of packages.get('python')!.keys())
        if (dirname(name) === 'grandlivre')
          expect(await readFile(join(target, name), 'utf8'), basename(name)).to.equal(
            packages.get('python')!.get(name),
          );
    });
  else
    it('packs a wheel (not installed: there is no Python)', () => expect(packages.get('python')!.size).to.be.above(10));
});
