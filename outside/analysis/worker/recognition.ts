import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Sharp } from 'sharp';
import type { PSM } from 'tesseract.js';
import type { Page, WordOnPage } from '../page-contents.ts';
import { MAX_WORD_LENGTH, MAX_WORDS_A_PAGE, RENDERED_DPI } from './limits.ts';
import { skewOf } from './skew.ts';

/** Text in pictures. The data of the languages lies in packages; nothing is ever downloaded. */

const LANGUAGES = ['fra', 'nld', 'eng', 'deu'];
/** As the package finds columns and blocks by itself. */
const AUTOMATIC = '3' as PSM;
const A4_WIDTH = 595;
/** A strip from a till is narrower than a page: its letters need fewer points to be as large. */
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

function recogniser(): Promise<Recogniser> {
  return (starting ??= startRecogniser());
}

/** The package looks for all languages in one folder, and they come in a package each. */
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
      // Without it an error is thrown where nobody can catch it; it is given to who asked in any case.
      errorHandler: () => undefined,
    });
    await worker.setParameters(PARAMETERS);
    return worker;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The words of a picture. When hardly anything can be read it may lie on its side, and is turned. */
export async function recognised(picture: Sharp, number: number): Promise<Page> {
  const grey = await prepared(picture);
  let best = await recognisedAs(grey, 0);
  for (const turn of [180, 90, 270] as const) {
    if (isLegible(best.words)) break;
    const turned = await recognisedAs(grey, turn);
    if (readable(turned.words) > readable(best.words)) best = turned;
  }
  return { number, source: 'ocr', ...best };
}

const readable = (words: readonly WordOnPage[]): number =>
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

/** Grey, as large as letters are best recognised, from white to black, and straight. */
async function prepared(picture: Sharp): Promise<Prepared> {
  const { default: sharp } = await import('sharp');
  const grey = await rawOf(picture.clone().flatten({ background: '#ffffff' }).greyscale());
  const { width, height } = grey.info;
  const wanted = height / width > NARROW ? NARROW_PIXELS : width > height ? PAGE_PIXELS * 1.2 : PAGE_PIXELS;
  const wide = Math.round(Math.min(wanted, (MAX_PIXELS_HIGH * width) / height));
  const sized = await rawOf(sharp(grey.data, rawAs(grey.info)).resize({ width: wide, kernel: 'cubic' }));
  spread(sized.data);
  const small = await rawOf(sharp(sized.data, rawAs(sized.info)).resize({ width: 600 }));
  const skew = skewOf({ data: small.data, width: small.info.width, height: small.info.height });
  if (Math.abs(skew) < 0.15) return { picture: sharp(sized.data, rawAs(sized.info)), ...sized.info };
  const straight = await rawOf(sharp(sized.data, rawAs(sized.info)).rotate(-skew, { background: '#ffffff' }));
  return { picture: sharp(straight.data, rawAs(straight.info)), ...straight.info };
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const rawAs = ({ width, height }: Size) => ({ raw: { width, height, channels: 1 as const } });

/** One byte a point. */
const rawOf = (picture: Sharp): Promise<{ data: Buffer; info: Size }> =>
  picture.toColourspace('b-w').extractChannel(0).raw().toBuffer({ resolveWithObject: true });

/** Of the points, so many are letters on the emptiest of pages. */
const LETTERS = 0.002;
/** What is nearly as light as the paper is paper. */
const PAPER = 0.12;

/** The paper becomes white and the letters black. What most points are is paper; how few the letters are does not matter. */
function spread(data: Buffer): void {
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

async function recognisedAs({ picture, width, height }: Prepared, turn: 0 | 90 | 180 | 270) {
  const turned = turn === 0 ? picture.clone() : picture.clone().rotate(turn);
  const worker = await recogniser();
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
