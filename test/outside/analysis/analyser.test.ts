import { expect } from 'chai';
import sharp from 'sharp';
import { extractSheet, locateFields } from '../../../domain/document-imports/extraction/index.ts';
import { fromCents } from '../../../domain/money.ts';
import { AnalysisFailed, openAnalyser, type AnalysisProblem } from '../../../outside/analysis/index.ts';
import { useAnalyser } from '../../support/analyser.ts';
import * as broken from '../../support/broken-documents.ts';
import { buildHeic } from '../../support/heic.ts';
import { buildPixelBomb } from '../../support/images.ts';
import { drawInvoice, listWords, OWN_IDENTITY, renderPdf, renderPicture } from '../../support/invoices/index.ts';
import { itLong, sample } from '../../support/long.ts';
import { drawPlainDocument } from '../../support/plain-documents/index.ts';

describe('Documents read in a process of their own', function () {
  // As long as a document may take: how fast the machine is does not matter here.
  this.timeout(150_000);
  const reading = useAnalyser();

  async function problemOf(content: Uint8Array, by = reading.analyser): Promise<AnalysisProblem | null> {
    try {
      await by.analyse({ path: await reading.file(content), mime: 'application/octet-stream' });
      return null;
    } catch (error) {
      if (error instanceof AnalysisFailed) return error.problem;
      throw error;
    }
  }

  it('a PDF with text is read with its places and a preview', async () => {
    const { invoice, drawing } = drawInvoice(6);
    const steps: string[] = [];
    const path = await reading.file(await renderPdf(drawing));
    const contents = await reading.analyser.analyse({
      path,
      mime: 'application/pdf',
      onProgress: (step) => steps.push(step),
    });
    expect(contents.pageCount).to.equal(drawing.pages).and.to.be.greaterThan(1);
    expect(contents.preview?.content.subarray(8, 12)).to.deep.equal(new Uint8Array(Buffer.from('WEBP')));
    expect(steps).to.deep.equal(['opening', 'reading_text', 'reading_text']);
    const { sheet } = extractSheet(contents.pages, { own: OWN_IDENTITY, known: [], today: '2026-11-16' });
    expect(sheet).to.include({ number: invoice.number, date: invoice.date });
    expect(sheet.totals.gross).to.equal(fromCents(BigInt(invoice.gross)));
  });

  it('a plain PDF gives the same sheet as its words', async () => {
    for (const seed of sample([13, 18, 24, 42], (_seed, place) => place === 0)) {
      const { drawing, own } = drawPlainDocument(seed);
      const path = await reading.file(await renderPdf(drawing));
      const { pages } = await reading.analyser.analyse({ path, mime: 'application/pdf' });
      const context = { own, known: [], today: '2026-11-16' };
      const [fromFile, fromWords] = [extractSheet(pages, context), extractSheet(listWords(drawing), context)];
      expect(fromFile, String(seed)).to.deep.equal(fromWords);
      expect(fromFile.sheet.counterparty.name).to.not.equal(null);
    }
  });

  it('a picture is recognised', async () => {
    const { invoice, drawing } = drawInvoice(13);
    const wear = { dotsAnInch: 200, turn: 1.2, ink: 0.2, paper: 0.05, specks: 0.3, blur: 0, format: 'jpeg' } as const;
    const path = await reading.file(await renderPicture(drawing, 1, wear, 13));
    const contents = await reading.analyser.analyse({ path, mime: 'image/jpeg' });
    expect(contents.pages[0]?.source).to.equal('ocr');
    const { sheet, evidence } = extractSheet(contents.pages, { own: OWN_IDENTITY, known: [], today: '2026-11-16' });
    expect(sheet.totals.gross).to.equal(fromCents(BigInt(invoice.gross)));
    expect(sheet.counterparty.vat_number).to.equal(invoice.supplier.vatNumber);
    const locate = (pages: typeof contents.pages) =>
      locateFields(sheet, pages, evidence).find(({ path: field }) => field === 'totals.gross')!.box!;
    const [seen, meant] = [locate(contents.pages), locate(listWords(drawing))];
    // The page was laid down a little askew.
    expect(seen[0]).to.be.closeTo(meant[0], 300);
    expect(seen[1]).to.be.closeTo(meant[1], 300);
  });

  it('a picture of a telephone is seen as it is', async () => {
    const wear = { dotsAnInch: 100, turn: 0, ink: 0, paper: 0, specks: 0, blur: 0, format: 'png' } as const;
    const png = await renderPicture(drawInvoice(13).drawing, 1, wear, 13);
    const grey = (picture: Uint8Array, size: { width?: number; height?: number } = {}) =>
      sharp(picture)
        .resize({ ...size, fit: 'fill' })
        .toColourspace('b-w')
        .extractChannel(0)
        .raw()
        .toBuffer({ resolveWithObject: true });
    // Whole blocks: what is added to others would move the rest.
    const [width, height] = [832, 1184];
    const { data: points } = await grey(png, { width, height });
    const path = await reading.file(buildHeic({ points, width, height }));
    const contents = await reading.analyser.analyse({ path, mime: 'image/heic', recognition: 'never' });
    const [seen, meant] = [await grey(contents.preview!.content), await grey(png, contents.preview!)];
    const apart = meant.data.reduce((sum, value, index) => sum + Math.abs(value - seen.data[index]!), 0);
    const ofWhite = meant.data.reduce((sum, value) => sum + 255 - value, 0);
    expect(ofWhite).to.be.greaterThan(0);
    expect(apart / ofWhite).to.be.below(0.5);
  });

  it('what is broken is told from what is not', async () => {
    const good = await renderPdf(drawInvoice(8).drawing);
    const { drawing } = drawInvoice(3);
    const wear = { dotsAnInch: 72, turn: 0, ink: 0, paper: 0, specks: 0, blur: 0, format: 'jpeg' } as const;
    const jpeg = await renderPicture(drawing, 1, wear, 1);
    expect(await problemOf(good.subarray(0, 300))).to.equal('file_unreadable');
    expect(await problemOf(broken.buildLoops())).to.equal('file_unreadable');
    expect(await problemOf(broken.buildManyPages())).to.equal('too_many_pages');
    const claimed = await reading.analyser.analyse({
      path: await reading.file(broken.buildFalsePageCount()),
      mime: '',
      recognition: 'never',
    });
    expect(claimed.pageCount).to.equal(1);
    expect(await problemOf(broken.buildEncryptedPdf())).to.equal('file_encrypted');
    expect(await problemOf(buildPixelBomb())).to.equal('image_too_large');
    expect(await problemOf(jpeg.subarray(0, jpeg.length / 2))).to.equal('file_unreadable');
    expect(await problemOf(broken.buildBrokenHeif())).to.equal('file_unreadable');
    expect(await problemOf(Buffer.from('MZ\x90\0 this program cannot be run'))).to.equal('file_type_unsupported');
    expect(await problemOf(Buffer.concat([Buffer.from('GIF89a'), good]))).to.equal('file_unreadable');
  });

  it('of very many frames the first is read, and no script runs', async () => {
    const path = await reading.file(broken.buildManyFrames());
    const frames = await reading.analyser.analyse({ path, mime: 'image/gif', recognition: 'never' });
    expect(frames).to.deep.include({ pageCount: 1, pages: [] });
    const scripted = await reading.analyser.analyse({
      path: await reading.file(broken.buildScripts()),
      mime: 'application/pdf',
    });
    expect(scripted.pages[0]?.words.map(({ text }) => text)).to.include('121,00');
  });

  it('one that takes too long is ended, and the next is read by another process', async () => {
    const hurried = openAnalyser({ workers: 1, timeoutMs: 2_000 });
    try {
      expect(await problemOf(broken.buildEndlessDrawing(), hurried)).to.be.oneOf([
        'analysis_timeout',
        'analysis_memory',
      ]);
    } finally {
      await hurried.close();
    }
    expect(await problemOf(broken.buildScripts())).to.equal(null);
  });

  itLong('one that is ended does not take the next one with it', async () => {
    const small = openAnalyser({ workers: 1, maxResidentMb: 400, timeoutMs: 60_000 });
    try {
      const [ended, next] = await Promise.all([
        problemOf(broken.buildEndlessDrawing(), small),
        problemOf(broken.buildScripts(), small),
      ]);
      expect([ended, next]).to.deep.equal(['analysis_memory', null]);
    } finally {
      await small.close();
    }
  });

  itLong('one that makes no progress is ended long before the time that text recognition may take', async () => {
    const impatient = openAnalyser({ workers: 1, stallMs: 3_000, timeoutMs: 120_000, maxResidentMb: 20_000 });
    try {
      const startedAt = performance.now();
      expect(await problemOf(broken.buildEndlessDrawing(), impatient)).to.be.oneOf([
        'analysis_timeout',
        'analysis_memory',
      ]);
      expect(performance.now() - startedAt).to.be.lessThan(60_000);
    } finally {
      await impatient.close();
    }
  });

  it('tenants take turns, however many documents one of them sends', async () => {
    const turns = openAnalyser({ workers: 1 });
    try {
      const order: number[] = [];
      const path = await reading.file(broken.buildScripts());
      const send = async (tenant: number): Promise<void> => {
        await turns.analyse({ path, mime: 'application/pdf', tenant });
        order.push(tenant);
      };
      await Promise.all([1, 1, 1, 1, 2, 2, 3].map(send));
      expect(order).to.deep.equal([1, 2, 3, 1, 2, 1, 1]);
    } finally {
      await turns.close();
    }
  });

  it('one that is called off, or that grows too large, ends alone', async () => {
    const small = openAnalyser({ workers: 1, maxResidentMb: 1 });
    try {
      expect(await problemOf(broken.buildEndlessDrawing(), small)).to.equal('analysis_memory');
      const calling = new AbortController();
      const asked = small.analyse({
        path: await reading.file(broken.buildScripts()),
        mime: 'application/pdf',
        signal: calling.signal,
      });
      calling.abort();
      expect(await asked.catch((error: AnalysisFailed) => error.problem)).to.equal('analysis_cancelled');
    } finally {
      await small.close();
    }
  });
});
