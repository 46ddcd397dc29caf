import type { LogEvent } from '../history/chain.ts';

/** What the entries of a log come to, account by account over all years, in whole cents: a trial balance that needs no service. */

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

export function openSums(): Sums {
  const accounts = new Map<number, AccountSum>();
  const put = (account: number, debit: bigint, credit: bigint): void => {
    const sum = accounts.get(account) ?? { debit: 0n, credit: 0n };
    accounts.set(account, { debit: sum.debit + debit, credit: sum.credit + credit });
  };
  return {
    accounts,
    add({ type, data }) {
      // A migration that was given up leaves nothing of what it brought along.
      if (type === 'MigratedBooksDropped') accounts.clear();
      if (type !== 'EntryPosted') return;
      const { layer, lines } = data as Posted;
      for (const { account_id, debit, credit, brought_from } of lines) {
        // What a year carries into the next is in the years before already.
        if (layer === 'carried' && brought_from === undefined) continue;
        const [debited, credited] = [centsOf(debit), centsOf(credit)];
        put(account_id, debited, credited);
        if (brought_from !== undefined) put(brought_from.account_id, credited, debited);
      }
    },
  };
}

/** `-12.30` → -1230n */
export function centsOf(amount: string): bigint {
  const [, sign, whole, cents = ''] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(amount) ?? [];
  if (whole === undefined) throw new Error(`${amount} is no amount`);
  const value = BigInt(whole) * 100n + BigInt(cents.padEnd(2, '0'));
  return sign === '-' ? -value : value;
}

export function amountOf(cents: bigint): string {
  const size = cents < 0n ? -cents : cents;
  return `${cents < 0n ? '-' : ''}${size / 100n}.${String(size % 100n).padStart(2, '0')}`;
}
