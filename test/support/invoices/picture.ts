import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import sharp from 'sharp';
import type { Drawing } from './drawing.ts';
import { createDice } from './random.ts';

/** A drawing as somebody scans or photographs it: askew, grey, with specks. */
export interface Wear {
  readonly dotsAnInch: number;
  /** Degrees. */
  readonly turn: number;
  /** How dark letters are, from 0 (black) to 1, and how dark the paper. */
  readonly ink: number;
  readonly paper: number;
  /** Specks a thousand points. */
  readonly specks: number;
  readonly blur: number;
  readonly format: 'png' | 'jpeg' | 'webp';
}

const fonts = join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'standard_fonts');
let isRegistered = false;

export function createWear(seed: number): Wear {
  const chance = createDice(seed + 5_000);
  return {
    dotsAnInch: 200,
    turn: chance.pick([0, 0, 0.6, -1.1, 1.8, -2.4]),
    ink: chance.pick([0, 0, 0.15, 0.35]),
    paper: chance.pick([0, 0, 0.05, 0.12]),
    specks: chance.pick([0, 0, 0.5, 1.5]),
    blur: chance.pick([0, 0, 0.5]),
    format: chance.pick(['png', 'jpeg', 'jpeg', 'webp']),
  };
}

export async function renderPicture(drawing: Drawing, page: number, wear: Wear, seed: number): Promise<Buffer> {
  if (!isRegistered) {
    GlobalFonts.registerFromPath(join(fonts, 'LiberationSans-Regular.ttf'), 'Paper');
    GlobalFonts.registerFromPath(join(fonts, 'LiberationSans-Bold.ttf'), 'PaperBold');
    isRegistered = true;
  }
  const scale = wear.dotsAnInch / 72;
  const canvas = createCanvas(Math.round(drawing.width * scale), Math.round(drawing.height * scale));
  const context = canvas.getContext('2d');
  const shade = (value: number): string =>
    `rgb(${[value, value, value].map((each) => Math.round(each * 255)).join(',')})`;
  context.fillStyle = shade(1 - wear.paper);
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(scale, scale);
  for (const { text, left, base, size, isBold, grey, page: on } of drawing.texts) {
    if (on !== page) continue;
    context.fillStyle = shade(Math.min(0.75, grey / 255 + wear.ink));
    context.font = `${size}px ${isBold ? 'PaperBold' : 'Paper'}`;
    context.fillText(text, left, base);
  }
  context.strokeStyle = shade(0.3 + wear.ink);
  context.lineWidth = 0.6;
  for (const { left, top, right, bottom, page: on } of drawing.rules) {
    if (on !== page) continue;
    context.beginPath();
    context.moveTo(left, top);
    context.lineTo(right, bottom);
    context.stroke();
  }
  drawSpeckles(context, drawing, wear.specks, seed);
  let picture = sharp(canvas.toBuffer('image/png'));
  if (wear.turn !== 0) picture = picture.rotate(wear.turn, { background: shade(1 - wear.paper) });
  if (wear.blur > 0) picture = sharp(await picture.png().toBuffer()).blur(0.3 + wear.blur);
  return picture.flatten().toFormat(wear.format, { quality: 82 }).toBuffer();
}

function drawSpeckles(
  context: { fillStyle: unknown; fillRect(x: number, y: number, w: number, h: number): void },
  { width, height }: Drawing,
  share: number,
  seed: number,
): void {
  const chance = createDice(seed + 9_000);
  for (let count = 0; count < (width * height * share) / 1_000; count++) {
    context.fillStyle = `rgba(60,60,60,${(0.2 + chance.roll() * 0.5).toFixed(2)})`;
    const side = 0.2 + chance.roll() * 0.4;
    context.fillRect(chance.roll() * width, chance.roll() * height, side, side);
  }
}
