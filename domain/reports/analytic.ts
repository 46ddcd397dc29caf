import { add, isZero, subtract, ZERO, type Amount, type SignedAmount } from '../money.ts';

/**
 * What the codes of an axis have of each account, as a tree: a code shows what it has itself and what stands below it. What no code has is
 * what the balances have beyond it, so that all of it together is the trial balance.
 */

export interface ReportedCode {
  readonly id: number;
  readonly code: string;
  readonly label: string;
  readonly parent_id: number | null;
}

export interface BookedPart {
  readonly account_id: number;
  /** First and last day of the period; null where periods are not told apart. */
  readonly first: string | null;
  readonly debit: SignedAmount;
  readonly credit: SignedAmount;
}

export interface AllocatedPart extends BookedPart {
  readonly code_id: number;
}

export interface Sums {
  readonly debit: SignedAmount;
  readonly credit: SignedAmount;
  /** By the first day of the period. */
  readonly periods: ReadonlyMap<string, PeriodSums>;
}

export interface PeriodSums {
  readonly debit: SignedAmount;
  readonly credit: SignedAmount;
}

export type ByAccount = ReadonlyMap<number, Sums>;

export interface AnalyticRow {
  readonly code: ReportedCode;
  /** 0 at the top. */
  readonly level: number;
  readonly total: Sums;
  /** With what stands below. */
  readonly accounts: ByAccount;
  /** Without. */
  readonly own: ByAccount;
}

export interface AnalyticReport {
  /** A code before those below it, in the order of their codes; those that have nothing are left out. */
  readonly rows: readonly AnalyticRow[];
  readonly unallocated: { readonly total: Sums; readonly accounts: ByAccount };
  readonly total: Sums;
}

export function analyticReport(
  codes: readonly ReportedCode[],
  allocated: readonly AllocatedPart[],
  booked: readonly BookedPart[],
): AnalyticReport {
  const own = new Map<number, Gathered>();
  const free: Gathered = new Map();
  const all: Gathered = new Map();
  for (const part of booked) {
    gather(all, part.account_id, part);
    gather(free, part.account_id, part);
  }
  for (const part of allocated) {
    let known = own.get(part.code_id);
    if (!known) own.set(part.code_id, (known = new Map<number, Gathering>()));
    gather(known, part.account_id, part);
    gather(free, part.account_id, opposite(part));
  }
  for (const [id, sums] of free) if (isNothing(sums)) free.delete(id);
  return {
    rows: rowsOf(codes, own),
    unallocated: { total: totalOf(free), accounts: free },
    total: totalOf(all),
  };
}

export const balanceOf = ({ debit, credit }: PeriodSums): SignedAmount => subtract(debit, credit);

interface Gathering {
  debit: Amount;
  credit: Amount;
  readonly periods: Map<string, PeriodSums>;
}
type Gathered = Map<number, Gathering>;

function gather(to: Gathered, account: number, { debit, credit, first }: Omit<BookedPart, 'account_id'>): void {
  let sums = to.get(account);
  if (!sums) to.set(account, (sums = { debit: ZERO, credit: ZERO, periods: new Map() }));
  sums.debit = added(sums.debit, debit);
  sums.credit = added(sums.credit, credit);
  if (first === null) return;
  const before = sums.periods.get(first);
  sums.periods.set(first, { debit: added(before?.debit, debit), credit: added(before?.credit, credit) });
}

/** Half of them are nothing. */
const added = (one: SignedAmount = ZERO, other: SignedAmount): SignedAmount =>
  other === ZERO ? one : one === ZERO ? other : add(one, other);

const opposite = ({ first, debit, credit }: BookedPart) => ({
  first,
  debit: debit === ZERO ? ZERO : subtract(ZERO, debit),
  credit: credit === ZERO ? ZERO : subtract(ZERO, credit),
});

const isNothing = ({ debit, credit, periods }: Sums): boolean =>
  isZero(debit) && isZero(credit) && [...periods.values()].every((of) => isZero(of.debit) && isZero(of.credit));

function rowsOf(codes: readonly ReportedCode[], own: ReadonlyMap<number, Gathered>): readonly AnalyticRow[] {
  const ids = new Set(codes.map(({ id }) => id));
  const below = new Map<number | null, ReportedCode[]>();
  for (const code of codes) {
    // What stood above may be gone for good.
    const above = code.parent_id !== null && ids.has(code.parent_id) ? code.parent_id : null;
    below.set(above, [...(below.get(above) ?? []), code]);
  }
  const walk = (code: ReportedCode, level: number): readonly AnalyticRow[] => {
    const children = inOrder(below.get(code.id)).flatMap((child) => walk(child, level + 1));
    const mine: Gathered = own.get(code.id) ?? new Map<number, Gathering>();
    const nearest = children.filter((row) => row.level === level + 1);
    const accounts = nearest.length === 0 ? mine : together([mine, ...nearest.map((row) => row.accounts)]);
    if (accounts.size === 0) return [];
    return [{ code, level, total: totalOf(accounts), accounts, own: mine }, ...children];
  };
  return inOrder(below.get(null)).flatMap((code) => walk(code, 0));
}

const inOrder = (codes: readonly ReportedCode[] = []): readonly ReportedCode[] =>
  [...codes].sort((one, other) => (one.code < other.code ? -1 : 1));

function together(parts: readonly ByAccount[]): Gathered {
  const gathered: Gathered = new Map();
  for (const part of parts) for (const [account, sums] of part) addSums(gathered, account, sums);
  return gathered;
}

function addSums(to: Gathered, account: number, { debit, credit, periods }: Sums): void {
  if (periods.size === 0) return gather(to, account, { first: null, debit, credit });
  for (const [first, of] of periods) gather(to, account, { first, ...of });
}

const NO_ACCOUNT = 0;

function totalOf(accounts: ByAccount): Sums {
  const total: Gathered = new Map([[NO_ACCOUNT, { debit: ZERO, credit: ZERO, periods: new Map() }]]);
  for (const sums of accounts.values()) addSums(total, NO_ACCOUNT, sums);
  return total.get(NO_ACCOUNT)!;
}
