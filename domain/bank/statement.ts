import type { PlainDate } from '../dates.ts';
import { add, subtract, sum, compare, type SignedAmount } from '../money.ts';
import { refuse, type Problem, type Refusal } from '../refusal.ts';

/** A bank statement, independent of the file format. */
export interface Statement {
  readonly account: StatementAccount;
  readonly currency: string;
  /** Number given by the bank; some banks restart every year. */
  readonly number: string;
  readonly opening_date: PlainDate;
  readonly closing_date: PlainDate;
  readonly opening_balance: SignedAmount;
  readonly closing_balance: SignedAmount;
  /** In file order. Contains either a total or its details, never both. */
  readonly movements: readonly Movement[];
  /** Messages from the bank to the account holder. */
  readonly messages: readonly string[];
  readonly warnings: readonly StatementWarning[];
  /** The bank gave no opening balance: the computed one must agree with the statement before. */
  readonly has_derived_opening?: boolean;
  /** The bank references of the movements are unique for the account; files may overlap. */
  readonly has_unique_references?: boolean;
}

export interface StatementAccount {
  /** Null for an account without IBAN, such as one outside Europe. */
  readonly iban: string | null;
  /** As written by the bank. */
  readonly number: string;
  readonly bic: string | null;
  readonly holder: string | null;
}

/** Incoming (positive) or outgoing (negative) money. Unknown values are omitted: files contain thousands of movements. */
export interface Movement {
  readonly entry_date: PlainDate;
  readonly value_date: PlainDate;
  readonly amount: SignedAmount;
  readonly counterpart_name?: string;
  /** IBAN, or account number if there is none. */
  readonly counterpart_iban?: string;
  readonly counterpart_bic?: string;
  readonly counterpart_address?: string;
  /** Text from the payer and additions by the bank. */
  readonly communication?: string;
  /** Twelve digits of a Belgian structured communication, or a creditor reference. */
  readonly structured_communication?: string;
  /** Kind of movement, in the code of the format: see `codes/`. */
  readonly bank_code?: string;
  /** Reference of the bank, for information only. */
  readonly bank_reference?: string;
  readonly end_to_end_id?: string;
  readonly mandate_reference?: string;
  readonly creditor_id?: string;
  /** Returned payment: the four-letter ISO 20022 reason, or the bank's own text. */
  readonly return_reason?: string;
  /** Ultimate debtor or creditor. */
  readonly ultimate_name?: string;
  readonly purpose?: string;
  /** Bank charges, if included in the amount. */
  readonly charges?: SignedAmount;
  /** If the amount was agreed in another currency: `USD 120.00`. */
  readonly original_amount?: string;
  /** Units of that currency for one of the account. */
  readonly exchange_rate?: string;
  /** Total booked by the bank, if this is a detail of it. */
  readonly total?: SignedAmount;
  /** Position and length in the file, in bytes. */
  readonly place?: readonly [offset: number, length: number];
}

/** Does not prevent the import of a statement, but users should know it. */
export interface StatementWarning {
  readonly code: string;
  readonly params?: Problem['params'];
}

/** Maximum number of movements in a file: more would not fit into one operation. */
export const MOST_MOVEMENTS = 30_000;

/** Refuses a file because of a problem in this line. */
export const refuseAtLine = (line: number, code: string, params: Problem['params'] = {}): Refusal =>
  refuse(code, { params: { line, ...params } });

/** Applies to all formats: the difference of the balances must equal the sum of the movements. */
export function findBalanceProblem(
  { number, opening_balance, closing_balance }: Pick<Statement, 'number' | 'opening_balance' | 'closing_balance'>,
  amounts: Iterable<SignedAmount>,
  line: number,
): Refusal | null {
  const moved = sum(amounts);
  const reached = add(opening_balance, moved);
  if (compare(reached, closing_balance) === 0) return null;
  return refuseAtLine(line, 'statement_balance_wrong', {
    number,
    expected: reached,
    found: closing_balance,
    difference: subtract(closing_balance, reached),
  });
}

/** Details replace their total only if they add up to it. */
export const isSumOf = (total: SignedAmount, details: readonly { readonly amount: SignedAmount }[]): boolean =>
  details.length > 0 && compare(sum(details.map(({ amount }) => amount)), total) === 0;

/** Collapses and trims white space; undefined if empty. */
export function cleanText(text: string | null | undefined): string | undefined {
  const trimmed = text?.trim();
  if (trimmed === undefined || trimmed === '') return undefined;
  // Most fields contain a few words padded with blanks.
  if (!UNCLEAN.test(trimmed)) return trimmed;
  return trimmed.replace(/[\s\u0000-\u001f\u007f]+/g, ' ').trim() || undefined;
}

/** Two blanks in a row, or a blank other than a space. */
const UNCLEAN = /\s\s|[^\S ]|[\u0000-\u001f\u007f]/;

/** Drops undefined members. */
export function omitUndefined<T extends object>(members: { readonly [K in keyof T]: T[K] | undefined }): T {
  const said: Partial<T> = {};
  for (const name in members) {
    const value = members[name];
    if (value !== undefined) said[name] = value;
  }
  // Only optional members were dropped.
  return said as T;
}
