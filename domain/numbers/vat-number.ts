import { isBelgianEnterpriseNumber } from './belgian-enterprise-number.ts';
import { isFrenchVatNumber } from './french-numbers.ts';

/**
 * VAT numbers of the European Union, of Northern Ireland (XI) and of the United Kingdom: their shape and their check
 * digit. They are kept with their prefix and without separators. Greece writes EL where its country code is GR. Those of
 * other countries are in foreign-vat-number.ts.
 */

/** Longer than any way of writing such a number, so that the checks below never see a long text. */
const MAX_LENGTH = 40;

interface NationalNumber {
  /** Of the part behind the prefix. */
  readonly shape: RegExp;
  readonly isValid: (number: string) => boolean;
}

const digitsOf = (text: string): number[] => Array.from(text, Number);
const at = (text: string, index: number): number => Number(text[index]);

/** Sum of the first digits, each times its weight. */
function weighted(text: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * at(text, index), 0);
}

/** Sum of the digits of the double, for every second digit from the right of the checked part. */
function luhn(number: string): boolean {
  const sum = digitsOf(number)
    .reverse()
    .reduce((total, digit, index) => total + (index % 2 === 0 ? digit : digit > 4 ? 2 * digit - 9 : 2 * digit), 0);
  return sum % 10 === 0;
}

/** ISO 7064, modulus 11, 10. */
function mod1110(number: string): boolean {
  let product = 10;
  for (const digit of digitsOf(number.slice(0, -1))) {
    const sum = (digit + product) % 10 || 10;
    product = (2 * sum) % 11;
  }
  return (11 - product) % 10 === at(number, number.length - 1);
}

function austrian(number: string): boolean {
  const digits = digitsOf(number.slice(1));
  const sum = digits
    .slice(0, 7)
    .reduce((total, digit, index) => total + (index % 2 === 0 ? digit : Math.floor(digit / 5) + ((2 * digit) % 10)), 0);
  return (106 - (sum % 10)) % 10 === digits[7];
}

function bulgarian(number: string): boolean {
  if (number.length === 9) {
    const first = weighted(number, [1, 2, 3, 4, 5, 6, 7, 8]) % 11;
    const check = first === 10 ? weighted(number, [3, 4, 5, 6, 7, 8, 9, 10]) % 11 : first;
    return check % 10 === at(number, 8);
  }
  // Persons, foreigners and others each have a check of their own, and nothing tells them apart.
  const last = at(number, 9);
  const person = (weighted(number, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11) % 10;
  const foreigner = weighted(number, [21, 19, 17, 13, 11, 9, 7, 3, 1]) % 10;
  const other = 11 - (weighted(number, [4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11);
  return last === person || last === foreigner || last === (other === 11 ? 0 : other);
}

const CYPRIOT_ODD = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21];

function cypriot(number: string): boolean {
  const sum = digitsOf(number.slice(0, 8)).reduce(
    (total, digit, index) => total + (index % 2 === 0 ? CYPRIOT_ODD[digit]! : digit),
    0,
  );
  return !number.startsWith('12') && String.fromCharCode(65 + (sum % 26)) === number[8];
}

function czech(number: string): boolean {
  if (number.length === 8) {
    const check = 11 - (weighted(number, [8, 7, 6, 5, 4, 3, 2]) % 11);
    return !number.startsWith('9') && (check > 9 ? check - 10 : check) === at(number, 7);
  }
  // Birth numbers: those of nine digits carry no check.
  return number.length === 9 || Number(number) % 11 === 0;
}

const SPANISH_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE';
const SPANISH_CONTROLS = 'JABCDEFGHI';

function spanish(number: string): boolean {
  const first = number[0]!;
  const last = number[8]!;
  const body = number.slice(1, 8);
  if (/[A-HJNP-SUVW]/.test(first)) {
    const sum = digitsOf(body).reduce(
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

function finnish(number: string): boolean {
  const remainder = weighted(number, [7, 9, 10, 5, 8, 4, 2]) % 11;
  return remainder !== 1 && (11 - remainder) % 11 === at(number, 7);
}

function british(number: string): boolean {
  if (number.startsWith('GD')) return Number(number.slice(2)) < 500;
  if (number.startsWith('HA')) return Number(number.slice(2)) > 499;
  const total = weighted(number, [8, 7, 6, 5, 4, 3, 2]) + Number(number.slice(7, 9));
  return Number(number.slice(0, 7)) > 0 && (total % 97 === 0 || (total + 55) % 97 === 0);
}

const IRISH_LETTERS = 'WABCDEFGHIJKLMNOPQRSTUV';

function irish(number: string): boolean {
  // Until 2013 the second character could be a letter or a sign: it stands for a zero that comes first.
  const isOld = !/\d/.test(number[1]!);
  const digits = isOld ? `0${number.slice(2, 7)}${number[0]!}` : number.slice(0, 7);
  const second = number[8] === undefined || number[8] === 'W' ? 0 : number.charCodeAt(8) - 64;
  return IRISH_LETTERS[(weighted(digits, [8, 7, 6, 5, 4, 3, 2]) + 9 * second) % 23] === number[7];
}

function italian(number: string): boolean {
  const office = Number(number.slice(7, 10));
  const isOffice = (office > 0 && office < 202) || office === 888 || office === 999;
  return Number(number.slice(0, 7)) > 0 && isOffice && luhn(number);
}

function lithuanian(number: string): boolean {
  const length = number.length - 1;
  const cycle = (first: number) => Array.from({ length }, (_, index) => ((first + index - 1) % 9) + 1);
  const remainder = weighted(number, cycle(1)) % 11;
  const check = remainder === 10 ? (weighted(number, cycle(3)) % 11) % 10 : remainder;
  return number[length - 1] === '1' && check === at(number, length);
}

function latvian(number: string): boolean {
  // Persons begin with 0 to 3 and carry no check that holds for all of them.
  if (at(number, 0) < 4) return true;
  const remainder = weighted(number, [9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1]) % 11;
  return remainder === 3 || (remainder === 4 && number.endsWith('0'));
}

function dutch(number: string): boolean {
  const remainder = weighted(number, [9, 8, 7, 6, 5, 4, 3, 2]) % 11;
  if (remainder === at(number, 8)) return true;
  // Sole traders have numbers since 2020 that say nothing of the person: N, L and B count 23, 21 and 11.
  return BigInt(`2321${number.slice(0, 9)}11${number.slice(10)}`) % 97n === 1n;
}

function portuguese(number: string): boolean {
  const check = 11 - (weighted(number, [9, 8, 7, 6, 5, 4, 3, 2]) % 11);
  return (check > 9 ? 0 : check) === at(number, 8);
}

function romanian(number: string): boolean {
  const body = number.slice(0, -1).padStart(9, '0');
  return ((10 * weighted(body, [7, 5, 3, 2, 1, 7, 5, 3, 2])) % 11) % 10 === at(number, number.length - 1);
}

function slovenian(number: string): boolean {
  const check = 11 - (weighted(number, [8, 7, 6, 5, 4, 3, 2]) % 11);
  return check !== 11 && check % 10 === at(number, 7);
}

const weightsTo10 =
  (weights: readonly number[]) =>
  (number: string): boolean =>
    (10 - (weighted(number, weights) % 10)) % 10 === at(number, weights.length);

const BRITISH: NationalNumber = { shape: /^(\d{9}|\d{12}|(GD|HA)\d{3})$/, isValid: british };

/** By prefix. */
const NUMBERS: Readonly<Record<string, NationalNumber>> = {
  AT: { shape: /^U\d{8}$/, isValid: austrian },
  BE: { shape: /^[01]\d{9}$/, isValid: isBelgianEnterpriseNumber },
  BG: { shape: /^\d{9,10}$/, isValid: bulgarian },
  CY: { shape: /^[0-69]\d{7}[A-Z]$/, isValid: cypriot },
  CZ: { shape: /^\d{8,10}$/, isValid: czech },
  DE: { shape: /^[1-9]\d{8}$/, isValid: mod1110 },
  DK: { shape: /^\d{8}$/, isValid: (number) => weighted(number, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0 },
  EE: { shape: /^10\d{7}$/, isValid: weightsTo10([3, 7, 1, 3, 7, 1, 3, 7]) },
  EL: {
    shape: /^\d{9}$/,
    isValid: (number) => (weighted(number, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === at(number, 8),
  },
  ES: { shape: /^[0-9A-HJ-NP-SUVW-Z]\d{7}[0-9A-Z]$/, isValid: spanish },
  FI: { shape: /^\d{8}$/, isValid: finnish },
  FR: { shape: /^[0-9A-HJ-NP-Z]{2}\d{9}$/, isValid: isFrenchVatNumber },
  GB: BRITISH,
  HR: { shape: /^\d{11}$/, isValid: mod1110 },
  HU: { shape: /^\d{8}$/, isValid: weightsTo10([9, 7, 3, 1, 9, 7, 3]) },
  IE: { shape: /^(\d{7}[A-W][A-IW]?|\d[A-Z+*]\d{5}[A-W])$/, isValid: irish },
  IT: { shape: /^\d{11}$/, isValid: italian },
  LT: { shape: /^(\d{9}|\d{12})$/, isValid: lithuanian },
  LU: { shape: /^\d{8}$/, isValid: (number) => Number(number.slice(0, 6)) % 89 === Number(number.slice(6)) },
  LV: { shape: /^\d{11}$/, isValid: latvian },
  MT: {
    shape: /^[1-9]\d{7}$/,
    isValid: (number) => 37 - (weighted(number, [3, 4, 6, 7, 8, 9]) % 37) === Number(number.slice(6)),
  },
  NL: { shape: /^\d{9}B(?!00)\d{2}$/, isValid: dutch },
  PL: { shape: /^\d{10}$/, isValid: (number) => weighted(number, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === at(number, 9) },
  PT: { shape: /^[1-9]\d{8}$/, isValid: portuguese },
  RO: { shape: /^[1-9]\d{1,9}$/, isValid: romanian },
  SE: { shape: /^\d{10}(0[1-9]|[1-8]\d|9[0-4])$/, isValid: (number) => luhn(number.slice(0, 10)) },
  SI: { shape: /^[1-9]\d{7}$/, isValid: slovenian },
  SK: { shape: /^[1-9]\d[2-46-9]\d{7}$/, isValid: (number) => Number(number) % 11 === 0 },
  XI: BRITISH,
};

/** Countries whose enterprises have numbers under another prefix than their own code. */
const PREFIX_OF_COUNTRY: Readonly<Record<string, string>> = { GR: 'EL', MC: 'FR', IM: 'GB' };
const COUNTRY_OF_PREFIX: Readonly<Record<string, string>> = { EL: 'GR', XI: 'GB' };

/** True when the text begins with a prefix whose numbers are checked here. */
export function hasCheckedPrefix(text: string): boolean {
  return Object.hasOwn(NUMBERS, compact(text).slice(0, 2).replace('GR', 'EL'));
}

/**
 * The number with its prefix, as it is kept; null for what is none. A number without a prefix counts as one of the country
 * given, if any.
 */
export function normaliseVatNumber(text: string, country: string | null): string | null {
  if (text.length > MAX_LENGTH) return null;
  const written = compact(text);
  const prefixed = checked(written.slice(0, 2).replace('GR', 'EL'), written.slice(2));
  if (prefixed !== null || country === null) return prefixed;
  return checked(PREFIX_OF_COUNTRY[country] ?? country, written);
}

/** ISO 3166-1 code of the country that a number with this prefix is registered in; null for a prefix unknown here. */
export function countryOfVatNumber(vatNumber: string): string | null {
  const prefix = vatNumber.slice(0, 2);
  return Object.hasOwn(NUMBERS, prefix) ? (COUNTRY_OF_PREFIX[prefix] ?? prefix) : null;
}

function compact(text: string): string {
  return text
    .slice(0, MAX_LENGTH)
    .replace(/[\s.\-/()]/g, '')
    .toUpperCase();
}

function checked(prefix: string, number: string): string | null {
  if (!Object.hasOwn(NUMBERS, prefix)) return null;
  const { shape, isValid } = NUMBERS[prefix]!;
  // An old Belgian number has nine digits: the zero before them came later.
  const full = prefix === 'BE' && /^\d{9}$/.test(number) ? `0${number}` : number;
  return shape.test(full) && isValid(full) ? prefix + full : null;
}
