import {
  textOf,
  type FormFrame,
  type FormLine,
  type FormPart,
  type PrintedForm,
  type TableDocument,
} from './document.ts';
import { writtenAmount } from './notation.ts';
import { BODY_BOTTOM, COLOURS, LEFT, MARGIN, RIGHT, type Pen } from './pdf-page.ts';

/** An official form on paper: its number, who files it, and frames of numbered lines with their amounts in boxes. */

const LINE_HEIGHT = 12.6;
/** Of frames with labels that take two lines. */
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

/** Gives the place below it. */
export function drawForm(
  page: Pen,
  form: PrintedForm,
  { language, sender }: TableDocument,
  newPage: () => number,
): number {
  let y = drawHeading(page, form, sender);
  for (const frame of form.frames) {
    if (y + heightOf(page, frame) > BODY_BOTTOM) y = newPage();
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
  page.line(number, LEFT + 8, MARGIN + 15, { size: 11, font: 'bold', width: 76 });
  page.write(heading, LEFT + 104, MARGIN + 9, {
    size: 12,
    font: 'bold',
    colour: COLOURS.accent,
    width: 300,
    maxHeight: 30,
  });
  if (mark !== undefined)
    page.line(mark, RIGHT - 108, MARGIN + 15, {
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
  page.line(sender.name, LEFT + 8, top + 8, { size: 9.5, font: 'bold', width: half - 16 });
  sender.address.forEach((line, index) =>
    page.line(textOf(line), LEFT + 8, top + 8 + (index + 1) * IDENTITY_LINE, { size: 8.5, width: half - 16 }),
  );
  identity.forEach(({ label, value }, index) => {
    const place = top + 8 + index * IDENTITY_LINE;
    page.line(label, LEFT + half, place, { size: 8, colour: COLOURS.muted, width: 110 });
    page.line(textOf(value), LEFT + half + 114, place, { size: 8.5, font: 'bold', width: half - 122 });
  });
  return top + height + 12;
}

const linesIn = ({ parts }: FormFrame): number => Math.max(...parts.map(({ lines }) => lines.length));
const heightOf = (page: Pen, frame: FormFrame): number =>
  BAND_HEIGHT + HEAD_HEIGHT + linesIn(frame) * lineHeightOf(page, frame) + 10;

const partWidth = ({ parts }: FormFrame): number => (RIGHT - LEFT - GAP * (parts.length - 1)) / parts.length;
const labelWidth = (part: FormPart, width: number): number => width - BOX_WIDTH - part.columns.length * AMOUNT_WIDTH;

const isLong = (page: Pen, { label, isTotal }: FormLine, width: number): boolean =>
  page.heightOf(label, { size: LABEL_SIZE, font: isTotal ? 'bold' : 'regular', width: width - 8 }) > LINE_HEIGHT;

/** All lines of a frame are of one height. */
function lineHeightOf(page: Pen, frame: FormFrame): number {
  const hasLong = frame.parts.some((part) =>
    part.lines.some((line) => isLong(page, line, labelWidth(part, partWidth(frame)))),
  );
  return hasLong ? HIGH_LINE : LINE_HEIGHT;
}

function drawFrame(page: Pen, frame: FormFrame, language: TableDocument['language'], y: number): number {
  page.pdf.rect(LEFT, y, RIGHT - LEFT, BAND_HEIGHT).fill(COLOURS.accent);
  page.line(frame.title, LEFT + 6, y + 4.5, { size: 8, font: 'bold', colour: COLOURS.paper, width: RIGHT - LEFT - 12 });
  const width = partWidth(frame);
  const height = lineHeightOf(page, frame);
  frame.parts.forEach((part, index) =>
    drawPart(page, part, language, { x: LEFT + index * (width + GAP), y: y + BAND_HEIGHT, width, height }),
  );
  return y + heightOf(page, frame);
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Of a line. */
  readonly height: number;
}

function drawPart(page: Pen, part: FormPart, language: TableDocument['language'], place: Place): void {
  const { x, y, width, height } = place;
  const labels = labelWidth(part, width);
  page.pdf.rect(x, y, width, HEAD_HEIGHT).fill(COLOURS.shade);
  page.line(part.title, x + 4, y + 4, { size: 7, font: 'bold', colour: COLOURS.accent, width: labels + BOX_WIDTH - 8 });
  part.columns.forEach((heading, index) =>
    page.line(heading, x + labels + BOX_WIDTH + index * AMOUNT_WIDTH, y + 4, {
      ...{ size: 7, font: 'bold', colour: COLOURS.accent, align: 'right' },
      width: AMOUNT_WIDTH - 4,
    }),
  );
  part.lines.forEach((line, index) =>
    drawLine(page, line, language, { x, y: y + HEAD_HEIGHT + index * height, width: labels, height }),
  );
}

/** The label, the number in its box, the amounts in theirs. */
function drawLine(page: Pen, line: FormLine, language: TableDocument['language'], place: Place): void {
  const { x, y, width, height } = place;
  const { pdf } = page;
  const middle = y + (height - LINE_HEIGHT) / 2;
  const font = line.isTotal ? 'bold' : 'regular';
  const text = { font, width: width - 8 } as const;
  // What is too long for a line takes two small ones.
  if (isLong(page, line, width)) {
    const small = { ...text, size: SMALL_LABEL, maxHeight: height };
    // Small enough, it may take one after all.
    const spare = Math.max(0, height - 2 - page.heightOf(line.label, small));
    page.write(line.label, x + 4, y + 1 + spare / 2, small);
  } else page.line(line.label, x + 4, middle + 3.6, { ...text, size: LABEL_SIZE });
  pdf.lineWidth(0.5).strokeColor(COLOURS.rule);
  pdf.rect(x + width, y, BOX_WIDTH, height).fillAndStroke(line.isTotal ? COLOURS.rule : COLOURS.shade, COLOURS.rule);
  page.line(line.box, x + width + 4, middle + 4, { size: 7, font: 'bold', width: BOX_WIDTH - 8 });
  line.amounts.forEach((amount, index) => {
    const left = x + width + BOX_WIDTH + index * AMOUNT_WIDTH;
    if (amount === null) return;
    pdf.lineWidth(0.5).strokeColor(COLOURS.rule).rect(left, y, AMOUNT_WIDTH, height).stroke();
    const written = amount === '' ? '' : wholeAmount(amount, language);
    page.line(written, left + 3, middle + 4, { size: 7.5, font, width: AMOUNT_WIDTH - 7, align: 'right' });
  });
  pdf
    .moveTo(x, y + height)
    .lineTo(x + width, y + height)
    .strokeColor(COLOURS.rule)
    .stroke();
}

/** Forms in whole units show no cents. */
const wholeAmount = (amount: string, language: TableDocument['language']): string =>
  writtenAmount(amount, language).replace(/[.,]00$/, '');
