/**
 * Measures the skew of a page in degrees. Dark pixels are counted along lines at each candidate angle: at the angle of
 * the text lines, full and empty lines alternate most.
 */
export interface GreyPicture {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

const WIDEST = 8;
const COARSE = 0.5;
const FINE = 0.1;

/** Clockwise is positive; rotating the image back by this angle straightens it. */
export function measureSkew(picture: GreyPicture): number {
  const points = listDarkPoints(picture);
  if (points.length < 200) return 0;
  const coarse = findBestAngle(points, picture.height, listAnglesAround(0, WIDEST, COARSE));
  return findBestAngle(points, picture.height, listAnglesAround(coarse, COARSE, FINE));
}

function listAnglesAround(middle: number, reach: number, step: number): number[] {
  const count = Math.round(reach / step);
  return Array.from({ length: 2 * count + 1 }, (_, index) => middle + (index - count) * step);
}

type Point = readonly [x: number, y: number];

const MOST_POINTS = 40_000;

/** Pixels clearly darker than the page. */
function listDarkPoints({ data, width, height }: GreyPicture): Point[] {
  let sum = 0;
  for (const value of data) sum += value;
  const threshold = (sum / Math.max(1, data.length)) * 0.7;
  const points: Point[] = [];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) if (data[y * width + x]! < threshold) points.push([x, y]);
  if (points.length <= MOST_POINTS) return points;
  const step = Math.ceil(points.length / MOST_POINTS);
  return points.filter((_, index) => index % step === 0);
}

function findBestAngle(points: readonly Point[], height: number, angles: readonly number[]): number {
  let [best, most] = [0, -1];
  for (const angle of angles) {
    const slope = Math.tan((angle * Math.PI) / 180);
    const rows = new Float64Array(3 * height);
    for (const [x, y] of points) rows[Math.round(y - x * slope) + height]! += 1;
    let score = 0;
    for (let row = 1; row < rows.length; row++) score += (rows[row]! - rows[row - 1]!) ** 2;
    // Of equally good angles, the one closest to zero wins.
    if (score > most * 1.001 || (score >= most && Math.abs(angle) < Math.abs(best))) [best, most] = [angle, score];
  }
  return Math.round(best * 100) / 100;
}
