/**
 * VAT numbers of some countries outside the EU: Switzerland, Norway, Serbia, Andorra, Russia and Brazil. Stored without
 * separators, with the tax suffix if one is written.
 */

/** Longer than any notation of such a number. */
const MAX_LENGTH = 40;

interface ForeignNumber {
  /** Matches the whole number. The first group is the part to check. */
  readonly shape: RegExp;
  readonly isValid: (number: string) => boolean;
}

const NUMBERS: readonly ForeignNumber[] = [
  { shape: /^AD([ACDEFGLOPU]\d{6}[ACDEFGLOPU])$/, isValid: () => true }, // no check is published
  // Brazilian register numbers are written without a prefix.
  { shape: /^(?:BR)?(\d{14})$/, isValid: isBrazilianRegisterNumber },
  { shape: /^CHE(\d{9})(?:MWST|TVA|IVA)?$/, isValid: createModulus11Check([5, 4, 3, 2, 7, 6, 5, 4]) },
  { shape: /^NO(\d{9})(?:MVA)?$/, isValid: createModulus11Check([3, 2, 7, 6, 5, 4, 3, 2]) },
  { shape: /^RS(\d{9})$/, isValid: hasValidMod1110 },
  { shape: /^RU(\d{10}|\d{12})$/, isValid: isRussianTaxNumber },
];

/** The stored form of the number. Null if it matches none of these countries. */
export function normaliseForeignVatNumber(text: string): string | null {
  if (text.length > MAX_LENGTH) return null;
  const written = text.toUpperCase().replace(/[\s.\-/]/g, '');
  for (const { shape, isValid } of NUMBERS) {
    const number = shape.exec(written)?.[1];
    if (number !== undefined) return isValid(number) ? written : null;
  }
  return null;
}

const getDigit = (number: string, index: number): number => Number(number[index]);

function sumWeighted(number: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * getDigit(number, index), 0);
}

/** The check digit makes the weighted sum a multiple of 11. Numbers that would need a check digit of 10 are not issued. */
function createModulus11Check(weights: readonly number[]): (number: string) => boolean {
  return (number) => (sumWeighted(number, weights) + getDigit(number, weights.length)) % 11 === 0;
}

/** ISO 7064, modulus 11, 10. */
function hasValidMod1110(number: string): boolean {
  let product = 10;
  for (const digit of Array.from(number.slice(0, -1), Number)) product = (2 * ((digit + product) % 10 || 10)) % 11;
  return (product + getDigit(number, number.length - 1)) % 10 === 1;
}

const BRAZILIAN_WEIGHTS = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];

/** Two check digits, of which the second also checks the first. A number of identical digits passes both but is invalid. */
function isBrazilianRegisterNumber(number: string): boolean {
  const computeCheckDigit = (sum: number): number => (sum % 11 < 2 ? 0 : 11 - (sum % 11));
  const first = computeCheckDigit(sumWeighted(number, BRAZILIAN_WEIGHTS.slice(1)));
  const second = computeCheckDigit(sumWeighted(number, BRAZILIAN_WEIGHTS));
  return !/^(\d)\1*$/.test(number) && getDigit(number, 12) === first && getDigit(number, 13) === second;
}

const RUSSIAN_WEIGHTS = [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8];

/** Enterprises: ten digits, the last a check digit. Persons: twelve digits, the last two check digits. */
function isRussianTaxNumber(number: string): boolean {
  const isCheckValidAt = (index: number): boolean =>
    (sumWeighted(number, RUSSIAN_WEIGHTS.slice(-index)) % 11) % 10 === getDigit(number, index);
  return number.length === 10 ? isCheckValidAt(9) : isCheckValidAt(10) && isCheckValidAt(11);
}
