import { toLineSign, type LineType } from '../budgets/chart.ts';
import type { BudgetLine } from '../budgets/lines.ts';
import type { PlainDate } from '../dates.ts';
import { add, isZero, subtract, ZERO, type SignedAmount } from '../money.ts';
import { refuseInvalid, type Refusal } from '../refusal.ts';
import type { ReportYear, Span } from '../reports/span.ts';
import { includesGroup, type ReportQuery } from './query.ts';

/** The amounts of a budget, as the balance that its accounts would have. */

export interface BudgetedAmount {
  /** Number or first digits of the accounts; null: income and expenses of the code. */
  readonly account: string | null;
  readonly codeId: number | null;
  /** First day of the period. */
  readonly day: PlainDate;
  /** Debit minus credit. */
  readonly balance: SignedAmount;
}

interface BudgetScene {
  readonly lines: readonly BudgetLine[];
  readonly year: ReportYear;
  readonly span: Span;
  findType(account: string): LineType | null;
  /** Codes that count; null: all, also lines without a code. */
  readonly codeIds: ReadonlySet<number> | null;
  /** Whether amounts are shown by the codes of the budget. */
  readonly isByCode: boolean;
}

/** Only whole periods of a budget can be compared. */
export function checkBudgetSpan({ periods }: ReportYear, { from, to }: Span): Refusal | null {
  const isCut = periods.some(
    ({ starts_on, ends_on }) => starts_on <= to && ends_on >= from && (starts_on < from || ends_on > to),
  );
  return isCut ? refuseInvalid([{ code: 'report_query_budget_periods', field: 'compare' }]) : null;
}

/**
 * A line with a code is part of a line without one if its accounts are: it counts once, under its code if codes are shown,
 * and the other line has the rest.
 */
export function listBudgetedAmounts(query: ReportQuery, scene: BudgetScene): BudgetedAmount[] {
  const { lines, year, span, codeIds, isByCode } = scene;
  const isCoded = ({ analytic_code_id }: BudgetLine): boolean => analytic_code_id !== null;
  const plain = lines.filter((line) => !isCoded(line));
  const findWhole = ({ account }: BudgetLine): BudgetLine | undefined =>
    plain
      .filter((line) => isOverlapping(line.account ?? '', account ?? ''))
      .sort((one, other) => (other.account ?? '').length - (one.account ?? '').length)[0];
  const amounts: BudgetedAmount[] = [];
  const rest = new Map(plain.map((line) => [line, line.periods.map((amount) => toBalance(line, amount, scene))]));
  const addLine = (line: BudgetLine, balances: readonly SignedAmount[]): void =>
    year.periods.forEach(({ starts_on, ends_on }, place) => {
      const balance = balances[place] ?? ZERO;
      if (starts_on < span.from || ends_on > span.to || isZero(balance)) return;
      amounts.push({ account: line.account, codeId: line.analytic_code_id, day: starts_on, balance });
    });
  for (const line of lines.filter(isCoded)) {
    const isCounted = codeIds === null || codeIds.has(line.analytic_code_id!);
    const whole = codeIds === null ? findWhole(line) : undefined;
    if (!isCounted || (whole && !isByCode)) continue;
    const balances = line.periods.map((amount) => toBalance(line, amount, scene));
    addLine(line, balances);
    const left = whole && rest.get(whole);
    if (whole && left)
      rest.set(
        whole,
        left.map((amount, place) => subtract(amount, balances[place] ?? ZERO)),
      );
  }
  if (codeIds === null) for (const [line, balances] of rest) addLine(line, balances);
  return amounts.filter(({ account }) => isIncluded(query, account));
}

const isIncluded = ({ accounts }: ReportQuery, account: string | null): boolean =>
  account === null ? accounts.length === 0 : includesGroup(accounts, account);

const isOverlapping = (one: string, other: string): boolean => one.startsWith(other) || other.startsWith(one);

/** Lines are positive as credits for income and results: the opposite of a balance. */
function toBalance({ account }: BudgetLine, amount: SignedAmount, { findType }: BudgetScene): SignedAmount {
  const type = account === null ? 'result' : (findType(account) ?? 'balance');
  return toLineSign(type, amount);
}

/** Debit and credit of a balance. */
export const toSides = (balance: SignedAmount): { readonly debit: SignedAmount; readonly credit: SignedAmount } =>
  balance.startsWith('-')
    ? { debit: ZERO, credit: subtract(ZERO, balance) }
    : { debit: add(ZERO, balance), credit: ZERO };
