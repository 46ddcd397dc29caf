import type { PlainDate } from '../dates.ts';
import { add, subtract, sum, compare, type SignedAmount } from '../money.ts';
import { refuse, type Problem, type Refusal } from '../refusal.ts';

/** A statement of a bank account, whatever the format of the file that it came in. */
export interface Statement {
  readonly account: StatementAccount;
  readonly currency: string;
  /** As the bank numbers it; some start anew each year. */
  readonly number: string;
  readonly opening_date: PlainDate;
  readonly closing_date: PlainDate;
  readonly opening_balance: SignedAmount;
  readonly closing_balance: SignedAmount;
  /** In the order of the file. A total stands for its details, or they for it, never both. */
  readonly movements: readonly Movement[];
  /** What the bank has to say to the holder of the account. */
  readonly messages: readonly string[];
  readonly warnings: readonly StatementWarning[];
}

export interface StatementAccount {
  /** Null for an account that has none, such as one outside Europe. */
  readonly iban: string | null;
  /** As the bank writes it. */
  readonly number: string;
  readonly bic: string | null;
  readonly holder: string | null;
}

/** Money that came (positive) or went (negative). What is not known is left out: files have thousands of these. */
export interface Movement {
  readonly entry_date: PlainDate;
  readonly value_date: PlainDate;
  readonly amount: SignedAmount;
  readonly counterpart_name?: string;
  /** An IBAN, or the number of an account that has none. */
  readonly counterpart_iban?: string;
  readonly counterpart_bic?: string;
  readonly counterpart_address?: string;
  /** What the payer wrote, and what the bank adds to it. */
  readonly communication?: string;
  /** Twelve digits of a Belgian structured communication, or a creditor reference. */
  readonly structured_communication?: string;
  /** What kind of movement it is, in the code of the format: see `codes/`. */
  readonly bank_code?: string;
  /** The reference of the bank, which is for information alone. */
  readonly bank_reference?: string;
  readonly end_to_end_id?: string;
  readonly mandate_reference?: string;
  readonly creditor_id?: string;
  /** A payment that came back: the reason in four letters of ISO 20022, or as the bank says it. */
  readonly return_reason?: string;
  /** Those whom the payment is for or comes from in the end. */
  readonly ultimate_name?: string;
  readonly purpose?: string;
  /** What the bank took for it, where that is in the amount. */
  readonly charges?: SignedAmount;
  /** Where the amount was agreed in another currency: `USD 120.00`. */
  readonly original_amount?: string;
  /** What this is a detail of: the amount that the bank booked. */
  readonly total?: SignedAmount;
  /** Where it stands in the file, in bytes, and how long it is there. */
  readonly place?: readonly [offset: number, length: number];
}

/** Something that does not keep a statement from being recorded, and that people should know. */
export interface StatementWarning {
  readonly code: string;
  readonly params?: Problem['params'];
}

/** As many movements as one file may bring: more would not fit into one operation. */
export const MOST_MOVEMENTS = 30_000;

/** Something is wrong with a file, in this line of it. */
export const wrongAt = (line: number, code: string, params: Problem['params'] = {}): Refusal =>
  refuse(code, { params: { line, ...params } });

/** What all formats have to hold: the balances differ by what has moved. */
export function balanceProblem(
  { number, opening_balance, closing_balance }: Pick<Statement, 'number' | 'opening_balance' | 'closing_balance'>,
  amounts: Iterable<SignedAmount>,
  line: number,
): Refusal | null {
  const moved = sum(amounts);
  const reached = add(opening_balance, moved);
  if (compare(reached, closing_balance) === 0) return null;
  return wrongAt(line, 'statement_balance_wrong', {
    number,
    expected: reached,
    found: closing_balance,
    difference: subtract(closing_balance, reached),
  });
}

/** Details stand for their total only when they add up to it. */
export const addUpTo = (total: SignedAmount, details: readonly { readonly amount: SignedAmount }[]): boolean =>
  details.length > 0 && compare(sum(details.map(({ amount }) => amount)), total) === 0;

/** Single spaces, none around; undefined for nothing. */
export function words(text: string | null | undefined): string | undefined {
  const trimmed = text?.trim();
  if (trimmed === undefined || trimmed === '') return undefined;
  // Most fields are a few words and blanks up to their end.
  if (!UNCLEAN.test(trimmed)) return trimmed;
  return trimmed.replace(/[\s\u0000-\u001f\u007f]+/g, ' ').trim() || undefined;
}

/** Two blanks, or one that is no plain space. */
const UNCLEAN = /\s\s|[^\S ]|[\u0000-\u001f\u007f]/;

/** Without the members that say nothing. */
export function told<T extends object>(members: { readonly [K in keyof T]: T[K] | undefined }): T {
  const said: Partial<T> = {};
  for (const name in members) {
    const value = members[name];
    if (value !== undefined) said[name] = value;
  }
  // Only members without which it is one were left out.
  return said as T;
}
