import { add, ZERO, type SignedAmount } from '../money.ts';
import { inSenseOf, typeOfAccount, type LineType } from './chart.ts';
import type { BudgetLine } from './lines.ts';

/** What is booked, or is going to be, as it counts for the lines of a budget. */

/** What moved on an account in one period of the year. */
export interface PeriodSum {
  readonly number: string;
  /** Of the account. */
  readonly type: string;
  /** From 0. */
  readonly period: number;
  /** Debit less credit. */
  readonly balance: SignedAmount;
}

/** The part of it that an analytic code has. */
export interface CodedSum extends PeriodSum {
  readonly analytic_code_id: number;
}

export interface Sums {
  readonly whole: readonly PeriodSum[];
  readonly coded: readonly CodedSum[];
}

export type LineKey = Pick<BudgetLine, 'account' | 'analytic_code_id'>;

/** The code above each code, where there is one. */
export type Parents = ReadonlyMap<number, number | null>;

/**
 * Which line takes an amount: the one that names its account most exactly, so that none counts twice. Lines with a code take what
 * has the code, or one below it that no line names; lines without take what their accounts have, whatever its codes.
 */
export interface Taker {
  whole(sum: PeriodSum): number | null;
  coded(sum: CodedSum): number | null;
}

export function takerOf(lines: readonly LineKey[], parents: Parents): Taker {
  const places = new Map(lines.map(({ account, analytic_code_id }, index) => [key(account, analytic_code_id), index]));
  const longest = (number: string, code: number | null): number | null => {
    for (let length = number.length; length > 0; length -= 1) {
      const place = places.get(key(number.slice(0, length), code));
      if (place !== undefined) return place;
    }
    return null;
  };
  return {
    whole: ({ number }) => longest(number, null),
    coded({ number, type, analytic_code_id }) {
      const isOfResult = typeOfAccount(type) !== 'balance';
      for (let code: number | null = analytic_code_id; code !== null; code = parents.get(code) ?? null) {
        const place = longest(number, code) ?? (isOfResult ? (places.get(key(null, code)) ?? null) : null);
        if (place !== null) return place;
      }
      return null;
    },
  };
}

const key = (account: string | null, code: number | null): string => `${account ?? ''}/${code ?? ''}`;

/** Amounts of each line in each period, each in the sense of its line. */
export function takenBy(
  lines: readonly LineKey[],
  types: readonly LineType[],
  count: number,
  { whole, coded }: Sums,
  parents: Parents,
): SignedAmount[][] {
  const taker = takerOf(lines, parents);
  const taken = lines.map(() => Array<SignedAmount>(count).fill(ZERO));
  const put = (place: number | null, { period, balance }: PeriodSum): void => {
    if (place === null) return;
    const periods = taken[place]!;
    periods[period] = add(periods[period] ?? ZERO, inSenseOf(types[place]!, balance));
  };
  for (const sum of whole) put(taker.whole(sum), sum);
  for (const sum of coded) put(taker.coded(sum), sum);
  return taken;
}
