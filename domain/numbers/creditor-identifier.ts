import { modulo97 } from './modulo-97.ts';

/**
 * The identifier of who collects direct debits (EPC): country, two check digits, three characters for a branch of business
 * that count for nothing in the check, and the national identifier.
 */
const SHAPE = /^[A-Z]{2}\d{2}[0-9A-Z]{3}[0-9A-Z]{1,28}$/;
/** Longer than any way of writing it. */
const MAX_LENGTH = 60;

/** In capitals and without separators; null when it is no such identifier or its check does not hold. */
export function normaliseCreditorIdentifier(text: string): string | null {
  if (text.length > MAX_LENGTH) return null;
  const compact = text.toUpperCase().replace(/[\s.-]/g, '');
  return SHAPE.test(compact) && modulo97(compact.slice(7) + compact.slice(0, 4)) === 1 ? compact : null;
}
