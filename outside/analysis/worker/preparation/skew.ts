import type { GreyPicture } from './pixels.ts';

/**
 * Measures the skew of a page in degrees. Dark pixels are counted along lines at each candidate angle: at the angle of
 * the text lines, full and empty lines alternate most.
 */
export interface Skew {
  /** Clockwise is positive; rotating the image back by this angle straightens it. */
  readonly angle: number;
  readonly direction: Direction;
}

/** Sideways if lines of text run from top to bottom. Whether they are upside down is not known. */
export type Direction = 'upright' | 'sideways' | 'unclear';

const WIDEST = 16;
const COARSE = 0.5;
const FINE = 0.1;
/** Columns and vertical rules alternate too, but less than lines of text. */
const CLEARLY = 1.25;

export function measureSkew(picture: GreyPicture): Skew {
  const points = listDarkPoints(picture);
  if (points.length < 200) return { angle: 0, direction: 'unclear' };
  const turned: Points = { length: points.length, xs: points.ys, ys: points.xs.map((x) => picture.width - x) };
  const upright = findLines(points, picture.height, picture.width);
  const sideways = findLines(turned, picture.width, picture.height);
  if (sideways.score > CLEARLY * upright.score) return { angle: sideways.angle, direction: 'sideways' };
  return { angle: upright.angle, direction: upright.score > CLEARLY * sideways.score ? 'upright' : 'unclear' };
}

function findLines(points: Points, height: number, width: number): Lines {
  const coarse = findBestAngle(points, height, width, listAnglesAround(0, WIDEST, COARSE));
  return findBestAngle(points, height, width, listAnglesAround(coarse.angle, COARSE, FINE));
}

function listAnglesAround(middle: number, reach: number, step: number): number[] {
  const count = Math.round(reach / step);
  return Array.from({ length: 2 * count + 1 }, (_, index) => middle + (index - count) * step);
}

interface Points {
  readonly length: number;
  readonly xs: Int32Array;
  readonly ys: Int32Array;
}

const MOST_POINTS = 12_000;
const DARK = 128;

/** The picture is black on white. Of many points, only some are used. */
function listDarkPoints({ data, width }: GreyPicture): Points {
  let count = 0;
  for (let at = 0; at < data.length; at++) if (data[at]! < DARK) count += 1;
  const step = Math.max(1, Math.ceil(count / MOST_POINTS));
  const length = Math.ceil(count / step);
  const [xs, ys] = [new Int32Array(length), new Int32Array(length)];
  for (let at = 0, seen = 0; at < data.length; at++) {
    if (data[at]! >= DARK) continue;
    if (seen % step === 0) {
      xs[seen / step] = at % width;
      ys[seen / step] = Math.floor(at / width);
    }
    seen += 1;
  }
  return { length, xs, ys };
}

interface Lines {
  readonly angle: number;
  readonly score: number;
}

function findBestAngle(points: Points, height: number, width: number, angles: readonly number[]): Lines {
  const { length, xs, ys } = points;
  let [best, most] = [0, -1];
  for (const angle of angles) {
    const slope = Math.tan((angle * Math.PI) / 180);
    const rows = new Float64Array(height + 2 * width);
    for (let at = 0; at < length; at++) rows[Math.round(ys[at]! - xs[at]! * slope) + width]! += 1;
    let score = 0;
    for (let row = 1; row < rows.length; row++) score += (rows[row]! - rows[row - 1]!) ** 2;
    // Of equally good angles, the one closest to zero wins.
    if (score > most * 1.001 || (score >= most && Math.abs(angle) < Math.abs(best))) [best, most] = [angle, score];
  }
  return { angle: Math.round(best * 100) / 100, score: most };
}
