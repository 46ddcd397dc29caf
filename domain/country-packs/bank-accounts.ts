import type { CountryPack } from './pack.ts';

/**
 * The number for the next bank of a company file, given the accounts that its banks already use: the first bank takes
 * the account that the chart holds for it. Undefined once the range of the pack is used up.
 */
export function nextBankAccountNumber(pack: CountryPack, used: ReadonlySet<string>): string | undefined {
  const { first, last } = pack.bankAccounts;
  for (let number = Number(first); number <= Number(last); number++) {
    const candidate = String(number).padStart(first.length, '0');
    if (!used.has(candidate)) return candidate;
  }
  return undefined;
}
