import { cutPicture, type GreyPicture } from '../preparation/index.ts';

/** Share of the height that is enough to tell text from text upside down. */
const SHARE = 0.18;
const DARK = 128;

/** The part of a page with the most ink, over the whole width. */
export async function cutSample(picture: GreyPicture): Promise<GreyPicture> {
  const { data, width, height } = picture;
  const ink = new Float64Array(height + 1);
  for (let y = 0; y < height; y++) {
    let dark = 0;
    for (let x = 0; x < width; x += 2) if (data[y * width + x]! < DARK) dark += 1;
    // A rule across the page is no text.
    ink[y + 1] = ink[y]! + (dark > width * 0.3 ? 0 : dark);
  }
  const high = Math.max(1, Math.round(height * SHARE));
  let top = 0;
  for (let y = 0; y + high <= height; y++) if (ink[y + high]! - ink[y]! > ink[top + high]! - ink[top]!) top = y;
  return cutPicture(picture, { left: 0, top, width, height: high });
}
