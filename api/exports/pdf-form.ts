import {
  getCellText,
  type FormFrame,
  type FormLine,
  type FormPart,
  type PrintedForm,
  type TableDocument,
} from './document.ts';
import { formatLocalAmount } from './notation.ts';
import { BODY_BOTTOM, COLOURS, LEFT, MARGIN, RIGHT, type Pen } from './pdf-page.ts';

/** An official form on paper: its number, the filer, and frames of numbered lines with boxed amounts. */

const LINE_HEIGHT = 12.6;
/** Line height of frames with two-line labels. */
const HIGH_LINE = 14.4;
const LABEL_SIZE = 6.8;
const SMALL_LABEL = 5.7;
const BAND_HEIGHT = 15;
const HEAD_HEIGHT = 14;
const BOX_WIDTH = 26;
const AMOUNT_WIDTH = 66;
const GAP = 8;
const HEADING_HEIGHT = 40;
const IDENTITY_LINE = 12;

/** Returns the y position below the form. */
export function drawForm(
  page: Pen,
  form: PrintedForm,
  { language, sender }: TableDocument,
  newPage: () => number,
): number {
  let y = drawHeading(page, form, sender);
  for (const frame of form.frames) {
    if (y + computeFrameHeight(page, frame) > BODY_BOTTOM) y = newPage();
    y = drawFrame(page, frame, language, y);
  }
  return y;
}

function drawHeading(
  page: Pen,
  { number, heading, identity, mark }: PrintedForm,
  sender: TableDocument['sender'],
): number {
  const { pdf } = page;
  pdf
    .lineWidth(0.8)
    .strokeColor(COLOURS.ink)
    .rect(LEFT, MARGIN, RIGHT - LEFT, HEADING_HEIGHT)
    .stroke();
  pdf.rect(LEFT, MARGIN, 92, HEADING_HEIGHT).fill(COLOURS.shade);
  page.writeLine(number, LEFT + 8, MARGIN + 15, { size: 11, font: 'bold', width: 76 });
  page.write(heading, LEFT + 104, MARGIN + 9, {
    size: 12,
    font: 'bold',
    colour: COLOURS.accent,
    width: 300,
    maxHeight: 30,
  });
  if (mark !== undefined)
    page.writeLine(mark, RIGHT - 108, MARGIN + 15, {
      size: 11,
      font: 'bold',
      colour: '#a02020',
      width: 100,
      align: 'right',
    });
  const top = MARGIN + HEADING_HEIGHT + 8;
  const lines = Math.max(identity.length, sender.address.length + 1);
  const height = lines * IDENTITY_LINE + 12;
  pdf
    .lineWidth(0.6)
    .strokeColor(COLOURS.rule)
    .rect(LEFT, top, RIGHT - LEFT, height)
    .stroke();
  const half = (RIGHT - LEFT) / 2;
  page.writeLine(sender.name, LEFT + 8, top + 8, { size: 9.5, font: 'bold', width: half - 16 });
  sender.address.forEach((line, index) =>
    page.writeLine(getCellText(line), LEFT + 8, top + 8 + (index + 1) * IDENTITY_LINE, { size: 8.5, width: half - 16 }),
  );
  identity.forEach(({ label, value }, index) => {
    const place = top + 8 + index * IDENTITY_LINE;
    page.writeLine(label, LEFT + half, place, { size: 8, colour: COLOURS.muted, width: 110 });
    page.writeLine(getCellText(value), LEFT + half + 114, place, { size: 8.5, font: 'bold', width: half - 122 });
  });
  return top + height + 12;
}

const countLines = ({ parts }: FormFrame): number => Math.max(...parts.map(({ lines }) => lines.length));
const computeFrameHeight = (page: Pen, frame: FormFrame): number =>
  BAND_HEIGHT + HEAD_HEIGHT + countLines(frame) * computeLineHeight(page, frame) + 10;

const computePartWidth = ({ parts }: FormFrame): number => (RIGHT - LEFT - GAP * (parts.length - 1)) / parts.length;
const computeLabelWidth = (part: FormPart, width: number): number =>
  width - BOX_WIDTH - part.columns.length * AMOUNT_WIDTH;

const isLong = (page: Pen, { label, isTotal }: FormLine, width: number): boolean =>
  page.measureHeight(label, { size: LABEL_SIZE, font: isTotal ? 'bold' : 'regular', width: width - 8 }) > LINE_HEIGHT;

/** All lines of a frame have the same height. */
function computeLineHeight(page: Pen, frame: FormFrame): number {
  const hasLong = frame.parts.some((part) =>
    part.lines.some((line) => isLong(page, line, computeLabelWidth(part, computePartWidth(frame)))),
  );
  return hasLong ? HIGH_LINE : LINE_HEIGHT;
}

function drawFrame(page: Pen, frame: FormFrame, language: TableDocument['language'], y: number): number {
  page.pdf.rect(LEFT, y, RIGHT - LEFT, BAND_HEIGHT).fill(COLOURS.accent);
  page.writeLine(frame.title, LEFT + 6, y + 4.5, {
    size: 8,
    font: 'bold',
    colour: COLOURS.paper,
    width: RIGHT - LEFT - 12,
  });
  const width = computePartWidth(frame);
  const height = computeLineHeight(page, frame);
  frame.parts.forEach((part, index) =>
    drawPart(page, part, language, { x: LEFT + index * (width + GAP), y: y + BAND_HEIGHT, width, height }),
  );
  return y + computeFrameHeight(page, frame);
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Height of a line. */
  readonly height: number;
}

function drawPart(page: Pen, part: FormPart, language: TableDocument['language'], place: Place): void {
  const { x, y, width, height } = place;
  const labels = computeLabelWidth(part, width);
  page.pdf.rect(x, y, width, HEAD_HEIGHT).fill(COLOURS.shade);
  page.writeLine(part.title, x + 4, y + 4, {
    size: 7,
    font: 'bold',
    colour: COLOURS.accent,
    width: labels + BOX_WIDTH - 8,
  });
  part.columns.forEach((heading, index) =>
    page.writeLine(heading, x + labels + BOX_WIDTH + index * AMOUNT_WIDTH, y + 4, {
      size: 7,
      font: 'bold',
      colour: COLOURS.accent,
      align: 'right',
      width: AMOUNT_WIDTH - 4,
    }),
  );
  part.lines.forEach((line, index) =>
    drawLine(page, line, language, { x, y: y + HEAD_HEIGHT + index * height, width: labels, height }),
  );
}

/** Draws the label, the boxed number and the boxed amounts. */
function drawLine(page: Pen, line: FormLine, language: TableDocument['language'], place: Place): void {
  const { x, y, width, height } = place;
  const { pdf } = page;
  const middle = y + (height - LINE_HEIGHT) / 2;
  const font = line.isTotal ? 'bold' : 'regular';
  const text = { font, width: width - 8 } as const;
  // A label too long for one line takes two small ones.
  if (isLong(page, line, width)) {
    const small = { ...text, size: SMALL_LABEL, maxHeight: height };
    // In the small size it may fit on one line after all.
    const spare = Math.max(0, height - 2 - page.measureHeight(line.label, small));
    page.write(line.label, x + 4, y + 1 + spare / 2, small);
  } else page.writeLine(line.label, x + 4, middle + 3.6, { ...text, size: LABEL_SIZE });
  pdf.lineWidth(0.5).strokeColor(COLOURS.rule);
  pdf.rect(x + width, y, BOX_WIDTH, height).fillAndStroke(line.isTotal ? COLOURS.rule : COLOURS.shade, COLOURS.rule);
  page.writeLine(line.box, x + width + 4, middle + 4, { size: 7, font: 'bold', width: BOX_WIDTH - 8 });
  line.amounts.forEach((amount, index) => {
    const left = x + width + BOX_WIDTH + index * AMOUNT_WIDTH;
    if (amount === null) return;
    pdf.lineWidth(0.5).strokeColor(COLOURS.rule).rect(left, y, AMOUNT_WIDTH, height).stroke();
    const written = amount === '' ? '' : formatWholeAmount(amount, language);
    page.writeLine(written, left + 3, middle + 4, { size: 7.5, font, width: AMOUNT_WIDTH - 7, align: 'right' });
  });
  pdf
    .moveTo(x, y + height)
    .lineTo(x + width, y + height)
    .strokeColor(COLOURS.rule)
    .stroke();
}

/** Forms in whole units show no cents. */
const formatWholeAmount = (amount: string, language: TableDocument['language']): string =>
  formatLocalAmount(amount, language).replace(/[.,]00$/, '');
