import { accounts } from '../accounts/account.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { negate, type SignedAmount } from '../money.ts';
import { getRecords } from '../records/state.ts';

/** Groups of accounts by the first digits of their numbers. */

export interface ChartAccount {
  readonly number: string;
  readonly type: string;
}

/** Type of a budget line: credits count towards an income budget, debits towards any other. */
export type LineType = 'income' | 'expense' | 'balance' | 'result';

export interface Chart {
  /** Null if no account begins with the prefix. A group has the type of its first account. */
  findType(prefix: string): LineType | null;
}

export function createChart(all: Iterable<ChartAccount>): Chart {
  const sorted = [...all].sort((one, other) => (one.number < other.number ? -1 : 1));
  return {
    findType(prefix) {
      const first = sorted[findFirstIndex(sorted, prefix)];
      return first?.number.startsWith(prefix) ? toLineType(first.type) : null;
    },
  };
}

export function readChart({ records }: CompanyFile): Chart {
  const all: ChartAccount[] = [];
  for (const { data, isTrashed } of getRecords(records, accounts).byId.values())
    if (!isTrashed) all.push({ number: data.number, type: data.type });
  return createChart(all);
}

export const toLineType = (type: string): LineType => (type === 'income' || type === 'expense' ? type : 'balance');

/** Converts debit minus credit to the sign of a line: income and results are positive as credits. */
export const toLineSign = (type: LineType, amount: SignedAmount): SignedAmount =>
  type === 'income' || type === 'result' ? negate(amount) : amount;

/** Index of the first account that does not sort before the prefix. */
function findFirstIndex(sorted: readonly ChartAccount[], prefix: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]!.number < prefix) low = middle + 1;
    else high = middle;
  }
  return low;
}
