/**
 * The structured communication of Belgian payments: ten digits chosen by the creditor and two check digits, which are
 * the remainder of the ten divided by 97, where a remainder of 0 is written 97.
 */

/** Longer than any way of writing it, so that the checks below never see a long text. */
const MAX_LENGTH = 40;

/** The twelve digits, or null for what is not a valid communication. Accepts `+++…+++`, `***…***`, slashes and spaces. */
export function normaliseStructuredCommunication(text: string): string | null {
  if (text.length > MAX_LENGTH) return null;
  const written = text.trim();
  const digits = unwrapped(written)?.replace(/[\s/.-]/g, '');
  return digits !== undefined && isStructuredCommunication(digits) ? digits : null;
}

/** Whether the twelve digits, without separators, carry the right check. */
export function isStructuredCommunication(digits: string): boolean {
  if (digits.length !== 12 || !/^\d{12}$/.test(digits)) return false;
  return checkDigits(digits.slice(0, 10)) === digits.slice(10);
}

/** The communication for a reference of at most ten digits, such as a document number; null for anything else. */
export function structuredCommunicationFor(reference: string): string | null {
  if (reference.length > 10 || !/^\d+$/.test(reference)) return null;
  const body = reference.padStart(10, '0');
  return body + checkDigits(body);
}

/** `010806817183` → `+++010/8068/17183+++` */
export function formatStructuredCommunication(digits: string): string {
  return `+++${digits.slice(0, 3)}/${digits.slice(3, 7)}/${digits.slice(7)}+++`;
}

/** Ten digits stay far below the largest exact integer, so the remainder is exact. */
function checkDigits(body: string): string {
  const remainder = Number(body) % 97;
  return String(remainder === 0 ? 97 : remainder).padStart(2, '0');
}

/** The text without its marks, which stand on both sides or on neither. */
function unwrapped(text: string): string | undefined {
  const mark = ['+++', '***'].find((candidate) => text.startsWith(candidate));
  if (mark === undefined) return text;
  return text.endsWith(mark) ? text.slice(mark.length, -mark.length) : undefined;
}
