import type { PlainDate } from '../dates.ts';
import { toCents, MAX_AMOUNT } from '../money.ts';

/** Reads dates and amounts as other programs write them. */

const MOST_CENTS = toCents(MAX_AMOUNT);
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/;
const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[T ].*)?$/;
const EUROPEAN = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/;

/** Null if the text is not a date. */
export function parseDay(text: string): PlainDate | null {
  const found = COMPACT.exec(text) ?? ISO.exec(text);
  if (found) return toCalendarDay(found[1]!, found[2]!, found[3]!);
  const european = EUROPEAN.exec(text);
  return european && toCalendarDay(european[3]!, european[2]!.padStart(2, '0'), european[1]!.padStart(2, '0'));
}

function toCalendarDay(year: string, month: string, day: string): PlainDate | null {
  const date = `${year}-${month}-${day}`;
  const instant = new Date(`${date}T00:00:00Z`);
  if (year < '1900' || Number.isNaN(instant.getTime())) return null;
  return instant.toISOString().startsWith(date) ? date : null;
}

const PLAIN = /^([+-]?)(\d{1,12})(?:[.,](\d{1,2}))?$/;
/** Thousands separated by a character that is not the decimal separator. */
const GROUPED = /^([+-]?)(\d{1,3}(?:([.,'])\d{3})+)(?:[.,](\d{1,2}))?$/;
const SPACES = /[\s\u00a0\u202f]/g;

/** Length of a number with a single ambiguous separator before three digits. */
const LONGEST_UNCLEAR = 7;

/** In cents. An empty text is zero. Null if the text is not an amount. */
export function parseCents(text: string): number | null {
  if (text === '') return 0;
  const compact = text.replace(SPACES, '').replace(/([.,]\d{2})0+$/, '$1');
  const [, sign, units, decimals] = PLAIN.exec(compact) ?? parseGrouped(compact) ?? [];
  if (units === undefined) return null;
  const cents = Number(units) * 100 + Number((decimals ?? '').padEnd(2, '0'));
  if (cents > MOST_CENTS) return null;
  return sign === '-' && cents !== 0 ? -cents : cents;
}

function parseGrouped(compact: string): readonly (string | undefined)[] | null {
  const found = GROUPED.exec(compact);
  if (!found) return null;
  const [, sign, units, separator, decimals] = found;
  const isDecimalSign = decimals !== undefined && compact.at(-1 - decimals.length) === separator;
  // `12,345` is ambiguous.
  const isUnclear = decimals === undefined && separator !== "'" && units!.length <= LONGEST_UNCLEAR;
  return isDecimalSign || isUnclear ? null : [compact, sign, units!.replace(/\D/g, ''), decimals];
}

const DEBIT = new Set(['D', 'DEBIT', 'DÉBIT', 'DB', 'S', 'SOLL', '+', '+1', '1']);
const CREDIT = new Set(['C', 'CREDIT', 'CRÉDIT', 'CR', 'H', 'HABEN', '-', '-1']);

/** 1 for debit, -1 for credit, null if neither. */
export function parseSide(text: string): 1 | -1 | null {
  const said = text.toUpperCase();
  if (DEBIT.has(said)) return 1;
  return CREDIT.has(said) ? -1 : null;
}
