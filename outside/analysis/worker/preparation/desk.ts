import { closeDetails, type GreyPicture } from './pixels.ts';

/** Finds the dark surface that a sheet of paper was photographed on. */

/** Radius that removes letters; a page is about 300 pixels wide. */
const LETTERS = 4;
const SMALLEST_SHARE = 0.04;
const LARGEST_SHARE = 0.85;
/** Ratio of the levels of paper and desk in the same light, and the distance at which they are compared. */
const EDGE_RATIO = 1.4;
const SLACK = 6;
const REACH = 2;
const SHARP_SHARE = 0.6;
/** Difference between a letter and what is around it. */
const INK = 24;

/**
 * One for each pixel of the desk, otherwise zero; null if the paper fills the picture. A shadow is no desk: its edge
 * is soft, or there is text in it.
 */
export function findDesk(picture: GreyPicture): GreyPicture | null {
  const smooth = closeDetails(picture, LETTERS);
  const desk = fillFromBorder(smooth);
  if (computeShare(desk) < SMALLEST_SHARE || !hasLighterPaper(smooth, desk) || hasText(picture, smooth, desk))
    return null;
  const wide = widen({ ...picture, data: desk });
  return computeShare(wide.data) > LARGEST_SHARE ? null : wide;
}

const computeShare = (desk: Uint8Array): number => desk.reduce((sum, value) => sum + value, 0) / desk.length;

/** Pixels that are connected with the border without crossing an edge. */
function fillFromBorder(picture: GreyPicture): Uint8Array {
  const { data, width, height } = picture;
  const filled = new Uint8Array(data.length);
  const pending: number[] = [];
  const visit = (at: number): void => {
    if (filled[at] === 1 || isEdge(picture, at)) return;
    filled[at] = 1;
    pending.push(at);
  };
  for (let x = 0; x < width; x++) [x, (height - 1) * width + x].forEach(visit);
  for (let y = 0; y < height; y++) [y * width, y * width + width - 1].forEach(visit);
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    if (at % width > 0) visit(at - 1);
    if (at % width < width - 1) visit(at + 1);
    if (at >= width) visit(at - width);
    if (at < data.length - width) visit(at + width);
  }
  return filled;
}

/** Compares the pixels around: a ratio, so that an edge in a shadow is found too. */
function isEdge({ data, width, height }: GreyPicture, at: number): boolean {
  const x = at % width;
  const y = (at - x) / width;
  const west = data[y * width + Math.max(0, x - REACH)]!;
  const east = data[y * width + Math.min(width - 1, x + REACH)]!;
  const north = data[Math.max(0, y - REACH) * width + x]!;
  const south = data[Math.min(height - 1, y + REACH) * width + x]!;
  return Math.max(west, east, north, south) > Math.min(west, east, north, south) * EDGE_RATIO + SLACK;
}

/** Whether most of the surface borders on something clearly lighter. */
function hasLighterPaper({ data, width, height }: GreyPicture, desk: Uint8Array): boolean {
  const beyond = 2 * REACH + 1;
  let [edges, lighter] = [0, 0];
  for (let y = beyond; y < height - beyond; y++)
    for (let x = beyond; x < width - beyond; x++) {
      const at = y * width + x;
      if (desk[at] !== 1) continue;
      for (const step of [1, -1, width, -width]) {
        if (desk[at + step] !== 0) continue;
        edges += 1;
        if (data[at + beyond * step]! > data[at]! * EDGE_RATIO) lighter += 1;
      }
    }
  return edges > 0 && lighter >= edges * SHARP_SHARE;
}

/** A desk has far less detail than a page. */
function hasText({ data }: GreyPicture, smooth: GreyPicture, desk: Uint8Array): boolean {
  const [pixels, ink] = [
    [0, 0],
    [0, 0],
  ];
  for (let at = 0; at < data.length; at++) {
    const side = desk[at]!;
    pixels[side]! += 1;
    if (smooth.data[at]! - data[at]! >= INK) ink[side]! += 1;
  }
  return ink[1]! / pixels[1]! > 0.15 * (ink[0]! / Math.max(1, pixels[0]!));
}

/** Adds the edge of the paper, which is neither. */
function widen({ data, width, height }: GreyPicture): GreyPicture {
  const wide = new Uint8Array(data.length);
  const reach = REACH + 1;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (data[y * width + x] === 0) continue;
      for (let row = Math.max(0, y - reach); row <= Math.min(height - 1, y + reach); row++)
        wide.fill(1, row * width + Math.max(0, x - reach), row * width + Math.min(width, x + reach + 1));
    }
  return { data: wide, width, height };
}
