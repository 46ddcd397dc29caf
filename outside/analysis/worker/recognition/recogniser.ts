import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { PSM } from 'tesseract.js';
import { MAX_WORD_LENGTH, MAX_WORDS_A_PAGE, RENDERED_DPI } from '../limits.ts';
import type { GreyPicture } from '../preparation/index.ts';

/** Text recognition in prepared pictures. Language data comes from packages; nothing is downloaded. */

export type Language = 'fra' | 'nld' | 'eng' | 'deu';
export const ALL_LANGUAGES: readonly Language[] = ['fra', 'nld', 'eng', 'deu'];

/** Automatic detection of columns and blocks, or one block of lines. */
const SEGMENTATION = { page: '3', block: '6' } as const;

/** Lengths are in pixels of the picture. */
export interface RecognisedWord {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** From 0 to 1. */
  readonly confidence: number;
}

export interface RecognisedLine {
  readonly words: readonly RecognisedWord[];
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

interface Box {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}
interface Block {
  readonly paragraphs: readonly {
    readonly lines: readonly {
      readonly bbox: Box;
      readonly words: readonly { readonly text: string; readonly confidence: number; readonly bbox: Box }[];
    }[];
  }[];
}
interface Parameters {
  readonly tessedit_pageseg_mode: PSM;
  readonly user_defined_dpi: string;
}
interface Worker {
  recognize(image: Buffer, options: object, output: object): Promise<{ data: { blocks: Block[] | null } }>;
  reinitialize(languages: string): Promise<unknown>;
  setParameters(parameters: Parameters): Promise<unknown>;
}

const packages = createRequire(import.meta.url);
let starting: Promise<Worker> | null = null;
let loaded = '';

/** The package expects all languages in one folder, but each comes in a separate package. */
async function startWorker(): Promise<Worker> {
  const { createWorker, OEM } = await import('tesseract.js');
  const folder = await mkdtemp(join(tmpdir(), 'languages-'));
  try {
    for (const language of ALL_LANGUAGES) {
      const place = dirname(packages.resolve(`@tesseract.js-data/${language}/package.json`));
      const name = `${language}.traineddata.gz`;
      await copyFile(join(place, '4.0.0_best_int', name), join(folder, name));
    }
    return await createWorker([...ALL_LANGUAGES], OEM.LSTM_ONLY, {
      langPath: folder,
      cacheMethod: 'none',
      gzip: true,
      // Without it, an error is thrown where it cannot be caught; the caller gets it in any case.
      errorHandler: () => undefined,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export async function recogniseLines(
  picture: GreyPicture,
  languages: readonly Language[],
  segmentation: keyof typeof SEGMENTATION = 'page',
): Promise<RecognisedLine[]> {
  const worker = await (starting ??= startWorker());
  const wanted = languages.join('+');
  if (loaded !== wanted) {
    await worker.reinitialize(wanted);
    loaded = wanted;
  }
  await worker.setParameters({
    tessedit_pageseg_mode: SEGMENTATION[segmentation] as PSM,
    user_defined_dpi: String(RENDERED_DPI),
  });
  const { data } = await worker.recognize(encodePgm(picture), {}, { text: false, blocks: true });
  return (data.blocks ?? [])
    .flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines }) => lines))
    .map(({ bbox, words }) => ({ ...toEdges(bbox), words: words.map(toWord).filter(({ text }) => text !== '') }))
    .slice(0, MAX_WORDS_A_PAGE);
}

const toEdges = ({ x0, y0, x1, y1 }: Box) => ({ left: x0, top: y0, right: x1, bottom: y1 });

const toWord = ({ text, confidence, bbox }: { text: string; confidence: number; bbox: Box }): RecognisedWord => ({
  text: text.trim().slice(0, MAX_WORD_LENGTH),
  ...toEdges(bbox),
  confidence: Math.max(0, Math.min(1, confidence / 100)),
});

/** The simplest format: nothing is compressed. */
const encodePgm = ({ data, width, height }: GreyPicture): Buffer =>
  Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), data]);
