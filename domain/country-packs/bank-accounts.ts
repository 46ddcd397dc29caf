import type { CountryPack } from './pack.ts';

/**
 * Number for the next bank of a company file, given the accounts already used by banks: the first bank takes the account
 * in the chart. Undefined once the range of the pack is exhausted.
 */
export function findNextBankAccountNumber(pack: CountryPack, used: ReadonlySet<string>): string | undefined {
  const { first, last } = pack.bankAccounts;
  for (let number = Number(first); number <= Number(last); number++) {
    const candidate = String(number).padStart(first.length, '0');
    if (!used.has(candidate)) return candidate;
  }
  return undefined;
}
