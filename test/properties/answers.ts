import { asAmount, passedBetweenYears, type Books } from './books.ts';
import type { Company } from './company.ts';

/** What reports must show, added up from the books line by line. */

/** What is open on a day, by line: what was posted by then, less what had settled it by then. */
export function openItemsOn({ books, file }: Company, day: string): Map<number, string> {
  const settled = new Map<number, bigint>();
  for (const { isUndone, settled_on, lines } of books.letterings.values()) {
    if (isUndone || settled_on > day) continue;
    for (const { line_id, amount } of lines)
      settled.set(line_id, (settled.get(line_id) ?? 0n) + BigInt(amount.replace('.', '')));
  }
  const open = new Map<number, string>();
  for (const { posted, lines, layer } of books.entries.values()) {
    if (posted.entry_date > day || layer === 'carried') continue;
    for (const { id, accountId, amount } of lines) {
      const left = amount - (settled.get(id) ?? 0n);
      if (left !== 0n && file.records['accounts']!.byId.get(accountId)!.data['is_letterable'] === true)
        open.set(id, asAmount(left));
    }
  }
  return open;
}

export interface ExpectedBalances {
  /** Debit less credit, by account; those at zero are left out. */
  readonly accounts: ReadonlyMap<number, string>;
  /** What years before the one that the report begins in have left on income and expenses. */
  readonly provisional: string;
}

/** Balances on the last day: of income and expenses since the year began, of all others since ever. */
export function balancesOn({ books, file }: Company, from: string, to: string): ExpectedBalances {
  const yearStart = yearStartOf(books, from);
  const totals = new Map<number, bigint>();
  let provisional = 0n;
  for (const { posted, lines, layer } of books.entries.values()) {
    // What is carried over was said before; what passed to another account with it was not.
    if (posted.entry_date > to) continue;
    const passed = passedBetweenYears(posted).map(([accountId, amount]) => ({ accountId, amount }));
    for (const { accountId, amount } of layer === 'carried' ? passed : lines) {
      const type = file.records['accounts']!.byId.get(accountId)!.data['type'] as string;
      if (['income', 'expense'].includes(type) && posted.entry_date < yearStart) provisional += amount;
      else totals.set(accountId, (totals.get(accountId) ?? 0n) + amount);
    }
  }
  const accounts = [...totals].filter(([, total]) => total !== 0n).map(([id, total]) => [id, asAmount(total)] as const);
  return { accounts: new Map(accounts), provisional: asAmount(provisional) };
}

function yearStartOf({ years }: Books, day: string): string {
  const year = [...years.values()].find(({ starts_on, ends_on }) => starts_on <= day && day <= ends_on);
  return year!.starts_on;
}
