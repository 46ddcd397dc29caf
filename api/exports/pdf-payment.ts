import { getCellText, type PrintedPayment } from './document.ts';
import { COLOURS, LEFT, RIGHT, type Pen } from './pdf-page.ts';

/** Payment details of a document, as text and as a QR code for banking apps. */

const CODE_SIZE = 92;
const PADDING = 12;
const LABEL_WIDTH = 90;
const LINE_HEIGHT = 14;
const TITLE_HEIGHT = 18;
const HINT_HEIGHT = 14;

/** Draws the block in one piece, on the next page if it does not fit, and returns the y position below it. */
export async function drawPayment(
  page: Pen,
  payment: PrintedPayment,
  y: number,
  newPage: () => number,
): Promise<number> {
  const hint = payment.hint === undefined ? 0 : HINT_HEIGHT;
  const words = TITLE_HEIGHT + payment.facts.length * LINE_HEIGHT + hint;
  const height = 2 * PADDING + Math.max(words, payment.code === undefined ? 0 : CODE_SIZE);
  const top = y + height > page.bottom ? newPage() : y;
  page.drawBox(LEFT, top, RIGHT - LEFT, height, COLOURS.shade);
  const inner = top + PADDING;
  const right = payment.code === undefined ? RIGHT - PADDING : RIGHT - PADDING - CODE_SIZE - 2 * PADDING;
  page.writeLine(payment.title, LEFT + PADDING, inner, { size: 11, font: 'bold', colour: page.accent, width: 300 });
  payment.facts.forEach(({ label, value }, index) => {
    const place = inner + TITLE_HEIGHT + index * LINE_HEIGHT;
    const x = LEFT + PADDING + LABEL_WIDTH;
    page.writeLine(label, LEFT + PADDING, place, { size: 8, colour: COLOURS.muted, width: LABEL_WIDTH - 8 });
    page.writeLine(getCellText(value), x, place - 0.5, { size: 9, font: 'bold', width: right - x });
  });
  if (payment.hint !== undefined) {
    const place = inner + words - HINT_HEIGHT + 4;
    page.writeLine(payment.hint, LEFT + PADDING, place, {
      size: 7.5,
      colour: COLOURS.muted,
      width: right - LEFT - PADDING,
    });
  }
  if (payment.code !== undefined) await drawCode(page, payment.code, RIGHT - PADDING - CODE_SIZE, inner);
  return top + height + 16;
}

/** Black on white with a quiet zone, as scanners require. */
async function drawCode({ pdf }: Pen, content: string, x: number, y: number): Promise<void> {
  const { default: QRCode } = await import('qrcode');
  const { modules } = QRCode.create(content, { errorCorrectionLevel: 'M' });
  const quiet = 3;
  const unit = CODE_SIZE / (modules.size + 2 * quiet);
  pdf.rect(x, y, CODE_SIZE, CODE_SIZE).fill('#ffffff');
  for (let row = 0; row < modules.size; row += 1)
    for (let column = 0; column < modules.size; column += 1)
      if (modules.get(row, column))
        pdf.rect(x + (column + quiet) * unit, y + (row + quiet) * unit, unit * 1.02, unit * 1.02);
  pdf.fill('#000000');
}
