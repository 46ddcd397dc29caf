import { LIGHT } from '../../support/design/tokens.ts';
import type { PdfFonts } from './pdf-fonts.ts';

/** Page dimensions in points, and the drawing primitives. */

export const MARGIN = 44;
export const LEFT = 44;
export const RIGHT = 595.28 - LEFT;
export const FOOTER_Y = 841.89 - 34;
/** Lower limit for table rows. */
export const BODY_BOTTOM = FOOTER_Y - 18;

/** Papers are always light. */
export const COLOURS = {
  ink: LIGHT.ink,
  muted: LIGHT.quiet,
  accent: LIGHT.accent,
  shade: LIGHT.field,
  rule: LIGHT.line,
  paper: LIGHT.paper,
} as const;

/** Whether white text is legible on this colour. */
export function isDark(colour: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return 0.299 * red + 0.587 * green + 0.114 * blue < 150;
}

export interface Style {
  readonly width: number;
  readonly size: number;
  readonly font?: 'regular' | 'bold';
  readonly colour?: string;
  readonly align?: 'left' | 'right';
  /** Taller text is truncated. */
  readonly maxHeight?: number;
  /** Shrinks text rather than breaking a word. */
  readonly keepsWords?: boolean;
}

export interface Pen {
  readonly pdf: PDFKit.PDFDocument;
  /** Right edge of lines, lower limit for table rows, and position of the footer. */
  readonly right: number;
  readonly bottom: number;
  readonly footer: number;
  /** Colour of titles. */
  readonly accent: string;
  /** Text above the footer of every page, in lines. */
  readonly footerLines: readonly string[];
  /** Writes text on as many lines as needed, with the top of capitals at `y`. Returns the height. */
  write(text: string, x: number, y: number, style: Style): number;
  /** Writes text on one line; shrinks it to fit, and truncates it before it becomes illegible. */
  writeLine(text: string, x: number, y: number, style: Style): void;
  measureHeight(text: string, style: Style): number;
  /** Breaks the text between words. */
  breakLines(text: string, style: Style): readonly string[];
  drawBox(x: number, y: number, width: number, height: number, colour: string): void;
  drawRule(y: number, colour?: string): void;
  /** Returns false if the image cannot be read: the document is made without it. */
  drawImage(
    content: Uint8Array,
    x: number,
    y: number,
    fit: { readonly width: number; readonly height: number },
  ): boolean;
}

const SMALLEST_SIZE = 5.5;

export interface PageLook {
  readonly accent?: string | undefined;
  readonly footer?: string | undefined;
}

export const FOOTER_LINE = 9.5;
const MAX_FOOTER_LINES = 5;

export function createPen(pdf: PDFKit.PDFDocument, fonts: PdfFonts, look: PageLook = {}): Pen {
  const { toPrintable } = fonts;
  pdf.registerFont('regular', fonts.regular.source).registerFont('bold', fonts.bold.source);
  const applyStyle = ({ font = 'regular', size, colour = COLOURS.ink }: Style) =>
    pdf.font(font).fontSize(size).fillColor(colour);
  /** The library reserves space for accents above the first line. */
  const getLineTop = (y: number, { font = 'regular', size }: Style) => y - fonts[font].roomAboveCapitals * size;

  const { width: pageWidth, height: pageHeight } = pdf.page;
  const [right, footer] = [pageWidth - LEFT, pageHeight - 34];

  /** Measures the text and leaves its font selected for drawing. */
  function measureText(text: string, style: Style): { readonly height: number; readonly size: number } {
    applyStyle(style);
    const { size } = style;
    const height = pdf.currentLineHeight(true);
    const shown = toPrintable(text);
    if (pdf.widthOfString(shown) <= style.width) return { height, size };
    const longest = style.keepsWords
      ? Math.max(...shown.split(/[\s-]/).map((word) => pdf.widthOfString(word)))
      : style.width;
    const fitting = longest > style.width ? Math.max(SMALLEST_SIZE, (size * style.width) / longest - 0.01) : size;
    if (fitting < size) applyStyle({ ...style, size: fitting });
    const whole = pdf.heightOfString(shown, { width: style.width });
    return { height: Math.max(height, Math.min(whole, style.maxHeight ?? Infinity)), size: fitting };
  }

  const breakLines: Pen['breakLines'] = (text, style) => {
    applyStyle(style);
    return text.split(' ').reduce<string[]>((lines, word) => {
      const longer = [...lines.slice(-1), word].join(' ');
      return lines.length > 0 && pdf.widthOfString(toPrintable(longer)) <= style.width
        ? [...lines.slice(0, -1), longer]
        : [...lines, word];
    }, []);
  };
  const footerLines = (look.footer ?? '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .flatMap((line) => breakLines(line, { size: 7.5, width: right - LEFT }))
    .slice(0, MAX_FOOTER_LINES);

  return {
    pdf,
    right,
    footer,
    bottom: footer - 18 - footerLines.length * FOOTER_LINE,
    accent: look.accent ?? COLOURS.accent,
    footerLines,
    measureHeight: (text, style) => measureText(text, style).height,
    write(text, x, y, given) {
      const { height, size } = measureText(text, given);
      const style = { ...given, size };
      // Most texts fit on one line and need no layout.
      if (height === pdf.currentLineHeight(true) && style.align !== 'right') {
        pdf.text(toPrintable(text), x, getLineTop(y, style), { lineBreak: false });
        return height;
      }
      const cut = style.maxHeight === undefined ? {} : { height: style.maxHeight, ellipsis: true };
      pdf.text(toPrintable(text), x, getLineTop(y, style), {
        width: style.width,
        align: style.align ?? 'left',
        ...cut,
      });
      return height;
    },
    writeLine(text, x, y, style) {
      let shown = toPrintable(text);
      let { size } = style;
      applyStyle(style);
      let width = pdf.widthOfString(shown);
      if (width > style.width) {
        // Slightly below the exact fit, or rounding would treat it as too wide and truncate an amount.
        size = Math.max(SMALLEST_SIZE, (0.99 * size * style.width) / width);
        applyStyle({ ...style, size });
        while (pdf.widthOfString(shown) > style.width && shown.length > 1)
          shown = `${shown.slice(0, shown.endsWith('…') ? -2 : -1)}…`;
        width = pdf.widthOfString(shown);
      }
      const start = style.align === 'right' ? x + style.width - width : x;
      pdf.text(shown, start, getLineTop(y + (style.size - size) / 2, { ...style, size }), { lineBreak: false });
    },
    breakLines,
    drawBox: (x, y, width, height, colour) => void pdf.roundedRect(x, y, width, height, 3).fill(colour),
    drawRule: (y, colour = COLOURS.rule) =>
      void pdf.moveTo(LEFT, y).lineTo(right, y).lineWidth(0.6).strokeColor(colour).stroke(),
    drawImage(content, x, y, { width, height }) {
      try {
        pdf.image(Buffer.from(content), x, y, { fit: [width, height] });
        return true;
      } catch {
        return false;
      }
    },
  };
}
