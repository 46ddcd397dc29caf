import type { RasterImage } from '../../../outside/images/raster.ts';

/** Stands in for the decoder of images, which works in threads. */
export type { RasterImage, RasterType } from '../../../outside/images/raster.ts';

export const cleanRaster = (content: Uint8Array): Promise<RasterImage> =>
  Promise.resolve({ content, mediaType: 'image/png' });
export const renderRasterIcon = cleanRaster;
