/**
 * IBAN: two letters for the country, two check digits and the national account number. With the first four characters
 * moved to the end and letters counted from A = 10, the remainder modulo 97 must be 1.
 */

const SHAPE = /^[A-Z]{2}\d{2}[0-9A-Z]{11,30}$/;
/** Longer than any notation of one. */
const MAX_LENGTH = 60;

/** Lengths for the most frequent countries. For others, any length is accepted. */
const LENGTHS: Readonly<Record<string, number>> = {
  AT: 20,
  BE: 16,
  BG: 22,
  CH: 21,
  CY: 28,
  CZ: 24,
  DE: 22,
  DK: 18,
  EE: 20,
  ES: 24,
  FI: 18,
  FR: 27,
  GB: 22,
  GR: 27,
  HR: 21,
  HU: 28,
  IE: 22,
  IS: 26,
  IT: 27,
  LI: 21,
  LT: 20,
  LU: 20,
  LV: 21,
  MC: 27,
  MT: 31,
  NL: 18,
  NO: 15,
  PL: 28,
  PT: 25,
  RO: 24,
  SE: 24,
  SI: 19,
  SK: 24,
  SM: 27,
};

/** In upper case without separators. Null if invalid. */
export function normaliseIban(text: string): string | null {
  if (text.length > MAX_LENGTH) return null;
  const iban = text
    .toUpperCase()
    .replace(/^\s*IBAN\s*:?/, '')
    .replace(/[\s.-]/g, '');
  const length = LENGTHS[iban.slice(0, 2)];
  if (!SHAPE.test(iban) || (length !== undefined && iban.length !== length)) return null;
  return computeRemainder(iban.slice(4) + iban.slice(0, 4)) === 1 ? iban : null;
}

/** Digit by digit, so that the numbers stay exact. */
function computeRemainder(text: string): number {
  let rest = 0;
  for (const character of text) {
    const value = parseInt(character, 36);
    rest = (rest * (value < 10 ? 10 : 100) + value) % 97;
  }
  return rest;
}
