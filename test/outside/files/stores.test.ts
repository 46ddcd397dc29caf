import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { StorageFull } from '../../../outside/files/failures.ts';
import { openFileStore, type FileStore, type OpenForWriting } from '../../../outside/files/index.ts';
import { startObjectStore, type TestObjectStore } from '../../support/object-store.ts';

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
const DAY_MS = 24 * 3600 * 1000;

async function failure(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error('It did not fail');
}

/** What a store is beside itself: where its files are seen and changed behind its back. */
interface Backdrop {
  open(openForWriting?: OpenForWriting): FileStore;
  /** Names of everything that is kept or on its way, without their folders. */
  everything(): Promise<string[]>;
  makeOld(area: string, name: string): Promise<void>;
  /** Another content under a name. */
  damage(area: string, name: string, content: string): Promise<void>;
}

function inFolder(folder: string): Backdrop {
  const placeOf = (area: string, name: string) => join(folder, area, name.slice(0, 2), name);
  return {
    open: (openForWriting) => openFileStore({ folder, ...(openForWriting && { openForWriting }) }),
    everything: () => namesBelow(folder),
    async makeOld(area, name) {
      const longAgo = new Date(Date.now() - 40 * DAY_MS);
      await utimes(placeOf(area, name), longAgo, longAgo);
    },
    damage: (area, name, content) => writeFile(placeOf(area, name), content),
  };
}

function inBucket(folder: string, store: TestObjectStore): Backdrop {
  const objectAt = (area: string, name: string) => store.objects.get(`firm/${area}/${name.slice(0, 2)}/${name}`)!;
  return {
    open: (openForWriting) =>
      openFileStore({ folder, bucket: store.settings, ...(openForWriting && { openForWriting }) }),
    everything: async () => [
      ...[...store.objects.keys()].map((key) => key.split('/').at(-1)!),
      ...(await namesBelow(folder)),
    ],
    makeOld(area, name) {
      objectAt(area, name).modifiedAt = new Date(Date.now() - 40 * DAY_MS);
      return Promise.resolve();
    },
    damage(area, name, content) {
      objectAt(area, name).content = Buffer.from(content);
      return Promise.resolve();
    },
  };
}

const namesBelow = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

for (const kind of ['a folder', 'a bucket'] as const) {
  describe(`files in ${kind}`, () => {
    let folder: string;
    let store: TestObjectStore;
    let backdrop: Backdrop;
    let files: FileStore;

    before(async () => {
      store = await startObjectStore();
    });
    after(() => store.close());
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'grandlivre-files-'));
      store.objects.clear();
      backdrop = kind === 'a folder' ? inFolder(folder) : inBucket(folder, store);
      files = backdrop.open();
    });
    afterEach(async () => {
      await files.close();
      await rm(folder, { recursive: true, force: true });
    });

    it('are kept under the hash of their content, once', async () => {
      const name = await files.put('logos', Buffer.from('hello'));
      expect(name).to.equal(sha256('hello'));
      expect(await files.put('logos', Buffer.from('hello'))).to.equal(name);
      expect((await files.read('logos', name))!.toString()).to.equal('hello');
      expect(await backdrop.everything()).to.deep.equal([name]);
    });

    it('are mended by whoever brings the same again', async () => {
      const name = await files.put('logos', Buffer.from('hello'));
      await backdrop.damage('logos', name, 'he');
      await files.put('logos', Buffer.from('hello'));
      expect((await files.read('logos', name))!.toString()).to.equal('hello');
    });

    it('are removed when they are old and not referred to, and never when they have just come back', async () => {
      const names: Record<string, string> = {};
      for (const content of ['referred', 'forgotten', 'again', 'new'])
        names[content] = await files.put('documents', Buffer.from(content));
      await files.put('logos', Buffer.from('elsewhere'));
      await backdrop.makeOld('logos', sha256('elsewhere'));
      for (const content of ['referred', 'forgotten', 'again']) await backdrop.makeOld('documents', names[content]!);
      const removed = await files.sweepUnreferenced('documents', 30 * DAY_MS, async (hashes) => {
        if (hashes.includes(names['again']!)) await files.put('documents', Buffer.from('again'));
        return new Set([names['referred']!]);
      });
      expect(removed).to.equal(1);
      const kept = await Promise.all(Object.values(names).map((name) => files.read('documents', name)));
      expect(kept.map(String)).to.deep.equal(['referred', 'null', 'again', 'new']);
      expect(await files.read('logos', sha256('elsewhere'))).not.to.equal(null);
    });

    it('are not asked about when there are none', async () => {
      expect(
        await files.sweepUnreferenced('logos', 0, () => Promise.reject(new Error('there is nothing to ask about'))),
      ).to.equal(0);
    });

    it('are not found elsewhere, and areas are kept apart', async () => {
      const name = await files.put('documents', Buffer.from('invoice'));
      expect(await files.read('logos', name)).to.equal(null);
      expect(await files.open('logos', name)).to.equal(null);
      expect(await files.withLocalFile('logos', name, () => Promise.reject(new Error('there is none')))).to.equal(null);
      const opened = await files.open('documents', name);
      expect(opened!.bytes).to.equal(7);
      expect(await text(opened!.stream)).to.equal('invoice');
      for (const bad of ['../../etc/passwd', '', `${name}/..`, name.toUpperCase()])
        expect(await failure(files.read('logos', bad)), bad).to.be.instanceOf(Error);
    });

    it('are taken in as a stream, hashed on its way, and kept only when told', async () => {
      const content = randomBytes(3_000_000);
      const chunks = () => Readable.from([content.subarray(0, 1_000_000), content.subarray(1_000_000)]);
      const dropped = await files.receive(chunks());
      expect(dropped).to.include({ sha256: sha256(content), bytes: content.length });
      expect(await dropped.read()).to.deep.equal(content);
      await dropped.discard();
      expect(await backdrop.everything()).to.deep.equal([]);
      const kept = await files.receive(chunks());
      await kept.keep('documents');
      await kept.discard();
      expect(await files.read('documents', sha256(content))).to.deep.equal(content);
      expect(await backdrop.everything()).to.deep.equal([sha256(content)]);
    });

    it('may be empty', async () => {
      const nothing = await files.receive(Readable.from([]));
      await nothing.keep('documents');
      expect((await files.read('documents', nothing.sha256))!.length).to.equal(0);
    });

    it('are read by others where they lie on this disk, and nothing of that stays behind', async () => {
      const name = await files.put('documents', Buffer.from('invoice'));
      expect(await files.withLocalFile('documents', name, (path) => readFile(path, 'utf8'))).to.equal('invoice');
      const broken = failure(files.withLocalFile('documents', name, () => Promise.reject(new Error('cannot be read'))));
      expect(await broken).to.have.property('message', 'cannot be read');
      expect(await backdrop.everything()).to.deep.equal([name]);
    });

    it('leave nothing when their stream breaks', async () => {
      const broken = Readable.from(
        (function* () {
          yield Buffer.from('half');
          throw new Error('the client went away');
        })(),
      );
      expect(await failure(files.receive(broken))).to.have.property('message', 'the client went away');
      expect(await backdrop.everything()).to.deep.equal([]);
    });

    it('leave nothing when the disk is full, which is said', async () => {
      for (const code of ['ENOSPC', 'EDQUOT']) {
        for (const step of ['write', 'sync', 'open'] as const) {
          const full = backdrop.open(failingAt(step, code));
          expect(await failure(full.receive(Readable.from([Buffer.from('x')])))).to.be.instanceOf(StorageFull);
          expect(await backdrop.everything(), step).to.deep.equal([]);
          await full.close();
        }
      }
      expect(await files.put('logos', Buffer.from('hello'))).to.equal(sha256('hello'));
    });

    it('that were abandoned long ago are removed, and no others', async () => {
      await files.removeAbandoned();
      const [old, fresh] = [await files.receive(Readable.from(['old'])), await files.receive(Readable.from(['fresh']))];
      const name = await files.put('logos', Buffer.from('kept'));
      const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000);
      await utimes(old.path, yesterday, yesterday);
      await files.removeAbandoned();
      expect(await readdir(join(folder, 'incoming'))).to.have.length(1);
      expect((await fresh.read()).toString()).to.equal('fresh');
      expect(await files.read('logos', name)).not.to.equal(null);
    });
  });
}

function failingAt(step: 'write' | 'sync' | 'open', code: string): OpenForWriting {
  const fail = (): Promise<never> => Promise.reject(Object.assign(new Error(code), { code }));
  return async (path) => {
    if (step === 'open') return fail();
    await writeFile(path, '');
    return {
      write: step === 'write' ? fail : () => Promise.resolve({ bytesWritten: 1, buffer: '' }),
      sync: fail,
      close: () => Promise.resolve(),
    };
  };
}
