import type { PlainDate } from '../dates.ts';
import { ZERO, type SignedAmount } from '../money.ts';
import type { Problem, Refusal } from '../refusal.ts';
import { words, wrongAt } from './statement.ts';
import type { Line } from './text-lines.ts';

/** Fields at fixed places of a record. What is wrong with one is noted, and the first mistake is told. */
export interface Mistakes {
  first: Refusal | null;
}

export interface Fields {
  readonly line: Line;
  /** As it stands there; places are counted from 1, both included. */
  raw(from: number, to?: number): string;
  /** Undefined when there is nothing. */
  text(from: number, to: number): string | undefined;
  digits(from: number, to: number, field: string): string;
  number(from: number, to: number, field: string): number;
  /** DDMMYY; null for zeros or blanks. */
  date(from: number, to: number, field: string): PlainDate | null;
  wrong(code: string, params?: Problem['params']): void;
}

export function fieldsOf(line: Line, mistakes: Mistakes): Fields {
  const wrong = (code: string, params: Problem['params'] = {}): void => {
    mistakes.first ??= wrongAt(line.number, code, params);
  };
  const invalidField = (field: string, from: number, to: number): void =>
    wrong('record_field_invalid', { field, value: raw(from, to).trim() });
  const raw = (from: number, to = from): string => line.text.slice(from - 1, to);
  const digits = (from: number, to: number, field: string): string => {
    const value = raw(from, to);
    if (/^\d+$/.test(value)) return value;
    invalidField(field, from, to);
    return '0'.repeat(to - from + 1);
  };
  return {
    line,
    raw,
    text: (from, to) => words(raw(from, to)),
    digits,
    number: (from, to, field) => Number(digits(from, to, field)),
    date(from, to, field) {
      const value = raw(from, to);
      if (/^(0{6}| {6})$/.test(value)) return null;
      const date = dateOf(value);
      if (date === null) invalidField(field, from, to);
      return date;
    },
    wrong,
  };
}

/** Files of the years before 1980 are in no bank's hands any more. */
const FIRST_YEAR = 80;

function dateOf(value: string): PlainDate | null {
  if (!/^\d{6}$/.test(value)) return null;
  const [day, month, year] = [value.slice(0, 2), value.slice(2, 4), value.slice(4)];
  const date = `${Number(year) >= FIRST_YEAR ? '19' : '20'}${year}-${month}-${day}`;
  return isCalendarDate(date) ? date : null;
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Reckoned and not parsed: a file has tens of thousands of dates. */
export function isCalendarDate(date: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date);
  if (!parts) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day >= 1 && day <= (month === 2 && isLeap ? 29 : (DAYS[month - 1] ?? 0));
}

/** Digits of which the last so many are decimals; null where that is no amount of two decimals. */
export function amountOf(digits: string, decimals: number): SignedAmount | null {
  const padded = digits.padStart(decimals + 1, '0');
  const whole = padded.slice(0, padded.length - decimals).replace(/^0+(?=\d)/, '');
  const fraction = padded.slice(padded.length - decimals);
  if (whole.length > 12 || /[^0]/.test(fraction.slice(2))) return null;
  return `${whole}.${fraction.slice(0, 2).padEnd(2, '0')}`;
}

export const signed = (isNegative: boolean, amount: SignedAmount): SignedAmount =>
  isNegative && amount !== ZERO ? `-${amount}` : amount;
