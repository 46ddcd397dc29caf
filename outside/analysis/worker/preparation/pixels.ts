import type { Sharp } from 'sharp';

/** An image with one byte per pixel. */
export interface GreyPicture {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

export async function toSharp({ data, width, height }: GreyPicture): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  return sharp(data, { raw: { width, height, channels: 1 } });
}

export async function toGreyPicture(picture: Sharp): Promise<GreyPicture> {
  const { data, info } = await picture
    .toColourspace('b-w')
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** At most this many pixels; never enlarged. */
export async function shrink(picture: GreyPicture, pixels: number): Promise<GreyPicture> {
  const scale = computeShrinking(picture, pixels);
  if (scale === 1) return picture;
  return resizeTo(picture, Math.ceil(picture.width * scale), Math.ceil(picture.height * scale));
}

export const computeShrinking = ({ width, height }: Omit<GreyPicture, 'data'>, pixels: number): number =>
  Math.min(1, Math.sqrt(pixels / (width * height)));

export async function resizeTo(picture: GreyPicture, width: number, height: number): Promise<GreyPicture> {
  const sharp = await toSharp(picture);
  return toGreyPicture(sharp.resize({ width, height, fit: 'fill', kernel: 'cubic' }));
}

/**
 * Removes dark details narrower than the window: every pixel becomes the lightest of its window, then the darkest of
 * these. Slow changes of light remain.
 */
export function closeDetails(picture: GreyPicture, radius: number): GreyPicture {
  const lightest = filterRows(filterRows(picture, radius, 'lightest'), radius, 'lightest');
  return filterRows(filterRows(lightest, radius, 'darkest'), radius, 'darkest');
}

/** Filters along the rows and transposes; two calls filter both directions. */
function filterRows({ data, width, height }: GreyPicture, radius: number, wanted: 'lightest' | 'darkest'): GreyPicture {
  const isLightest = wanted === 'lightest';
  const filtered = new Uint8Array(data.length);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const start = y * width;
      const end = start + Math.min(width - 1, x + radius);
      let value = data[start + x]!;
      for (let at = start + Math.max(0, x - radius); at <= end; at++) {
        const next = data[at]!;
        if (isLightest ? next > value : next < value) value = next;
      }
      filtered[x * height + y] = value;
    }
  return { data: filtered, width: height, height: width };
}

const COUNTED = 3;

/** How often each level occurs, among every third pixel. */
export function countLevels({ data }: Pick<GreyPicture, 'data'>): Uint32Array {
  const counts = new Uint32Array(256);
  for (let at = 0; at < data.length; at += COUNTED) counts[data[at]!]! += 1;
  return counts;
}

export interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export async function cutPicture(picture: GreyPicture, area: Area): Promise<GreyPicture> {
  return toGreyPicture((await toSharp(picture)).extract(area));
}

export type QuarterTurn = 0 | 90 | 180 | 270;

/** Clockwise. */
export async function turnPicture(picture: GreyPicture, turn: QuarterTurn): Promise<GreyPicture> {
  return turn === 0 ? picture : toGreyPicture((await toSharp(picture)).rotate(turn));
}

/** Below each other on white, with gaps; `tops` says where each begins. */
export function stackPictures(
  pictures: readonly GreyPicture[],
  gap: number,
): { readonly picture: GreyPicture; readonly tops: readonly number[] } {
  const width = 2 * gap + Math.max(...pictures.map((each) => each.width));
  const tops: number[] = [];
  let height = gap;
  for (const each of pictures) {
    tops.push(height);
    height += each.height + gap;
  }
  const data = new Uint8Array(width * height).fill(255);
  for (const [index, each] of pictures.entries())
    for (let y = 0; y < each.height; y++)
      data.set(each.data.subarray(y * each.width, (y + 1) * each.width), (tops[index]! + y) * width + gap);
  return { picture: { data, width, height }, tops };
}
