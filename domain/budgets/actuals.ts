import { add, ZERO, type SignedAmount } from '../money.ts';
import { toLineSign, toLineType, type LineType } from './chart.ts';
import type { BudgetLine } from './lines.ts';

/** Actual and expected amounts, assigned to budget lines. */

/** Movement of an account in one period of the year. */
export interface PeriodSum {
  readonly number: string;
  /** Account type. */
  readonly type: string;
  /** From 0. */
  readonly period: number;
  /** Debit minus credit. */
  readonly balance: SignedAmount;
}

/** The part assigned to an analytic code. */
export interface CodedSum extends PeriodSum {
  readonly analytic_code_id: number;
}

export interface Sums {
  readonly whole: readonly PeriodSum[];
  readonly coded: readonly CodedSum[];
}

export type LineKey = Pick<BudgetLine, 'account' | 'analytic_code_id'>;

/** Parent of each analytic code, if any. */
export type Parents = ReadonlyMap<number, number | null>;

/**
 * Assigns amounts to lines: the line with the most specific account takes the amount, so that nothing counts twice. Lines
 * with a code take amounts with that code, or with a child code that no line names; lines without a code take all amounts
 * of their accounts.
 */
export interface Taker {
  findWholeLine(sum: PeriodSum): number | null;
  findCodedLine(sum: CodedSum): number | null;
}

export function createLineTaker(lines: readonly LineKey[], parents: Parents): Taker {
  const places = new Map(
    lines.map(({ account, analytic_code_id }, index) => [buildKey(account, analytic_code_id), index]),
  );
  const findLongestMatch = (number: string, code: number | null): number | null => {
    for (let length = number.length; length > 0; length -= 1) {
      const place = places.get(buildKey(number.slice(0, length), code));
      if (place !== undefined) return place;
    }
    return null;
  };
  return {
    findWholeLine: ({ number }) => findLongestMatch(number, null),
    findCodedLine({ number, type, analytic_code_id }) {
      const isOfResult = toLineType(type) !== 'balance';
      for (let code: number | null = analytic_code_id; code !== null; code = parents.get(code) ?? null) {
        const place =
          findLongestMatch(number, code) ?? (isOfResult ? (places.get(buildKey(null, code)) ?? null) : null);
        if (place !== null) return place;
      }
      return null;
    },
  };
}

const buildKey = (account: string | null, code: number | null): string => `${account ?? ''}/${code ?? ''}`;

/** Amounts per line and period, with the sign convention of the line. */
export function assignAmounts(
  lines: readonly LineKey[],
  types: readonly LineType[],
  count: number,
  { whole, coded }: Sums,
  parents: Parents,
): SignedAmount[][] {
  const taker = createLineTaker(lines, parents);
  const taken = lines.map(() => Array<SignedAmount>(count).fill(ZERO));
  const addAmount = (place: number | null, { period, balance }: PeriodSum): void => {
    if (place === null) return;
    const periods = taken[place]!;
    periods[period] = add(periods[period] ?? ZERO, toLineSign(types[place]!, balance));
  };
  for (const sum of whole) addAmount(taker.findWholeLine(sum), sum);
  for (const sum of coded) addAmount(taker.findCodedLine(sum), sum);
  return taken;
}
