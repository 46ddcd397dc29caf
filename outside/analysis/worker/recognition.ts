import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Sharp } from 'sharp';
import type { PSM } from 'tesseract.js';
import type { Page, WordOnPage } from '../page-contents.ts';
import { MAX_WORD_LENGTH, MAX_WORDS_A_PAGE, RENDERED_DPI } from './limits.ts';
import { measureSkew } from './skew.ts';

/** Text recognition in images. Language data comes from packages; nothing is downloaded. */

const LANGUAGES = ['fra', 'nld', 'eng', 'deu'];
/** Automatic detection of columns and blocks. */
const AUTOMATIC = '3' as PSM;
const A4_WIDTH = 595;
/** A till receipt is narrower than a page: its letters need fewer pixels for the same size. */
const NARROW = 1.9;
const NARROW_PIXELS = 1_000;
const PAGE_PIXELS = Math.round((A4_WIDTH / 72) * RENDERED_DPI);
const MAX_PIXELS_HIGH = 6_000;

const PARAMETERS = {
  tessedit_pageseg_mode: AUTOMATIC,
  user_defined_dpi: String(RENDERED_DPI),
};

interface Recogniser {
  recognize(image: Buffer, options: object, output: object): Promise<{ data: { blocks: Block[] | null } }>;
  setParameters(parameters: typeof PARAMETERS): Promise<unknown>;
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
      readonly words: readonly { readonly text: string; readonly confidence: number; readonly bbox: Box }[];
    }[];
  }[];
}

const packages = createRequire(import.meta.url);
let starting: Promise<Recogniser> | null = null;

function getRecogniser(): Promise<Recogniser> {
  return (starting ??= startRecogniser());
}

/** The package expects all languages in one folder, but each comes in a separate package. */
async function startRecogniser(): Promise<Recogniser> {
  const { createWorker, OEM } = await import('tesseract.js');
  const folder = await mkdtemp(join(tmpdir(), 'languages-'));
  try {
    for (const language of LANGUAGES) {
      const place = dirname(packages.resolve(`@tesseract.js-data/${language}/package.json`));
      const name = `${language}.traineddata.gz`;
      await copyFile(join(place, '4.0.0_best_int', name), join(folder, name));
    }
    const worker: Recogniser = await createWorker(LANGUAGES, OEM.LSTM_ONLY, {
      langPath: folder,
      cacheMethod: 'none',
      gzip: true,
      // Without it, an error is thrown where it cannot be caught; the caller gets it in any case.
      errorHandler: () => undefined,
    });
    await worker.setParameters(PARAMETERS);
    return worker;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Recognises the words of an image. If hardly anything is legible, rotations are tried. */
export async function recognisePage(picture: Sharp, number: number): Promise<Page> {
  const grey = await preparePicture(picture);
  let best = await recogniseTurned(grey, 0);
  for (const turn of [180, 90, 270] as const) {
    if (isLegible(best.words)) break;
    const turned = await recogniseTurned(grey, turn);
    if (scoreReadability(turned.words) > scoreReadability(best.words)) best = turned;
  }
  return { number, source: 'ocr', ...best };
}

const scoreReadability = (words: readonly WordOnPage[]): number =>
  words.reduce((sum, { text, confidence }) => sum + (confidence > 0.6 && text.length > 2 ? text.length : 0), 0);

function isLegible(words: readonly WordOnPage[]): boolean {
  const good = words.filter(({ text, confidence }) => confidence > 0.6 && text.length > 2).length;
  return good >= 12 && good > words.length * 0.3;
}

interface Prepared {
  readonly picture: Sharp;
  readonly width: number;
  readonly height: number;
}

/** Converts the image to greyscale, optimal size and full contrast, and straightens it. */
async function preparePicture(picture: Sharp): Promise<Prepared> {
  const { default: sharp } = await import('sharp');
  const grey = await toRawPixels(picture.clone().flatten({ background: '#ffffff' }).greyscale());
  const { width, height } = grey.info;
  const wanted = height / width > NARROW ? NARROW_PIXELS : width > height ? PAGE_PIXELS * 1.2 : PAGE_PIXELS;
  const wide = Math.round(Math.min(wanted, (MAX_PIXELS_HIGH * width) / height));
  const sized = await toRawPixels(
    sharp(grey.data, buildRawOptions(grey.info)).resize({ width: wide, kernel: 'cubic' }),
  );
  stretchContrast(sized.data);
  const small = await toRawPixels(sharp(sized.data, buildRawOptions(sized.info)).resize({ width: 600 }));
  const skew = measureSkew({ data: small.data, width: small.info.width, height: small.info.height });
  if (Math.abs(skew) < 0.15) return { picture: sharp(sized.data, buildRawOptions(sized.info)), ...sized.info };
  const straight = await toRawPixels(
    sharp(sized.data, buildRawOptions(sized.info)).rotate(-skew, { background: '#ffffff' }),
  );
  return { picture: sharp(straight.data, buildRawOptions(straight.info)), ...straight.info };
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const buildRawOptions = ({ width, height }: Size) => ({ raw: { width, height, channels: 1 as const } });

/** One byte per pixel. */
const toRawPixels = (picture: Sharp): Promise<{ data: Buffer; info: Size }> =>
  picture.toColourspace('b-w').extractChannel(0).raw().toBuffer({ resolveWithObject: true });

/** Share of letter pixels on a nearly empty page. */
const LETTERS = 0.002;
/** Pixels nearly as light as the paper count as paper. */
const PAPER = 0.12;

/** Makes the paper white and the letters black. The most frequent level is the paper, however few letters there are. */
function stretchContrast(data: Buffer): void {
  const counts = new Uint32Array(256);
  for (const value of data) counts[value]! += 1;
  const paper = counts.reduce((best, count, value) => (value >= 64 && count > counts[best]! ? value : best), 255);
  let black = 0;
  for (let seen = 0; black < paper && (seen += counts[black]!) < data.length * LETTERS;) black += 1;
  const white = paper - PAPER * (paper - black);
  if (white - black < 16) return;
  const levels = Uint8Array.from(counts, (_, value) =>
    Math.round(255 * Math.max(0, Math.min(1, (value - black) / (white - black)))),
  );
  for (let index = 0; index < data.length; index++) data[index] = levels[data[index]!]!;
}

async function recogniseTurned({ picture, width, height }: Prepared, turn: 0 | 90 | 180 | 270) {
  const turned = turn === 0 ? picture.clone() : picture.clone().rotate(turn);
  const worker = await getRecogniser();
  const { data } = await worker.recognize(
    await turned.png({ compressionLevel: 1 }).toBuffer(),
    {},
    { text: false, blocks: true },
  );
  const [wide, high] = turn % 180 === 0 ? [width, height] : [height, width];
  const scale = A4_WIDTH / wide;
  const words = (data.blocks ?? [])
    .flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines }) => lines.flatMap((line) => line.words)))
    .filter(({ text }) => text.trim() !== '')
    .slice(0, MAX_WORDS_A_PAGE)
    .map(({ text, confidence, bbox }): WordOnPage => ({
      text: text.trim().slice(0, MAX_WORD_LENGTH),
      left: bbox.x0 * scale,
      top: bbox.y0 * scale,
      right: bbox.x1 * scale,
      bottom: bbox.y1 * scale,
      confidence: Math.max(0, Math.min(1, confidence / 100)),
    }));
  return { width: A4_WIDTH, height: high * scale, words };
}
