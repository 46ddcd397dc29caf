import type { Account } from '../accounts/account.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { countryPack } from '../country-packs/index.ts';
import type { PlainDate } from '../dates.ts';
import { hasEntries } from '../ledger/state.ts';
import { isZero, sum, type SignedAmount } from '../money.ts';
import type { Problem } from '../refusal.ts';
import { taxAccounts } from '../vat-declarations/settlement.ts';
import { yearAfter, type FiscalYearState } from './state.ts';
import { miscellaneousJournal } from './journal.ts';
import { accountOf, isResultAccount, closingAccounts, neededAccounts, type AccountBalance } from './result.ts';

/** What stands in the way of closing a year, and what whoever closes it should know first. */

export type Severity = 'error' | 'warning' | 'info';

/** Where the reader sees what a finding is about. */
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
  /** Debit less credit. */
  readonly amount?: string;
  readonly links: readonly FindingLink[];
}

/** Rows of the read tables that a check tells of: how many, their sum, and the first of them. */
export interface FoundRows {
  readonly count: number;
  readonly amount: string;
  readonly rows: readonly { readonly id: number; readonly label: string }[];
}

/** What the state of a company file does not hold. */
export interface ClosingFacts {
  /** Of the accounts that are not at zero in the year. */
  readonly balances: readonly AccountBalance[];
  /** By the code of the check that tells of them. */
  readonly found: Readonly<Record<string, FoundRows>>;
  readonly today: PlainDate;
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
type Check = readonly [code: string, severity: Severity, find: (at: Situation) => Reported | null | false];

/** More are counted, not shown. */
const MOST_LINKS = 20;

/**
 * Every check, in the order in which they are reported. One about rows of the read tables is a line here, and a line under
 * the same code where they are looked up.
 */
const CHECKS: readonly Check[] = [
  ['fiscal_year_already_closed', 'error', ({ year }) => year.closing !== undefined && about(year)],
  ['next_fiscal_year_closed', 'error', ({ next }) => next?.closing !== undefined && about(next)],
  ['previous_fiscal_year_open', 'error', previousOpen],
  ['next_fiscal_year_has_opening', 'error', nextHasOpening],
  ['ledger_unbalanced', 'error', ledgerUnbalanced],
  ['closing_account_missing', 'error', closingAccountMissing],
  ['no_miscellaneous_journal', 'error', ({ file }) => !miscellaneousJournal(file) && { links: [{ to: 'journals' }] }],
  ['fiscal_year_not_over', 'warning', notOver],
  ['suspense_accounts_not_empty', 'warning', suspenseAccounts],
  ['transit_accounts_not_empty', 'warning', (at) => accountsLeft(at, ({ control_role: role }) => role === 'transit')],
  ['result_not_appropriated', 'warning', resultNotAppropriated],
  ['accruals_not_reversed', 'warning', rowsFound('accruals_not_reversed', 'account_ledger')],
  ['customers_in_credit', 'warning', rowsFound('customers_in_credit', 'third_party')],
  ['suppliers_in_debit', 'warning', rowsFound('suppliers_in_debit', 'third_party')],
  ['documents_not_booked', 'warning', rowsFound('documents_not_booked', 'document')],
  ['recurring_entries_not_posted', 'warning', rowsFound('recurring_entries_not_posted', 'recurring_entry')],
  ['purchases_without_asset', 'warning', rowsFound('purchases_without_asset', 'entry')],
  ['depreciation_not_posted', 'warning', rowsFound('depreciation_not_posted', 'fixed_asset')],
  ['analytics_missing', 'warning', rowsFound('analytics_missing', 'account_ledger')],
  ['bank_transactions_pending', 'warning', rowsFound('bank_transactions_pending', 'bank_transactions')],
  ['bank_statements_missing', 'warning', rowsFound('bank_statements_missing', 'bank_accounts')],
  ['bank_balances_differ', 'warning', rowsFound('bank_balances_differ', 'bank_accounts')],
  ['vat_not_declared', 'warning', rowsFound('vat_not_declared', 'vat_declarations')],
  ['vat_accounts_not_empty', 'warning', vatAccountsLeft],
  ['periods_not_locked', 'info', periodsNotLocked],
  ['earlier_years_closed_along', 'info', earlierEmptyYears],
  ['next_fiscal_year_missing', 'info', ({ next }) => !next && {}],
];

export function closingFindings(year: FiscalYearState, facts: ClosingFacts, file: CompanyFile): readonly Finding[] {
  const { fiscalYears } = file;
  const situation: Situation = {
    year,
    next: yearAfter(year, fiscalYears),
    earlier: openYearsBefore(year, file),
    file,
    facts,
  };
  // Of a closed year there is nothing else to be said.
  const checks = year.closing ? CHECKS.slice(0, 1) : CHECKS;
  return checks.flatMap(([code, severity, find]) => {
    const reported = find(situation);
    return reported ? [{ code, severity, links: [], ...reported }] : [];
  });
}

/** The latest last. */
export function openYearsBefore(year: FiscalYearState, { fiscalYears }: CompanyFile): readonly FiscalYearState[] {
  return fiscalYears
    .filter(({ ends_on, closing }) => ends_on < year.starts_on && !closing)
    .sort((one, other) => (one.starts_on < other.starts_on ? -1 : 1));
}

const toYear = ({ id, code }: FiscalYearState): FindingLink => ({ to: 'fiscal_year', id, label: code });
const about = (year: FiscalYearState): Reported => ({ params: { year: year.code }, links: [toYear(year)] });

function previousOpen({ earlier, file }: Situation): Reported | null {
  const open = earlier.filter(({ id }) => hasEntries(file.ledger, id));
  return open.length === 0 ? null : { params: { year: open[0]!.code }, count: open.length, links: open.map(toYear) };
}

/** Years without entries stand in nobody's way: they are closed with it. */
function earlierEmptyYears({ earlier, file }: Situation): Reported | null {
  const empty = earlier.filter(({ id }) => !hasEntries(file.ledger, id));
  const params = { years: empty.map(({ code }) => code).join(', ') };
  return empty.length === 0 ? null : { params, count: empty.length, links: empty.map(toYear) };
}

/** What the company brought along there would be counted again in what this year hands on, if it hands on anything. */
function nextHasOpening({ next, file, facts }: Situation): Reported | null {
  return next && file.ledger.openings.has(next.id) && facts.balances.length > 0 ? about(next) : null;
}

/** Entries balance, so that only damaged tables can say otherwise. */
function ledgerUnbalanced({ facts }: Situation): Reported | null {
  const amount = sumOf(facts.balances);
  return isZero(amount) ? null : { params: { amount }, amount, links: [{ to: 'trial_balance' }] };
}

const sumOf = (balances: readonly AccountBalance[]): SignedAmount => sum(balances.map(({ balance }) => balance));

function closingAccountMissing({ facts, file }: Situation): Reported | null {
  const missing = neededAccounts(facts.balances, file).filter(({ id }) => id === undefined);
  const numbers = [...new Set(missing.map(({ number }) => number))];
  if (numbers.length === 0) return null;
  const params = { accounts: numbers.join(', ') };
  return { params, count: numbers.length, links: numbers.map((label) => ({ to: 'accounts', label })) };
}

function notOver({ year, facts }: Situation): Reported | null {
  return facts.today > year.ends_on ? null : { params: { date: year.ends_on }, links: [toYear(year)] };
}

function suspenseAccounts(at: Situation): Reported | null {
  const { suspenseAccounts: beginnings } = countryPack(at.file.identity!.country_pack)!;
  return accountsLeft(at, ({ number }) => beginnings.some((beginning) => number.startsWith(beginning)));
}

/** What a return has settled leaves these accounts; what is owed or got back stands on others. */
function vatAccountsLeft(at: Situation): Reported | null {
  const { settings } = at.file.identity!;
  const settled = ['payable', 'receivable', 'correction_payable', 'correction_receivable'].map(
    (name) => settings[`auto_entries.vat.${name}_account`],
  );
  const meant = new Set(taxAccounts(at.file));
  return accountsLeft(at, ({ number }, id) => meant.has(id) && !settled.includes(number));
}

/** In Belgium the result is appropriated by the closing itself, elsewhere by an entry of the year after. */
function resultNotAppropriated(at: Situation): Reported | null {
  const { awaiting } = closingAccounts(at.file);
  return accountsLeft(at, ({ control_role: role, number }) => role === 'result' || number === awaiting, true);
}

function accountsLeft(
  { facts, file }: Situation,
  isMeant: (data: Account['data'], id: number) => boolean,
  isOfBalanceSheet = false,
): Reported | null {
  const left = facts.balances.flatMap(({ account_id: id, balance }) => {
    const account = accountOf(file, id);
    if (!account || !isMeant(account.data, id) || (isOfBalanceSheet && isResultAccount(account))) return [];
    return [{ account_id: id, balance, number: account.data.number }];
  });
  if (left.length === 0) return null;
  left.sort((one, other) => (one.number < other.number ? -1 : 1));
  const amount = sumOf(left);
  const shown = left.slice(0, MOST_LINKS);
  return {
    params: { count: left.length, accounts: shown.map(({ number }) => number).join(', '), amount },
    count: left.length,
    amount,
    links: shown.map(({ account_id, number }) => ({ to: 'account_ledger', id: account_id, label: number })),
  };
}

function periodsNotLocked({ year }: Situation): Reported | null {
  const count = year.periods.filter(({ isLocked }) => !isLocked).length;
  return count === 0 ? null : { params: { count }, count, links: [toYear(year)] };
}

function rowsFound(code: string, to: FindingLink['to']): (at: Situation) => Reported | null {
  return ({ facts: { found } }) => {
    const rows = found[code];
    if (!rows || rows.count === 0) return null;
    const { count, amount } = rows;
    const links = rows.rows.slice(0, MOST_LINKS).map(({ id, label }) => ({ to, id, label }));
    return { params: { count, amount }, count, amount, links };
  };
}
