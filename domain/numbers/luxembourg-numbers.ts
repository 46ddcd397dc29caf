/**
 * The official numbers of Luxembourg. A business has a number in the register (RCS), a letter for the section and a
 * running number without check digit, and an identification number (matricule): eleven digits for a legal person,
 * thirteen for a natural one, whose last two check the first eleven, by Luhn and by Verhoeff. Its VAT number is another.
 */

/** Longer than any way of writing the numbers, so that the checks below never see a long text. */
const MAX_LENGTH = 40;

/** `B123456`, or the digits of a matricule; null for what is neither. The words around a number of the register go. */
export function normaliseLuxembourgEnterpriseNumber(text: string): string | null {
  return normaliseRegisterNumber(text) ?? normaliseMatricule(text);
}

/** A section of the register, A to K, and at most six digits without leading zeros. */
function normaliseRegisterNumber(text: string): string | null {
  const found = /^(?:RCSL?|RCSLUXEMBOURG)?([A-K])0*([1-9]\d{0,5})$/.exec(compact(text));
  return found ? `${found[1]}${found[2]}` : null;
}

/** The eleven or thirteen digits. No source tells for sure what checks those of a legal person, so that any will do. */
function normaliseMatricule(text: string): string | null {
  const digits = compact(text);
  if (/^\d{11}$/.test(digits)) return Number(digits) > 0 ? digits : null;
  return /^\d{13}$/.test(digits) && isNaturalPersonMatricule(digits) ? digits : null;
}

/** Whether the thirteen digits carry both checks. */
export function isNaturalPersonMatricule(digits: string): boolean {
  if (digits.length !== 13 || !/^\d{13}$/.test(digits)) return false;
  const body = digits.slice(0, 11);
  return Number(body) > 0 && isLuhn(body + digits[11]!) && isVerhoeff(body + digits[12]!);
}

/** `20241234567` → `2024 1234 567`; a number of the register is shown as the register does. */
export function formatLuxembourgEnterpriseNumber(number: string): string {
  if (!/^\d/.test(number)) return number;
  return `${number.slice(0, 4)} ${number.slice(4, 8)} ${number.slice(8)}`;
}

/** `LU` and eight digits, the last two of which are the remainder of the first six divided by 89. */
export function normaliseLuxembourgVatNumber(text: string): string | null {
  const written = compact(text);
  const digits = written.startsWith('LU') ? written.slice(2) : written;
  if (!/^\d{8}$/.test(digits)) return null;
  const body = Number(digits.slice(0, 6));
  return body > 0 && body % 89 === Number(digits.slice(6)) ? `LU${digits}` : null;
}

/** `LU15027442` → `LU 15027442` */
export function formatLuxembourgVatNumber(vatNumber: string): string {
  return `LU ${vatNumber.slice(2)}`;
}

/** In capitals, without separators; nothing of a text that is too long. */
function compact(text: string): string {
  return text.length > MAX_LENGTH ? '' : text.replace(/[\s.-]/g, '').toUpperCase();
}

function isLuhn(digits: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

/** Multiplication in the dihedral group of order ten, which the check of Verhoeff is made of. */
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

/** What becomes of a digit at each place, counted from the right; after eight places it begins again. */
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

function isVerhoeff(digits: string): boolean {
  let check = 0;
  for (const [index, digit] of [...digits].reverse().entries()) {
    check = Number(PRODUCT[check]![Number(PERMUTATION[index % 8]![Number(digit)])]);
  }
  return check === 0;
}
