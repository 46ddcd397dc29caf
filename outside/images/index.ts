import { isDrawing, pictureOf } from './drawing.ts';
import { cleanRaster, iconOfRaster, type RasterType } from './raster.ts';

export { ImageRefused, type ImageProblem } from './image-refusal.ts';

/**
 * Images that people upload are decoded and written anew: what comes out is an image and nothing else, without the place
 * where a photograph was taken and without whatever else a file can carry along. A drawing becomes a picture.
 */
export interface CleanImage {
  readonly content: Uint8Array;
  readonly mediaType: RasterType;
  /** `png`, `jpg` or `webp` */
  readonly extension: string;
}

/** What is taken. Drawings were kept as such once, and are still served. */
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

export const EXTENSIONS: Readonly<Record<ImageType, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
};

/** A logo as it is kept: at most 1024 pixels wide and high. @throws ImageRefused */
export async function cleanLogo(content: Uint8Array): Promise<CleanImage> {
  const image = await cleanRaster(isDrawing(content) ? await pictureOf(content) : content);
  return { ...image, extension: EXTENSIONS[image.mediaType] };
}

/** A small square image for lists, made from a logo that was cleaned. */
export async function iconOf(logo: CleanImage): Promise<CleanImage> {
  const icon = await iconOfRaster(logo.content);
  return { ...icon, extension: EXTENSIONS[icon.mediaType] };
}
