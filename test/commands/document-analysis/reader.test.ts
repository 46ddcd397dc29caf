import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { isExtractedSheet } from '../../../commands/document-analysis/answers.ts';
import { openDocumentReader, type ReadingRequest } from '../../../commands/document-analysis/index.ts';
import { extractSheet } from '../../../domain/document-imports/extraction/index.ts';
import { openApiEngine } from '../../../outside/analysis/api-engine.ts';
import { AnalysisFailed, type Analyser, type PageContents } from '../../../outside/analysis/index.ts';
import { answerJson, startHttpServer, answerText, type TestHttpServer } from '../../support/http-server.ts';
import { drawInvoice, OWN_IDENTITY, listWords } from '../../support/invoices/index.ts';

describe('Who reads a document', () => {
  const { invoice, drawing } = drawInvoice(2);
  const pages = listWords(drawing);
  const local = extractSheet(pages, { own: OWN_IDENTITY, known: [], today: '2026-11-16' });
  const contents: PageContents = { pageCount: 1, pages, embedded: [], preview: null };

  let folder: string;
  let server: TestHttpServer;
  let path: string;
  const asked: string[] = [];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'reader-'));
    path = join(folder, 'a.pdf');
    await writeFile(path, '%PDF-1.7 content of the file');
    server = await startHttpServer();
  });
  after(async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Gives what it was told to, and notes how it was asked. */
  const analyserOf = (given: PageContents | AnalysisFailed): Analyser => ({
    analyse: async ({ recognition, onProgress }) => {
      asked.push(recognition ?? '');
      onProgress?.('opening', 5);
      if (given instanceof AnalysisFailed) throw given;
      return given;
    },
    countPages: async () => 1,
    readArchive: () => Promise.reject(new AnalysisFailed('file_unreadable')),
    copyPages: async () => [],
    joinFiles: async () => ({ content: new Uint8Array(), pageCounts: [] }),
    close: async () => undefined,
  });

  const request = (more: Partial<ReadingRequest> = {}): ReadingRequest => ({
    path,
    mime: 'application/pdf',
    name: 'a "strange"\r\nname.pdf',
    own: OWN_IDENTITY,
    today: '2026-11-16',
    findKnown: async () => [],
    ...more,
  });

  const readerOf = (given: PageContents | AnalysisFailed, withEngine = false, timeoutMs = 30_000) => {
    asked.length = 0;
    return openDocumentReader({
      analyser: analyserOf(given),
      apiEngine: withEngine
        ? openApiEngine({
            url: `${server.url}/read`,
            key: 'a-key',
            isSheet: isExtractedSheet,
            timeoutMs,
            maxAnswerBytes: 100_000,
          })
        : null,
      readEmbeddedInvoice: (name) =>
        name === 'factur-x.xml' ? { ...local, sheet: { ...local.sheet, number: 'FROM-XML' } } : null,
    });
  };

  it('is we ourselves where nothing else is configured', async () => {
    const steps: [string, number][] = [];
    const reading = await readerOf(contents).read(request({ onProgress: (...step) => steps.push(step) }));
    expect(reading).to.deep.include({ problem: null, engine: 'local', sheet: local.sheet });
    expect(steps).to.deep.equal([
      ['opening', 5],
      ['extracting', 85],
    ]);
    expect(asked).to.deep.equal(['when_needed']);
  });

  it('is the structured invoice inside it, when there is one', async () => {
    const embedded = [{ name: 'factur-x.xml', content: new Uint8Array([1]) }];
    const reading = await readerOf({ ...contents, embedded }).read(request());
    expect(reading).to.deep.include({ engine: 'xml' });
    expect(reading.problem === null && reading.sheet.number).to.equal('FROM-XML');
    const other = await readerOf({ ...contents, embedded: [{ name: 'other.xml', content: new Uint8Array([1]) }] }).read(
      request(),
    );
    expect(other).to.deep.include({ engine: 'local' });
    expect(asked).to.deep.equal(['when_needed', 'always']);
  });

  it('is the engine elsewhere, which is sent the file and who the company is', async () => {
    server.behave(answerJson({ sheet: { ...local.sheet, number: 'FROM-API', confidence: '0.97' } }));
    const reading = await readerOf(contents, true).read(request());
    expect(reading).to.deep.include({ engine: 'api' });
    expect(reading.problem === null && reading.sheet).to.include({ number: 'FROM-API', confidence: '0.97' });
    const { headers, body } = server.requests.at(-1)!;
    expect(headers.authorization).to.equal('Bearer a-key');
    expect(body).to.include('%PDF-1.7 content of the file').and.to.include(OWN_IDENTITY.vatNumber);
    expect(body).to.include('filename="a _strange___name.pdf"');
    expect(asked).to.deep.equal(['never']);
  });

  it('is never believed against the arithmetic', async () => {
    const totals = { ...local.sheet.totals, gross: '1.00' };
    server.behave(
      answerJson({ sheet: { ...local.sheet, totals, confidence: '1.00', structured_communication: '123456789012' } }),
    );
    const reading = await readerOf(contents, true).read(request());
    if (reading.problem !== null) throw new Error('expected a sheet');
    expect(reading.warnings.map(({ code }) => code)).to.include.members([
      'totals_mismatch',
      'structured_communication_invalid',
    ]);
    expect(Number(reading.sheet.confidence)).to.be.below(0.9);
    expect(reading.sheet.structured_communication).to.equal(null);
  });

  const FAILURES = {
    'an error': answerText('', 503),
    'no JSON': answerText('<html>'),
    'another shape': answerJson({ sheet: { number: 1 } }),
    'nothing of use': answerJson([]),
    'much too much': answerJson({ sheet: 'x'.repeat(200_000) }),
    'no answer at all': () => undefined,
  };
  for (const [name, manner] of Object.entries(FAILURES))
    it(`is we ourselves after ${name} of the engine`, async () => {
      server.behave(manner);
      const reading = await readerOf(contents, true, name.startsWith('no answer') ? 300 : 30_000).read(request());
      expect(reading).to.deep.include({ engine: 'local', sheet: local.sheet });
      expect(reading.problem === null && reading.warnings.map(({ code }) => code)).to.include('engine_failed');
      expect(asked).to.deep.equal(['never', 'always']);
    });

  it('tells what is wrong with a document as a value', async () => {
    expect(await readerOf(new AnalysisFailed('file_encrypted')).read(request())).to.deep.equal({
      problem: 'file_encrypted',
      preview: null,
    });
    const empty = { ...contents, pages: [{ ...pages[0]!, words: [] }] };
    expect(await readerOf(empty).read(request())).to.deep.equal({ problem: 'no_text_found', preview: null });
    expect(invoice.number).to.not.equal('');
  });
});
