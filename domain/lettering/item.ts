import { centsOf } from '../money.ts';
import type { OpenLine } from './open-line.ts';

/** An open line while partners are sought for it. */
export interface Item {
  readonly line: OpenLine;
  /** In cents, signed: whole numbers that stay exact, because no amount has more than fourteen digits. */
  readonly cents: number;
  readonly isDebit: boolean;
  /** Its date as a number of days. */
  readonly day: number;
  isTaken: boolean;
}

export function itemOf(line: OpenLine): Item {
  const cents = centsOf(line.open);
  return {
    line,
    cents,
    isDebit: cents > 0,
    day: Date.parse(`${line.entry_date}T00:00:00Z`) / 86_400_000,
    isTaken: false,
  };
}

/** Many large amounts together may outgrow what a number holds exactly. */
export function totalCents(items: readonly Item[]): bigint {
  return items.reduce((total, { cents }) => total + BigInt(cents), 0n);
}

export const isTwoSided = (items: readonly Item[]): boolean =>
  items.some(({ isDebit }) => isDebit) && items.some(({ isDebit }) => !isDebit);

export const free = (items: readonly Item[]): Item[] => items.filter(({ isTaken }) => !isTaken);

/** In the order of their dates, then as they were posted. */
export function byDate(a: Item, b: Item): number {
  return a.day - b.day || a.line.entry_id - b.line.entry_id || a.line.line_number - b.line.line_number;
}
