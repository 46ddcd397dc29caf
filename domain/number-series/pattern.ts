import type { PlainDate } from '../dates.ts';
import type { Problem } from '../refusal.ts';

/** Patterns of numbers: text with `{year}`, `{yy}`, `{month}` and `{number}` or `{number:5}`, whose width is a limit. */

const PART = /\{([a-z]+)(?::(\d+))?\}/g;
const MOST_DIGITS = 9;
/** In e-invoices of France a number has at most 35 of these characters. */
const FRENCH = /^[A-Za-z0-9+\-_/]*$/;
const FRENCH_LENGTH = 35;

export interface NumberTime {
  /** Year of the sequence. */
  readonly year: string;
  readonly date: PlainDate;
}

export const hasYear = (pattern: string): boolean => /\{(year|yy)\}/.test(pattern);
export const hasMonth = (pattern: string): boolean => pattern.includes('{month}');

/** Null: without a limit of its own. */
function getWidth(pattern: string): number | null {
  const [, , width] = [...pattern.matchAll(PART)].find(([, name]) => name === 'number') ?? [];
  return width === undefined ? null : Number(width);
}

export const getHighestNumber = (pattern: string): number => 10 ** (getWidth(pattern) ?? MOST_DIGITS) - 1;

export function formatNumber(pattern: string, number: number, { year, date }: NumberTime): string {
  return pattern.replaceAll(PART, (_part, name: string, width: string | undefined) => {
    if (name === 'year') return year;
    if (name === 'yy') return year.slice(-2);
    return name === 'month' ? date.slice(5, 7) : String(number).padStart(Number(width ?? 0), '0');
  });
}

export function findPatternProblems(pattern: string, country: string): readonly Problem[] {
  const parts = [...pattern.matchAll(PART)];
  const buildProblem = (code: string, params: Problem['params'] = {}): readonly Problem[] => [
    { code, field: 'pattern', params },
  ];
  const hasOneNumber = parts.filter(([, name]) => name === 'number').length === 1;
  const areKnown = parts.every(([, name, width]) =>
    name === 'number' ? isWidth(width) : width === undefined && ['year', 'yy', 'month'].includes(name!),
  );
  const literal = pattern.replaceAll(PART, '');
  if (!hasOneNumber || !areKnown || /[{}]/.test(literal))
    return buildProblem('series_pattern_invalid', { example: '{number:5}', parts: '{year}, {yy}, {month}' });
  const longest = formatNumber(pattern, getHighestNumber(pattern), { year: '2026', date: '2026-12-31' });
  const isFrench = FRENCH.test(literal) && longest.length <= FRENCH_LENGTH;
  return country === 'FR' && !isFrench ? buildProblem('series_pattern_characters') : [];
}

const isWidth = (width: string | undefined): boolean =>
  width === undefined || (Number(width) >= 1 && Number(width) <= MOST_DIGITS);

/** Numbers are compared without blanks and case. */
export const normaliseNumber = (number: string): string => number.replaceAll(/\s/g, '').toUpperCase();
