/**
 * Member number in the public register of the Belgian Institute for Tax Advisors and Accountants (ITAA): eight digits,
 * shown as 50.174.561. It has no check digits. Firms have numbers from 50 and persons lower ones, but the register
 * guarantees neither.
 */

const LENGTH = 8;

/** The eight digits, or null if invalid. */
export function normaliseItaaNumber(text: string): string | null {
  if (text.length > 40) return null;
  const digits = text.replace(/^\s*itaa[\s:.-]*/i, '').replace(/[\s.\-/]/g, '');
  return digits.length === LENGTH && /^\d+$/.test(digits) && !/^0+$/.test(digits) ? digits : null;
}

/** 50174561 → 50.174.561 */
export function formatItaaNumber(digits: string): string {
  return `${digits.slice(0, 2)}.${digits.slice(2, 5)}.${digits.slice(5)}`;
}
