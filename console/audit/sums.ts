import type { LogEvent } from '../history/chain.ts';

/** Sums the entries of a log by account over all years, in whole cents: a trial balance without the service. */

export interface Sums {
  add(event: LogEvent): void;
  readonly accounts: ReadonlyMap<number, AccountSum>;
}

export interface AccountSum {
  readonly debit: bigint;
  readonly credit: bigint;
}

type Posted = {
  readonly layer?: string;
  readonly lines: readonly {
    readonly account_id: number;
    readonly debit: string;
    readonly credit: string;
    readonly brought_from?: { readonly account_id: number };
  }[];
};

export function createSums(): Sums {
  const accounts = new Map<number, AccountSum>();
  const addToAccount = (account: number, debit: bigint, credit: bigint): void => {
    const sum = accounts.get(account) ?? { debit: 0n, credit: 0n };
    accounts.set(account, { debit: sum.debit + debit, credit: sum.credit + credit });
  };
  return {
    accounts,
    add({ type, data }) {
      // An abandoned migration leaves nothing behind.
      if (type === 'MigratedBooksDropped') accounts.clear();
      if (type !== 'EntryPosted') return;
      const { layer, lines } = data as Posted;
      for (const { account_id, debit, credit, brought_from } of lines) {
        // Balances carried forward are already included in the earlier years.
        if (layer === 'carried' && brought_from === undefined) continue;
        const [debited, credited] = [parseCents(debit), parseCents(credit)];
        addToAccount(account_id, debited, credited);
        if (brought_from !== undefined) addToAccount(brought_from.account_id, credited, debited);
      }
    },
  };
}

/** `-12.30` → -1230n */
export function parseCents(amount: string): bigint {
  const [, sign, whole, cents = ''] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(amount) ?? [];
  if (whole === undefined) throw new Error(`${amount} is not an amount`);
  const value = BigInt(whole) * 100n + BigInt(cents.padEnd(2, '0'));
  return sign === '-' ? -value : value;
}

export function formatCents(cents: bigint): string {
  const size = cents < 0n ? -cents : cents;
  return `${cents < 0n ? '-' : ''}${size / 100n}.${String(size % 100n).padStart(2, '0')}`;
}
