import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const run = (script: string, ...options: readonly string[]) =>
  spawnSync(process.execPath, [script, ...options], { encoding: 'utf8' });

describe('Third-party notices', () => {
  let folder = '';
  before(async () => (folder = await mkdtemp(join(tmpdir(), 'grandlivre-notices-'))));
  after(() => rm(folder, { recursive: true }));

  it('name every package of the lock file', () => {
    const { status, stderr } = run('scripts/notices.mjs', '--check');
    expect([status, stderr]).to.deep.equal([0, '']);
  });

  async function writeLock(licences: Readonly<Record<string, string>>): Promise<string> {
    const packages = Object.entries(licences).map(([name, license]) => [
      `node_modules/${name}`,
      { version: '1.0.0', license },
    ]);
    await mkdir(join(folder, 'scripts'), { recursive: true });
    await writeFile(join(folder, 'package-lock.json'), JSON.stringify({ packages: Object.fromEntries(packages) }));
    await cp('scripts/notices.mjs', join(folder, 'scripts/notices.mjs'));
    return join(folder, 'scripts/notices.mjs');
  }

  it('fail on a licence that is not on the list', async () => {
    const { status, stderr } = run(await writeLock({ fine: 'MIT', closed: 'AGPL-3.0', both: 'MIT AND AGPL-3.0' }));
    expect(status).to.equal(1);
    expect(stderr.trim().split('\n')).to.have.length(2);
    expect(stderr).to.include('closed 1.0.0').and.include('both 1.0.0');
  });

  it('accept one of several licences, and explain how libraries under the LGPL are linked', async () => {
    expect(run(await writeLock({ either: '(AGPL-3.0 OR MIT)' })).status).to.equal(0);
    expect(await readFile(join(folder, 'THIRD_PARTY_NOTICES.md'), 'utf8')).to.include('| either | 1.0.0 |');
    const { status, stderr } = run(await writeLock({ other: 'LGPL-3.0' }));
    expect(status).to.equal(1);
    expect(stderr).to.include('say in scripts/notices.mjs how it is linked');
  });
});
