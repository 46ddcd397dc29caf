import sharp, { type Sharp } from 'sharp';
import { fromCents } from '../../../domain/money.ts';
import type { ExtractedSheet } from '../../../domain/document-imports/sheet.ts';
import { drawInvoice, type DrawnInvoice } from './index.ts';
import { LAYOUTS } from './invoice.ts';
import { renderPicture, type Wear } from './picture.ts';
import { createDice } from './random.ts';

/** Invoices and receipts as bad photographs and scans, with what should be read off them. The same on every machine. */
export const FAULTS = ['rotation', 'shadow', 'blur', 'low resolution', 'thermal paper'] as const;

export interface Photograph {
  readonly id: number;
  readonly fault: (typeof FAULTS)[number];
  readonly seed: number;
  readonly wear: Wear;
  /** A camera held sideways or upside down, in degrees. */
  readonly quarter: 0 | 90 | 180 | 270;
  /** Whether the paper lies on a dark desk. */
  readonly isOnDesk: boolean;
  /** How dark the shadow is, from 0 to 1. */
  readonly shadow: number;
  /** Light bands of a worn print head. */
  readonly bands: number;
  /** Of the JPEG file. */
  readonly quality: number;
}

const RECEIPT_LAYOUT = 3;
const LONG_LAYOUT = 6;
const COPIES = 13;
/** The seeds before are those that confidence is calibrated with. */
const FIRST_SEED = 1_000;

export const PHOTOGRAPHS: readonly Photograph[] = Array.from({ length: FAULTS.length * COPIES }, (_, id) =>
  planPhotograph(id),
);

function planPhotograph(id: number): Photograph {
  const fault = FAULTS[id % FAULTS.length]!;
  const copy = Math.floor(id / FAULTS.length);
  const { pick, roll } = createDice(id + 20_000);
  const range = (low: number, high: number): number => low + roll() * (high - low);
  const sign = pick([-1, 1]);
  const plain: Wear = { dotsAnInch: 200, turn: 0, ink: 0.1, paper: 0.04, specks: 0.2, blur: 0, format: 'png' };
  const base = { id, fault, seed: findSeed(fault, copy), quarter: 0, isOnDesk: false, shadow: 0, bands: 0 } as const;
  switch (fault) {
    case 'rotation':
      return {
        ...base,
        wear: { ...plain, dotsAnInch: 170, turn: sign * range(2, 12) },
        quarter: ([0, 90, 180, 270, 0, 0] as const)[copy % 6]!,
        isOnDesk: copy % 2 === 0,
        quality: 80,
      };
    case 'shadow':
      return {
        ...base,
        wear: { ...plain, dotsAnInch: 170, turn: sign * range(0, 3), paper: 0.1 },
        isOnDesk: copy % 3 === 0,
        shadow: range(0.4, 0.7),
        quality: 80,
      };
    case 'blur':
      return {
        ...base,
        wear: { ...plain, turn: sign * range(0, 2), blur: range(0.9, 1.9) },
        shadow: range(0, 0.2),
        quality: 75,
      };
    case 'low resolution':
      return { ...base, wear: { ...plain, dotsAnInch: range(85, 115), turn: sign * range(0, 1.5) }, quality: 65 };
    case 'thermal paper':
      return {
        ...base,
        wear: {
          ...plain,
          dotsAnInch: range(130, 180),
          turn: sign * range(0, 4),
          ink: range(0.4, 0.6),
          paper: range(0.08, 0.18),
          specks: 1.5,
          blur: range(0, 0.6),
        },
        isOnDesk: copy % 2 === 0,
        shadow: range(0, 0.3),
        bands: 3,
        quality: 75,
      };
  }
}

/** Receipts for thermal paper, otherwise all layouts with one page in turn. */
function findSeed(fault: Photograph['fault'], copy: number): number {
  const start = FIRST_SEED + FAULTS.indexOf(fault) * 100;
  const isSuited = (seed: number): boolean =>
    fault === 'thermal paper' ? seed % LAYOUTS === RECEIPT_LAYOUT : seed % LAYOUTS !== LONG_LAYOUT;
  const seeds = Array.from({ length: COPIES * LAYOUTS }, (_, index) => start + index).filter(isSuited);
  return seeds[copy]!;
}

export async function takePhotograph(photograph: Photograph): Promise<Buffer> {
  const { seed, wear, quarter, isOnDesk, shadow, bands, quality } = photograph;
  const { drawing } = drawInvoice(seed);
  // Blurred by the camera, not by the printer: after everything that is on the paper.
  let picture = sharp(await renderPicture(drawing, 1, { ...wear, turn: 0, blur: 0 }, seed));
  if (bands > 0) picture = await addLayer(picture, (width, height) => drawBands(width, height, bands, seed), 'screen');
  const paper = Math.round(255 * (1 - wear.paper));
  const around = isOnDesk ? { r: 70, g: 55, b: 45 } : { r: paper, g: paper, b: paper };
  if (isOnDesk) {
    const { width, height } = await picture.metadata();
    const edge = Math.round(Math.min(width, height) * 0.08);
    picture = await flush(picture.extend({ top: edge, bottom: edge, left: edge, right: edge * 2, background: around }));
  }
  if (wear.turn !== 0) picture = await flush(picture.rotate(wear.turn, { background: around }));
  if (shadow > 0)
    picture = await addLayer(picture, (width, height) => drawShadow(width, height, shadow, seed), 'multiply');
  if (wear.blur > 0) picture = await flush(picture.blur(0.3 + wear.blur));
  if (quarter > 0) picture = await flush(picture.rotate(quarter));
  return picture.jpeg({ quality }).toBuffer();
}

const flush = async (picture: Sharp): Promise<Sharp> =>
  sharp(await picture.flatten().png({ compressionLevel: 1 }).toBuffer());

async function addLayer(
  picture: Sharp,
  draw: (width: number, height: number) => string,
  blend: 'multiply' | 'screen',
): Promise<Sharp> {
  const { width, height } = await picture.metadata();
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${draw(width, height)}</svg>`;
  return flush(picture.composite([{ input: Buffer.from(svg), blend }]));
}

/** Light falls off to one corner, and the hand that holds the camera casts a soft edge. */
function drawShadow(width: number, height: number, strength: number, seed: number): string {
  const { pick, roll } = createDice(seed + 30_000);
  const dark = Math.round(255 * (1 - strength));
  const [x1, x2] = pick([
    [0, 1],
    [1, 0],
  ]);
  const edge = (0.3 + 0.4 * roll()) * height;
  const tilt = (roll() - 0.5) * 0.5 * height;
  const hand = Math.round(255 * (1 - strength * 0.6));
  return `<defs><linearGradient id="l" x1="${x1}" y1="0" x2="${x2}" y2="1"><stop offset="0" stop-color="white"/>
    <stop offset="1" stop-color="rgb(${dark},${dark},${dark})"/></linearGradient>
    <filter id="b"><feGaussianBlur stdDeviation="${Math.round(width / 60)}"/></filter></defs>
    <rect width="${width}" height="${height}" fill="url(#l)"/>
    <polygon filter="url(#b)" fill="rgb(${hand},${hand},${hand})" style="mix-blend-mode:multiply" fill-opacity="0.6"
      points="0,${edge} ${width},${edge + tilt} ${width},${height} 0,${height}"/>`;
}

function drawBands(width: number, height: number, count: number, seed: number): string {
  const { roll } = createDice(seed + 40_000);
  const bands = Array.from({ length: count }, () => {
    const wide = width * (0.004 + 0.006 * roll());
    const grey = Math.round(70 + 60 * roll());
    return `<rect x="${roll() * width}" y="0" width="${wide}" height="${height}" fill="rgb(${grey},${grey},${grey})"/>`;
  });
  return `<rect width="${width}" height="${height}" fill="black"/>${bands.join('')}`;
}

export type Field = 'name' | 'vat_number' | 'number' | 'date' | 'due_date' | 'net' | 'vat' | 'gross' | 'iban';
export type Truth = Readonly<Partial<Record<Field, string>>>;

/** Only what is printed. */
export function listTruth({ invoice, drawing }: DrawnInvoice): Truth {
  const other = invoice.isSale ? invoice.customer : invoice.supplier;
  const isPrinted = (text: string): boolean => drawing.texts.some((each) => each.text.includes(text));
  const toMoney = (cents: number): string => fromCents(BigInt(cents));
  return {
    name: other.name,
    vat_number: other.vatNumber,
    number: invoice.number,
    date: invoice.date,
    net: toMoney(invoice.net),
    vat: toMoney(invoice.vat),
    gross: toMoney(invoice.gross),
    ...(isPrinted(invoice.day(invoice.due)) && { due_date: invoice.due }),
    ...(!invoice.isSale && isPrinted(other.ibanText) && { iban: other.iban }),
  };
}

const FOUND: Readonly<Record<Field, (sheet: ExtractedSheet) => string | null>> = {
  name: ({ counterparty }) => counterparty.name,
  vat_number: ({ counterparty }) => counterparty.vat_number,
  number: ({ number }) => number,
  date: ({ date }) => date,
  due_date: ({ due_date }) => due_date,
  net: ({ totals }) => totals.net,
  vat: ({ totals }) => totals.vat,
  gross: ({ totals }) => totals.gross,
  iban: ({ payment }) => payment.iban,
};

/** Fields that are read wrongly or not at all, with what was read. */
export function listWrongFields(truth: Truth, sheet: ExtractedSheet): Partial<Record<Field, string | null>> {
  const fields = Object.keys(truth) as Field[];
  return Object.fromEntries(
    fields.map((field) => [field, FOUND[field](sheet)] as const).filter(([field, found]) => found !== truth[field]),
  );
}

const MAY_BE_MISSING: readonly string[] = ['due_date', 'iban'];

/** Whether these fields would be booked wrongly. What is null and not needed misleads nobody. */
export const isMisleading = (wrong: Partial<Record<Field, string | null>>): boolean =>
  Object.entries(wrong).some(([field, found]) => found !== null || !MAY_BE_MISSING.includes(field));
