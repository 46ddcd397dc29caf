import type { Sharp } from 'sharp';
import { findDesk } from './desk.ts';
import { chainMatrices, undoCut, undoRotation, undoTurn, type Matrix } from './geometry.ts';
import { measureLetters } from './letters.ts';
import { evenOutLight, LIGHT_PIXELS, stretchContrast } from './light.ts';
import {
  computeShrinking,
  cutPicture,
  shrink,
  toGreyPicture,
  toSharp,
  turnPicture,
  type Area,
  type GreyPicture,
} from './pixels.ts';
import { measureSkew, type Direction } from './skew.ts';

export { cutPicture, resizeTo, stackPictures, turnPicture, type GreyPicture, type QuarterTurn } from './pixels.ts';
export { chainMatrices, scaleBy, undoTurn, type Matrix } from './geometry.ts';
export type { Direction } from './skew.ts';

/** Turns a photograph or scan into straight black letters of a suitable size on white paper. */

/** Enough for A4 at 250 dots an inch. */
const BASE_PIXELS = 6_000_000;
const OVERVIEW_PIXELS = 1_600_000;
const SKEW_PIXELS = 500_000;
const MAX_PIXELS = 8_000_000;
/** Height of letters that are recognised best. */
const LETTER_HEIGHT = 13;
const LARGEST_SCALE = 3;
/** Width of a picture without letters of a known size; recognition of noise takes long. */
const UNKNOWN_WIDTH = 1_000;

export interface PreparedPicture {
  readonly picture: GreyPicture;
  readonly direction: Direction;
  /** From its pixels to shares of the picture as displayed. */
  readonly shown: Matrix;
}

export async function preparePicture(picture: Sharp): Promise<PreparedPicture> {
  const base = await readBase(picture);
  const small = await shrink(base, LIGHT_PIXELS);
  const desk = findDesk(small);
  await evenOutLight(base, small, desk);
  stretchContrast(base);
  const overview = await shrink(base, OVERVIEW_PIXELS);
  const { angle, direction } = measureSkew(await shrink(overview, SKEW_PIXELS));
  const scale = chooseScale(overview, base);
  const paper = desk === null ? { left: 0, top: 0, width: base.width, height: base.height } : findPaper(base, desk);
  const sized = await resizeSharply(desk === null ? base : await cutPicture(base, paper), scale);
  const turn = direction === 'sideways' ? 270 : 0;
  const turned = await turnPicture(sized, turn);
  const straight = await straighten(turned, angle);
  const rotation = undoRotation(straight === turned ? 0 : angle, turned, straight);
  const shown = chainMatrices(chainMatrices(rotation, undoTurn(turn, turned)), undoCut(sized, paper, base));
  return { picture: straight, direction, shown };
}

async function readBase(picture: Sharp): Promise<GreyPicture> {
  const { autoOrient } = await picture.clone().metadata();
  const scale = computeShrinking(autoOrient, BASE_PIXELS);
  const grey = picture.clone().flatten({ background: '#ffffff' }).greyscale();
  return toGreyPicture(scale < 1 ? grey.resize({ width: Math.ceil(autoOrient.width * scale) }) : grey);
}

function findPaper(base: GreyPicture, desk: GreyPicture): Area {
  let [left, right, top, bottom] = [desk.width, 0, desk.height, 0];
  for (let y = 0; y < desk.height; y++)
    for (let x = 0; x < desk.width; x++) {
      if (desk.data[y * desk.width + x] !== 0) continue;
      [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
    }
  const [across, down] = [base.width / desk.width, base.height / desk.height];
  const x = Math.floor(left * across);
  const y = Math.floor(top * down);
  const width = Math.min(base.width - x, Math.ceil((right - left + 1) * across));
  const height = Math.min(base.height - y, Math.ceil((bottom - top + 1) * down));
  return { left: x, top: y, width, height };
}

/** So that letters have the height that is recognised best. */
function chooseScale(overview: GreyPicture, base: GreyPicture): number {
  const height = measureLetters(overview);
  const wanted =
    height === null ? UNKNOWN_WIDTH / base.width : (LETTER_HEIGHT / height) * (overview.width / base.width);
  const largest = Math.sqrt(MAX_PIXELS / (base.width * base.height));
  return Math.min(wanted, largest, LARGEST_SCALE);
}

/** Decimal points are the first that disappear in a blurred picture: the surroundings of each pixel are subtracted. */
const SURROUNDINGS = [2, 4, 5, 4, 2];
const STRENGTH = 2;
const WEIGHT = SURROUNDINGS.reduce((sum, value) => sum + value, 0) ** 2;
const SHARPENING = {
  width: SURROUNDINGS.length,
  height: SURROUNDINGS.length,
  kernel: SURROUNDINGS.flatMap((down, y) =>
    SURROUNDINGS.map((across, x) => (x === 2 && y === 2 ? (1 + STRENGTH) * WEIGHT : 0) - STRENGTH * down * across),
  ),
  scale: WEIGHT,
};

async function resizeSharply(picture: GreyPicture, scale: number): Promise<GreyPicture> {
  const width = Math.max(1, Math.round(picture.width * scale));
  return toGreyPicture((await toSharp(picture)).resize({ width, kernel: 'cubic' }).convolve(SHARPENING));
}

const STRAIGHT = 0.15;

async function straighten(picture: GreyPicture, angle: number): Promise<GreyPicture> {
  if (Math.abs(angle) < STRAIGHT) return picture;
  return toGreyPicture((await toSharp(picture)).rotate(-angle, { background: '#ffffff' }));
}
