import { Decimal } from 'decimal.js';
import { ZERO } from '../money.ts';

/** A trial balance from the sums of each account: debit and credit columns that balance, at the level asked for. */

export interface NamedAccount {
  readonly id: number;
  readonly number: string;
  /** In the language of the report. */
  readonly label: string;
}

/** Null stands for nothing. */
export interface AccountSums extends NamedAccount {
  readonly type: string;
  /** Debit less credit of the years before the one that the report begins in. */
  readonly before: string | null;
  /** Debit less credit from there until the report begins, with what was brought along from earlier books. */
  readonly opening: string | null;
  readonly debit: string | null;
  readonly credit: string | null;
}

export const SIDES = [
  'opening_debit',
  'opening_credit',
  'period_debit',
  'period_credit',
  'closing_debit',
  'closing_credit',
] as const;
export type Side = (typeof SIDES)[number];
export type Columns = Readonly<Record<Side, Decimal>>;

export interface TrialBalanceRow {
  /** Null where no account of the chart has the number of a group, or no account takes the result. */
  readonly account: NamedAccount | null;
  readonly number: string;
  readonly columns: Columns;
  /** The result of earlier years that are not closed: it has no account yet. */
  readonly isProvisional: boolean;
}

export interface TrialBalance {
  readonly rows: readonly TrialBalanceRow[];
  readonly totals: Columns;
}

export interface NumberRange {
  readonly account_from?: string | undefined;
  readonly account_to?: string | undefined;
}

export interface TrialBalanceOptions extends NumberRange {
  /** How many digits of the number make a group; null: a row for each account. */
  readonly level: number | null;
  /** Accounts whose number is not longer than the level: they name the groups. */
  readonly headings: readonly NamedAccount[];
  /** Also accounts on which nothing stands. */
  readonly withZero: boolean;
  readonly resultAccounts: readonly ResultAccount[];
}

/** Always the same one, so that it is told apart at a glance. */
const NOTHING = new Decimal(0);

export function trialBalance(accounts: readonly AccountSums[], options: TrialBalanceOptions): TrialBalance {
  const { withZero, level } = options;
  const single = accountRows(accounts, options.resultAccounts)
    .filter(({ number }) => isInRange(number, options))
    .filter((row) => withZero || !isZero(row.columns));
  const rows = level === null ? single : grouped(single, level, options.headings);
  return { rows, totals: summed(single.map(({ columns }) => columns)) };
}

/** Income and expenses begin each year at zero: what earlier years left on them is their result, on a row of its own. */
export function accountRows(
  accounts: readonly AccountSums[],
  resultAccounts: readonly ResultAccount[],
): TrialBalanceRow[] {
  let result = NOTHING;
  const rows: TrialBalanceRow[] = [];
  for (const account of accounts) {
    let opening = decimal(account.opening);
    if (!isOfResult(account)) opening = added(opening, decimal(account.before));
    else result = added(result, decimal(account.before));
    const columns = columnsOf(opening, decimal(account.debit), decimal(account.credit));
    rows.push({ account, number: account.number, columns, isProvisional: false });
  }
  if (!result.isZero()) {
    const account = resultAccountFor(result, resultAccounts);
    const columns = columnsOf(result, NOTHING, NOTHING);
    rows.push({ account, number: account?.number ?? '', columns, isProvisional: true });
  }
  return rows.sort(byNumber);
}

const decimal = (amount: string | null): Decimal =>
  amount === null || amount === ZERO ? NOTHING : new Decimal(amount);

export const isOfResult = ({ type }: { readonly type: string }): boolean => type === 'income' || type === 'expense';

/** What stood before and what stands after on the side where it is, what moved on both. */
export function columnsOf(opening: Decimal, debit: Decimal, credit: Decimal): Columns {
  const closing = added(opening, debit).minus(credit);
  return {
    opening_debit: onDebit(opening),
    opening_credit: onCredit(opening),
    period_debit: debit,
    period_credit: credit,
    closing_debit: onDebit(closing),
    closing_credit: onCredit(closing),
  };
}

const onDebit = (amount: Decimal): Decimal => (amount.isZero() || amount.isNegative() ? NOTHING : amount);
const onCredit = (amount: Decimal): Decimal => (!amount.isZero() && amount.isNegative() ? amount.negated() : NOTHING);
const isZero = (columns: Columns): boolean => SIDES.every((side) => columns[side].isZero());

/** Half of the columns hold nothing, and adding nothing costs as much as adding something. */
const added = (one: Decimal, other: Decimal): Decimal =>
  other === NOTHING ? one : one === NOTHING ? other : one.plus(other);

export function summed(all: readonly Columns[]): Columns {
  const total = (side: Side) => all.reduce((sum, columns) => added(sum, columns[side]), NOTHING);
  return Object.fromEntries(SIDES.map((side) => [side, total(side)])) as Record<Side, Decimal>;
}

/** The row of a result stands behind the account that it is meant for. */
function byNumber(one: TrialBalanceRow, other: TrialBalanceRow): number {
  if (one.number !== other.number) return one.number < other.number ? -1 : 1;
  return Number(one.isProvisional) - Number(other.isProvisional);
}

/** `69` as the upper end takes in all that begins with it. */
export function isInRange(number: string, { account_from: first, account_to: last }: NumberRange): boolean {
  return (first === undefined || number >= first) && (last === undefined || number.slice(0, last.length) <= last);
}

/** The columns of a group are the sums of those of its accounts: what is owed and what is due do not cancel out. */
function grouped(
  rows: readonly TrialBalanceRow[],
  level: number,
  headings: readonly NamedAccount[],
): TrialBalanceRow[] {
  const named = new Map(headings.map((heading) => [heading.number, heading]));
  const groups = new Map<string, TrialBalanceRow>();
  for (const row of rows) {
    const number = row.isProvisional ? row.number : row.number.slice(0, level);
    const key = row.isProvisional ? 'provisional' : number;
    const before = groups.get(key);
    const account = row.isProvisional ? row.account : row.number === number ? row.account : headingOf(number, named);
    const columns = before ? summed([before.columns, row.columns]) : row.columns;
    groups.set(key, { account: before?.account ?? account, number, columns, isProvisional: row.isProvisional });
  }
  return [...groups.values()].sort(byNumber);
}

/** The account with this number; else the one that it would stand under. */
function headingOf(number: string, named: ReadonlyMap<string, NamedAccount>): NamedAccount | null {
  for (let length = number.length; length > 0; length--) {
    const found = named.get(number.slice(0, length));
    if (found) return found;
  }
  return null;
}

export interface ResultAccount extends NamedAccount {
  readonly type: string;
  readonly control_role: string | null;
}

/**
 * Where the closing of a year puts its result: the account of the result among those of the balance sheet, else the one of
 * the result carried forward; of two, the first number is for profits.
 */
export function resultAccountFor(result: Decimal, accounts: readonly ResultAccount[]): ResultAccount | null {
  const inRole = (role: string) =>
    accounts
      .filter((account) => account.control_role === role && !isOfResult(account))
      .sort((one, other) => (one.number < other.number ? -1 : 1));
  const candidates = inRole('result').length > 0 ? inRole('result') : inRole('carried_forward');
  return (result.isNegative() ? candidates[0] : candidates.at(-1)) ?? null;
}
