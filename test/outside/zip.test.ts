import { expect } from 'chai';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRefusal } from '../../domain/refusal.ts';
import { examineUploads } from '../../commands/document-imports/arrivals.ts';
import { openFileStore } from '../../outside/files/index.ts';
import { encryptZip, falsifySize, renameInZip, buildZip, type ZippedFile } from '../support/zips.ts';

describe('A ZIP archive of a stranger', () => {
  let folder: string;
  before(async () => (folder = await mkdtemp(join(tmpdir(), 'zip-'))));
  after(() => rm(folder, { recursive: true }));

  /** What becomes of it: the names of its files, or the code that it is refused with; nothing of it may be left over. */
  async function outcome(content: Buffer): Promise<string | readonly string[]> {
    const path = join(folder, 'upload.zip');
    await writeFile(path, content);
    const store = openFileStore({ folder: join(folder, 'files') });
    const upload = {
      name: 'upload.zip',
      bytes: content.length,
      sha256: 'a'.repeat(64),
      path,
      keep: () => Promise.resolve(),
    };
    const arrived = await examineUploads([upload], store);
    const names = isRefusal(arrived)
      ? arrived.problems[0]!.code
      : arrived.documents[0]!.children.map(({ file }) => file.name);
    if (!isRefusal(arrived)) await arrived.discardUnpacked();
    expect(await readdir(join(folder, 'files', 'incoming')).catch(() => [])).to.deep.equal([]);
    return names;
  }

  const pdf = (name: string): ZippedFile => ({ name, content: '%PDF-1.7 in an archive' });

  it('gives its files, without folders and what systems leave beside them', async () => {
    const zip = await buildZip(pdf('2026/january/a.pdf'), pdf('b.pdf'), pdf('__MACOSX/._b.pdf'), {
      name: '.DS_Store',
      content: 'x',
    });
    expect(await outcome(zip)).to.deep.equal(['a.pdf', 'b.pdf']);
  });

  it('is refused when it is empty, too full, or holds what is not taken', async () => {
    expect(await outcome(await buildZip({ name: 'Thumbs.db', content: 'x' }))).to.equal('archive_empty');
    expect(await outcome(await buildZip(...Array.from({ length: 51 }, (_, index) => pdf(`${index}.pdf`))))).to.equal(
      'archive_too_many_files',
    );
    expect(await outcome(await buildZip(pdf('a.pdf'), { name: 'b.exe', content: 'MZ' }))).to.equal(
      'import_type_unsupported',
    );
    expect(await outcome(await buildZip({ name: 'b.pdf', content: 'MZ' }))).to.equal('file_type_mismatch');
    expect(await outcome(await buildZip({ name: 'empty.pdf', content: '' }))).to.equal('archive_file_empty');
  });

  it('holds no other archive', async () => {
    const inner = await buildZip(pdf('a.pdf'));
    expect(await outcome(await buildZip({ name: 'inner.zip', content: inner }))).to.equal('archive_nested');
    // Under another name it is not what its name says.
    expect(await outcome(await buildZip({ name: 'inner.pdf', content: inner }))).to.equal('file_type_mismatch');
  });

  it('leads nowhere outside: neither by names nor by links', async () => {
    for (const name of ['../../x.pdf', '/abs/xy.pdf', '..\\..\\x.pdf', 'C:/ab/x.pdf'])
      expect(await outcome(renameInZip(await buildZip(pdf('safe/ab.pdf')), 'safe/ab.pdf', name)), name).to.equal(
        'archive_unsafe_name',
      );
    expect(await outcome(await buildZip({ name: 'link.pdf', content: '/etc/passwd', mode: 0o120777 }))).to.equal(
      'archive_unsafe_name',
    );
  });

  it('has each name once and no password', async () => {
    expect(await outcome(renameInZip(await buildZip(pdf('a.pdf'), pdf('b.pdf')), 'b.pdf', 'a.pdf'))).to.equal(
      'archive_duplicate_name',
    );
    expect(await outcome(encryptZip(await buildZip(pdf('a.pdf'))))).to.equal('archive_encrypted');
  });

  it('is refused for what it says of sizes before anything is unpacked, and held to it afterwards', async () => {
    const bomb = await buildZip({
      name: 'bomb.pdf',
      content: Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(20_000_000)]),
    });
    expect(bomb.length).to.be.below(100_000);
    expect(await outcome(bomb)).to.equal('archive_suspicious');
    expect(await outcome(falsifySize(bomb, 1_000))).to.be.oneOf(['archive_suspicious', 'archive_unreadable']);
    expect(await outcome(falsifySize(await buildZip(pdf('a.pdf')), 3_000_000_000))).to.equal('archive_too_large');
  });

  it('is refused when it is broken', async () => {
    const zip = await buildZip(pdf('a.pdf'));
    expect(await outcome(zip.subarray(0, zip.length - 10))).to.equal('archive_unreadable');
    expect(await outcome(Buffer.from('PK\u0003\u0004 and nothing else'))).to.equal('archive_unreadable');
  });
});
