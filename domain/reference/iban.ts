/** The parts of an account number behind the country and the two check digits of an IBAN. */

export interface IbanParts {
  readonly bankCode: string;
  readonly branchCode: string | null;
  readonly accountNumber: string;
  /** Check digits that the country itself puts behind its account numbers. */
  readonly nationalCheckDigits: string | null;
}

interface Layout {
  readonly bank: number;
  readonly branch: number;
  readonly account: number;
  readonly check: number;
}

/** Lengths of the parts, in the order in which they stand. Monaco writes its accounts as France does. */
const LAYOUTS: ReadonlyMap<string, Layout> = new Map([
  ['BE', { bank: 3, branch: 0, account: 7, check: 2 }],
  ['FR', { bank: 5, branch: 5, account: 11, check: 2 }],
  ['LU', { bank: 3, branch: 0, account: 13, check: 0 }],
  ['MC', { bank: 5, branch: 5, account: 11, check: 2 }],
]);

/** The parts of a valid IBAN without spaces; undefined for a country whose layout is not known here. */
export function ibanParts(iban: string): IbanParts | undefined {
  const layout = LAYOUTS.get(iban.slice(0, 2));
  if (layout === undefined) return undefined;
  let position = 4;
  const next = (length: number) => iban.slice(position, (position += length));
  const [bankCode, branchCode, accountNumber] = [next(layout.bank), next(layout.branch), next(layout.account)];
  const nationalCheckDigits = next(layout.check);
  return {
    bankCode,
    branchCode: branchCode === '' ? null : branchCode,
    accountNumber,
    nationalCheckDigits: nationalCheckDigits === '' ? null : nationalCheckDigits,
  };
}
