import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { useImports } from '../api/document-imports/support.ts';

const MEGABYTE = 1024 * 1024;

describe('chaos: uploads to a disk that is full', function () {
  this.timeout(60_000);
  const imports = useImports();
  let folder: string;
  let isMounted = false;

  before('a file system of four megabytes', async function () {
    folder = join(imports.service.config.dataDir, 'files');
    await mkdir(folder, { recursive: true });
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder], { stdio: 'ignore' });
      isMounted = true;
    } catch {
      this.skip();
    }
  });
  // Before the service ends, which removes its folder.
  afterEach(() => {
    if (isMounted) execFileSync('umount', ['-l', folder]);
  });

  const png = (bytes: number) => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), randomBytes(bytes)]);
  const filesIn = async () =>
    (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length;
  const total = async () => (await imports.client.get(imports.path)).body['total'] as number;

  it('are refused with a code and leave nothing; smaller ones are taken, and the service goes on', async () => {
    await imports.uploaded(['small.png', png(MEGABYTE)]);
    const { bavail } = await statfs(folder);
    for (const files of [[png(5 * MEGABYTE)], [png(MEGABYTE), png(MEGABYTE), png(3 * MEGABYTE)]]) {
      const { status, body } = await imports.upload(...files.map((file, index) => [`${index}.png`, file] as const));
      expect([status, body.code]).to.deep.equal([507, 'storage_full']);
      expect([await filesIn(), await total(), (await statfs(folder)).bavail]).to.deep.equal([1, 1, bavail]);
    }
    expect((await imports.client.get(`${imports.file.path}/entries`)).status).to.equal(200);
    await imports.uploaded(['another.png', png(MEGABYTE)]);
    expect([await filesIn(), await total()]).to.deep.equal([2, 2]);
  });
});
