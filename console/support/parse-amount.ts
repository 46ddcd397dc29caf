import type { Language } from './words.ts';

/** Spaces, apostrophes and the sign of the euro, which say nothing about the amount. */
const ORNAMENTS = /[\s\u00a0\u202f'’€]/g;

/**
 * Reads an amount as people type it: `1.234,56`, `1,234.56`, `1 234,56`, `1'234.56`, `12`, `-5,5`. Returns a decimal
 * text such as `1234.56`, or null if it is no amount.
 */
export function parseAmount(typed: string, language: Language): string | null {
  const text = typed.replace(ORNAMENTS, '').replace('−', '-');
  const digits = text.replace(/^-/, '');
  const point = findDecimalPoint(digits, language);
  const whole = point === -1 ? digits : digits.slice(0, point);
  const cents = point === -1 ? '' : digits.slice(point + 1);
  if (!/^(\d*|\d{1,3}([.,])\d{3}(\2\d{3})*)$/.test(whole) || !/^\d{0,2}$/.test(cents)) return null;
  if (whole === '' && cents === '') return null;
  if (point !== -1 && whole.includes(digits[point]!)) return null;
  const size = `${whole.replace(/[.,]/g, '').replace(/^0+(?=\d)/, '') || '0'}.${cents.padEnd(2, '0')}`;
  return text.startsWith('-') && /[1-9]/.test(size) ? `-${size}` : size;
}

/** Index of the separator that begins the decimals; -1 if there is none. */
function findDecimalPoint(digits: string, language: Language): number {
  const separators = digits.match(/[.,]/g) ?? [];
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  if (new Set(separators).size === 2) return last;
  if (separators.length > 1) return -1;
  // Alone before three digits, the separator of thousands of the language groups them.
  const groups = language === 'en' ? ',' : '.';
  return digits[last] === groups && digits.length - last === 4 ? -1 : last;
}
