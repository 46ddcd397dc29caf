/**
 * The number of the Belgian national register: the birth date in six digits, three digits that tell those born on a day apart, and a
 * check of two digits. It is kept as eleven digits.
 */

/** Longer than any way of writing such a number. */
const MAX_LENGTH = 40;
const MODULUS = 97;

/** Null for what is none. */
export function normaliseBelgianNationalNumber(text: string): string | null {
  if (text.length > MAX_LENGTH) return null;
  const digits = text.replace(/[\s.\-/]/g, '');
  if (!/^\d{11}$/.test(digits)) return null;
  const [body, check] = [digits.slice(0, 9), Number(digits.slice(9))];
  const isChecked = (number: number): boolean => MODULUS - (number % MODULUS) === check;
  // Those born since 2000 have a 2 before the nine digits, which is counted and never written.
  return isChecked(Number(body)) || isChecked(Number(`2${body}`)) ? digits : null;
}

/** `00.01.01-001.05`, as it is read. */
export const writtenNationalNumber = (number: string): string =>
  number.replace(/^(\d\d)(\d\d)(\d\d)(\d{3})(\d\d)$/, '$1.$2.$3-$4.$5');
