import type { PdfFonts } from './pdf-fonts.ts';

/** Measures of the page in points, and the few strokes that everything on it is drawn with. */

export const MARGIN = 44;
export const LEFT = 44;
export const RIGHT = 595.28 - LEFT;
export const FOOTER_Y = 841.89 - 34;
/** Where the last line of a table may end. */
export const BODY_BOTTOM = FOOTER_Y - 18;

export const COLOURS = {
  ink: '#1c2733',
  muted: '#5b6775',
  accent: '#1f3a5f',
  shade: '#eef2f6',
  rule: '#ccd4dd',
  paper: '#ffffff',
} as const;

export interface Style {
  readonly width: number;
  readonly size: number;
  readonly font?: 'regular' | 'bold';
  readonly colour?: string;
  readonly align?: 'left' | 'right';
  /** Text that would become higher is cut short. */
  readonly maxHeight?: number;
  /** Text is made smaller before a word of it is broken. */
  readonly keepsWords?: boolean;
}

export interface Pen {
  readonly pdf: PDFKit.PDFDocument;
  /** Where lines end on the right, where the last line of a table may end, and where the foot of the page is. */
  readonly right: number;
  readonly bottom: number;
  readonly footer: number;
  /** Text on as many lines as it takes, whose first capital letters begin at `y`. Gives their height. */
  write(text: string, x: number, y: number, style: Style): number;
  /** Text on one line, smaller where it would not fit, and cut short where it would become illegible. */
  line(text: string, x: number, y: number, style: Style): void;
  heightOf(text: string, style: Style): number;
  /** The text broken between its words. */
  lines(text: string, style: Style): readonly string[];
  box(x: number, y: number, width: number, height: number, colour: string): void;
  rule(y: number, colour?: string): void;
  /** False when the image cannot be read: the document goes out without it. */
  image(content: Uint8Array, x: number, y: number, fit: { readonly width: number; readonly height: number }): boolean;
}

const SMALLEST_SIZE = 5.5;

export function pen(pdf: PDFKit.PDFDocument, fonts: PdfFonts): Pen {
  const { printable } = fonts;
  pdf.registerFont('regular', fonts.regular.source).registerFont('bold', fonts.bold.source);
  const take = ({ font = 'regular', size, colour = COLOURS.ink }: Style) =>
    pdf.font(font).fontSize(size).fillColor(colour);
  /** The library leaves room for accents above the first line. */
  const lineTop = (y: number, { font = 'regular', size }: Style) => y - fonts[font].roomAboveCapitals * size;

  const { width: pageWidth, height: pageHeight } = pdf.page;
  const [right, footer] = [pageWidth - LEFT, pageHeight - 34];

  /** Leaves the font ready that the text is to be drawn with. */
  function measured(text: string, style: Style): { readonly height: number; readonly size: number } {
    take(style);
    const { size } = style;
    const height = pdf.currentLineHeight(true);
    const shown = printable(text);
    if (pdf.widthOfString(shown) <= style.width) return { height, size };
    const longest = style.keepsWords
      ? Math.max(...shown.split(/[\s-]/).map((word) => pdf.widthOfString(word)))
      : style.width;
    const fitting = longest > style.width ? Math.max(SMALLEST_SIZE, (size * style.width) / longest - 0.01) : size;
    if (fitting < size) take({ ...style, size: fitting });
    const whole = pdf.heightOfString(shown, { width: style.width });
    return { height: Math.max(height, Math.min(whole, style.maxHeight ?? Infinity)), size: fitting };
  }

  return {
    pdf,
    right,
    footer,
    bottom: footer - 18,
    heightOf: (text, style) => measured(text, style).height,
    write(text, x, y, given) {
      const { height, size } = measured(text, given);
      const style = { ...given, size };
      // Most texts fit on their line, and need not be laid out.
      if (height === pdf.currentLineHeight(true) && style.align !== 'right') {
        pdf.text(printable(text), x, lineTop(y, style), { lineBreak: false });
        return height;
      }
      const cut = style.maxHeight === undefined ? {} : { height: style.maxHeight, ellipsis: true };
      pdf.text(printable(text), x, lineTop(y, style), { width: style.width, align: style.align ?? 'left', ...cut });
      return height;
    },
    line(text, x, y, style) {
      let shown = printable(text);
      let { size } = style;
      take(style);
      let width = pdf.widthOfString(shown);
      if (width > style.width) {
        // A little less than would just fit, or rounding takes it for too wide and cuts an amount short.
        size = Math.max(SMALLEST_SIZE, (0.99 * size * style.width) / width);
        take({ ...style, size });
        while (pdf.widthOfString(shown) > style.width && shown.length > 1)
          shown = `${shown.slice(0, shown.endsWith('…') ? -2 : -1)}…`;
        width = pdf.widthOfString(shown);
      }
      const start = style.align === 'right' ? x + style.width - width : x;
      pdf.text(shown, start, lineTop(y + (style.size - size) / 2, { ...style, size }), { lineBreak: false });
    },
    lines(text, style) {
      take(style);
      return text.split(' ').reduce<string[]>((lines, word) => {
        const longer = [...lines.slice(-1), word].join(' ');
        return lines.length > 0 && pdf.widthOfString(printable(longer)) <= style.width
          ? [...lines.slice(0, -1), longer]
          : [...lines, word];
      }, []);
    },
    box: (x, y, width, height, colour) => void pdf.roundedRect(x, y, width, height, 3).fill(colour),
    rule: (y, colour = COLOURS.rule) =>
      void pdf.moveTo(LEFT, y).lineTo(right, y).lineWidth(0.6).strokeColor(colour).stroke(),
    image(content, x, y, { width, height }) {
      try {
        pdf.image(Buffer.from(content), x, y, { fit: [width, height] });
        return true;
      } catch {
        return false;
      }
    },
  };
}
