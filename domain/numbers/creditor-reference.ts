import { computeModulo97 } from './modulo-97.ts';

/**
 * Creditor reference (ISO 11649): `RF`, two check digits and up to 21 letters and digits. With the first four characters
 * moved to the end and letters counted from A = 10, the remainder modulo 97 must be 1.
 */

const SHAPE = /^RF\d{2}[0-9A-Z]{1,21}$/;

/** Expects the form without spaces, in upper case. */
export function isCreditorReference(text: string): boolean {
  return SHAPE.test(text) && computeModulo97(text.slice(4) + text.slice(0, 4)) === 1;
}
