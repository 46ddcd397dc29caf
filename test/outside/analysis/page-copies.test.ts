import { expect } from 'chai';
import sharp from 'sharp';
import { AnalysisFailed } from '../../../outside/analysis/index.ts';
import { useAnalyser } from '../../support/analyser.ts';
import * as broken from '../../support/broken-documents.ts';
import { buildTextPdf } from '../../support/text-pdf.ts';

describe('Pages copied in a process of their own', function () {
  this.timeout(150_000);
  const reading = useAnalyser();

  const readTexts = async (content: Uint8Array): Promise<string[]> => {
    const path = await reading.file(content);
    const { pages } = await reading.analyser.analyse({ path, mime: 'application/pdf', recognition: 'never' });
    return pages.map(({ words }) => words.map(({ text }) => text).join(' '));
  };

  it('keep their text and the given order', async () => {
    const path = await reading.file(await buildTextPdf([['First page'], ['Second page'], ['Third page']]));
    expect(await reading.analyser.countPages({ path })).to.equal(3);
    const copies = await reading.analyser.copyPages({ path, groups: [[1, 3], [2], [3, 1]] });
    expect(await Promise.all(copies.map(readTexts))).to.deep.equal([
      ['First page', 'Third page'],
      ['Second page'],
      ['Third page', 'First page'],
    ]);
  });

  it('are joined from PDF files and images alike', async () => {
    const white = { create: { width: 300, height: 400, channels: 3, background: '#ffffff' } } as const;
    const image = await reading.file(await sharp(white).png().toBuffer());
    const one = await reading.file(await buildTextPdf([['Alpha'], ['Beta']]));
    const other = await reading.file(await buildTextPdf([['Gamma']]));
    const joined = await reading.analyser.joinFiles({ paths: [image, one, other], maxPages: 10 });
    expect(joined.pageCounts).to.deep.equal([1, 2, 1]);
    expect(await readTexts(joined.content)).to.deep.equal(['', 'Alpha', 'Beta', 'Gamma']);
    const startsWithPdf = await reading.analyser.joinFiles({ paths: [other, image], maxPages: 10 });
    expect(await reading.analyser.countPages({ path: await reading.file(startsWithPdf.content) })).to.equal(2);
  });

  it('of a file that is broken, encrypted or too long are not made, with the reason', async () => {
    const good = await reading.file(await buildTextPdf([['Alpha'], ['Beta']]));
    const explain = (work: Promise<unknown>): Promise<string> =>
      work.then(
        () => 'none',
        (error: unknown) => (error instanceof AnalysisFailed ? error.problem : String(error)),
      );
    const encrypted = await reading.file(broken.buildEncryptedPdf());
    const loops = await reading.file(broken.buildLoops());
    const program = await reading.file(Buffer.from('MZ\x90\0 this program cannot be run'));
    expect(await explain(reading.analyser.copyPages({ path: encrypted, groups: [[1]] }))).to.equal('file_encrypted');
    expect(await explain(reading.analyser.joinFiles({ paths: [good, encrypted], maxPages: 9 }))).to.equal(
      'file_encrypted',
    );
    expect(await explain(reading.analyser.joinFiles({ paths: [good, loops], maxPages: 9 }))).to.equal(
      'file_unreadable',
    );
    expect(await explain(reading.analyser.joinFiles({ paths: [good, program], maxPages: 9 }))).to.equal(
      'file_type_unsupported',
    );
    expect(await explain(reading.analyser.joinFiles({ paths: [good, good], maxPages: 3 }))).to.equal('too_many_pages');
    const copies = await reading.analyser.copyPages({ path: await reading.file(broken.buildScripts()), groups: [[1]] });
    expect(Buffer.from(copies[0]!).includes('/JavaScript')).to.equal(false);
  });
});
