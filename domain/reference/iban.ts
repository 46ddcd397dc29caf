/** The national parts of an IBAN, after the country code and the two check digits. */

export interface IbanParts {
  readonly bankCode: string;
  readonly branchCode: string | null;
  readonly accountNumber: string;
  /** Check digits at the end of the national account number. */
  readonly nationalCheckDigits: string | null;
}

interface Layout {
  readonly bank: number;
  readonly branch: number;
  readonly account: number;
  readonly check: number;
}

/** Lengths of the parts, in order. Monaco uses the French layout. */
const LAYOUTS: ReadonlyMap<string, Layout> = new Map([
  ['BE', { bank: 3, branch: 0, account: 7, check: 2 }],
  ['FR', { bank: 5, branch: 5, account: 11, check: 2 }],
  ['LU', { bank: 3, branch: 0, account: 13, check: 0 }],
  ['MC', { bank: 5, branch: 5, account: 11, check: 2 }],
]);

/** The parts of a valid IBAN without spaces. Undefined if the layout of the country is unknown. */
export function splitIban(iban: string): IbanParts | undefined {
  const layout = LAYOUTS.get(iban.slice(0, 2));
  if (layout === undefined) return undefined;
  let position = 4;
  const takeNext = (length: number) => iban.slice(position, (position += length));
  const [bankCode, branchCode, accountNumber] = [
    takeNext(layout.bank),
    takeNext(layout.branch),
    takeNext(layout.account),
  ];
  const nationalCheckDigits = takeNext(layout.check);
  return {
    bankCode,
    branchCode: branchCode === '' ? null : branchCode,
    accountNumber,
    nationalCheckDigits: nationalCheckDigits === '' ? null : nationalCheckDigits,
  };
}
