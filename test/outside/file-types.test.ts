import { expect } from 'chai';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FILE_EXTENSIONS, findFileType, hasMatchingContent } from '../../outside/files/file-types.ts';

const bytes = (...values: number[]) => Buffer.from(values);
const zip = Buffer.concat([bytes(0x50, 0x4b, 3, 4), Buffer.from('[Content_Types].xml')]);
const compound = Buffer.concat([bytes(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1), Buffer.alloc(20)]);
const heif = Buffer.concat([bytes(0, 0, 0, 24), Buffer.from('ftypheic')]);
const tiff = Buffer.from('II*\0rest');
const jpeg = bytes(0xff, 0xd8, 0xff, 0xe0);

const GOOD: Readonly<Record<string, Buffer>> = {
  pdf: Buffer.from('\r\n%PDF-1.4'),
  jpg: jpeg,
  jpeg,
  png: bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
  gif: Buffer.from('GIF89a...'),
  webp: Buffer.from('RIFF\x10\0\0\0WEBPVP8 '),
  heic: heif,
  heif,
  tif: tiff,
  tiff,
  xml: Buffer.from('\ufeff<?xml version="1.0"?><Invoice/>'),
  csv: Buffer.from('date;amount\n2026-01-01;12,00\n'),
  txt: Buffer.from('\ufeffà payer', 'utf16le'),
  eml: Buffer.from('From: someone@example.be\r\n\r\nHello'),
  msg: compound,
  doc: compound,
  xls: compound,
  docx: zip,
  xlsx: zip,
  odt: zip,
  ods: zip,
};

describe('Types of files', () => {
  let folder: string;
  before(async () => (folder = await mkdtemp(join(tmpdir(), 'grandlivre-types-'))));
  after(() => rm(folder, { recursive: true, force: true }));

  async function fits(name: string, content: Buffer): Promise<boolean> {
    const path = join(folder, 'file');
    await writeFile(path, content);
    return hasMatchingContent({ name, path });
  }

  it('are known by the ending of the name, in capitals or not', () => {
    expect(findFileType('Facture.PDF')).to.include({ mime: 'application/pdf', isShown: true });
    expect(findFileType('a.b.xlsx')).to.include({ isShown: false });
    for (const name of ['setup.exe', 'page.html', 'drawing.svg', 'pdf', 'x.', 'x.constructor', 'x.__proto__', ''])
      expect(findFileType(name), name).to.equal(undefined);
  });

  it('agree with how such files begin, and with nothing else', async () => {
    expect(Object.keys(GOOD)).to.have.members(FILE_EXTENSIONS);
    const program = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(64)]);
    for (const [extension, content] of Object.entries(GOOD)) {
      expect(await fits(`x.${extension}`, content), extension).to.equal(true);
      expect(await fits(`x.${extension}`, program), `a program called ${extension}`).to.equal(false);
    }
    expect(await fits('x.xml', Buffer.from('no markup'))).to.equal(false);
    expect(await fits('x.exe', program)).to.equal(false);
  });
});
