import { add, isNegative, isZero, negate, subtract, sum, ZERO, type Amount, type SignedAmount } from '../money.ts';

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
  readonly before: SignedAmount | null;
  /** Debit less credit from there until the report begins, with what was brought along from earlier books. */
  readonly opening: SignedAmount | null;
  readonly debit: Amount | null;
  readonly credit: Amount | null;
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
export type Columns = Readonly<Record<Side, Amount>>;

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

export function trialBalance(accounts: readonly AccountSums[], options: TrialBalanceOptions): TrialBalance {
  const { withZero, level } = options;
  const single = accountRows(accounts, options.resultAccounts)
    .filter(({ number }) => isInRange(number, options))
    .filter((row) => withZero || !areZero(row.columns));
  const rows = level === null ? single : grouped(single, level, options.headings);
  return { rows, totals: summed(single.map(({ columns }) => columns)) };
}

/** Income and expenses begin each year at zero: what earlier years left on them is their result, on a row of its own. */
export function accountRows(
  accounts: readonly AccountSums[],
  resultAccounts: readonly ResultAccount[],
): TrialBalanceRow[] {
  let result = ZERO;
  const rows: TrialBalanceRow[] = [];
  for (const account of accounts) {
    let opening = account.opening ?? ZERO;
    if (!isOfResult(account)) opening = added(opening, account.before ?? ZERO);
    else result = added(result, account.before ?? ZERO);
    const columns = columnsOf(opening, account.debit ?? ZERO, account.credit ?? ZERO);
    rows.push({ account, number: account.number, columns, isProvisional: false });
  }
  if (!isZero(result)) {
    const account = resultAccountFor(result, resultAccounts);
    const columns = columnsOf(result, ZERO, ZERO);
    rows.push({ account, number: account?.number ?? '', columns, isProvisional: true });
  }
  return rows.sort(byNumber);
}

export const isOfResult = ({ type }: { readonly type: string }): boolean => type === 'income' || type === 'expense';

/** What stood before and what stands after on the side where it is, what moved on both. */
export function columnsOf(opening: SignedAmount, debit: Amount, credit: Amount): Columns {
  const closing = subtract(added(opening, debit), credit);
  return {
    opening_debit: onDebit(opening),
    opening_credit: onCredit(opening),
    period_debit: debit,
    period_credit: credit,
    closing_debit: onDebit(closing),
    closing_credit: onCredit(closing),
  };
}

const onDebit = (amount: SignedAmount): Amount => (isNegative(amount) ? ZERO : amount);
const onCredit = (amount: SignedAmount): Amount => (isNegative(amount) ? negate(amount) : ZERO);
const areZero = (columns: Columns): boolean => SIDES.every((side) => isZero(columns[side]));

/** Half of the columns hold nothing, and adding nothing costs as much as adding something. */
const added = (one: SignedAmount, other: SignedAmount): SignedAmount =>
  other === ZERO ? one : one === ZERO ? other : add(one, other);

export function summed(all: readonly Columns[]): Columns {
  const total = (side: Side) => sum(all.map((columns) => columns[side]));
  return Object.fromEntries(SIDES.map((side) => [side, total(side)])) as Record<Side, Amount>;
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
export function resultAccountFor(result: SignedAmount, accounts: readonly ResultAccount[]): ResultAccount | null {
  const inRole = (role: string) =>
    accounts
      .filter((account) => account.control_role === role && !isOfResult(account))
      .sort((one, other) => (one.number < other.number ? -1 : 1));
  const candidates = inRole('result').length > 0 ? inRole('result') : inRole('carried_forward');
  return (isNegative(result) ? candidates[0] : candidates.at(-1)) ?? null;
}
