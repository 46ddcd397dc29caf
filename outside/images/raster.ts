import type { Sharp, SharpConstructor } from 'sharp';
import { ImageRefused } from './image-refusal.ts';

/** Decoding takes memory per pixel, however small the file; this is enough for any logo. */
const MAX_PIXELS = 25_000_000;
/** Whole rows are decoded at once: a one-row image must not have millions of columns. */
const LONGEST_SIDE = 10_000;
const MAX_SIDE = 1024;
const ICON_SIDE = 256;
const TIMEOUT_SECONDS = 10;
/** Decoding uses shared threads: two at a time leave some for others. */
const AT_ONCE = 2;

let loading: Promise<SharpConstructor> | null = null;

/** Loaded with the first image, because the decoders take memory. */
function loadSharp(): Promise<SharpConstructor> {
  return (loading ??= import('sharp').then(({ default: sharp }) => {
    // Each file is decoded once, so a cache would be useless.
    sharp.cache(false);
    sharp.concurrency(1);
    return sharp;
  }));
}

export type RasterType = 'image/png' | 'image/jpeg' | 'image/webp';

export interface RasterImage {
  readonly content: Uint8Array;
  readonly mediaType: RasterType;
}

/** Detected by the first bytes, never by name. Only these decoders are used. */
const SIGNATURES: readonly (readonly [RasterType, (content: Buffer) => boolean])[] = [
  ['image/png', (content) => content.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))],
  ['image/jpeg', (content) => content.subarray(0, 3).equals(Buffer.from('\xff\xd8\xff', 'latin1'))],
  [
    'image/webp',
    (content) => content.toString('latin1', 0, 4) === 'RIFF' && content.toString('latin1', 8, 12) === 'WEBP',
  ],
];

/** Other image types, to distinguish them from files that are not images. */
const OTHER_IMAGES = /^(?:GIF8[79]a|BM|II\*\0|MM\0\*|\0\0\x01\0|....ftyp(?:heic|heix|mif1|avif))/s;

export async function cleanRaster(bytes: Uint8Array): Promise<RasterImage> {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const mediaType = SIGNATURES.find(([, matches]) => matches(content))?.[0];
  if (mediaType === undefined)
    throw new ImageRefused(
      OTHER_IMAGES.test(content.toString('latin1', 0, 16)) ? 'image_type_unsupported' : 'not_an_image',
    );
  return runInTurn(async () => {
    await refuseTooLarge(content);
    // Rotated according to the camera orientation, because the metadata is removed.
    const image = (await openDecoder(content)).autoOrient().resize({
      width: MAX_SIDE,
      height: MAX_SIDE,
      fit: 'inside',
      withoutEnlargement: true,
    });
    return { mediaType, content: await encodeImage(setFormat(image, mediaType)) };
  });
}

export function renderRasterIcon(content: Uint8Array): Promise<RasterImage> {
  const mediaType = 'image/png';
  const background = { r: 0, g: 0, b: 0, alpha: 0 };
  return runInTurn(async () => ({
    mediaType,
    content: await encodeImage(
      (await openDecoder(content)).resize({ width: ICON_SIDE, height: ICON_SIDE, fit: 'contain', background }).png(),
    ),
  }));
}

const openDecoder = async (content: Uint8Array) =>
  (await loadSharp())(content, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true }).timeout({
    seconds: TIMEOUT_SECONDS,
  });

function setFormat(image: Sharp, mediaType: RasterType): Sharp {
  switch (mediaType) {
    case 'image/png':
      return image.png({ compressionLevel: 9 });
    case 'image/jpeg':
      return image.jpeg({ quality: 88 });
    case 'image/webp':
      return image.webp({ quality: 90 });
  }
}

/** The size is in the file header: nothing is decoded to read it. */
async function refuseTooLarge(content: Buffer): Promise<void> {
  const { width, height } = await (
    await loadSharp()
  )(content, { limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      throw new ImageRefused('not_an_image', error);
    });
  if (width * height > MAX_PIXELS) throw new ImageRefused('image_too_many_pixels');
  if (Math.max(width, height) > LONGEST_SIDE) throw new ImageRefused('image_side_too_long');
}

async function encodeImage(image: Sharp): Promise<Uint8Array> {
  try {
    return await image.toBuffer();
  } catch (error) {
    throw new ImageRefused('not_an_image', error);
  }
}

let working = 0;
const waiting: (() => void)[] = [];

async function runInTurn<T>(work: () => Promise<T>): Promise<T> {
  if (working >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else working += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else working -= 1;
  }
}
