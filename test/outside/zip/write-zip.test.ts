import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fromBuffer } from 'yauzl';
import { writeZip } from '../../../outside/zip/write-zip.ts';

const NOON = new Date('2026-03-15T12:00:00Z');
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Null for what is no whole archive. */
const entriesOf = (content: Buffer): Promise<number | null> =>
  new Promise((resolve) => {
    fromBuffer(content, (error, zip) => resolve(error ? null : zip.entryCount));
  });

describe('Archives that are sent while they are made', () => {
  it('hold what went in, and tell its size and hash', async () => {
    const zip = writeZip(NOON);
    const whole = buffer(zip.stream);
    const first = await zip.addFile('a/text.txt', 'Été');
    const second = await zip.addFile('b.bin', Readable.from([Buffer.from('one'), Buffer.from('two')]), { bytes: 6 });
    zip.end();
    expect(first).to.deep.equal({ path: 'a/text.txt', bytes: 5, sha256: sha256('Été') });
    expect(second).to.deep.equal({ path: 'b.bin', bytes: 6, sha256: sha256('onetwo') });
    expect(await entriesOf(await whole)).to.equal(2);
  });

  it('are broken off when a source fails, and cannot be taken for whole ones', async () => {
    const zip = writeZip(NOON);
    const pieces: Buffer[] = [];
    zip.stream.on('data', (piece: Buffer) => pieces.push(piece));
    const closed = new Promise<Error | null>((resolve) => {
      let failure: Error | null = null;
      zip.stream.once('error', (error) => (failure = error)).once('close', () => resolve(failure));
    });
    await zip.addFile('whole.txt', 'whole');
    async function* failing(): AsyncGenerator<Buffer> {
      yield Buffer.from('half');
      await Promise.resolve();
      throw new Error('The database is gone');
    }
    const outcome = await zip.addFile('half.txt', Readable.from(failing())).catch((error: Error) => error.message);
    expect(outcome).to.equal('The database is gone');
    expect((await closed)?.message).to.equal('The database is gone');
    expect(await entriesOf(Buffer.concat(pieces))).to.equal(null);
  });

  it('are broken off when a file has another size than was said', async () => {
    const zip = writeZip(NOON);
    const closed = new Promise((resolve) => zip.stream.once('error', resolve));
    zip.stream.resume();
    void zip.addFile('short.txt', 'short', { bytes: 6 }).catch(() => undefined);
    zip.end();
    expect(await closed).to.be.instanceOf(Error);
  });

  it('close what they read from when the reader leaves', async () => {
    const zip = writeZip(NOON);
    const source = new Readable({ read() {} });
    source.push(Buffer.alloc(1024));
    const adding = zip.addFile('endless.bin', source).catch((error: Error) => error.name);
    zip.stream.once('data', () => zip.stream.destroy());
    expect(await adding).to.equal('ArchiveLeft');
    expect(source.destroyed).to.equal(true);
    expect(await zip.addFile('late.txt', 'late').catch((error: Error) => error.name)).to.equal('ArchiveLeft');
  });
});
