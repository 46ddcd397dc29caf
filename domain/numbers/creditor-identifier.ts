import { computeModulo97 } from './modulo-97.ts';

/**
 * SEPA creditor identifier (EPC): country, two check digits, a business code of three characters that the check ignores,
 * and the national identifier.
 */
const SHAPE = /^[A-Z]{2}\d{2}[0-9A-Z]{3}[0-9A-Z]{1,28}$/;
/** Longer than any notation of it. */
const MAX_LENGTH = 60;

/** In upper case without separators. Null if the form or the check digits are invalid. */
export function normaliseCreditorIdentifier(text: string): string | null {
  if (text.length > MAX_LENGTH) return null;
  const compact = text.toUpperCase().replace(/[\s.-]/g, '');
  return SHAPE.test(compact) && computeModulo97(compact.slice(7) + compact.slice(0, 4)) === 1 ? compact : null;
}
