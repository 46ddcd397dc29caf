import type { OwnIdentity } from '../sheet.ts';
import { extractDates } from './dates.ts';
import { findBic } from './identifiers.ts';
import { CREDIT_NOTE, CUSTOMER_LABELS, DELIVERY_LABELS, INVOICE, SUPPLIER_LABELS } from './labels.ts';
import { listCellsBelow, measureDistance, type Cell, type Layout } from './layout.ts';
import { stripLegalForm, hasName, LEGAL_FORM } from './names.ts';
import { isUnderLabel, type Parties } from './parties.ts';

/** Name, address and contact data of the counterparty. */
export interface Contact {
  readonly name: string | null;
  readonly address: string | null;
  readonly postalCode: string | null;
  readonly city: string | null;
  readonly country: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly bic: string | null;
}

const POSTAL = /(?:^|[\s,])(?:(B|F|L|D|BE|FR|LU|DE|NL)[- ]{1,3})?(\d{4,5}(?: [A-Z]{2})?)\s+(\p{Lu}[\p{L}'’. -]{1,40})/u;
const EMAIL = /[A-Za-z0-9][A-Za-z0-9._%+-]{0,60}@[A-Za-z0-9-]{1,60}(?:\.[A-Za-z0-9-]{2,30}){1,3}/;
const PHONE = /(?<!\p{L})(?:tel|phone|tél|gsm|telefon|telefoon|téléphone)[^\d+]{0,6}(\+?\d[\d\s./()-]{7,18}\d)/iu;
const COUNTRIES: Readonly<Record<string, string>> = {
  B: 'BE',
  F: 'FR',
  L: 'LU',
  D: 'DE',
  BE: 'BE',
  FR: 'FR',
  LU: 'LU',
  DE: 'DE',
  NL: 'NL',
};

export function extractContact(layout: Layout, parties: Parties, own: OwnIdentity, country: string | null): Contact {
  const nameCell = parties.known ? findKnownCell(layout, parties.known.name) : findNameCell(layout, parties, own);
  const near = nameCell ?? parties.anchor;
  const place = [nameCell, parties.anchor].reduce(
    (found, cell) => found ?? (cell ? findPlaceNear(layout, cell, own) : null),
    null as Place | null,
  );
  const findNearby = (pattern: RegExp): string | null => findNearest(layout, near, pattern);
  return {
    name: parties.known?.name ?? (nameCell ? cleanName(nameCell.text) : null),
    ...(place ?? { address: null, postalCode: null, city: null }),
    country: country ?? place?.country ?? null,
    email: findNearby(EMAIL)?.toLowerCase() ?? null,
    phone: findNearby(PHONE),
    bic: parties.direction === 'sale' ? null : (layout.cells.map(findBic).find((bic) => bic !== null) ?? null),
  };
}

const findKnownCell = (layout: Layout, name: string): Cell | null =>
  layout.cells.find((cell) => hasName(cell.plain, name)) ?? null;

/** Letterheads put more after a name: addresses, numbers, dashes. */
function cleanName(text: string): string {
  return text
    .split(/\s+[-–|•·]\s+|,\s|\s{2,}|\s(?:TVA|BTW|VAT|BE\s?0|SIRET|IBAN|RCS|Tel|Tél)\b/u)[0]!
    .replace(
      /^(?:facturé à|client|klant|customer|bill to|kunde|fournisseur|leverancier|supplier|lieferant|de|van|from|von)\s*:\s*/i,
      '',
    )
    .replace(/[\s:;,.-]+$/u, (end) =>
      /\.$/.test(end) && /\b\p{L}\.\p{L}$|[Ll]td$/u.test(text.slice(0, -1)) ? '.' : '',
    )
    .trim();
}

function findNameCell(layout: Layout, parties: Parties, own: OwnIdentity): Cell | null {
  const first = layout.pages[0];
  if (!first) return null;
  const labels = parties.direction === 'sale' ? CUSTOMER_LABELS : SUPPLIER_LABELS;
  const unwanted = parties.direction === 'sale' ? SUPPLIER_LABELS : CUSTOMER_LABELS;
  let best: { cell: Cell; score: number } | null = null;
  const letter = computeMedian(layout.cells.slice(0, 200).map(({ top, bottom }) => bottom - top));
  for (const cell of layout.cells) {
    if (cell.page !== first.number || !canBeName(cell, own)) continue;
    const isFoot = cell.top > first.height * 0.8;
    let score = LEGAL_FORM.test(cell.text) ? 1.6 : 0;
    score +=
      Math.min(1, Math.max(0, (cell.bottom - cell.top) / letter - 1)) * (parties.direction === 'sale' ? 0.2 : 1.4);
    if (cell.row <= 2) score += parties.direction === 'sale' ? 0 : 0.7 - 0.2 * cell.row;
    if (cell.top < first.height * 0.3) score += 0.3;
    if (isFoot) score -= LEGAL_FORM.test(cell.text) ? 0.3 : 1.5;
    if (parties.anchor) score += Math.max(0, 1 - measureDistance(cell, parties.anchor) / 160);
    if (isUnderLabel(layout, cell, labels)) score += 0.8;
    if (isUnderLabel(layout, cell, unwanted)) score -= 1.5;
    if (isUnderLabel(layout, cell, DELIVERY_LABELS)) score -= 1.5;
    if (best === null || score > best.score) best = { cell, score };
  }
  // Without a number nearby the first line of a page may be anything.
  return best && best.score > (parties.anchor ? 0.5 : 1.2) ? best.cell : null;
}

const NOT_A_NAME =
  /\b(?:page|pagina|seite|date|datum|total|totaal|tva|btw|vat|ust|mwst|iban|bic|tel|fax|www|http|rue|straat|strasse|street|avenue|laan|place|description|quantite|aantal|menge|designation|omschrijving|merci|bedankt|thank|danke|numero|nummer|number|client|klant|customer|kunde|original|duplicata|copie|montant|bedrag|amount|betrag|paiement|betaling|payment|zahlung|conditions|voorwaarden|terms)\b|@|%|€/;

function canBeName(cell: Cell, own: OwnIdentity): boolean {
  const text = cleanName(cell.text);
  return (
    text.length >= 3 &&
    text.length <= 70 &&
    /\p{L}{2}/u.test(text) &&
    !/:$/.test(cell.text) &&
    !hasName(cell.plain, own.name) &&
    stripLegalForm(text) !== '' &&
    !NOT_A_NAME.test(LEGAL_FORM.test(cell.text) ? '' : cell.plain) &&
    !(INVOICE.test(cell.plain) || CREDIT_NOTE.test(cell.plain)) &&
    !POSTAL.test(text) &&
    extractDates(text).length === 0 &&
    text.replace(/\D/g, '').length <= 4
  );
}

function computeMedian(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 1;
}

type Place = Pick<Contact, 'address' | 'postalCode' | 'city' | 'country'>;

function findPlaceNear(layout: Layout, near: Cell, own: OwnIdentity): Place | null {
  const isOwnBlock = (cell: Cell): boolean =>
    layout.cells.some(
      (other) =>
        hasName(other.plain, own.name) && other !== near && measureDistance(other, cell) < measureDistance(near, cell),
    );
  const cell = layout.cells
    .filter(
      (candidate) => POSTAL.test(candidate.text) && measureDistance(candidate, near) < 130 && !isOwnBlock(candidate),
    )
    .sort((one, other) => measureDistance(one, near) - measureDistance(other, near))[0];
  const match = cell ? POSTAL.exec(cell.text) : null;
  if (!cell || !match) return null;
  const before = cell.text
    .slice(0, match.index)
    .replace(/^.*?[-–|•·]\s/u, '')
    .replace(/[\s,–-]+$/u, '');
  const over = before.length > 4 && /\d/.test(before) ? before : findLineAbove(layout, cell, near);
  return {
    address: over,
    postalCode: match[2]!,
    city: match[3]!.split(/\s[-–]\s|\s{2}/)[0]!.trim(),
    country: COUNTRIES[match[1] ?? ''] ?? null,
  };
}

function findLineAbove(layout: Layout, cell: Cell, near: Cell): string | null {
  const over = listCellsBelow(layout, near, 6).filter(
    ({ row, left }) => row < cell.row && Math.abs(left - cell.left) < 60,
  );
  const street = over.at(-1);
  return street && /\p{L}{3}/u.test(street.text) ? street.text : null;
}

function findNearest(layout: Layout, near: Cell | null, pattern: RegExp): string | null {
  const found = layout.cells.filter(({ text }) => pattern.test(text));
  const cell = near
    ? found.sort((one, other) => measureDistance(one, near) - measureDistance(other, near))[0]
    : found[0];
  const match = cell ? pattern.exec(cell.text) : null;
  return match ? (match[1] ?? match[0]).trim() : null;
}
