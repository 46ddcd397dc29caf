import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { StorageFull, StorageUnavailable } from '../../../outside/files/failures.ts';
import { openFileStore, type FileStore } from '../../../outside/files/index.ts';

const sha256 = (content: string) => createHash('sha256').update(content).digest('hex');
const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('the folder of files', () => {
  let folder: string;
  let files: FileStore;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'grandlivre-files-'));
    files = openFileStore({ folder });
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('has them under area, two letters and hash', async () => {
    const name = await files.put('logos', Buffer.from('hello'));
    expect(await readFile(join(folder, 'logos', name.slice(0, 2), name), 'utf8')).to.equal('hello');
  });

  it('is full also for what is put as a whole', async () => {
    const openForWriting = () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }));
    const full = openFileStore({ folder, openForWriting });
    expect(await failure(full.put('logos', Buffer.from('hello')))).to.be.instanceOf(StorageFull);
  });

  it('says when it does not work at all', async () => {
    await writeFile(join(folder, 'incoming'), 'in the way');
    expect(await failure(files.put('logos', Buffer.from('hello')))).to.be.instanceOf(StorageUnavailable);
    await writeFile(join(folder, 'logos'), 'in the way');
    expect(await failure(files.read('logos', sha256('hello')))).to.be.instanceOf(StorageUnavailable);
  });
});
