import { accounts } from '../accounts/account.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { negate, type SignedAmount } from '../money.ts';
import { recordsOf } from '../records/state.ts';

/** Groups of accounts: all whose numbers begin with some digits. */

export interface ChartAccount {
  readonly number: string;
  readonly type: string;
}

/** What the figures of a line are: a budget of income is reached by credits, any other by debits. */
export type LineType = 'income' | 'expense' | 'balance' | 'result';

export interface Chart {
  /** Null where no account begins so. A group is what its first account is. */
  typeOf(prefix: string): LineType | null;
}

export function chartOf(all: Iterable<ChartAccount>): Chart {
  const sorted = [...all].sort((one, other) => (one.number < other.number ? -1 : 1));
  return {
    typeOf(prefix) {
      const first = sorted[firstFrom(sorted, prefix)];
      return first?.number.startsWith(prefix) ? typeOfAccount(first.type) : null;
    },
  };
}

export function chartIn({ records }: CompanyFile): Chart {
  const all: ChartAccount[] = [];
  for (const { data, isTrashed } of recordsOf(records, accounts).byId.values())
    if (!isTrashed) all.push({ number: data.number, type: data.type });
  return chartOf(all);
}

export const typeOfAccount = (type: string): LineType => (type === 'income' || type === 'expense' ? type : 'balance');

/** Debit less credit, as it counts for a line: income, and a result, are positive when they are credits. */
export const inSenseOf = (type: LineType, amount: SignedAmount): SignedAmount =>
  type === 'income' || type === 'result' ? negate(amount) : amount;

/** The place of the first account that does not come before the prefix. */
function firstFrom(sorted: readonly ChartAccount[], prefix: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]!.number < prefix) low = middle + 1;
    else high = middle;
  }
  return low;
}
