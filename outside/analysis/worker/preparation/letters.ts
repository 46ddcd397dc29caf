import type { GreyPicture } from './pixels.ts';

/** Size of the letters of a page, from the connected dark areas: most of them are letters. */

const DARK = 140;
const SMALLEST = 4;
const FEWEST = 30;
/** More than any page has: a photograph of something else, or noise. */
const MOST = 8_000;
/** Blurred letters touch each other: a word is as high as its letters. */
const WIDEST_TO_HEIGHT = 10;

/** Median height in pixels; null if there are hardly any letters, or far too many. */
export function measureLetters(picture: GreyPicture): number | null {
  const heights = listAreaHeights(picture);
  if (heights.length < FEWEST || heights.length >= MOST) return null;
  heights.sort((one, other) => one - other);
  return heights[Math.floor(heights.length / 2)]!;
}

function listAreaHeights({ data, width, height }: GreyPicture): number[] {
  const seen = new Uint8Array(data.length);
  const heights: number[] = [];
  const pending: number[] = [];
  const visit = (at: number): void => {
    if (seen[at] === 1 || data[at]! >= DARK) return;
    seen[at] = 1;
    pending.push(at);
  };
  for (let start = 0; start < data.length && heights.length < MOST; start++) {
    if (seen[start] === 1 || data[start]! >= DARK) continue;
    let [left, right, top, bottom] = [width, 0, height, 0];
    visit(start);
    for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
      const x = at % width;
      const y = (at - x) / width;
      [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
      if (x > 0) visit(at - 1);
      if (x < width - 1) visit(at + 1);
      if (y > 0) visit(at - width);
      if (y < height - 1) visit(at + width);
    }
    const [wide, high] = [right - left + 1, bottom - top + 1];
    if (high >= SMALLEST && high < height / 8 && wide <= high * WIDEST_TO_HEIGHT) heights.push(high);
  }
  return heights;
}
