import { isDrawing, renderDrawing } from './drawing.ts';
import { cleanRaster, renderRasterIcon, type RasterType } from './raster.ts';

export { ImageRefused, type ImageProblem } from './image-refusal.ts';

/**
 * Uploaded images are decoded and encoded again: the result is only an image, without the location of a photograph or
 * other embedded data. A drawing becomes a bitmap.
 */
export interface CleanImage {
  readonly content: Uint8Array;
  readonly mediaType: RasterType;
  /** `png`, `jpg` or `webp` */
  readonly extension: string;
}

/** Accepted types. Drawings used to be stored as such, and are still served. */
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

export const EXTENSIONS: Readonly<Record<ImageType, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
};

/** Cleans a logo for storage: at most 1024 pixels wide and high. @throws ImageRefused */
export async function cleanLogo(content: Uint8Array): Promise<CleanImage> {
  const image = await cleanRaster(isDrawing(content) ? await renderDrawing(content) : content);
  return { ...image, extension: EXTENSIONS[image.mediaType] };
}

/** Renders a small square image for lists from a cleaned logo. */
export async function renderIcon(logo: CleanImage): Promise<CleanImage> {
  const icon = await renderRasterIcon(logo.content);
  return { ...icon, extension: EXTENSIONS[icon.mediaType] };
}
