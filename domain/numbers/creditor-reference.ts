import { modulo97 } from './modulo-97.ts';

/**
 * The creditor reference of ISO 11649: `RF`, two check digits, and up to 21 letters and digits of the creditor. With its first
 * four characters moved to the end and letters counted from A = 10, the whole leaves 1 when divided by 97.
 */

const SHAPE = /^RF\d{2}[0-9A-Z]{1,21}$/;

/** For the form without spaces, in capitals. */
export function isCreditorReference(text: string): boolean {
  return SHAPE.test(text) && modulo97(text.slice(4) + text.slice(0, 4)) === 1;
}
