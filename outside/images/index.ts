import { cleanRaster, iconOfRaster } from './raster.ts';
import { cleanSvg, isSvg } from './svg.ts';

/**
 * Images that people upload are decoded and written anew: what comes out is an image and nothing else, without the place
 * where a photograph was taken and without whatever else a file can carry along.
 */
export interface CleanImage {
  readonly content: Uint8Array;
  readonly mediaType: ImageType;
  /** `png`, `jpg`, `webp` or `svg` */
  readonly extension: string;
}

export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

export const EXTENSIONS: Readonly<Record<ImageType, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
};

/** Why an image is not taken: it is none, or broken; of a kind not taken; too many pixels; not to be cleaned. */
export type ImageProblem = 'not_an_image' | 'image_type_unsupported' | 'image_too_many_pixels' | 'svg_unsafe';

export class ImageRefused extends Error {
  readonly problem: ImageProblem;
  constructor(problem: ImageProblem, cause?: unknown) {
    super(`The image is refused: ${problem}`, { cause });
    this.name = 'ImageRefused';
    this.problem = problem;
  }
}

/** A logo as it is kept: at most 1024 pixels wide and high. @throws ImageRefused */
export async function cleanLogo(content: Uint8Array): Promise<CleanImage> {
  const cleaned = isSvg(content) ? cleanSvg(content) : await cleanRaster(content);
  return { ...cleaned, extension: EXTENSIONS[cleaned.mediaType] };
}

/** A small square image for lists, made from a logo that was cleaned. */
export async function iconOf(logo: CleanImage): Promise<CleanImage> {
  // A drawing has no size: it is its own icon.
  return logo.mediaType === 'image/svg+xml' ? logo : iconOfRaster(logo.content);
}
