/**
 * VAT numbers of countries outside the Union whose enterprises are met in the books: Switzerland, Norway, Serbia, Andorra,
 * Russia and Brazil. They are kept without separators, and with the ending that tells the tax where one is written.
 */

/** Longer than any way of writing such a number. */
const MAX_LENGTH = 40;

interface ForeignNumber {
  /** Of the whole number; its digits, or its letters and digits, are the first group. */
  readonly shape: RegExp;
  readonly isValid: (number: string) => boolean;
}

const NUMBERS: readonly ForeignNumber[] = [
  { shape: /^AD([ACDEFGLOPU]\d{6}[ACDEFGLOPU])$/, isValid: () => true }, // no check is published
  // Brazil writes its register number without a prefix, and so do those who copy it.
  { shape: /^(?:BR)?(\d{14})$/, isValid: isBrazilianRegisterNumber },
  { shape: /^CHE(\d{9})(?:MWST|TVA|IVA)?$/, isValid: isModulus11([5, 4, 3, 2, 7, 6, 5, 4]) },
  { shape: /^NO(\d{9})(?:MVA)?$/, isValid: isModulus11([3, 2, 7, 6, 5, 4, 3, 2]) },
  { shape: /^RS(\d{9})$/, isValid: isMod1110 },
  { shape: /^RU(\d{10}|\d{12})$/, isValid: isRussianTaxNumber },
];

/** The number as it is kept; null for what is none of these. */
export function normaliseForeignVatNumber(text: string): string | null {
  if (text.length > MAX_LENGTH) return null;
  const written = text.toUpperCase().replace(/[\s.\-/]/g, '');
  for (const { shape, isValid } of NUMBERS) {
    const number = shape.exec(written)?.[1];
    if (number !== undefined) return isValid(number) ? written : null;
  }
  return null;
}

const at = (number: string, index: number): number => Number(number[index]);

function weighted(number: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * at(number, index), 0);
}

/** The digit behind the weighted ones makes their sum a multiple of 11; where that would take a 10 there is no such number. */
function isModulus11(weights: readonly number[]): (number: string) => boolean {
  return (number) => (weighted(number, weights) + at(number, weights.length)) % 11 === 0;
}

/** ISO 7064, modulus 11, 10. */
function isMod1110(number: string): boolean {
  let product = 10;
  for (const digit of Array.from(number.slice(0, -1), Number)) product = (2 * ((digit + product) % 10 || 10)) % 11;
  return (product + at(number, number.length - 1)) % 10 === 1;
}

const BRAZILIAN_WEIGHTS = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];

/** Two check digits, the second of which checks the first as well. A digit repeated throughout passes both and is none. */
function isBrazilianRegisterNumber(number: string): boolean {
  const control = (sum: number): number => (sum % 11 < 2 ? 0 : 11 - (sum % 11));
  const first = control(weighted(number, BRAZILIAN_WEIGHTS.slice(1)));
  const second = control(weighted(number, BRAZILIAN_WEIGHTS));
  return !/^(\d)\1*$/.test(number) && at(number, 12) === first && at(number, 13) === second;
}

const RUSSIAN_WEIGHTS = [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8];

/** Ten digits of an enterprise, the last of which is a check; twelve of a person, the last two. */
function isRussianTaxNumber(number: string): boolean {
  const isCheckAt = (index: number): boolean =>
    (weighted(number, RUSSIAN_WEIGHTS.slice(-index)) % 11) % 10 === at(number, index);
  return number.length === 10 ? isCheckAt(9) : isCheckAt(10) && isCheckAt(11);
}
