import type { ExtractedDocument } from '../../../domain/document-imports/extraction/index.ts';
import type { OwnIdentity } from '../../../domain/document-imports/sheet.ts';
import { stripLegalForm } from '../../../domain/document-imports/extraction/names.ts';
import { fromCents } from '../../../domain/money.ts';
import { createPen, type Drawing, type Pen } from '../invoices/drawing.ts';
import { drawBuyer, drawDelivery, FACTS, TOTALS } from './bodies.ts';
import type { Company } from './companies.ts';
import { createPlainDocument, type PlainDocument } from './document.ts';
import { drawSellerBlock, drawSellerTable, SENDERS } from './senders.ts';

export type { PlainDocument } from './document.ts';

/**
 * Documents without structured data, each in a layout of its own: where the sender is named, how the addressee is
 * written, how numbers, dates and totals are arranged, in four languages and several currencies.
 */
export const PLAIN_DOCUMENTS = 320;

/** Sender and addressee; `pair` draws both. */
const ARRANGEMENTS: readonly (readonly [name: string, draw: (pen: Pen, document: PlainDocument) => void])[] = [
  ...Object.entries(SENDERS).map(([name, drawSender]) => [name, withBuyer(drawSender, name)] as const),
  ['two columns', (pen, document) => drawTwoColumns(pen, document, 50, 320)],
  ['two columns, addressee first', (pen, document) => drawTwoColumns(pen, document, 320, 50)],
  [
    'table of labels',
    (pen, document) => {
      drawSellerTable(pen, document, 50, 60);
      drawBuyer(50, 180, true)(pen, document);
    },
  ],
  [
    'table of labels beside the addressee',
    (pen, document) => {
      drawSellerTable(pen, document, 290, 60);
      drawBuyer(50, 60, document.dice.roll() < 0.5)(pen, document);
    },
  ],
];

function withBuyer(drawSender: (pen: Pen, document: PlainDocument) => void, name: string) {
  return (pen: Pen, document: PlainDocument): void => {
    const { dice } = document;
    drawSender(pen, document);
    const isLeft = ['windowLine', 'stacked', 'below'].includes(name);
    const places = isLeft ? [60] : name === 'sidebar' ? [60, 50] : [60, 330];
    const top = { left: 175, stacked: 128, below: 60 }[name] ?? 150;
    const isLabelled = name !== 'windowLine' && dice.roll() < 0.4;
    drawBuyer(dice.pick(places), top, isLabelled)(pen, document);
    if (dice.roll() < 0.12 && !['sidebar', 'stacked', 'below'].includes(name)) drawDelivery(pen, document, 230, 150);
  };
}

function drawTwoColumns(pen: Pen, document: PlainDocument, seller: number, buyer: number): void {
  drawSellerBlock(pen, document, seller, 110);
  drawBuyer(buyer, 110, true)(pen, document);
}

export interface DrawnDocument {
  readonly document: PlainDocument;
  readonly arrangement: string;
  readonly drawing: Drawing;
  readonly own: OwnIdentity;
}

export function drawPlainDocument(seed: number): DrawnDocument {
  const document = createPlainDocument(seed);
  const pen = createPen();
  const [arrangement, draw] = ARRANGEMENTS[Math.floor(seed / 4) % ARRANGEMENTS.length]!;
  draw(pen, document);
  document.dice.pick(FACTS)(pen, document);
  document.dice.pick(TOTALS)(pen, document);
  drawAsides(pen, document);
  return { document, arrangement, drawing: pen.drawing(), own: toIdentity(document.own, seed % 2 === 0) };
}

/** Others who are named: a tax representative, and general terms on a second page. */
function drawAsides(pen: Pen, { dice, language }: PlainDocument): void {
  if (dice.roll() < 0.08)
    pen.text(50, 745, 'Fiscal representative: Fiducia Nova SA, VAT BE 0403.170.701', { size: 7.5 });
  if (dice.roll() > 0.15) return;
  pen.newPage();
  const lines = TERMS[language];
  lines.forEach((line, index) => pen.text(50, 60 + index * 14, line, { size: 8 }));
}

const TERMS: Readonly<Record<PlainDocument['language'], readonly string[]>> = {
  fr: ['Conditions générales', 'Tout litige relève du tribunal de Liège.', 'Médiateur : Ombuds SA, 1000 Bruxelles'],
  nl: ['Algemene voorwaarden', 'Geschillen: rechtbank van Gent.', 'Ombudsman: Bemiddeling NV, 1000 Brussel'],
  en: ['General terms', 'Disputes: courts of London.', 'Mediator: Ombuds Ltd, London EC1A 4HD'],
  de: ['Allgemeine Geschäftsbedingungen', 'Gerichtsstand ist Köln.', 'Schlichter: Ombuds GmbH, 50667 Köln'],
};

const toIdentity = (company: Company, hasAddress: boolean): OwnIdentity => ({
  ...toIdentityFacts(company),
  ...(hasAddress && { address: { street: company.street, postalCode: company.postalCode, city: company.city } }),
});

const toIdentityFacts = ({ name, vatNumber, enterpriseNumber, iban, country }: Company): OwnIdentity => ({
  name,
  vatNumber,
  enterpriseNumber,
  ibans: [iban!],
  country: country as OwnIdentity['country'],
});

/** What is wrong with the supplier (or customer) that was read, by field. */
export function findPartyErrors({ document, arrangement }: DrawnDocument, { sheet }: ExtractedDocument): string[] {
  const { isSale, seller, buyer } = document;
  const other = isSale ? buyer : seller;
  const { counterparty } = sheet;
  const isName =
    arrangement === 'nameless' && !isSale
      ? counterparty.name === null
      : counterparty.name !== null && stripLegalForm(counterparty.name) === stripLegalForm(other.name);
  return [
    ...(isName ? [] : [`name ${counterparty.name}`]),
    ...(counterparty.vat_number === other.vatNumber ? [] : [`vat_number ${counterparty.vat_number}`]),
    ...(other.vatNumber !== null || (counterparty.enterprise_number ?? null) === other.enterpriseNumber
      ? []
      : [`enterprise_number ${counterparty.enterprise_number}`]),
    ...(isSale || counterparty.iban === other.iban ? [] : [`iban ${counterparty.iban}`]),
    ...([null, other.postalCode].includes(counterparty.postal_code) ? [] : [`postal_code ${counterparty.postal_code}`]),
    ...([null, other.email].includes(counterparty.email) ? [] : [`email ${counterparty.email}`]),
  ];
}

/** What is wrong with numbers, dates, currency and totals that were read, by field. */
export function findFieldErrors({ document }: DrawnDocument, { sheet, warnings }: ExtractedDocument): string[] {
  const { number, date, due, currency, net, vat, gross } = document;
  const meant: Record<string, string> = {
    number,
    date,
    due_date: due,
    currency: currency ?? 'none',
    net: fromCents(BigInt(net)),
    vat: fromCents(BigInt(vat)),
    gross: fromCents(BigInt(gross)),
  };
  const isWarned = warnings.some(({ code }) => code.startsWith('currency_'));
  const found: Record<string, string | null> = {
    number: sheet.number,
    date: sheet.date,
    due_date: sheet.due_date,
    currency: currency === null && isWarned ? 'none' : sheet.currency,
    net: sheet.totals.net,
    vat: sheet.totals.vat,
    gross: sheet.totals.gross,
  };
  return Object.keys(meant)
    .filter((field) => meant[field] !== found[field])
    .map((field) => `${field} ${found[field]} instead of ${meant[field]}`);
}
