import type { PlainDate } from '../dates.ts';
import { ZERO, type SignedAmount } from '../money.ts';
import type { Problem, Refusal } from '../refusal.ts';
import { cleanText, refuseAtLine } from './statement.ts';
import type { Line } from './text-lines.ts';

/** Fields at fixed positions of a record. Problems are recorded; only the first one is reported. */
export interface Mistakes {
  first: Refusal | null;
}

export interface Fields {
  readonly line: Line;
  /** Unchanged text; positions count from 1, both included. */
  readRaw(from: number, to?: number): string;
  /** Undefined if blank. */
  readText(from: number, to: number): string | undefined;
  readDigits(from: number, to: number, field: string): string;
  readNumber(from: number, to: number, field: string): number;
  /** DDMMYY; null for zeros or blanks. */
  readDate(from: number, to: number, field: string): PlainDate | null;
  reportProblem(code: string, params?: Problem['params']): void;
}

export function createFields(line: Line, mistakes: Mistakes): Fields {
  const reportProblem = (code: string, params: Problem['params'] = {}): void => {
    mistakes.first ??= refuseAtLine(line.number, code, params);
  };
  const reportInvalidField = (field: string, from: number, to: number): void =>
    reportProblem('record_field_invalid', { field, value: readRaw(from, to).trim() });
  const readRaw = (from: number, to = from): string => line.text.slice(from - 1, to);
  const readDigits = (from: number, to: number, field: string): string => {
    const value = readRaw(from, to);
    if (/^\d+$/.test(value)) return value;
    reportInvalidField(field, from, to);
    return '0'.repeat(to - from + 1);
  };
  return {
    line,
    readRaw,
    readText: (from, to) => cleanText(readRaw(from, to)),
    readDigits,
    readNumber: (from, to, field) => Number(readDigits(from, to, field)),
    readDate(from, to, field) {
      const value = readRaw(from, to);
      if (/^(0{6}| {6})$/.test(value)) return null;
      const date = parseShortDate(value);
      if (date === null) reportInvalidField(field, from, to);
      return date;
    },
    reportProblem,
  };
}

/** Two-digit years from 80 on are 19xx: no files from before 1980 are in use. */
const FIRST_YEAR = 80;

/** DDMMYY; null if there is no such day. */
export function parseShortDate(value: string): PlainDate | null {
  if (!/^\d{6}$/.test(value)) return null;
  const [day, month, year] = [value.slice(0, 2), value.slice(2, 4), value.slice(4)];
  const date = `${Number(year) >= FIRST_YEAR ? '19' : '20'}${year}-${month}-${day}`;
  return isCalendarDate(date) ? date : null;
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Computed instead of parsed: a file contains tens of thousands of dates. */
export function isCalendarDate(date: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date);
  if (!parts) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day >= 1 && day <= (month === 2 && isLeap ? 29 : (DAYS[month - 1] ?? 0));
}

/** The last `decimals` digits are decimals; null if the amount needs more than two. */
export function parseAmountDigits(digits: string, decimals: number): SignedAmount | null {
  const padded = digits.padStart(decimals + 1, '0');
  const whole = padded.slice(0, padded.length - decimals).replace(/^0+(?=\d)/, '');
  const fraction = padded.slice(padded.length - decimals);
  if (whole.length > 12 || /[^0]/.test(fraction.slice(2))) return null;
  return `${whole}.${fraction.slice(0, 2).padEnd(2, '0')}`;
}

export const withSign = (isNegative: boolean, amount: SignedAmount): SignedAmount =>
  isNegative && amount !== ZERO ? `-${amount}` : amount;
