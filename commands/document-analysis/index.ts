import type { PlainDate } from '../../domain/dates.ts';
import {
  extractSheet,
  locateFields,
  collectThirdPartyKeys,
  type FieldEvidence,
  type KnownThirdParty,
  type ThirdPartyKeys,
} from '../../domain/document-imports/extraction/index.ts';
import type { ReadField } from '../../domain/document-imports/fields.ts';
import type { PageOf } from '../../domain/document-imports/import-events.ts';
import { findPageOf, groupPages } from '../../domain/document-imports/page-groups.ts';
import type { ExtractedSheet, OwnIdentity, ReadDocument, SheetWarning } from '../../domain/document-imports/sheet.ts';
import type { ApiEngine } from '../../outside/analysis/api-engine.ts';
import {
  AnalysisFailed,
  type Analyser,
  type AnalysisProblem,
  type AnalysisStep,
  type PageContents,
  type Preview,
} from '../../outside/analysis/index.ts';
import { toExtractedDocument } from './answers.ts';

/** Reads a document into a sheet: from an embedded structured invoice, by the external engine, or by our own extraction. */

export type ReadingStep = AnalysisStep | 'asking_engine' | 'extracting';

export interface ReadingRequest {
  readonly path: string;
  readonly mime: string;
  readonly name: string;
  readonly own: OwnIdentity;
  readonly today: PlainDate;
  /** Finds the third parties that match these keys. */
  findKnown(keys: ThirdPartyKeys): Promise<readonly KnownThirdParty[]>;
  /** Whether it may turn out to be several documents. */
  readonly isDivisible?: boolean;
  readonly signal?: AbortSignal;
  /** The firm: waiting documents take turns by firm. */
  readonly tenant?: number;
  /** The percentage never decreases. */
  onProgress?(step: ReadingStep, percent: number): void;
}

export type ReadingProblem = AnalysisProblem | 'no_text_found';

export type Reading =
  /** Pages of each of several documents in the file. */
  | { readonly problem: 'several_documents'; readonly parts: readonly (readonly number[])[]; readonly preview: null }
  | { readonly problem: ReadingProblem; readonly preview: Preview | null }
  | {
      readonly problem: null;
      readonly engine: 'local' | 'api' | 'xml';
      readonly sheet: ExtractedSheet;
      readonly warnings: readonly SheetWarning[];
      /** Where its values are on the pages. */
      readonly fields: readonly ReadField[];
      readonly thirdPartyId: number | null;
      readonly preview: Preview | null;
      readonly pageCount: number;
      /** Page number printed on a single page. */
      readonly pageOf: PageOf | null;
    };

export interface DocumentReader {
  read(request: ReadingRequest): Promise<Reading>;
  /** Counts, copies and joins pages, in the processes that read documents. @throws AnalysisFailed */
  readonly pages: Pick<Analyser, 'countPages' | 'copyPages' | 'joinFiles'>;
  /** Reads invoices in PDF files, in the same processes. @throws AnalysisFailed */
  readonly archives: Pick<Analyser, 'readArchive'>;
  close(): Promise<void>;
}

export interface DocumentReaderOptions {
  readonly analyser: Analyser;
  /** Null if none is configured. */
  readonly apiEngine: ApiEngine<ExtractedSheet> | null;
  /** Reads a structured invoice embedded in a document. Null if it is not an invoice. */
  readEmbeddedInvoice(
    name: string,
    content: Uint8Array,
    own: OwnIdentity,
  ): Promise<ReadDocument | null> | ReadDocument | null;
  onEngineFailure?(error: unknown): void;
}

/** A text with fewer words is not treated as a document. */
const FEWEST_WORDS = 5;

export function openDocumentReader(options: DocumentReaderOptions): DocumentReader {
  return {
    pages: options.analyser,
    archives: options.analyser,
    async read(request) {
      try {
        return await readDocument(options, { ...request, onProgress: withRisingProgress(request.onProgress) });
      } catch (error) {
        if (error instanceof AnalysisFailed) return { problem: error.problem, preview: null };
        throw error;
      }
    },
    async close() {
      await Promise.all([options.analyser.close(), options.apiEngine?.close()]);
    },
  };
}

async function readDocument(options: DocumentReaderOptions, request: ReadingRequest): Promise<Reading> {
  const { analyser, apiEngine } = options;
  const { path, mime, isDivisible: outline = false, signal, tenant, onProgress } = request;
  const analyseWith = (recognition: 'when_needed' | 'always' | 'never'): Promise<PageContents> =>
    analyser.analyse({ path, mime, recognition, outline, signal, tenant, onProgress });
  const contents = await analyseWith(apiEngine ? 'never' : 'when_needed');
  const embedded = await readEmbeddedSheet(options, request, contents);
  if (embedded) return toReading(contents, { ...embedded, engine: 'xml', thirdPartyId: null, evidence: null });
  const parts = contents.outline ? groupPages(contents.outline, contents.pageCount) : null;
  if (parts) return { problem: 'several_documents', parts, preview: null };
  const { asked, failed } = await askEngine(options, request, contents);
  if (asked) return asked;
  // Text recognition was skipped in favour of the engine or of an embedded file that was not an invoice; do it now.
  const complete = apiEngine || contents.embedded.length > 0 ? await analyseWith('always') : contents;
  if (countWords(complete) < FEWEST_WORDS) return { problem: 'no_text_found', preview: complete.preview };
  onProgress?.('extracting', 85);
  const known = await request.findKnown(collectThirdPartyKeys(complete.pages));
  const { own, today } = request;
  const read = extractSheet(complete.pages, { own, today, known, pageCount: complete.pageCount });
  const warnings = failed ? [...read.warnings, { code: 'engine_failed' }] : read.warnings;
  return toReading(complete, { ...read, warnings, engine: 'local' });
}

const countWords = ({ pages }: PageContents): number => pages.reduce((count, { words }) => count + words.length, 0);

async function readEmbeddedSheet(
  { readEmbeddedInvoice }: DocumentReaderOptions,
  { own }: ReadingRequest,
  { embedded }: PageContents,
): Promise<ReadDocument | null> {
  for (const { name, content } of embedded) {
    const read = await readEmbeddedInvoice(name, content, own);
    if (read !== null) return read;
  }
  return null;
}

async function askEngine(
  { apiEngine, onEngineFailure }: DocumentReaderOptions,
  { path, mime, name, own, today, findKnown, onProgress }: ReadingRequest,
  contents: PageContents,
): Promise<{ asked: Reading | null; failed: boolean }> {
  if (!apiEngine) return { asked: null, failed: false };
  onProgress?.('asking_engine', 30);
  try {
    const sheet = await apiEngine.readSheet({ path, mime, name, context: { own, today } });
    onProgress?.('extracting', 85);
    const read = toExtractedDocument(sheet, { own, today, known: await findKnown(getPartyKeys(sheet)) });
    return { asked: toReading(contents, { ...read, engine: 'api' }), failed: false };
  } catch (error) {
    onEngineFailure?.(error);
    return { asked: null, failed: true };
  }
}

const keepPresent = (...values: readonly (string | null)[]): string[] => values.filter((value) => value !== null);

const getPartyKeys = ({ counterparty, payment }: ExtractedSheet): ThirdPartyKeys => ({
  vatNumbers: keepPresent(counterparty.vat_number),
  enterpriseNumbers: keepPresent(counterparty.enterprise_number),
  ibans: keepPresent(counterparty.iban, payment.iban),
  names: keepPresent(counterparty.name).map((name) => name.toLowerCase()),
});

type Read = ReadDocument & {
  readonly engine: 'local' | 'api' | 'xml';
  readonly thirdPartyId: number | null;
  readonly evidence: FieldEvidence | null;
};

const toReading = ({ preview, pageCount, pages }: PageContents, read: Read): Reading => ({
  problem: null,
  engine: read.engine,
  sheet: read.sheet,
  warnings: read.warnings,
  fields: locateFields(read.sheet, pages, read.evidence),
  thirdPartyId: read.thirdPartyId,
  preview,
  pageCount,
  pageOf: findPageOf(pages),
});

/** Keeps the progress from going back when a document is opened a second time. */
function withRisingProgress(onProgress: ReadingRequest['onProgress']): ReadingRequest['onProgress'] {
  let highest = 0;
  return (step, percent) => {
    if (percent < highest) return;
    highest = percent;
    onProgress?.(step, percent);
  };
}
