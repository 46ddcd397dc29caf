/**
 * Official numbers of Luxembourg. A business has a register number (RCS): a section letter and a serial number without
 * check digit. It also has an identification number (matricule): eleven digits for a legal person, thirteen for a natural
 * person, of which the last two check the first eleven, by Luhn and by Verhoeff. The VAT number is separate.
 */

/** Longer than any notation of the numbers, so that the checks below never process a long text. */
const MAX_LENGTH = 40;

/** `B123456`, or the digits of a matricule. Null if neither. Words around a register number are dropped. */
export function normaliseLuxembourgEnterpriseNumber(text: string): string | null {
  return normaliseRegisterNumber(text) ?? normaliseMatricule(text);
}

/** A register section, A to K, and up to six digits without leading zeros. */
function normaliseRegisterNumber(text: string): string | null {
  const found = /^(?:RCSL?|RCSLUXEMBOURG)?([A-K])0*([1-9]\d{0,5})$/.exec(compactNumber(text));
  return found ? `${found[1]}${found[2]}` : null;
}

/** Eleven or thirteen digits. The check for legal persons is not documented, so any digits are accepted. */
function normaliseMatricule(text: string): string | null {
  const digits = compactNumber(text);
  if (/^\d{11}$/.test(digits)) return Number(digits) > 0 ? digits : null;
  return /^\d{13}$/.test(digits) && isNaturalPersonMatricule(digits) ? digits : null;
}

/** Checks both check digits of the thirteen digits. */
export function isNaturalPersonMatricule(digits: string): boolean {
  if (digits.length !== 13 || !/^\d{13}$/.test(digits)) return false;
  const body = digits.slice(0, 11);
  return Number(body) > 0 && hasValidLuhn(body + digits[11]!) && hasValidVerhoeff(body + digits[12]!);
}

/** `20241234567` → `2024 1234 567`. A register number stays as it is. */
export function formatLuxembourgEnterpriseNumber(number: string): string {
  if (!/^\d/.test(number)) return number;
  return `${number.slice(0, 4)} ${number.slice(4, 8)} ${number.slice(8)}`;
}

/** `LU` and eight digits, of which the last two are the remainder of the first six divided by 89. */
export function normaliseLuxembourgVatNumber(text: string): string | null {
  const written = compactNumber(text);
  const digits = written.startsWith('LU') ? written.slice(2) : written;
  if (!/^\d{8}$/.test(digits)) return null;
  const body = Number(digits.slice(0, 6));
  return body > 0 && body % 89 === Number(digits.slice(6)) ? `LU${digits}` : null;
}

/** `LU15027442` → `LU 15027442` */
export function formatLuxembourgVatNumber(vatNumber: string): string {
  return `LU ${vatNumber.slice(2)}`;
}

/** In upper case without separators. Empty if the text is too long. */
function compactNumber(text: string): string {
  return text.length > MAX_LENGTH ? '' : text.replace(/[\s.-]/g, '').toUpperCase();
}

function hasValidLuhn(digits: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

/** Multiplication table of the dihedral group of order ten, used by the Verhoeff check. */
const PRODUCT: readonly string[] = [
  '0123456789',
  '1234067895',
  '2340178956',
  '3401289567',
  '4012395678',
  '5987604321',
  '6598710432',
  '7659821043',
  '8765932104',
  '9876543210',
];

/** Permutation of a digit by its position from the right. Repeats after eight positions. */
const PERMUTATION: readonly string[] = [
  '0123456789',
  '1576283094',
  '5803796142',
  '8916043527',
  '9453126870',
  '4286573901',
  '2793806415',
  '7046913258',
];

function hasValidVerhoeff(digits: string): boolean {
  let check = 0;
  for (const [index, digit] of [...digits].reverse().entries()) {
    check = Number(PRODUCT[check]![Number(PERMUTATION[index % 8]![Number(digit)])]);
  }
  return check === 0;
}
