import type { PlainDate } from '../dates.ts';
import { centsOf, MAX_AMOUNT } from '../money.ts';

/** Days and amounts as programs write them in files. */

const MOST_CENTS = centsOf(MAX_AMOUNT);
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/;
const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[T ].*)?$/;
const EUROPEAN = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/;

/** Null: no day. */
export function readDay(text: string): PlainDate | null {
  const found = COMPACT.exec(text) ?? ISO.exec(text);
  if (found) return calendarDay(found[1]!, found[2]!, found[3]!);
  const european = EUROPEAN.exec(text);
  return european && calendarDay(european[3]!, european[2]!.padStart(2, '0'), european[1]!.padStart(2, '0'));
}

function calendarDay(year: string, month: string, day: string): PlainDate | null {
  const date = `${year}-${month}-${day}`;
  const instant = new Date(`${date}T00:00:00Z`);
  if (year < '1900' || Number.isNaN(instant.getTime())) return null;
  return instant.toISOString().startsWith(date) ? date : null;
}

const PLAIN = /^([+-]?)(\d{1,12})(?:[.,](\d{1,2}))?$/;
/** Thousands set apart by the sign that is not the decimal one. */
const GROUPED = /^([+-]?)(\d{1,3}(?:([.,'])\d{3})+)(?:[.,](\d{1,2}))?$/;
const SPACES = /[\s\u00a0\u202f]/g;

/** Of one sign before three digits. */
const LONGEST_UNCLEAR = 7;

/** In cents; an empty text is nothing. Null: no amount. */
export function readCents(text: string): number | null {
  if (text === '') return 0;
  const compact = text.replace(SPACES, '').replace(/([.,]\d{2})0+$/, '$1');
  const [, sign, units, decimals] = PLAIN.exec(compact) ?? grouped(compact) ?? [];
  if (units === undefined) return null;
  const cents = Number(units) * 100 + Number((decimals ?? '').padEnd(2, '0'));
  if (cents > MOST_CENTS) return null;
  return sign === '-' && cents !== 0 ? -cents : cents;
}

function grouped(compact: string): readonly (string | undefined)[] | null {
  const found = GROUPED.exec(compact);
  if (!found) return null;
  const [, sign, units, separator, decimals] = found;
  const isDecimalSign = decimals !== undefined && compact.at(-1 - decimals.length) === separator;
  // `12,345` may be either.
  const isUnclear = decimals === undefined && separator !== "'" && units!.length <= LONGEST_UNCLEAR;
  return isDecimalSign || isUnclear ? null : [compact, sign, units!.replace(/\D/g, ''), decimals];
}

const DEBIT = new Set(['D', 'DEBIT', 'DÉBIT', 'DB', 'S', 'SOLL', '+', '+1', '1']);
const CREDIT = new Set(['C', 'CREDIT', 'CRÉDIT', 'CR', 'H', 'HABEN', '-', '-1']);

/** 1 for debit, -1 for credit; null: neither. */
export function readSide(text: string): 1 | -1 | null {
  const said = text.toUpperCase();
  if (DEBIT.has(said)) return 1;
  return CREDIT.has(said) ? -1 : null;
}
