import { isBelgianEnterpriseNumber } from '../../numbers/belgian-enterprise-number.ts';
import { isCreditorReference } from '../../numbers/creditor-reference.ts';
import { normaliseForeignVatNumber } from '../../numbers/foreign-vat-number.ts';
import { isSiren, isSiret } from '../../numbers/french-numbers.ts';
import { normaliseLuxembourgEnterpriseNumber } from '../../numbers/luxembourg-numbers.ts';
import { isStructuredCommunication } from '../../numbers/structured-communication.ts';
import { normaliseVatNumber } from '../../numbers/vat-number.ts';
import type { Cell } from './layout.ts';

/** Official numbers on a document: numbers with check digits are accepted only if these are correct. */
export interface FoundIdentifier {
  readonly value: string;
  readonly cell: Cell;
  readonly start: number;
}

/** Letters that OCR confuses with digits. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  O: '0',
  Q: '0',
  D: '0',
  I: '1',
  L: '1',
  '|': '1',
  Z: '2',
  S: '5',
  B: '8',
  G: '6',
};
const toDigits = (text: string): string => text.replace(/[OQDIL|ZSBG]/g, (letter) => LOOKALIKES[letter]!);

/** Recognition may lose the space after the label. */
const PREFIXED = /(?<=(?:^|[^A-Z0-9])(?:TVA|BTW|VAT)?)([A-Z]{2})[ .:-]{0,2}(?=[0-9A-Z(])/g;
/** A point that was recognised as a comma. */
const COMMA = /(?<=\d),(?=\d{3}(?!\d))/g;
const SEPARATORS = /[\s.\-()·]/;

/** Characters from a position on, without separators, and their positions. */
function compactFrom(text: string, start: number, most: number): { compact: string; ends: number[] } {
  let compact = '';
  const ends: number[] = [];
  for (let index = start; index < text.length && compact.length < most; index++) {
    const character = text[index]!;
    // A dash between spaces separates one number from the next.
    if (/\s/.test(character) && /^[-·]\s/.test(text.slice(index + 1, index + 3))) break;
    if (SEPARATORS.test(character)) continue;
    if (!/[0-9A-Z|]/.test(character)) break;
    compact += character;
    ends.push(index + 1);
  }
  return { compact, ends };
}

/** Lengths of VAT numbers by country prefix. */
const VAT_LENGTHS: Readonly<Record<string, readonly number[]>> = {
  AT: [9], BE: [10, 9], BG: [10, 9], CY: [9], CZ: [10, 9, 8], DE: [9], DK: [8], EE: [9], EL: [9], GR: [9], ES: [9], FI: [8],
  FR: [11], HR: [11], HU: [8], IE: [9, 8], IT: [11], LT: [12, 9], LU: [8], LV: [11], MT: [8], NL: [12], PL: [10], PT: [9],
  RO: [10, 9, 8, 7, 6], SE: [12], SI: [8], SK: [10], GB: [12, 9], XI: [12, 9],
}; // oxfmt-ignore

export function findVatNumbers(cell: Cell): FoundIdentifier[] {
  const text = cell.text.toUpperCase().replace(COMMA, '.');
  const found: FoundIdentifier[] = [];
  let from = 0;
  for (const match of text.matchAll(PREFIXED)) {
    const prefix = match[1]!;
    const lengths = VAT_LENGTHS[prefix];
    if (!lengths || match.index < from) continue;
    const { compact, ends } = compactFrom(text, match.index + 2 + (match[0].length - 2), 14);
    const number = lengths.map((length) => checkVatNumber(prefix, compact, length)).find((value) => value !== null);
    if (number === undefined || number === null) continue;
    found.push({ value: number, cell, start: match.index });
    from = ends[number.length - 3] ?? match.index + 2;
  }
  const swiss = /CHE[-. ]?\d{3}[. ]?\d{3}[. ]?\d{3}/.exec(text);
  const foreign = swiss ? normaliseForeignVatNumber(swiss[0]) : null;
  if (foreign !== null) found.push({ value: foreign, cell, start: swiss!.index });
  return found;
}

function checkVatNumber(prefix: string, compact: string, length: number): string | null {
  const number = compact.slice(0, length);
  if (number.length < length || /\d/.test(compact[length] ?? '')) return null;
  // An IBAN begins like a Belgian VAT number, but is longer.
  return normaliseVatNumber(prefix + number, null) ?? normaliseVatNumber(prefix + repairDigits(prefix, number), null);
}

/** Letters that belong to the number are kept. */
function repairDigits(prefix: string, number: string): string {
  // The key of a French number may have letters, but never O and I.
  if (prefix === 'FR') return number.slice(0, 2).replace(/[OI]/g, toDigits) + toDigits(number.slice(2));
  if (prefix === 'NL') return `${toDigits(number.slice(0, 9))}B${toDigits(number.slice(10))}`;
  return ['ES', 'IE', 'AT', 'CY'].includes(prefix) ? number : toDigits(number);
}

const BELGIAN = /(?<![\d./+])([01]\d{3}[. ]\d{3}[. ]\d{3}|[01]\d{9})(?![\d/]|[. ]\d{3})/g;
const FRENCH = /(?<!\d)(\d{3}[ .]?\d{3}[ .]?\d{3})(?:[ .]?(\d{5}))?(?!\d)/g;

/**
 * Register numbers of Belgium (also as VAT numbers without prefix), France and Luxembourg. The label of the last two may
 * be in a cell of its own.
 */
export function findEnterpriseNumbers(
  cell: Cell,
  label = '',
): (FoundIdentifier & { readonly country: 'BE' | 'FR' | 'LU' })[] {
  const found: (FoundIdentifier & { country: 'BE' | 'FR' | 'LU' })[] = [];
  for (const match of cell.text.matchAll(BELGIAN)) {
    const digits = match[0].replace(/\D/g, '');
    if (isBelgianEnterpriseNumber(digits)) found.push({ value: digits, cell, start: match.index, country: 'BE' });
  }
  if (/siren|siret|rcs|r\.c\.s/.test(`${label} ${cell.plain}`)) {
    for (const match of cell.text.matchAll(FRENCH)) {
      const [siren, nic] = [match[1]!.replace(/\D/g, ''), match[2]];
      if (nic === undefined ? isSiren(siren) : isSiret(siren + nic))
        found.push({ value: siren, cell, start: match.index, country: 'FR' });
    }
    const register = /(?:rcs|r\.c\.s\.?)(?: luxembourg)?\s*:?\s*(?:n°\s*)?([a-k]\s?\d{3,6})\b/.exec(
      `${label} ${cell.plain}`,
    );
    const number = register ? normaliseLuxembourgEnterpriseNumber(register[1]!) : null;
    if (number !== null)
      found.push({ value: number, cell, start: Math.max(0, register!.index - label.length - 1), country: 'LU' });
  }
  return found;
}

const IBAN_LENGTHS: Readonly<Record<string, number>> = {
  AD: 24, AT: 20, BE: 16, BG: 22, CH: 21, CY: 28, CZ: 24, DE: 22, DK: 18, EE: 20, ES: 24, FI: 18, FR: 27, GB: 22, GR: 27, HR: 21,
  HU: 28, IE: 22, IS: 26, IT: 27, LI: 21, LT: 20, LU: 20, LV: 21, MC: 27, MT: 31, NL: 18, NO: 15, PL: 28, PT: 25, RO: 24, SE: 24,
  SI: 19, SK: 24, SM: 27,
}; // oxfmt-ignore

export interface FoundIban extends FoundIdentifier {
  readonly isValid: boolean;
}

export function findIbans(cell: Cell): FoundIban[] {
  const text = cell.text.toUpperCase();
  const found: FoundIban[] = [];
  let from = 0;
  for (const match of text.matchAll(/(?<![A-Z0-9])([A-Z]{2}) ?[0-9OILSBZ]{2}(?=[ .-]?[0-9A-Z])/g)) {
    const length = IBAN_LENGTHS[match[1]!];
    if (length === undefined || match.index < from) continue;
    const { compact, ends } = compactFrom(text, match.index, length);
    if (compact.length < length) continue;
    const candidates = [compact, compact.slice(0, 2) + toDigits(compact.slice(2))];
    const valid = candidates.find((candidate) => isIban(candidate) && hasAccountForm(candidate));
    // Letters where an account has digits: some other text.
    if (valid === undefined && !/^[A-Z]{2}\d{14}/.test(compact)) continue;
    found.push({ value: valid ?? compact, cell, start: match.index, isValid: valid !== undefined });
    if (valid !== undefined) from = ends.at(-1)!;
  }
  return found;
}

/** Account numbers of most countries have digits only: other letters belong to the text that follows. */
const DIGITS_ONLY = /^(?:AT|BE|CZ|DE|DK|EE|ES|FI|HR|HU|IS|LT|NO|PL|PT|SE|SI|SK)(?!\d+$)/;
const OTHER_FORM = /^(?:FR|MC)(?!\d{12}[A-Z0-9]{11}\d{2}$)|^(?:NL|GB|IE)(?!\d{2}[A-Z]{4}\d+$)/;

const hasAccountForm = (iban: string): boolean => !DIGITS_ONLY.test(iban) && !OTHER_FORM.test(iban);

function isIban(text: string): boolean {
  let rest = 0;
  for (const character of text.slice(4) + text.slice(0, 4)) {
    const value = parseInt(character, 36);
    if (Number.isNaN(value)) return false;
    rest = (rest * (value < 10 ? 10 : 100) + value) % 97;
  }
  return rest === 1;
}

const BIC = /(?<![A-Z0-9])([A-Z]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?)(?![A-Z0-9])/;

/** Only after its label: many words in capitals look like a BIC. */
export function findBic(cell: Cell): string | null {
  const label = /\b(?:bic|swift)\b\W*/i.exec(cell.text);
  return label ? (BIC.exec(cell.text.slice(label.index + label[0].length))?.[1] ?? null) : null;
}

const WRAPPED =
  /[+*]{2,3}\s?([\dOIl]{3}\s?\/\s?[\dOIl]{4}\s?\/\s?[\dOIl]{5})\s?[+*]{0,3}|(?<![\d/])(\d{3}\/\d{4}\/\d{5})(?![\d/])/g;
const REFERENCE = /\bRF\d{2}(?: ?[0-9A-Z]{1,4}){1,6}\b/;

/** The twelve digits or an ISO 11649 reference; `isValid` is false if the check digits are wrong. */
export function findCommunication(text: string): { readonly value: string; readonly isValid: boolean } | null {
  let wrong: string | null = null;
  for (const match of text.matchAll(WRAPPED)) {
    const digits = toDigits((match[1] ?? match[2] ?? '').toUpperCase()).replace(/\D/g, '');
    if (isStructuredCommunication(digits)) return { value: digits, isValid: true };
    wrong = digits;
  }
  // Text after a reference may look like another group of it.
  const groups = REFERENCE.exec(text.toUpperCase())?.[0].split(' ') ?? [];
  for (let count = groups.length; count > 0; count--) {
    const reference = groups.slice(0, count).join('');
    if (isCreditorReference(reference)) return { value: reference, isValid: true };
  }
  return wrong === null ? null : { value: wrong, isValid: false };
}
