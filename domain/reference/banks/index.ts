import { belgianBanks } from './be.ts';
import { frenchBanks } from './fr.ts';
import { luxembourgBanks } from './lu.ts';
import type { BankRow } from './row.ts';

/** A bank as it is named to people, with the code that payments are sent to; null where it has none of its own. */
export interface Bank {
  readonly name: string;
  readonly bic: string | null;
}

const rows: ReadonlyMap<string, readonly BankRow[]> = new Map([
  ['BE', belgianBanks],
  ['FR', frenchBanks],
  ['LU', luxembourgBanks],
  // Monaco has no bank codes of its own.
  ['MC', frenchBanks],
]);

const byCountry = new Map([...rows].map(([country, banks]) => [country, byCode(banks)]));

/** The bank behind the bank code of an IBAN, where it is known. */
export function bankOf(country: string, bankCode: string): Bank | undefined {
  return byCountry.get(country)?.get(bankCode);
}

/** @throws when two banks claim one code: an error of the list. */
function byCode(banks: readonly BankRow[]): ReadonlyMap<string, Bank> {
  const found = new Map<string, Bank>();
  for (const [name, bic, codes] of banks) {
    for (const code of codes.split(' ').flatMap(codesOf)) {
      if (found.has(code)) throw new Error(`Bank code ${code} belongs to ${found.get(code)!.name} and ${name}`);
      found.set(code, { name, bic });
    }
  }
  return found;
}

function codesOf(range: string): string[] {
  const [first = '', last = first] = range.split('-');
  const count = Number(last) - Number(first) + 1;
  return Array.from({ length: count }, (_, index) => String(Number(first) + index).padStart(first.length, '0'));
}
