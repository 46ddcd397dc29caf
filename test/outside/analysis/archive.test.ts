import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { expect } from 'chai';
import { AnalysisFailed, openAnalyser, type Analyser } from '../../../outside/analysis/index.ts';
import { readRelationships } from '../../../outside/analysis/worker/relationships.ts';
import { buildEncryptedPdf, buildLoops, buildManyPages } from '../../support/broken-documents.ts';
import { buildFacturXPdf, buildMetadata } from '../../support/factur-x-pdf.ts';

describe('invoices in PDF files', () => {
  let folder: string;
  let analyser: Analyser;

  before('start a process', async () => {
    folder = await mkdtemp(join(tmpdir(), 'archive-'));
    analyser = openAnalyser({ workers: 1 });
  });
  after('end it', async () => {
    await analyser.close();
    await rm(folder, { recursive: true });
  });

  const read = async (content: Uint8Array) => {
    const path = join(folder, 'file.pdf');
    await writeFile(path, content);
    return analyser.readArchive({ path });
  };
  const explain = (content: Uint8Array): Promise<string> =>
    read(content).then(
      () => 'read',
      (error: unknown) => (error instanceof AnalysisFailed ? error.problem : String(error)),
    );

  it('are read with what the file says about them', async () => {
    const { files, metadata } = await read(buildFacturXPdf({ xml: '<é/>', relationship: 'Data' }));
    expect(
      files.map(({ name, relationship, content }) => [name, relationship, Buffer.from(content).toString()]),
    ).to.deep.equal([['factur-x.xml', 'Data', '<é/>']]);
    expect(metadata).to.include('<fx:ConformanceLevel>EN 16931<');
    expect(metadata).to.include(buildMetadata({}).slice(60, 200));
  });

  it('may lack metadata and a relationship', async () => {
    const { files, metadata } = await read(buildFacturXPdf({ xml: '<a/>', relationship: null, level: null }));
    expect([files[0]!.relationship, metadata]).to.deep.equal([null, null]);
  });

  it('are not read from files that are broken, encrypted or no PDF', async () => {
    expect(await explain(buildEncryptedPdf())).to.equal('file_encrypted');
    expect(await explain(buildLoops())).to.be.oneOf(['file_unreadable', 'read']);
    expect(await explain(buildManyPages())).to.equal('too_many_pages');
    expect(await explain(Buffer.from('%PDF-1.7 nothing'))).to.equal('file_unreadable');
    expect(await explain(Buffer.from('<a/>'))).to.equal('file_type_unsupported');
    expect(await explain(buildFacturXPdf({ xml: '<a/>' }))).to.equal('read');
  });
});

describe('relationships of files in a PDF', () => {
  const listNames = (text: string) => [...readRelationships(Buffer.from(text, 'latin1')).byName];

  it('are found in plain and in compressed objects', () => {
    const specification = '<< /F (a.xml) /AFRelationship /Source /EF << /F 5 0 R >> >>';
    expect(listNames(`4 0 obj\n${specification}\nendobj`)).to.deep.equal([['a.xml', 'Source']]);
    const group = deflateSync(`4 0 ${specification}`).toString('latin1');
    const file = `7 0 obj\n<< /Type /ObjStm /Filter /FlateDecode /N 1 /First 4 >>\nstream\n${group}\nendstream\nendobj`;
    expect(listNames(file)).to.deep.equal([['a.xml', 'Source']]);
  });

  it('are those of their own file', () => {
    const two =
      '<< /F (a.xml) /AFRelationship /Data >> << /UF <FEFF0062002E0078006D006C> /AFRelationship /Alternative >>';
    expect(listNames(two)).to.deep.equal([
      ['a.xml', 'Data'],
      ['b.xml', 'Alternative'],
    ]);
    expect(listNames('<< /UF (a\\(1\\)\\056xml) /AFRelationship /Data >>')).to.deep.equal([['a(1).xml', 'Data']]);
  });

  it('of hostile files take little time and memory', () => {
    const bomb = deflateSync(Buffer.alloc(64 * 1024 * 1024)).toString('latin1');
    expect(listNames(`<< /Type /ObjStm >>\nstream\n${bomb}\nendstream`)).to.deep.equal([]);
    expect(listNames('/ObjStm '.repeat(100_000))).to.deep.equal([]);
    expect(listNames('/AFRelationship /Data '.repeat(1_000))).to.deep.equal([]);
    expect(readRelationships(Buffer.from('<< /Encrypt 4 0 R >>')).isEncrypted).to.equal(true);
  });
});
