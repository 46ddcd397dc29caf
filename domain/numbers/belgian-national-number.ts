/**
 * Belgian national register number: birth date in six digits, a serial number of three digits and two check digits.
 * Stored as eleven digits.
 */

/** Longer than any notation of the number. */
const MAX_LENGTH = 40;
const MODULUS = 97;

/** Null if invalid. */
export function normaliseBelgianNationalNumber(text: string): string | null {
  if (text.length > MAX_LENGTH) return null;
  const digits = text.replace(/[\s.\-/]/g, '');
  if (!/^\d{11}$/.test(digits)) return null;
  const [body, check] = [digits.slice(0, 9), Number(digits.slice(9))];
  const hasValidCheck = (number: number): boolean => MODULUS - (number % MODULUS) === check;
  // For people born since 2000, the check includes a leading 2 that is never written.
  return hasValidCheck(Number(body)) || hasValidCheck(Number(`2${body}`)) ? digits : null;
}

/** Formatted as `00.01.01-001.05`. */
export const formatNationalNumber = (number: string): string =>
  number.replace(/^(\d\d)(\d\d)(\d\d)(\d{3})(\d\d)$/, '$1.$2.$3-$4.$5');
