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
    if (y + heightOf(frame) > BODY_BOTTOM) y = newPage();
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
const heightOf = (frame: FormFrame): number => BAND_HEIGHT + HEAD_HEIGHT + linesIn(frame) * LINE_HEIGHT + 10;

function drawFrame(page: Pen, frame: FormFrame, language: TableDocument['language'], y: number): number {
  page.pdf.rect(LEFT, y, RIGHT - LEFT, BAND_HEIGHT).fill(COLOURS.accent);
  page.line(frame.title, LEFT + 6, y + 4.5, { size: 8, font: 'bold', colour: COLOURS.paper, width: RIGHT - LEFT - 12 });
  const width = (RIGHT - LEFT - GAP * (frame.parts.length - 1)) / frame.parts.length;
  frame.parts.forEach((part, index) =>
    drawPart(page, part, language, { x: LEFT + index * (width + GAP), y: y + BAND_HEIGHT, width }),
  );
  return y + heightOf(frame);
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

function drawPart(page: Pen, part: FormPart, language: TableDocument['language'], { x, y, width }: Place): void {
  const amounts = part.columns.length * AMOUNT_WIDTH;
  const labels = width - BOX_WIDTH - amounts;
  page.pdf.rect(x, y, width, HEAD_HEIGHT).fill(COLOURS.shade);
  page.line(part.title, x + 4, y + 4, { size: 7, font: 'bold', colour: COLOURS.accent, width: labels + BOX_WIDTH - 8 });
  part.columns.forEach((heading, index) =>
    page.line(heading, x + labels + BOX_WIDTH + index * AMOUNT_WIDTH, y + 4, {
      ...{ size: 7, font: 'bold', colour: COLOURS.accent, align: 'right' },
      width: AMOUNT_WIDTH - 4,
    }),
  );
  part.lines.forEach((line, index) =>
    drawLine(page, line, language, { x, y: y + HEAD_HEIGHT + index * LINE_HEIGHT, width: labels }),
  );
}

/** The label, the number in its box, the amounts in theirs. */
function drawLine(page: Pen, line: FormLine, language: TableDocument['language'], { x, y, width }: Place): void {
  const { pdf } = page;
  const font = line.isTotal ? 'bold' : 'regular';
  const text = { size: 6.8, font, width: width - 8 } as const;
  // What is too long for a line takes two small ones.
  if (page.heightOf(line.label, text) <= LINE_HEIGHT) page.line(line.label, x + 4, y + 3.6, text);
  else page.write(line.label, x + 4, y + 1.6, { ...text, size: 5, maxHeight: LINE_HEIGHT });
  pdf.lineWidth(0.5).strokeColor(COLOURS.rule);
  pdf
    .rect(x + width, y, BOX_WIDTH, LINE_HEIGHT)
    .fillAndStroke(line.isTotal ? COLOURS.rule : COLOURS.shade, COLOURS.rule);
  page.line(line.box, x + width + 4, y + 4, { size: 7, font: 'bold', width: BOX_WIDTH - 8 });
  line.amounts.forEach((amount, index) => {
    const left = x + width + BOX_WIDTH + index * AMOUNT_WIDTH;
    if (amount === null) return;
    pdf.lineWidth(0.5).strokeColor(COLOURS.rule).rect(left, y, AMOUNT_WIDTH, LINE_HEIGHT).stroke();
    const written = amount === '' ? '' : wholeAmount(amount, language);
    page.line(written, left + 3, y + 4, { size: 7.5, font, width: AMOUNT_WIDTH - 7, align: 'right' });
  });
  pdf
    .moveTo(x, y + LINE_HEIGHT)
    .lineTo(x + width, y + LINE_HEIGHT)
    .strokeColor(COLOURS.rule)
    .stroke();
}

/** Forms in whole units show no cents. */
const wholeAmount = (amount: string, language: TableDocument['language']): string =>
  writtenAmount(amount, language).replace(/[.,]00$/, '');
