import { createRequire } from 'node:module';
import sharp, { type Sharp } from 'sharp';
import type { Preview } from '../page-contents.ts';
import { LONGEST_SIDE, MAX_PIXELS, PREVIEW_HEIGHT, PREVIEW_WIDTH } from './limits.ts';
import type { DrawnPage } from './pdf.ts';
import { Unreadable } from './unreadable.ts';

/** Document images: decoded with limits, and only by the decoder for their detected type. */

sharp.cache(false);
sharp.concurrency(1);

const packages = createRequire(import.meta.url);

/** Only the first frame of an animated image is opened. */
export async function openPicture(content: Buffer, kind: 'png' | 'jpeg' | 'webp' | 'gif' | 'heif'): Promise<Sharp> {
  if (kind === 'heif') return openHeif(content);
  const options = { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 } as const;
  let format: { format?: string; width?: number; height?: number };
  try {
    format = await sharp(content, options).metadata();
  } catch (error) {
    throw new Unreadable(/pixel limit/i.test(String(error)) ? 'image_too_large' : 'file_unreadable', error);
  }
  if (format.format !== kind) throw new Unreadable('file_unreadable');
  refuseTooLarge(format.width ?? 0, format.height ?? 0);
  // Rotated according to the camera orientation.
  return sharp(content, options).autoOrient();
}

interface HeifImage {
  get_width(): number;
  get_height(): number;
  is_primary(): boolean;
  display(
    target: { data: Uint8ClampedArray; width: number; height: number },
    done: (shown: { data: Uint8ClampedArray } | null) => void,
  ): void;
  free(): void;
}
interface HeifModule {
  HeifDecoder: new () => { decode(content: Uint8Array): HeifImage[] };
}

async function openHeif(content: Buffer): Promise<Sharp> {
  const heif = packages('libheif-js/wasm-bundle.js') as HeifModule;
  let images: HeifImage[];
  try {
    images = new heif.HeifDecoder().decode(content);
  } catch (error) {
    throw new Unreadable('file_unreadable', error);
  }
  const image = images.find((candidate) => candidate.is_primary()) ?? images[0];
  if (!image) throw new Unreadable('file_unreadable');
  const [width, height] = [image.get_width(), image.get_height()];
  refuseTooLarge(width, height);
  const pixels = await new Promise<Uint8ClampedArray>((resolve, reject) => {
    const target = { data: new Uint8ClampedArray(width * height * 4), width, height };
    image.display(target, (shown) => (shown ? resolve(shown.data) : reject(new Unreadable('file_unreadable'))));
  });
  for (const each of images) each.free();
  return sharp(pixels, { raw: { width, height, channels: 4 } });
}

function refuseTooLarge(width: number, height: number): void {
  if (width < 1 || height < 1) throw new Unreadable('file_unreadable');
  if (width * height > MAX_PIXELS || Math.max(width, height) > LONGEST_SIDE) throw new Unreadable('image_too_large');
}

export async function renderPreview(picture: Sharp): Promise<Preview> {
  const { data, info } = await picture
    .clone()
    .flatten({ background: '#ffffff' })
    .resize({ width: PREVIEW_WIDTH, height: PREVIEW_HEIGHT, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 75, effort: 2 })
    .toBuffer({ resolveWithObject: true });
  return { mime: 'image/webp', content: new Uint8Array(data), width: info.width, height: info.height };
}

export const toPicture = ({ pixels, width, height }: DrawnPage): Sharp =>
  sharp(pixels, { raw: { width, height, channels: 4 } });
