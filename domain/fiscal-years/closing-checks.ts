import type { Account } from '../accounts/account.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { findCountryPack } from '../country-packs/index.ts';
import type { PlainDate } from '../dates.ts';
import { hasEntries } from '../ledger/state.ts';
import { isNegative, isZero, sum, type SignedAmount } from '../money.ts';
import type { Problem } from '../refusal.ts';
import { listTaxAccounts } from '../vat-declarations/settlement.ts';
import type { CurrencyBalance } from './carried-currencies.ts';
import { findNextYear, type FiscalYearState } from './state.ts';
import { findMiscellaneousJournal } from './journal.ts';
import {
  findAccountById,
  isResultAccount,
  getClosingAccounts,
  listNeededAccounts,
  type AccountBalance,
} from './result.ts';

/** Checks before a year is closed: errors that block the closing, warnings and information. */

export type Severity = 'error' | 'warning' | 'info';

/** The page that shows the subject of a finding. */
export interface FindingLink {
  readonly to:
    | 'account_ledger'
    | 'accounts'
    | 'bank_accounts'
    | 'bank_transactions'
    | 'document'
    | 'entry'
    | 'fiscal_year'
    | 'fixed_asset'
    | 'journals'
    | 'recurring_entry'
    | 'third_party'
    | 'trial_balance'
    | 'vat_declarations';
  readonly id?: number;
  readonly label?: string;
}

export interface Finding {
  readonly code: string;
  readonly severity: Severity;
  readonly params?: Problem['params'];
  readonly count?: number;
  /** Debit minus credit. */
  readonly amount?: string;
  readonly links: readonly FindingLink[];
}

/** Rows that a check found in the read tables: their number, their sum, and the first few. */
export interface FoundRows {
  readonly count: number;
  readonly amount: string;
  readonly rows: readonly { readonly id: number; readonly label: string }[];
}

/** Facts that are not part of the state of a company file. */
export interface ClosingFacts {
  /** Accounts with a non-zero balance in the year. */
  readonly balances: readonly AccountBalance[];
  /** The part that lines with a currency hold. Absent: none. */
  readonly currencies?: readonly CurrencyBalance[];
  /** By code of the check. */
  readonly found: Readonly<Record<string, FoundRows>>;
  readonly today: PlainDate;
  /** Whether amounts in foreign currencies were not valued at the closing rate, or have moved since. */
  readonly revaluation?: 'missing' | 'moved' | null;
}

interface Situation {
  readonly year: FiscalYearState;
  readonly next: FiscalYearState | undefined;
  /** Open years before this one. */
  readonly earlier: readonly FiscalYearState[];
  readonly file: CompanyFile;
  readonly facts: ClosingFacts;
}

type Reported = Omit<Finding, 'code' | 'severity' | 'links'> & { readonly links?: readonly FindingLink[] };
type Reports = Reported | readonly Reported[] | null | false;
type Check = readonly [code: string, severity: Severity, find: (at: Situation) => Reports];

/** Further rows are counted but not linked. */
const MOST_LINKS = 20;

/**
 * Every check, in reporting order. A check on rows of the read tables needs one line here, and one under the same code
 * where the rows are queried.
 */
const CHECKS: readonly Check[] = [
  ['fiscal_year_already_closed', 'error', ({ year }) => year.closing !== undefined && reportYear(year)],
  ['next_fiscal_year_closed', 'error', ({ next }) => next?.closing !== undefined && reportYear(next)],
  ['previous_fiscal_year_open', 'error', checkPreviousOpen],
  ['next_fiscal_year_has_opening', 'error', checkNextOpening],
  ['ledger_unbalanced', 'error', checkLedgerBalance],
  ['closing_account_missing', 'error', checkClosingAccounts],
  [
    'no_miscellaneous_journal',
    'error',
    ({ file }) => !findMiscellaneousJournal(file) && { links: [{ to: 'journals' }] },
  ],
  ['fiscal_year_not_over', 'warning', checkYearIsOver],
  ['suspense_accounts_not_empty', 'warning', checkSuspenseAccounts],
  [
    'transit_accounts_not_empty',
    'warning',
    (at) => reportRemainingBalances(at, ({ control_role: role }) => role === 'transit'),
  ],
  ['cash_in_credit', 'warning', createRowCheck('cash_in_credit', 'account_ledger')],
  ['result_not_appropriated', 'warning', checkResultAppropriation],
  ['accruals_not_reversed', 'warning', createRowCheck('accruals_not_reversed', 'account_ledger')],
  ['customers_in_credit', 'warning', createRowCheck('customers_in_credit', 'third_party')],
  ['suppliers_in_debit', 'warning', createRowCheck('suppliers_in_debit', 'third_party')],
  ['documents_not_booked', 'warning', createRowCheck('documents_not_booked', 'document')],
  ['sales_numbers_missing', 'warning', createRowCheck('sales_numbers_missing', 'document')],
  ['sales_numbers_repeated', 'warning', createRowCheck('sales_numbers_repeated', 'document')],
  ['sales_numbers_unordered', 'warning', createRowCheck('sales_numbers_unordered', 'document')],
  ['sales_numbers_unbooked', 'warning', createRowCheck('sales_numbers_unbooked', 'document')],
  ['recurring_entries_not_posted', 'warning', createRowCheck('recurring_entries_not_posted', 'recurring_entry')],
  ['purchases_without_asset', 'warning', createRowCheck('purchases_without_asset', 'entry')],
  ['depreciation_not_posted', 'warning', createRowCheck('depreciation_not_posted', 'fixed_asset')],
  ['revaluation_missing', 'warning', ({ year, facts }) => facts.revaluation === 'missing' && reportYear(year)],
  ['revaluation_moved', 'warning', ({ year, facts }) => facts.revaluation === 'moved' && reportYear(year)],
  ['analytics_missing', 'warning', createRowCheck('analytics_missing', 'account_ledger')],
  ['bank_transactions_pending', 'warning', createRowCheck('bank_transactions_pending', 'bank_transactions')],
  ['bank_statements_missing', 'warning', createRowCheck('bank_statements_missing', 'bank_accounts')],
  ['bank_balances_differ', 'warning', createRowCheck('bank_balances_differ', 'bank_accounts')],
  ['vat_not_declared', 'warning', createRowCheck('vat_not_declared', 'vat_declarations')],
  ['vat_accounts_not_empty', 'warning', checkVatAccounts],
  ['periods_not_locked', 'info', checkPeriodLocks],
  ['earlier_years_closed_along', 'info', checkEarlierEmptyYears],
  ['next_fiscal_year_missing', 'info', ({ next }) => !next && {}],
];

export function findClosingIssues(year: FiscalYearState, facts: ClosingFacts, file: CompanyFile): readonly Finding[] {
  const { fiscalYears } = file;
  const situation: Situation = {
    year,
    next: findNextYear(year, fiscalYears),
    earlier: listOpenYearsBefore(year, file),
    file,
    facts,
  };
  // For a closed year, no other check applies.
  const checks = year.closing ? CHECKS.slice(0, 1) : CHECKS;
  return checks.flatMap(([code, severity, find]) => {
    const reports = find(situation);
    const reported = isList(reports) ? reports : reports ? [reports] : [];
    return reported.map((one) => ({ code, severity, links: [], ...one }));
  });
}

const isList = (reports: Reports): reports is readonly Reported[] => Array.isArray(reports);

/** Sorted by date, latest last. */
export function listOpenYearsBefore(year: FiscalYearState, { fiscalYears }: CompanyFile): readonly FiscalYearState[] {
  return fiscalYears
    .filter(({ ends_on, closing }) => ends_on < year.starts_on && !closing)
    .sort((one, other) => (one.starts_on < other.starts_on ? -1 : 1));
}

const toYearLink = ({ id, code }: FiscalYearState): FindingLink => ({ to: 'fiscal_year', id, label: code });
const reportYear = (year: FiscalYearState): Reported => ({ params: { year: year.code }, links: [toYearLink(year)] });

function checkPreviousOpen({ earlier, file }: Situation): Reported | null {
  const open = earlier.filter(({ id }) => hasEntries(file.ledger, id));
  return open.length === 0
    ? null
    : { params: { year: open[0]!.code }, count: open.length, links: open.map(toYearLink) };
}

/** Earlier years without entries do not block the closing: they are closed along with this one. */
function checkEarlierEmptyYears({ earlier, file }: Situation): Reported | null {
  const empty = earlier.filter(({ id }) => !hasEntries(file.ledger, id));
  const params = { years: empty.map(({ code }) => code).join(', ') };
  return empty.length === 0 ? null : { params, count: empty.length, links: empty.map(toYearLink) };
}

/** The opening entry of the next year would be counted twice if this year also carries balances forward. */
function checkNextOpening({ next, file, facts }: Situation): Reported | null {
  return next && file.ledger.openings.has(next.id) && facts.balances.length > 0 ? reportYear(next) : null;
}

/** Entries always balance, so a difference means that the tables are damaged. */
function checkLedgerBalance({ facts }: Situation): Reported | null {
  const amount = sumBalances(facts.balances);
  return isZero(amount) ? null : { params: { amount }, amount, links: [{ to: 'trial_balance' }] };
}

const sumBalances = (balances: readonly AccountBalance[]): SignedAmount => sum(balances.map(({ balance }) => balance));

function checkClosingAccounts({ facts, file }: Situation): Reported | null {
  const missing = listNeededAccounts(facts.balances, file).filter(({ id }) => id === undefined);
  const numbers = [...new Set(missing.map(({ number }) => number))];
  if (numbers.length === 0) return null;
  const params = { accounts: numbers.join(', ') };
  return { params, count: numbers.length, links: numbers.map((label) => ({ to: 'accounts', label })) };
}

function checkYearIsOver({ year, facts }: Situation): Reported | null {
  return facts.today > year.ends_on ? null : { params: { date: year.ends_on }, links: [toYearLink(year)] };
}

function checkSuspenseAccounts(at: Situation): Reported | null {
  const { suspenseAccounts: beginnings } = findCountryPack(at.file.identity.country_pack)!;
  return reportRemainingBalances(at, ({ number }) => beginnings.some((beginning) => number.startsWith(beginning)));
}

/**
 * A posted VAT return empties these accounts. The amount payable or receivable is on other accounts. Debit and credit
 * balances are reported separately, because tax due and deductible tax must not hide one another.
 */
function checkVatAccounts(at: Situation): readonly Reported[] {
  const { settings } = at.file.identity;
  const settled = ['payable', 'receivable', 'correction_payable', 'correction_receivable'].map(
    (name) => settings[`auto_entries.vat.${name}_account`],
  );
  const meant = new Set(listTaxAccounts(at.file));
  return (['debit', 'credit'] as const).flatMap((side) => {
    const balances = at.facts.balances.filter(({ balance }) => isNegative(balance) === (side === 'credit'));
    const ofSide = { ...at, facts: { ...at.facts, balances } };
    const left = reportRemainingBalances(ofSide, ({ number }, id) => meant.has(id) && !settled.includes(number));
    return left ? [{ ...left, params: { ...left.params, side } }] : [];
  });
}

/** In Belgium, the closing itself appropriates the result. Elsewhere, an entry of the following year does. */
function checkResultAppropriation(at: Situation): Reported | null {
  const { awaiting } = getClosingAccounts(at.file);
  return reportRemainingBalances(
    at,
    ({ control_role: role, number }) => role === 'result' || number === awaiting,
    true,
  );
}

function reportRemainingBalances(
  { facts, file }: Situation,
  isMeant: (data: Account['data'], id: number) => boolean,
  isOfBalanceSheet = false,
): Reported | null {
  const left = facts.balances.flatMap(({ account_id: id, balance }) => {
    const account = findAccountById(file, id);
    if (!account || !isMeant(account.data, id) || (isOfBalanceSheet && isResultAccount(account))) return [];
    return [{ account_id: id, balance, number: account.data.number }];
  });
  if (left.length === 0) return null;
  left.sort((one, other) => (one.number < other.number ? -1 : 1));
  const amount = sumBalances(left);
  const shown = left.slice(0, MOST_LINKS);
  return {
    params: { count: left.length, accounts: shown.map(({ number }) => number).join(', '), amount },
    count: left.length,
    amount,
    links: shown.map(({ account_id, number }) => ({ to: 'account_ledger', id: account_id, label: number })),
  };
}

function checkPeriodLocks({ year }: Situation): Reported | null {
  const count = year.periods.filter(({ isLocked }) => !isLocked).length;
  return count === 0 ? null : { params: { count }, count, links: [toYearLink(year)] };
}

function createRowCheck(code: string, to: FindingLink['to']): (at: Situation) => Reported | null {
  return ({ facts: { found } }) => {
    const rows = found[code];
    if (!rows || rows.count === 0) return null;
    const { count, amount } = rows;
    const links = rows.rows.slice(0, MOST_LINKS).map(({ id, label }) => ({ to, id, label }));
    return { params: { count, amount }, count, amount, links };
  };
}
