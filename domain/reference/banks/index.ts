import { readOptional, readTable, readWords, type DataRecord } from '../../data-table.ts';
import belgianTable from './data/be.json' with { type: 'json' };
import frenchTable from './data/fr.json' with { type: 'json' };
import luxembourgTable from './data/lu.json' with { type: 'json' };

/** A bank as it is named to people, with the code that payments are sent to; null where it has none of its own. */
export interface Bank {
  readonly name: string;
  readonly bic: string | null;
}

/** Name, BIC, then its bank codes, with ranges such as `001-049`. */
export type BankRow = DataRecord<'name' | 'bic' | 'codes'>;

const COLUMNS = ['name', 'bic', 'codes'] as const;

/** Bank identification codes of the National Bank of Belgium: the first three digits of an account number. */
export const belgianBanks: readonly BankRow[] = readTable(belgianTable, COLUMNS);

/**
 * French bank codes, five digits. The networks of mutual banks have one for each region. La Banque Postale and BNP
 * Paribas give their branches separate BICs; payments reach them by that of the head office too.
 */
export const frenchBanks: readonly BankRow[] = readTable(frenchTable, COLUMNS);

/** Bank codes of the Luxembourg register of IBANs: the three digits after the check digits. */
export const luxembourgBanks: readonly BankRow[] = readTable(luxembourgTable, COLUMNS);

const rows: ReadonlyMap<string, readonly BankRow[]> = new Map([
  ['BE', belgianBanks],
  ['FR', frenchBanks],
  ['LU', luxembourgBanks],
  // Monaco has no bank codes of its own.
  ['MC', frenchBanks],
]);

const byCountry = new Map([...rows].map(([country, banks]) => [country, indexByCode(banks)]));

/** The bank behind the bank code of an IBAN, where it is known. */
export function toBank(country: string, bankCode: string): Bank | undefined {
  return byCountry.get(country)?.get(bankCode);
}

/** @throws when two banks claim one code: an error of the list. */
function indexByCode(banks: readonly BankRow[]): ReadonlyMap<string, Bank> {
  const found = new Map<string, Bank>();
  for (const { name, bic, codes } of banks) {
    for (const code of readWords(codes).flatMap(listBankCodes)) {
      if (found.has(code)) throw new Error(`Bank code ${code} belongs to ${found.get(code)!.name} and ${name}`);
      found.set(code, { name, bic: readOptional(bic) });
    }
  }
  return found;
}

function listBankCodes(range: string): string[] {
  const [first = '', last = first] = range.split('-');
  const count = Number(last) - Number(first) + 1;
  return Array.from({ length: count }, (_, index) => String(Number(first) + index).padStart(first.length, '0'));
}
