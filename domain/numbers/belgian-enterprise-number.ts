/**
 * The number of an enterprise in the Belgian register: ten digits, the last two of which are 97 minus the remainder of
 * the first eight divided by 97. Its VAT number is the same with `BE` before it.
 */

/** Longer than any way of writing the number, so that the checks below never see a long text. */
const MAX_LENGTH = 40;

/** The ten digits, or null for what is not such a number. Nine digits are an old number: a zero goes before them. */
export function normaliseBelgianEnterpriseNumber(text: string): string | null {
  if (text.length > MAX_LENGTH) return null;
  const compact = text.replace(/[\s.-]/g, '').toUpperCase();
  const written = compact.startsWith('BE') ? compact.slice(2) : compact;
  // Letterheads from the time of nine digits show the new zero in brackets.
  const digits = written.startsWith('(0)') ? `0${written.slice(3)}` : written;
  if (!/^\d{9,10}$/.test(digits)) return null;
  const number = digits.padStart(10, '0');
  return isBelgianEnterpriseNumber(number) ? number : null;
}

/** Whether the ten digits, without separators, are a number of the register: 0 or 1 first, and the check holds. */
export function isBelgianEnterpriseNumber(number: string): boolean {
  if (number.length !== 10 || !/^[01]\d{9}$/.test(number)) return false;
  const body = Number(number.slice(0, 8));
  return body > 0 && 97 - (body % 97) === Number(number.slice(8));
}

/** `0477472701` → `0477.472.701` */
export function formatBelgianEnterpriseNumber(number: string): string {
  return `${number.slice(0, 4)}.${number.slice(4, 7)}.${number.slice(7)}`;
}

/** `BE` and the ten digits, or null. The prefix may be missing: nothing but the prefix sets the two numbers apart. */
export function normaliseBelgianVatNumber(text: string): string | null {
  const number = normaliseBelgianEnterpriseNumber(text);
  return number === null ? null : `BE${number}`;
}

/** `BE0477472701` → `BE 0477.472.701` */
export function formatBelgianVatNumber(vatNumber: string): string {
  return `BE ${formatBelgianEnterpriseNumber(vatNumber.slice(2))}`;
}
