import { toCents } from '../money.ts';
import { getOpenAmount, type OpenLine } from './open-line.ts';

/** An open line during the search for partners. */
export interface Item {
  readonly line: OpenLine;
  /** In cents of its currency, signed. Integers are exact here, because no amount has more than fourteen digits. */
  readonly cents: number;
  readonly isDebit: boolean;
  /** The date as a day number. */
  readonly day: number;
  isTaken: boolean;
}

export function toMatchItem(line: OpenLine): Item {
  const cents = toCents(getOpenAmount(line));
  return {
    line,
    cents,
    isDebit: cents > 0,
    day: Date.parse(`${line.entry_date}T00:00:00Z`) / 86_400_000,
    isTaken: false,
  };
}

/** As bigint, because the sum of many large amounts may exceed the exact range of a number. */
export function sumItemCents(items: readonly Item[]): bigint {
  return items.reduce((total, { cents }) => total + BigInt(cents), 0n);
}

export const isTwoSided = (items: readonly Item[]): boolean =>
  items.some(({ isDebit }) => isDebit) && items.some(({ isDebit }) => !isDebit);

export const filterFreeItems = (items: readonly Item[]): Item[] => items.filter(({ isTaken }) => !isTaken);

/** By date, then in posting order. */
export function compareItemsByDate(a: Item, b: Item): number {
  return a.day - b.day || a.line.entry_id - b.line.entry_id || a.line.line_number - b.line.line_number;
}
