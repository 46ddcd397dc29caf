import { add, isNegative, isZero, negate, subtract, sum, ZERO, type Amount, type SignedAmount } from '../money.ts';

/** Builds a trial balance from account totals: balanced debit and credit columns at the requested level. */

export interface NamedAccount {
  readonly id: number;
  readonly number: string;
  /** In the language of the report. */
  readonly label: string;
}

/** Null means zero. */
export interface AccountSums extends NamedAccount {
  readonly type: string;
  /** Of the account. Absent or null: none. */
  readonly currency?: string | null;
  /** Debit minus credit of the years before the first year of the report. */
  readonly before: SignedAmount | null;
  /** Debit minus credit from the start of that year until the report begins, including opening balances from earlier books. */
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
  /** Null if no account has the number of a group, or if there is no account for the result. */
  readonly account: NamedAccount | null;
  readonly number: string;
  readonly columns: Columns;
  /** True for the result of earlier open years, which is not on an account yet. */
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
  /** The number of digits that form a group. Null: one row per account. */
  readonly level: number | null;
  /** Accounts with a number up to that length, which name the groups. */
  readonly headings: readonly NamedAccount[];
  /** True: include accounts without amounts. */
  readonly withZero: boolean;
  readonly resultAccounts: readonly ResultAccount[];
}

export function buildTrialBalance(accounts: readonly AccountSums[], options: TrialBalanceOptions): TrialBalance {
  const { withZero, level } = options;
  const single = buildAccountRows(accounts, options.resultAccounts)
    .filter(({ number }) => isInRange(number, options))
    .filter((row) => withZero || !areZero(row.columns));
  const rows = level === null ? single : groupRows(single, level, options.headings);
  return { rows, totals: sumColumns(single.map(({ columns }) => columns)) };
}

/** Income and expense accounts start each year at zero. Their amounts from earlier years form the result, on a separate row. */
export function buildAccountRows(
  accounts: readonly AccountSums[],
  resultAccounts: readonly ResultAccount[],
): TrialBalanceRow[] {
  let result = ZERO;
  const rows: TrialBalanceRow[] = [];
  for (const account of accounts) {
    let opening = account.opening ?? ZERO;
    if (!isIncomeOrExpense(account)) opening = addUnlessZero(opening, account.before ?? ZERO);
    else result = addUnlessZero(result, account.before ?? ZERO);
    const columns = buildColumns(opening, account.debit ?? ZERO, account.credit ?? ZERO);
    rows.push({ account, number: account.number, columns, isProvisional: false });
  }
  if (!isZero(result)) {
    const account = findResultAccount(result, resultAccounts);
    const columns = buildColumns(result, ZERO, ZERO);
    rows.push({ account, number: account?.number ?? '', columns, isProvisional: true });
  }
  return rows.sort(compareByNumber);
}

export const isIncomeOrExpense = ({ type }: { readonly type: string }): boolean =>
  type === 'income' || type === 'expense';

/** Opening and closing balances on their side, and movements on both sides. */
export function buildColumns(opening: SignedAmount, debit: Amount, credit: Amount): Columns {
  const closing = subtract(addUnlessZero(opening, debit), credit);
  return {
    opening_debit: toDebit(opening),
    opening_credit: toCredit(opening),
    period_debit: debit,
    period_credit: credit,
    closing_debit: toDebit(closing),
    closing_credit: toCredit(closing),
  };
}

const toDebit = (amount: SignedAmount): Amount => (isNegative(amount) ? ZERO : amount);
const toCredit = (amount: SignedAmount): Amount => (isNegative(amount) ? negate(amount) : ZERO);
export const areZero = (columns: Columns): boolean => SIDES.every((side) => isZero(columns[side]));

/** Skips the addition for zero, because half of the columns are zero. */
const addUnlessZero = (one: SignedAmount, other: SignedAmount): SignedAmount =>
  other === ZERO ? one : one === ZERO ? other : add(one, other);

export function sumColumns(all: readonly Columns[]): Columns {
  const sumSide = (side: Side) => sum(all.map((columns) => columns[side]));
  return Object.fromEntries(SIDES.map((side) => [side, sumSide(side)])) as Record<Side, Amount>;
}

/** By number. The provisional result comes after its account. */
function compareByNumber(one: TrialBalanceRow, other: TrialBalanceRow): number {
  if (one.number !== other.number) return one.number < other.number ? -1 : 1;
  return Number(one.isProvisional) - Number(other.isProvisional);
}

/** `69` as the upper bound includes all numbers with that prefix. */
export function isInRange(number: string, { account_from: first, account_to: last }: NumberRange): boolean {
  return (first === undefined || number >= first) && (last === undefined || number.slice(0, last.length) <= last);
}

/** The columns of a group are the sums of its accounts: debit and credit balances do not offset each other. */
function groupRows(
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
    const account = row.isProvisional ? row.account : row.number === number ? row.account : findHeading(number, named);
    const columns = before ? sumColumns([before.columns, row.columns]) : row.columns;
    groups.set(key, { account: before?.account ?? account, number, columns, isProvisional: row.isProvisional });
  }
  return [...groups.values()].sort(compareByNumber);
}

/** The account with this number, otherwise the nearest heading above it. */
function findHeading(number: string, named: ReadonlyMap<string, NamedAccount>): NamedAccount | null {
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
 * The account to which the closing transfers the result: the result account on the balance sheet, otherwise the account
 * for results carried forward. If there are two accounts, the first is for profits.
 */
export function findResultAccount(result: SignedAmount, accounts: readonly ResultAccount[]): ResultAccount | null {
  const listInRole = (role: string) =>
    accounts
      .filter((account) => account.control_role === role && !isIncomeOrExpense(account))
      .sort((one, other) => (one.number < other.number ? -1 : 1));
  const candidates = listInRole('result').length > 0 ? listInRole('result') : listInRole('carried_forward');
  return (isNegative(result) ? candidates[0] : candidates.at(-1)) ?? null;
}
