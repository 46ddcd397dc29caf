import { add, isZero, subtract, ZERO, type Amount, type SignedAmount } from '../money.ts';

/**
 * Amounts of each account by the codes of an axis, as a tree: a code shows its own amounts and those of the codes below
 * it. The unallocated part is the rest of the balances, so that the total equals the trial balance.
 */

export interface ReportedCode {
  readonly id: number;
  readonly code: string;
  readonly label: string;
  readonly parent_id: number | null;
}

export interface BookedPart {
  readonly account_id: number;
  /** First day of the period. Null if periods are not distinguished. */
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
  /** Including the codes below. */
  readonly accounts: ByAccount;
  /** Excluding the codes below. */
  readonly own: ByAccount;
}

export interface AnalyticReport {
  /** Parents before children, sorted by code. Codes without amounts are left out. */
  readonly rows: readonly AnalyticRow[];
  readonly unallocated: { readonly total: Sums; readonly accounts: ByAccount };
  readonly total: Sums;
}

export function buildAnalyticReport(
  codes: readonly ReportedCode[],
  allocated: readonly AllocatedPart[],
  booked: readonly BookedPart[],
): AnalyticReport {
  const own = new Map<number, Gathered>();
  const free: Gathered = new Map();
  const all: Gathered = new Map();
  for (const part of booked) {
    addPart(all, part.account_id, part);
    addPart(free, part.account_id, part);
  }
  for (const part of allocated) {
    let known = own.get(part.code_id);
    if (!known) own.set(part.code_id, (known = new Map<number, Gathering>()));
    addPart(known, part.account_id, part);
    addPart(free, part.account_id, negatePart(part));
  }
  for (const [id, sums] of free) if (isEmpty(sums)) free.delete(id);
  return {
    rows: buildRows(codes, own),
    unallocated: { total: computeTotal(free), accounts: free },
    total: computeTotal(all),
  };
}

export const computeAnalyticBalance = ({ debit, credit }: PeriodSums): SignedAmount => subtract(debit, credit);

interface Gathering {
  debit: Amount;
  credit: Amount;
  readonly periods: Map<string, PeriodSums>;
}
type Gathered = Map<number, Gathering>;

function addPart(to: Gathered, account: number, { debit, credit, first }: Omit<BookedPart, 'account_id'>): void {
  let sums = to.get(account);
  if (!sums) to.set(account, (sums = { debit: ZERO, credit: ZERO, periods: new Map() }));
  sums.debit = addUnlessZero(sums.debit, debit);
  sums.credit = addUnlessZero(sums.credit, credit);
  if (first === null) return;
  const before = sums.periods.get(first);
  sums.periods.set(first, {
    debit: addUnlessZero(before?.debit, debit),
    credit: addUnlessZero(before?.credit, credit),
  });
}

/** Skips the addition for zero, which half of the amounts are. */
const addUnlessZero = (one: SignedAmount = ZERO, other: SignedAmount): SignedAmount =>
  other === ZERO ? one : one === ZERO ? other : add(one, other);

const negatePart = ({ first, debit, credit }: BookedPart) => ({
  first,
  debit: debit === ZERO ? ZERO : subtract(ZERO, debit),
  credit: credit === ZERO ? ZERO : subtract(ZERO, credit),
});

const isEmpty = ({ debit, credit, periods }: Sums): boolean =>
  isZero(debit) && isZero(credit) && [...periods.values()].every((of) => isZero(of.debit) && isZero(of.credit));

function buildRows(codes: readonly ReportedCode[], own: ReadonlyMap<number, Gathered>): readonly AnalyticRow[] {
  const ids = new Set(codes.map(({ id }) => id));
  const below = new Map<number | null, ReportedCode[]>();
  for (const code of codes) {
    // The parent may have been purged.
    const above = code.parent_id !== null && ids.has(code.parent_id) ? code.parent_id : null;
    below.set(above, [...(below.get(above) ?? []), code]);
  }
  const walkCode = (code: ReportedCode, level: number): readonly AnalyticRow[] => {
    const children = sortByCode(below.get(code.id)).flatMap((child) => walkCode(child, level + 1));
    const mine: Gathered = own.get(code.id) ?? new Map<number, Gathering>();
    const nearest = children.filter((row) => row.level === level + 1);
    const accounts = nearest.length === 0 ? mine : mergeByAccount([mine, ...nearest.map((row) => row.accounts)]);
    if (accounts.size === 0) return [];
    return [{ code, level, total: computeTotal(accounts), accounts, own: mine }, ...children];
  };
  return sortByCode(below.get(null)).flatMap((code) => walkCode(code, 0));
}

const sortByCode = (codes: readonly ReportedCode[] = []): readonly ReportedCode[] =>
  [...codes].sort((one, other) => (one.code < other.code ? -1 : 1));

function mergeByAccount(parts: readonly ByAccount[]): Gathered {
  const gathered: Gathered = new Map();
  for (const part of parts) for (const [account, sums] of part) addSums(gathered, account, sums);
  return gathered;
}

function addSums(to: Gathered, account: number, { debit, credit, periods }: Sums): void {
  if (periods.size === 0) return addPart(to, account, { first: null, debit, credit });
  for (const [first, of] of periods) addPart(to, account, { first, ...of });
}

const NO_ACCOUNT = 0;

function computeTotal(accounts: ByAccount): Sums {
  const total: Gathered = new Map([[NO_ACCOUNT, { debit: ZERO, credit: ZERO, periods: new Map() }]]);
  for (const sums of accounts.values()) addSums(total, NO_ACCOUNT, sums);
  return total.get(NO_ACCOUNT)!;
}
