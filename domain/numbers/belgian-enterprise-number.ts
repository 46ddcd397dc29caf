/**
 * Belgian enterprise number: ten digits, of which the last two are 97 minus the remainder of the first eight divided by
 * 97. The VAT number is the same, prefixed by `BE`.
 */

/** Longer than any notation of the number, so that the checks below never process a long text. */
const MAX_LENGTH = 40;

/** The ten digits, or null if invalid. Nine digits are an old number, to which a leading zero is added. */
export function normaliseBelgianEnterpriseNumber(text: string): string | null {
  if (text.length > MAX_LENGTH) return null;
  const compact = text.replace(/[\s.-]/g, '').toUpperCase();
  const written = compact.startsWith('BE') ? compact.slice(2) : compact;
  // Old letterheads with nine digits show the added zero in brackets.
  const digits = written.startsWith('(0)') ? `0${written.slice(3)}` : written;
  if (!/^\d{9,10}$/.test(digits)) return null;
  const number = digits.padStart(10, '0');
  return isBelgianEnterpriseNumber(number) ? number : null;
}

/** Checks ten digits without separators: the first is 0 or 1, and the check digits are valid. */
export function isBelgianEnterpriseNumber(number: string): boolean {
  if (number.length !== 10 || !/^[01]\d{9}$/.test(number)) return false;
  const body = Number(number.slice(0, 8));
  return body > 0 && 97 - (body % 97) === Number(number.slice(8));
}

/** `0477472701` → `0477.472.701` */
export function formatBelgianEnterpriseNumber(number: string): string {
  return `${number.slice(0, 4)}.${number.slice(4, 7)}.${number.slice(7)}`;
}

/** `BE` and the ten digits, or null. The prefix is optional, because it is the only difference between the two numbers. */
export function normaliseBelgianVatNumber(text: string): string | null {
  const number = normaliseBelgianEnterpriseNumber(text);
  return number === null ? null : `BE${number}`;
}

/** The enterprise number in a Belgian VAT number: `BE0477472701` → `0477472701`. Null for any other number. */
export function extractBelgianEnterpriseNumber(vatNumber: string | null): string | null {
  return vatNumber?.startsWith('BE') ? normaliseBelgianEnterpriseNumber(vatNumber) : null;
}

/** `BE0477472701` → `BE 0477.472.701` */
export function formatBelgianVatNumber(vatNumber: string): string {
  return `BE ${formatBelgianEnterpriseNumber(vatNumber.slice(2))}`;
}
