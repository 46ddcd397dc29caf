import type { Area, GreyPicture, QuarterTurn } from './pixels.ts';

/** Where a point of a prepared picture is in the picture as displayed. */

/** Maps x, y to a·x + c·y + e, b·x + d·y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

type Size = Pick<GreyPicture, 'width' | 'height'>;

/** Applies `first`, then `second`. */
export function chainMatrices(first: Matrix, second: Matrix): Matrix {
  const [a, b, c, d, e, f] = second;
  const [g, h, i, j, k, l] = first;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

export const scaleBy = (factor: number): Matrix => [factor, 0, 0, factor, 0, 0];

/** From pixels of a cut and resized picture to shares of the whole. */
export const undoCut = (sized: Size, { left, top, width, height }: Area, whole: Size): Matrix => [
  width / (sized.width * whole.width),
  0,
  0,
  height / (sized.height * whole.height),
  left / whole.width,
  top / whole.height,
];

/** From pixels of a picture that was turned clockwise to those before. */
export function undoTurn(turn: QuarterTurn, { width, height }: Size): Matrix {
  if (turn === 90) return [0, -1, 1, 0, 0, width];
  if (turn === 180) return [-1, 0, 0, -1, width, height];
  return turn === 270 ? [0, 1, -1, 0, height, 0] : [1, 0, 0, 1, 0, 0];
}

/** From pixels of a picture that was rotated back by this angle, on a larger sheet, to those before. */
export function undoRotation(angle: number, before: Size, after: Size): Matrix {
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const [x, y] = [after.width / 2, after.height / 2];
  return [cos, sin, -sin, cos, before.width / 2 - cos * x + sin * y, before.height / 2 - sin * x - cos * y];
}
