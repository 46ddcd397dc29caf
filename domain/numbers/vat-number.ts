import { isBelgianEnterpriseNumber } from './belgian-enterprise-number.ts';
import { isFrenchVatNumber } from './french-numbers.ts';

/**
 * VAT numbers of the European Union, Northern Ireland (XI) and the United Kingdom: form and check digits. Stored with the
 * prefix and without separators. Greece uses EL although its country code is GR. Other countries are in
 * foreign-vat-number.ts.
 */

/** Longer than any notation of such a number, so that the checks below never process a long text. */
const MAX_LENGTH = 40;

interface NationalNumber {
  /** Matches the part after the prefix. */
  readonly shape: RegExp;
  readonly isValid: (number: string) => boolean;
}

const toDigits = (text: string): number[] => Array.from(text, Number);
const getDigit = (text: string, index: number): number => Number(text[index]);

/** Sum of the first digits, each multiplied by its weight. */
function sumWeighted(text: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * getDigit(text, index), 0);
}

/** Doubles every second digit from the right and sums all resulting digits. */
function hasValidLuhn(number: string): boolean {
  const sum = toDigits(number)
    .reverse()
    .reduce((total, digit, index) => total + (index % 2 === 0 ? digit : digit > 4 ? 2 * digit - 9 : 2 * digit), 0);
  return sum % 10 === 0;
}

/** ISO 7064, modulus 11, 10. */
function hasValidMod1110(number: string): boolean {
  let product = 10;
  for (const digit of toDigits(number.slice(0, -1))) {
    const sum = (digit + product) % 10 || 10;
    product = (2 * sum) % 11;
  }
  return (11 - product) % 10 === getDigit(number, number.length - 1);
}

function isAustrian(number: string): boolean {
  const digits = toDigits(number.slice(1));
  const sum = digits
    .slice(0, 7)
    .reduce((total, digit, index) => total + (index % 2 === 0 ? digit : Math.floor(digit / 5) + ((2 * digit) % 10)), 0);
  return (106 - (sum % 10)) % 10 === digits[7];
}

function isBulgarian(number: string): boolean {
  if (number.length === 9) {
    const first = sumWeighted(number, [1, 2, 3, 4, 5, 6, 7, 8]) % 11;
    const check = first === 10 ? sumWeighted(number, [3, 4, 5, 6, 7, 8, 9, 10]) % 11 : first;
    return check % 10 === getDigit(number, 8);
  }
  // Persons, foreigners and others have different checks, and the number does not show which applies.
  const last = getDigit(number, 9);
  const person = (sumWeighted(number, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11) % 10;
  const foreigner = sumWeighted(number, [21, 19, 17, 13, 11, 9, 7, 3, 1]) % 10;
  const other = 11 - (sumWeighted(number, [4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11);
  return last === person || last === foreigner || last === (other === 11 ? 0 : other);
}

const CYPRIOT_ODD = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21];

function isCypriot(number: string): boolean {
  const sum = toDigits(number.slice(0, 8)).reduce(
    (total, digit, index) => total + (index % 2 === 0 ? CYPRIOT_ODD[digit]! : digit),
    0,
  );
  return !number.startsWith('12') && String.fromCharCode(65 + (sum % 26)) === number[8];
}

function isCzech(number: string): boolean {
  if (number.length === 8) {
    const check = 11 - (sumWeighted(number, [8, 7, 6, 5, 4, 3, 2]) % 11);
    return !number.startsWith('9') && (check > 9 ? check - 10 : check) === getDigit(number, 7);
  }
  // Birth numbers of nine digits have no check digit.
  return number.length === 9 || Number(number) % 11 === 0;
}

const SPANISH_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE';
const SPANISH_CONTROLS = 'JABCDEFGHI';

function isSpanish(number: string): boolean {
  const first = number[0]!;
  const last = number[8]!;
  const body = number.slice(1, 8);
  if (/[A-HJNP-SUVW]/.test(first)) {
    const sum = toDigits(body).reduce(
      (total, digit, index) => total + (index % 2 === 1 ? digit : Math.floor((2 * digit) / 10) + ((2 * digit) % 10)),
      0,
    );
    const control = (10 - (sum % 10)) % 10;
    return last === String(control) || last === SPANISH_CONTROLS[control];
  }
  const person = 'XYZ'.includes(first)
    ? `${'XYZ'.indexOf(first)}${body}`
    : 'KLM'.includes(first)
      ? body
      : number.slice(0, 8);
  return /\d/.test(first) || /[XYZKLM]/.test(first) ? SPANISH_LETTERS[Number(person) % 23] === last : false;
}

function isFinnish(number: string): boolean {
  const remainder = sumWeighted(number, [7, 9, 10, 5, 8, 4, 2]) % 11;
  return remainder !== 1 && (11 - remainder) % 11 === getDigit(number, 7);
}

function isBritish(number: string): boolean {
  if (number.startsWith('GD')) return Number(number.slice(2)) < 500;
  if (number.startsWith('HA')) return Number(number.slice(2)) > 499;
  const total = sumWeighted(number, [8, 7, 6, 5, 4, 3, 2]) + Number(number.slice(7, 9));
  return Number(number.slice(0, 7)) > 0 && (total % 97 === 0 || (total + 55) % 97 === 0);
}

const IRISH_LETTERS = 'WABCDEFGHIJKLMNOPQRSTUV';

function isIrish(number: string): boolean {
  // Until 2013, the second character could be a letter or a symbol. It stands for a leading zero.
  const isOld = !/\d/.test(number[1]!);
  const digits = isOld ? `0${number.slice(2, 7)}${number[0]!}` : number.slice(0, 7);
  const second = number[8] === undefined || number[8] === 'W' ? 0 : number.charCodeAt(8) - 64;
  return IRISH_LETTERS[(sumWeighted(digits, [8, 7, 6, 5, 4, 3, 2]) + 9 * second) % 23] === number[7];
}

function isItalian(number: string): boolean {
  const office = Number(number.slice(7, 10));
  const isOffice = (office > 0 && office < 202) || office === 888 || office === 999;
  return Number(number.slice(0, 7)) > 0 && isOffice && hasValidLuhn(number);
}

function isLithuanian(number: string): boolean {
  const length = number.length - 1;
  const buildWeights = (first: number) => Array.from({ length }, (_, index) => ((first + index - 1) % 9) + 1);
  const remainder = sumWeighted(number, buildWeights(1)) % 11;
  const check = remainder === 10 ? (sumWeighted(number, buildWeights(3)) % 11) % 10 : remainder;
  return number[length - 1] === '1' && check === getDigit(number, length);
}

function isLatvian(number: string): boolean {
  // Numbers of persons begin with 0 to 3 and have no reliable check.
  if (getDigit(number, 0) < 4) return true;
  const remainder = sumWeighted(number, [9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1]) % 11;
  return remainder === 3 || (remainder === 4 && number.endsWith('0'));
}

function isDutch(number: string): boolean {
  const remainder = sumWeighted(number, [9, 8, 7, 6, 5, 4, 3, 2]) % 11;
  if (remainder === getDigit(number, 8)) return true;
  // Since 2020, sole traders have neutral numbers, checked modulo 97: N, L and B count as 23, 21 and 11.
  return BigInt(`2321${number.slice(0, 9)}11${number.slice(10)}`) % 97n === 1n;
}

function isPortuguese(number: string): boolean {
  const check = 11 - (sumWeighted(number, [9, 8, 7, 6, 5, 4, 3, 2]) % 11);
  return (check > 9 ? 0 : check) === getDigit(number, 8);
}

function isRomanian(number: string): boolean {
  const body = number.slice(0, -1).padStart(9, '0');
  return ((10 * sumWeighted(body, [7, 5, 3, 2, 1, 7, 5, 3, 2])) % 11) % 10 === getDigit(number, number.length - 1);
}

function isSlovenian(number: string): boolean {
  const check = 11 - (sumWeighted(number, [8, 7, 6, 5, 4, 3, 2]) % 11);
  return check !== 11 && check % 10 === getDigit(number, 7);
}

const createModulus10Check =
  (weights: readonly number[]) =>
  (number: string): boolean =>
    (10 - (sumWeighted(number, weights) % 10)) % 10 === getDigit(number, weights.length);

const BRITISH: NationalNumber = { shape: /^(\d{9}|\d{12}|(GD|HA)\d{3})$/, isValid: isBritish };

/** By prefix. */
const NUMBERS: Readonly<Record<string, NationalNumber>> = {
  AT: { shape: /^U\d{8}$/, isValid: isAustrian },
  BE: { shape: /^[01]\d{9}$/, isValid: isBelgianEnterpriseNumber },
  BG: { shape: /^\d{9,10}$/, isValid: isBulgarian },
  CY: { shape: /^[0-69]\d{7}[A-Z]$/, isValid: isCypriot },
  CZ: { shape: /^\d{8,10}$/, isValid: isCzech },
  DE: { shape: /^[1-9]\d{8}$/, isValid: hasValidMod1110 },
  DK: { shape: /^\d{8}$/, isValid: (number) => sumWeighted(number, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0 },
  EE: { shape: /^10\d{7}$/, isValid: createModulus10Check([3, 7, 1, 3, 7, 1, 3, 7]) },
  EL: {
    shape: /^\d{9}$/,
    isValid: (number) => (sumWeighted(number, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === getDigit(number, 8),
  },
  ES: { shape: /^[0-9A-HJ-NP-SUVW-Z]\d{7}[0-9A-Z]$/, isValid: isSpanish },
  FI: { shape: /^\d{8}$/, isValid: isFinnish },
  FR: { shape: /^[0-9A-HJ-NP-Z]{2}\d{9}$/, isValid: isFrenchVatNumber },
  GB: BRITISH,
  HR: { shape: /^\d{11}$/, isValid: hasValidMod1110 },
  HU: { shape: /^\d{8}$/, isValid: createModulus10Check([9, 7, 3, 1, 9, 7, 3]) },
  IE: { shape: /^(\d{7}[A-W][A-IW]?|\d[A-Z+*]\d{5}[A-W])$/, isValid: isIrish },
  IT: { shape: /^\d{11}$/, isValid: isItalian },
  LT: { shape: /^(\d{9}|\d{12})$/, isValid: isLithuanian },
  LU: { shape: /^\d{8}$/, isValid: (number) => Number(number.slice(0, 6)) % 89 === Number(number.slice(6)) },
  LV: { shape: /^\d{11}$/, isValid: isLatvian },
  MT: {
    shape: /^[1-9]\d{7}$/,
    isValid: (number) => 37 - (sumWeighted(number, [3, 4, 6, 7, 8, 9]) % 37) === Number(number.slice(6)),
  },
  NL: { shape: /^\d{9}B(?!00)\d{2}$/, isValid: isDutch },
  PL: {
    shape: /^\d{10}$/,
    isValid: (number) => sumWeighted(number, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === getDigit(number, 9),
  },
  PT: { shape: /^[1-9]\d{8}$/, isValid: isPortuguese },
  RO: { shape: /^[1-9]\d{1,9}$/, isValid: isRomanian },
  SE: { shape: /^\d{10}(0[1-9]|[1-8]\d|9[0-4])$/, isValid: (number) => hasValidLuhn(number.slice(0, 10)) },
  SI: { shape: /^[1-9]\d{7}$/, isValid: isSlovenian },
  SK: { shape: /^[1-9]\d[2-46-9]\d{7}$/, isValid: (number) => Number(number) % 11 === 0 },
  XI: BRITISH,
};

/** Countries whose VAT prefix differs from their country code. */
const PREFIX_OF_COUNTRY: Readonly<Record<string, string>> = { GR: 'EL', MC: 'FR', IM: 'GB' };
const COUNTRY_OF_PREFIX: Readonly<Record<string, string>> = { EL: 'GR', XI: 'GB' };

/** Does the text begin with a prefix that is checked here? */
export function hasCheckedPrefix(text: string): boolean {
  return Object.hasOwn(NUMBERS, compactNumber(text).slice(0, 2).replace('GR', 'EL'));
}

/** The stored form with its prefix, or null if invalid. A number without a prefix is checked for the given country, if any. */
export function normaliseVatNumber(text: string, country: string | null): string | null {
  if (text.length > MAX_LENGTH) return null;
  const written = compactNumber(text);
  const prefixed = checkNumber(written.slice(0, 2).replace('GR', 'EL'), written.slice(2));
  if (prefixed !== null || country === null) return prefixed;
  return checkNumber(PREFIX_OF_COUNTRY[country] ?? country, written);
}

/** ISO 3166-1 country code for the prefix of a number. Null if the prefix is unknown. */
export function findVatNumberCountry(vatNumber: string): string | null {
  const prefix = vatNumber.slice(0, 2);
  return Object.hasOwn(NUMBERS, prefix) ? (COUNTRY_OF_PREFIX[prefix] ?? prefix) : null;
}

function compactNumber(text: string): string {
  return text
    .slice(0, MAX_LENGTH)
    .replace(/[\s.\-/()]/g, '')
    .toUpperCase();
}

function checkNumber(prefix: string, number: string): string | null {
  if (!Object.hasOwn(NUMBERS, prefix)) return null;
  const { shape, isValid } = NUMBERS[prefix]!;
  // Old Belgian numbers have nine digits and get a leading zero.
  const full = prefix === 'BE' && /^\d{9}$/.test(number) ? `0${number}` : number;
  return shape.test(full) && isValid(full) ? prefix + full : null;
}
