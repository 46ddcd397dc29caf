import type { Pen } from '../invoices/drawing.ts';
import type { PlainDocument } from './document.ts';

/** Where the sender is named: letterheads, sidebars, lines over the window of an envelope, footers. */
export type DrawSender = (pen: Pen, document: PlainDocument) => void;

export interface BlockStyle {
  readonly size?: number;
  readonly firstSize?: number;
  readonly align?: 'left' | 'right' | 'center';
  readonly isFirstBold?: boolean;
}

export function drawBlock(pen: Pen, x: number, y: number, lines: readonly string[], style: BlockStyle = {}): number {
  const { size = 9.5, firstSize = size, align = 'left', isFirstBold = false } = style;
  let at = y;
  for (const [index, line] of lines.filter((each) => each !== '').entries()) {
    pen.text(x, at, line, { size: index === 0 ? firstSize : size, bold: isFirstBold && index === 0, align });
    at += (index === 0 ? firstSize : size) * 1.35;
  }
  return at;
}

const vatLine = ({ words, seller, dice }: PlainDocument): string =>
  seller.vatNumber === null ? '' : `${dice.pick(words.vatLabel)} ${seller.vatText}`;
const ibanLine = ({ seller }: PlainDocument): string => (seller.iban === null ? '' : `IBAN ${seller.ibanText}`);
const contactLines = ({ words, seller, dice }: PlainDocument): string[] => [
  `${dice.pick(words.phone)} ${seller.phone}`,
  `${dice.pick(words.email)}: ${seller.email}`,
];

/** A head with everything, left. */
const left: DrawSender = (pen, document) => {
  const { seller } = document;
  drawBlock(
    pen,
    50,
    50,
    [
      seller.name,
      seller.street,
      seller.cityLine,
      ...contactLines(document),
      vatLine(document),
      seller.register ?? '',
      ibanLine(document),
    ],
    { firstSize: 13, isFirstBold: true },
  );
};

/** The same right, aligned at its left or at its right edge; the account in the foot. */
const right: DrawSender = (pen, document) => {
  const { seller, dice } = document;
  const align = dice.pick(['left', 'right'] as const);
  drawBlock(
    pen,
    align === 'left' ? 370 : 550,
    48,
    [
      seller.name,
      seller.street,
      seller.cityLine,
      seller.phone,
      seller.email,
      vatLine(document) || (seller.register ?? ''),
    ],
    { firstSize: 12, isFirstBold: dice.roll() < 0.5, align },
  );
  pen.text(50, 800, `${dice.pick(document.words.bank)} - ${ibanLine(document)}`, { size: 8 });
};

/** Centred lines across the page. */
const centre: DrawSender = (pen, document) => {
  const { seller, words, dice } = document;
  pen.text(297, 45, seller.name, { size: 16, bold: true, align: 'center' });
  pen.text(297, 60, dice.pick(words.slogans), { size: 9, align: 'center' });
  pen.text(297, 73, `${seller.street} - ${seller.cityLine}`, { size: 8.5, align: 'center' });
  pen.text(297, 85, `${seller.phone} - ${seller.web}`, { size: 8.5, align: 'center' });
  pen.text(297, 805, [vatLine(document), seller.register, ibanLine(document)].filter(Boolean).join(' - '), {
    size: 8,
    align: 'center',
  });
};

/** Nothing but a foot of two centred lines. */
const footLines: DrawSender = (pen, document) => {
  const { seller, dice } = document;
  const separator = dice.pick([' - ', ' | ', ' • ', ', ']);
  pen.rule(50, 780, 550);
  pen.text(297, 793, [seller.name, seller.street, seller.cityLine, seller.email].join(separator), {
    size: 7.5,
    align: 'center',
  });
  pen.text(297, 804, [vatLine(document), seller.register, ibanLine(document)].filter(Boolean).join(separator), {
    size: 7.5,
    align: 'center',
  });
};

/** A foot in columns: address, contact, bank, register. */
const footColumns: DrawSender = (pen, document) => {
  const { seller, words, dice } = document;
  pen.rule(50, 768, 550);
  const columns = [
    [seller.name, seller.street, seller.cityLine],
    [...contactLines(document), seller.web],
    [dice.pick(words.bank), ibanLine(document)],
    [vatLine(document), seller.register ?? '', dice.pick(words.manager)],
  ];
  columns.forEach((lines, index) => drawBlock(pen, 50 + index * 128, 780, lines, { size: 6.5 }));
};

/** One small line over the window, a logo, a foot in columns. */
const windowLine: DrawSender = (pen, document) => {
  const { seller, dice } = document;
  const separator = dice.pick([' · ', ' - ', ', ', ' | ']);
  pen.text(60, 132, [seller.name, seller.street, seller.cityLine].join(separator), { size: 6.5 });
  if (dice.roll() < 0.5) pen.text(550, 60, seller.shortName, { size: 19, bold: true, align: 'right' });
  footColumns(pen, document);
};

/** A logo in large letters with a slogan; the full name is in the foot. */
const logo: DrawSender = (pen, document) => {
  const { seller, words, dice } = document;
  const x = dice.pick([50, 400]);
  pen.text(x, 62, dice.roll() < 0.4 ? seller.shortName.toUpperCase() : seller.shortName, { size: 20, bold: true });
  pen.text(x, 76, dice.pick(words.slogans), { size: 8 });
  footLines(pen, document);
};

/** A narrow column on the right: groups of small lines, with gaps. */
const sidebar: DrawSender = (pen, document) => {
  const { seller, words, dice } = document;
  let y = drawBlock(pen, 430, 60, [seller.name, seller.street, seller.cityLine], { size: 8, isFirstBold: true });
  y = drawBlock(pen, 430, y + 9, contactLines(document), { size: 8 });
  y = drawBlock(pen, 430, y + 9, [vatLine(document), seller.register ?? ''], { size: 8 });
  drawBlock(pen, 430, y + 9, [dice.pick(words.bank), ...(seller.iban === null ? [] : ['IBAN', seller.ibanText])], {
    size: 7.5,
  });
};

/** Name and address above, numbers and account under the totals. */
const numbersBelow: DrawSender = (pen, document) => {
  const { seller, words, dice } = document;
  drawBlock(pen, 50, 52, [seller.name, seller.street, seller.cityLine, seller.email], {
    firstSize: 12,
    isFirstBold: true,
  });
  drawBlock(pen, 50, 700, [
    `${dice.pick(words.bank)}`,
    ibanLine(document),
    [seller.shortName, vatLine(document), seller.register].filter(Boolean).join(' - '),
  ]);
};

/** The name is under a label; numbers have labels beside them. */
export function drawSellerBlock(pen: Pen, document: PlainDocument, x: number, y: number): void {
  const { seller, words, dice } = document;
  pen.text(x, y, `${dice.pick(words.seller)}${dice.pick(['', ':'])}`, { size: 8.5, bold: true });
  drawBlock(pen, x, y + 14, [
    seller.name,
    seller.street,
    seller.cityLine,
    `${dice.pick(words.email)}: ${seller.email}`,
    vatLine(document),
    seller.register ?? '',
  ]);
  if (seller.iban !== null) pen.text(50, 730, `IBAN: ${seller.ibanText}`);
}

/** Everything about the sender as labels with values beside them. */
export function drawSellerTable(pen: Pen, document: PlainDocument, x: number, y: number): void {
  const { seller, words, dice, currency } = document;
  const rows: (readonly [string, string])[] = [
    [dice.pick(words.seller), seller.name],
    [dice.pick(words.address), `${seller.street}, ${seller.cityLine}`],
    [dice.pick(words.email), seller.email],
    [dice.pick(words.phone), seller.phone],
    ...(seller.vatNumber === null ? [] : [[dice.pick(words.vatLabel), seller.vatText] as const]),
    ...(seller.register === null
      ? []
      : [[seller.register.split(' ')[0]!, seller.register.replace(/^\S+ /, '')] as const]),
    ...(seller.iban === null ? [] : [['IBAN', seller.ibanText] as const]),
    ...(currency === null ? [] : [[dice.pick(words.currency), currency] as const]),
  ];
  rows.forEach(([label, value], index) => {
    pen.text(x, y + index * 13, `${label.replace(/:$/, '')}:`, { size: 8.5, bold: true });
    pen.text(x + 90, y + index * 13, value, { size: 8.5 });
  });
}

/** The name is only in a picture, which is not read. */
const nameless: DrawSender = (pen, document) => {
  const { seller, words, dice } = document;
  drawBlock(pen, 400, 60, [
    seller.street,
    seller.cityLine,
    `${dice.pick(words.phone)} ${seller.phone}`,
    vatLine(document) || (seller.register ?? ''),
  ]);
  pen.text(297, 805, [dice.pick(words.bank), ibanLine(document)].filter(Boolean).join(' - '), {
    size: 8,
    align: 'center',
  });
};

/** Right above the addressee, in the same column and in the same letters. */
const stacked: DrawSender = (pen, document) => {
  const { seller } = document;
  drawBlock(pen, 60, 52, [
    seller.name,
    seller.street,
    seller.cityLine,
    vatLine(document) || (seller.register ?? ''),
    ibanLine(document),
  ]);
};

/** Under the addressee, who comes first. */
const below: DrawSender = (pen, document) => {
  const { seller, words, dice } = document;
  drawBlock(
    pen,
    330,
    160,
    [
      seller.name,
      seller.street,
      seller.cityLine,
      ...contactLines(document),
      vatLine(document) || (seller.register ?? ''),
    ],
    {
      size: 8.5,
    },
  );
  drawBlock(pen, 50, 790, [`${dice.pick(words.bank)}, Place du Marché 3, 1000 Bruxelles`, ibanLine(document)], {
    size: 7.5,
  });
};

export const SENDERS = {
  left,
  right,
  centre,
  footLines,
  footColumns,
  windowLine,
  logo,
  sidebar,
  numbersBelow,
  nameless,
  stacked,
  below,
} as const satisfies Readonly<Record<string, DrawSender>>;
