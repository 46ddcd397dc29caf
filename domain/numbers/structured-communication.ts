/**
 * Structured communication of Belgian payments: ten digits chosen by the creditor and two check digits, the remainder of
 * the ten divided by 97. A remainder of 0 is written 97.
 */

/** Longer than any notation of it, so that the checks below never process a long text. */
const MAX_LENGTH = 40;

/** The twelve digits, or null if invalid. Accepts `+++…+++`, `***…***`, slashes and spaces. */
export function normaliseStructuredCommunication(text: string): string | null {
  if (text.length > MAX_LENGTH) return null;
  const written = text.trim();
  const digits = removeMarks(written)?.replace(/[\s/.-]/g, '');
  return digits !== undefined && isStructuredCommunication(digits) ? digits : null;
}

/** Checks twelve digits without separators. */
export function isStructuredCommunication(digits: string): boolean {
  if (digits.length !== 12 || !/^\d{12}$/.test(digits)) return false;
  return computeCheckDigits(digits.slice(0, 10)) === digits.slice(10);
}

/** Builds the communication for a reference of at most ten digits, such as a document number. Null for anything else. */
export function buildStructuredCommunication(reference: string): string | null {
  if (reference.length > 10 || !/^\d+$/.test(reference)) return null;
  const body = reference.padStart(10, '0');
  return body + computeCheckDigits(body);
}

/** `010806817183` → `+++010/8068/17183+++` */
export function formatStructuredCommunication(digits: string): string {
  return `+++${digits.slice(0, 3)}/${digits.slice(3, 7)}/${digits.slice(7)}+++`;
}

/** Ten digits are far below the largest exact integer, so the remainder is exact. */
function computeCheckDigits(body: string): string {
  const remainder = Number(body) % 97;
  return String(remainder === 0 ? 97 : remainder).padStart(2, '0');
}

/** Removes the marks, which must be on both sides or on neither. */
function removeMarks(text: string): string | undefined {
  const mark = ['+++', '***'].find((candidate) => text.startsWith(candidate));
  if (mark === undefined) return text;
  return text.endsWith(mark) ? text.slice(mark.length, -mark.length) : undefined;
}
