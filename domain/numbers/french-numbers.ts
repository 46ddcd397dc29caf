/**
 * Numbers of French companies: SIREN (the company, nine digits), SIRET (an establishment: the SIREN and five more digits)
 * and the VAT number (`FR`, a key of two characters and the SIREN).
 */

/** Longer than any notation of these numbers, so that the checks below never process a long text. */
const MAX_LENGTH = 40;

/** La Poste has too many establishments for one check digit: the sum of their digits is a multiple of 5. */
const LA_POSTE = '356000000';
const LA_POSTE_HEAD_OFFICE = '35600000000048';

/** Characters of a key with letters, by value. O and I are excluded, because they look like 0 and 1. */
const KEY_CHARACTERS = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** The nine digits, or null if invalid. */
export function normaliseSiren(text: string): string | null {
  const digits = compactNumber(text);
  return digits !== null && isSiren(digits) ? digits : null;
}

/** The SIREN of a company, also extracted from the SIRET of an establishment. Null if invalid. */
export function normaliseFrenchEnterpriseNumber(text: string): string | null {
  return normaliseSiren(text) ?? normaliseSiret(text)?.slice(0, 9) ?? null;
}

/** The fourteen digits, or null. */
export function normaliseSiret(text: string): string | null {
  const digits = compactNumber(text);
  return digits !== null && isSiret(digits) ? digits : null;
}

/** `FR`, the key and the SIREN, or null. The prefix is optional. Numbers of Monaco have 000 at the start of the SIREN. */
export function normaliseFrenchVatNumber(text: string): string | null {
  const written = compactNumber(text)?.toUpperCase();
  if (written === undefined) return null;
  // Without the prefix there are eleven characters. The first two are the key, which may itself be FR.
  const number = written.length === 13 && written.startsWith('FR') ? written.slice(2) : written;
  return isFrenchVatNumber(number) ? `FR${number}` : null;
}

/** Checks the eleven characters after `FR`, without separators. */
export function isFrenchVatNumber(number: string): boolean {
  return number.length === 11 && /^[0-9A-Z]{2}\d{9}$/.test(number) && hasValidKey(number.slice(0, 2), number.slice(2));
}

export function isSiren(digits: string): boolean {
  return digits.length === 9 && /^\d{9}$/.test(digits) && digits !== '000000000' && computeLuhnSum(digits) % 10 === 0;
}

export function isSiret(digits: string): boolean {
  if (digits.length !== 14 || !/^\d{14}$/.test(digits) || !isSiren(digits.slice(0, 9))) return false;
  if (!digits.startsWith(LA_POSTE) || digits === LA_POSTE_HEAD_OFFICE) return computeLuhnSum(digits) % 10 === 0;
  return sumDigits(digits) % 5 === 0;
}

/** The VAT number for a SIREN, with a numeric key. */
export function buildFrenchVatNumber(siren: string): string {
  return `FR${computeKey(siren)}${siren}`;
}

/** `732829320` → `732 829 320` */
export function formatSiren(siren: string): string {
  return `${siren.slice(0, 3)} ${siren.slice(3, 6)} ${siren.slice(6)}`;
}

/** `73282932000074` → `732 829 320 00074` */
export function formatSiret(siret: string): string {
  return `${formatSiren(siret.slice(0, 9))} ${siret.slice(9)}`;
}

/** `FR44732829320` → `FR 44 732 829 320` */
export function formatFrenchVatNumber(vatNumber: string): string {
  return `FR ${vatNumber.slice(2, 4)} ${formatSiren(vatNumber.slice(4))}`;
}

function compactNumber(text: string): string | null {
  return text.length > MAX_LENGTH ? null : text.replace(/[\s.-]/g, '');
}

function hasValidKey(key: string, siren: string): boolean {
  // Monaco uses French VAT, but its companies are not in the French register, so only the key is checked.
  const isMonegasque = siren.startsWith('000');
  if (/^\d{2}$/.test(key)) return (isMonegasque || isSiren(siren)) && key === computeKey(siren);
  return !isMonegasque && isSiren(siren) && hasValidLetterKey(key, siren);
}

function computeKey(siren: string): string {
  return String((12 + 3 * (Number(siren) % 97)) % 97).padStart(2, '0');
}

/** Keys with a letter have a separate modulo 11 check, which depends on whether the letter comes first. */
function hasValidLetterKey(key: string, siren: string): boolean {
  const [first, second] = [KEY_CHARACTERS.indexOf(key[0]!), KEY_CHARACTERS.indexOf(key[1]!)];
  if (first < 0 || second < 0) return false;
  const check = first < 10 ? first * 24 + second - 10 : first * 34 + second - 100;
  return (Number(siren) + 1 + Math.floor(check / 11)) % 11 === check % 11;
}

/** Doubles every second digit from the right and sums all resulting digits. */
function computeLuhnSum(digits: string): number {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index]);
    const weighted = index % 2 === 0 ? digit : 2 * digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum;
}

function sumDigits(digits: string): number {
  let sum = 0;
  for (const digit of digits) sum += Number(digit);
  return sum;
}
