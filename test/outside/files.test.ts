import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { StorageFull, StorageUnavailable } from '../../outside/files/failures.ts';
import { openFileStore, type FileStore, type OpenForWriting } from '../../outside/files/index.ts';

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');

async function failure(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error('It did not fail');
}

const DAY_MS = 24 * 3600 * 1000;

describe('the file store', () => {
  let folder: string;
  let files: FileStore;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'grandlivre-files-'));
    files = openFileStore({ folder });
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const everything = async () =>
    (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length;

  it('keeps content under its hash, once', async () => {
    const name = await files.put('logos', Buffer.from('hello'));
    expect(name).to.equal(sha256('hello'));
    expect(await files.put('logos', Buffer.from('hello'))).to.equal(name);
    expect((await files.read('logos', name))!.toString()).to.equal('hello');
    expect(await everything()).to.equal(1);
    expect(await readFile(join(folder, 'logos', name.slice(0, 2), name), 'utf8')).to.equal('hello');
  });

  it('repairs a file that a crash has left short', async () => {
    const name = await files.put('logos', Buffer.from('hello'));
    await writeFile(join(folder, 'logos', name.slice(0, 2), name), 'he');
    await files.put('logos', Buffer.from('hello'));
    expect((await files.read('logos', name))!.toString()).to.equal('hello');
  });

  it('removes what is old and not referred to, and nothing that has just come back', async () => {
    const names: Record<string, string> = {};
    for (const text of ['referred', 'forgotten', 'again', 'new'])
      names[text] = await files.put('documents', Buffer.from(text));
    const placeOf = (text: string) => join(folder, 'documents', names[text]!.slice(0, 2), names[text]!);
    const longAgo = new Date(Date.now() - 40 * DAY_MS);
    for (const text of ['referred', 'forgotten', 'again']) await utimes(placeOf(text), longAgo, longAgo);
    const removed = await files.sweep('documents', 30 * DAY_MS, async (hashes) => {
      if (hashes.includes(names['again']!)) await files.put('documents', Buffer.from('again'));
      return new Set([names['referred']!]);
    });
    expect(removed).to.equal(1);
    const kept = await Promise.all(Object.values(names).map((name) => files.read('documents', name)));
    expect(kept.map(String)).to.deep.equal(['referred', 'null', 'again', 'new']);
    expect(await files.sweep('logos', 0, () => Promise.reject(new Error('there is nothing to ask about')))).to.equal(0);
  });

  it('gives nothing for what it does not have, and keeps areas apart', async () => {
    const name = await files.put('documents', Buffer.from('invoice'));
    expect(await files.read('logos', name)).to.equal(null);
    expect(await files.open('logos', name)).to.equal(null);
    const opened = await files.open('documents', name);
    expect(opened!.bytes).to.equal(7);
    expect(await text(opened!.stream)).to.equal('invoice');
    for (const bad of ['../../etc/passwd', '', `${name}/..`, name.toUpperCase()])
      expect(await failure(files.read('logos', bad)), bad).to.be.instanceOf(Error);
  });

  it('takes in a stream, hashed on its way, and keeps it only when told', async () => {
    const content = randomBytes(3_000_000);
    const chunks = () => Readable.from([content.subarray(0, 1_000_000), content.subarray(1_000_000)]);
    const dropped = await files.receive(chunks());
    expect(dropped).to.include({ sha256: sha256(content), bytes: content.length });
    expect(await dropped.read()).to.deep.equal(content);
    await dropped.discard();
    expect(await everything()).to.equal(0);
    const kept = await files.receive(chunks());
    await kept.keep('documents');
    await kept.discard();
    expect(await files.read('documents', sha256(content))).to.deep.equal(content);
    expect(await everything()).to.equal(1);
  });

  it('leaves nothing of a stream that breaks', async () => {
    const broken = Readable.from(
      (function* () {
        yield Buffer.from('half');
        throw new Error('the client went away');
      })(),
    );
    expect(await failure(files.receive(broken))).to.have.property('message', 'the client went away');
    expect(await everything()).to.equal(0);
  });

  it('leaves nothing when the disk is full, and says so', async () => {
    for (const code of ['ENOSPC', 'EDQUOT']) {
      for (const step of ['write', 'sync', 'open'] as const) {
        const full = openFileStore({ folder, openForWriting: failingAt(step, code) });
        expect(await failure(full.put('logos', Buffer.from('hello'))), step).to.be.instanceOf(StorageFull);
        expect(await failure(full.receive(Readable.from([Buffer.from('x')])))).to.be.instanceOf(StorageFull);
        expect(await everything(), step).to.equal(0);
      }
    }
    expect(await files.put('logos', Buffer.from('hello'))).to.equal(sha256('hello'));
  });

  it('says when it does not work at all', async () => {
    await writeFile(join(folder, 'incoming'), 'in the way');
    expect(await failure(files.put('logos', Buffer.from('hello')))).to.be.instanceOf(StorageUnavailable);
    await writeFile(join(folder, 'logos'), 'in the way');
    expect(await failure(files.read('logos', sha256('hello')))).to.be.instanceOf(StorageUnavailable);
  });

  it('tidies up what was abandoned long ago, and nothing else', async () => {
    await files.tidy();
    const [old, fresh] = [await files.receive(Readable.from(['old'])), await files.receive(Readable.from(['fresh']))];
    await files.put('logos', Buffer.from('kept'));
    const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000);
    await utimes(old.path, yesterday, yesterday);
    await files.tidy();
    expect(await readdir(join(folder, 'incoming'))).to.have.length(1);
    expect((await fresh.read()).toString()).to.equal('fresh');
    expect(await everything()).to.equal(2);
  });

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
});
