import { closeDetails, countLevels, resizeTo, type GreyPicture } from './pixels.ts';

/** Removes shadows and uneven light, and makes faint letters black. */

/** Size at which light is measured; a page is about 300 pixels wide then. */
export const LIGHT_PIXELS = 128_000;
/** Higher than a dark band with white text, which must remain dark. */
const RADIUS = 8;
const DARKEST = 24;
const DESK = 8;

/**
 * Divides each pixel by the lightness of the paper around it. The desk becomes as white as the paper.
 * `small` is the same picture with `LIGHT_PIXELS`.
 */
export async function evenOutLight(
  { data, width, height }: GreyPicture,
  small: GreyPicture,
  desk: GreyPicture | null,
): Promise<void> {
  const paper = closeDetails(small, RADIUS);
  for (let at = 0; at < paper.data.length; at++)
    paper.data[at] = desk !== null && desk.data[at] === 1 ? 0 : Math.max(DARKEST, paper.data[at]!);
  const light = await resizeTo(paper, width, height);
  const factors = Float64Array.from({ length: 256 }, (_, level) => (level < DESK ? 0 : 255 / level));
  for (let at = 0; at < data.length; at++) {
    const factor = factors[light.data[at]!]!;
    const level = data[at]! * factor;
    data[at] = factor === 0 || level > 255 ? 255 : level;
  }
}

/** Share of letter pixels on a nearly empty page. */
const LETTERS = 0.002;
/** Pixels nearly as light as the paper count as paper. */
const PAPER = 0.12;

/** Makes the paper white and the letters black. The most frequent level is the paper, however few letters there are. */
export function stretchContrast({ data }: GreyPicture): void {
  const counts = countLevels({ data });
  const paper = counts.reduce((best, count, value) => (value >= 64 && count > counts[best]! ? value : best), 255);
  let black = 0;
  const total = counts.reduce((sum, count) => sum + count, 0);
  for (let seen = 0; black < paper && (seen += counts[black]!) < total * LETTERS;) black += 1;
  const white = paper - PAPER * (paper - black);
  if (white - black < 16) return;
  const levels = Uint8Array.from(counts, (_, value) =>
    Math.round(255 * Math.max(0, Math.min(1, (value - black) / (white - black)))),
  );
  for (let at = 0; at < data.length; at++) data[at] = levels[data[at]!]!;
}
