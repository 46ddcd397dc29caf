import type { PlainDate } from '../../domain/dates.ts';
import {
  extractSheet,
  thirdPartyKeys,
  type KnownThirdParty,
  type ThirdPartyKeys,
} from '../../domain/document-imports/extraction/index.ts';
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
import { fromEngine } from './answers.ts';

/** A document from its file to a sheet: with the structured invoice inside it, the engine elsewhere, or our own. */

export type ReadingStep = AnalysisStep | 'asking_engine' | 'extracting';

export interface ReadingRequest {
  readonly path: string;
  readonly mime: string;
  readonly name: string;
  readonly own: OwnIdentity;
  readonly today: PlainDate;
  /** The third parties that these keys lead to. */
  findKnown(keys: ThirdPartyKeys): Promise<readonly KnownThirdParty[]>;
  readonly signal?: AbortSignal;
  /** The percentage never falls. */
  onProgress?(step: ReadingStep, percent: number): void;
}

export type ReadingProblem = AnalysisProblem | 'no_text_found';

export type Reading =
  | { readonly problem: ReadingProblem; readonly preview: Preview | null }
  | {
      readonly problem: null;
      readonly engine: 'local' | 'api' | 'xml';
      readonly sheet: ExtractedSheet;
      readonly warnings: readonly SheetWarning[];
      readonly thirdPartyId: number | null;
      readonly preview: Preview | null;
      readonly pageCount: number;
    };

export interface DocumentReader {
  read(request: ReadingRequest): Promise<Reading>;
  close(): Promise<void>;
}

export interface DocumentReaderOptions {
  readonly analyser: Analyser;
  /** Null: none is configured. */
  readonly apiEngine: ApiEngine<ExtractedSheet> | null;
  /** Reads a structured invoice that is embedded in a document; null for what is none. */
  readEmbedded(name: string, content: Uint8Array, own: OwnIdentity): Promise<ReadDocument | null> | ReadDocument | null;
  onEngineFailure?(error: unknown): void;
}

/** Fewer words are no document. */
const FEWEST_WORDS = 5;

export function openDocumentReader(options: DocumentReaderOptions): DocumentReader {
  return {
    async read(request) {
      try {
        return await readDocument(options, { ...request, onProgress: rising(request.onProgress) });
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
  const { path, mime, signal, onProgress } = request;
  const open = (recognition: 'when_needed' | 'always' | 'never'): Promise<PageContents> =>
    analyser.analyse({ path, mime, recognition, signal, onProgress });
  const contents = await open(apiEngine ? 'never' : 'when_needed');
  const embedded = await embeddedSheet(options, request, contents);
  if (embedded) return withContents(contents, { ...embedded, engine: 'xml', thirdPartyId: null });
  const { asked, failed } = await askEngine(options, request, contents);
  if (asked) return asked;
  // What was not recognised for the sake of the engine, or of an invoice that turned out to be none, is recognised now.
  const complete = apiEngine || contents.embedded.length > 0 ? await open('always') : contents;
  if (wordsOf(complete) < FEWEST_WORDS) return { problem: 'no_text_found', preview: complete.preview };
  onProgress?.('extracting', 85);
  const known = await request.findKnown(thirdPartyKeys(complete.pages));
  const { own, today } = request;
  const read = extractSheet(complete.pages, { own, today, known, pageCount: complete.pageCount });
  const warnings = failed ? [...read.warnings, { code: 'engine_failed' }] : read.warnings;
  return withContents(complete, { ...read, warnings, engine: 'local' });
}

const wordsOf = ({ pages }: PageContents): number => pages.reduce((count, { words }) => count + words.length, 0);

async function embeddedSheet(
  { readEmbedded }: DocumentReaderOptions,
  { own }: ReadingRequest,
  { embedded }: PageContents,
): Promise<ReadDocument | null> {
  for (const { name, content } of embedded) {
    const read = await readEmbedded(name, content, own);
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
    const sheet = await apiEngine.read({ path, mime, name, context: { own, today } });
    onProgress?.('extracting', 85);
    const read = fromEngine(sheet, { own, today, known: await findKnown(keysOf(sheet)) });
    return { asked: withContents(contents, { ...read, engine: 'api' }), failed: false };
  } catch (error) {
    onEngineFailure?.(error);
    return { asked: null, failed: true };
  }
}

const present = (...values: readonly (string | null)[]): string[] => values.filter((value) => value !== null);

const keysOf = ({ counterparty, payment }: ExtractedSheet): ThirdPartyKeys => ({
  vatNumbers: present(counterparty.vat_number),
  enterpriseNumbers: present(counterparty.enterprise_number),
  ibans: present(counterparty.iban, payment.iban),
  names: present(counterparty.name).map((name) => name.toLowerCase()),
});

type Read = ReadDocument & { readonly engine: 'local' | 'api' | 'xml'; readonly thirdPartyId: number | null };

const withContents = ({ preview, pageCount }: PageContents, read: Read): Reading => ({
  problem: null,
  engine: read.engine,
  sheet: read.sheet,
  warnings: read.warnings,
  thirdPartyId: read.thirdPartyId,
  preview,
  pageCount,
});

/** A document that is opened twice goes on where it was. */
function rising(onProgress: ReadingRequest['onProgress']): ReadingRequest['onProgress'] {
  let highest = 0;
  return (step, percent) => {
    if (percent < highest) return;
    highest = percent;
    onProgress?.(step, percent);
  };
}
