import de from '../../locales/de/fiscal-years-closing.json' with { type: 'json' };
import en from '../../locales/en/fiscal-years-closing.json' with { type: 'json' };
import fr from '../../locales/fr/fiscal-years-closing.json' with { type: 'json' };
import nl from '../../locales/nl/fiscal-years-closing.json' with { type: 'json' };
import { combineLanguages, type Labels } from '../language.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { addDays, addMonths, getNextDay } from '../dates.ts';
import type { LineCurrency } from '../ledger/line-currency.ts';
import type { EntryEvent, EntryLine, EntryOrigin, PostedEntry } from '../ledger/entry-events.ts';
import { evolveLedger } from '../ledger/state.ts';
import { findPlace } from '../ledger/place.ts';
import { buildPostedEntry } from '../ledger/posting.ts';
import { add, isNegative, isZero, negate, ZERO, type SignedAmount } from '../money.ts';
import type { RecordEvent } from '../records/record-events.ts';
import { refuseInvalid, isRefusal, refuse, type Decision, type Refusal } from '../refusal.ts';
import { groupByAccount, splitByCurrency, type CurrencyBalance } from './carried-currencies.ts';
import { findClosingIssues, listOpenYearsBefore, type ClosingFacts, type Finding } from './closing-checks.ts';
import { findFreeYearCode, buildFiscalYearOpened, resolveFiscalYear } from './fiscal-year.ts';
import { evolveFiscalYears, findNextYear, type FiscalYearState } from './state.ts';
import type { FiscalYearEvent } from './fiscal-year-events.ts';
import { resolveMiscellaneousJournal, resolveOpeningJournal, type FoundJournal } from './journal.ts';
import {
  findAccountById,
  isResultAccount,
  computeYearResult,
  planResultTransfer,
  findWaitingAccounts,
  type Transfer,
} from './result.ts';

/**
 * Closes a year in one operation: the result goes to equity, income and expense accounts are set to zero, and all other
 * balances are carried forward to the first day of the next year, which is opened if missing. These entries are posted
 * even in locked periods.
 */

export interface CloseFiscalYear {
  readonly type: 'CloseFiscalYear';
  readonly id: number;
  readonly baseVersion: number | null;
  /** Null: the default journal of miscellaneous operations. */
  readonly journalId: number | null;
  readonly facts: ClosingFacts;
  readonly ids: ClosingIds;
}

export interface ClosingIds {
  /** Three: a closing posts at most three entries. */
  readonly entries: readonly number[];
  /** As many as `countMaxLines` returns. */
  readonly lines: readonly number[];
  /** Id for the next year, in case it must be opened. */
  readonly fiscalYear: number;
  readonly periods: readonly number[];
  /** Id for the journal of balances carried forward, in case it must be created. */
  readonly journal?: number;
}

/**
 * Each account is closed or carried forward. An account that holds results of earlier years takes two more lines when
 * they are brought forward, the result itself takes a few, and each currency of an account takes up to two.
 */
export const countMaxLines = (accounts: number, currencies = 0): number => 3 * accounts + 2 * currencies + 8;

const MONTHS_OF_A_YEAR = 12;

type ClosingEvent = FiscalYearEvent | EntryEvent | RecordEvent;
type ClosingOrigin = Extract<EntryOrigin, 'appropriation' | 'closing' | 'opening'>;

const LABELS: Readonly<Record<ClosingOrigin, Labels>> = combineLanguages({ de, en, fr, nl });

export function decideClosing(command: CloseFiscalYear, file: CompanyFile): Decision<ClosingEvent> {
  const year = resolveFiscalYear(command, file.fiscalYears);
  if (isRefusal(year)) return year;
  if (year.closing) return refuse('fiscal_year_already_closed', { field: 'id', params: { year: year.code } });
  const { facts, journalId } = command;
  const { value: journal, problems } = resolveMiscellaneousJournal(journalId, file);
  // A missing default journal is one of the issues below.
  if (journalId !== null && problems.length > 0) return refuseInvalid(problems);
  const errors = findClosingIssues(year, facts, file).filter(({ severity }) => severity === 'error');
  if (errors.length > 0) return refuseBlockedClosing(errors);
  return buildClosingEvents(year, command, journal!, file);
}

function refuseBlockedClosing(errors: readonly Finding[]): Refusal {
  return {
    refused: true,
    code: 'closing_blocked',
    problems: errors.map(({ code, params }) => ({ code, field: 'id', ...(params && { params }) })),
    facts: { checks: errors.map(({ code }) => code) },
  };
}

function buildClosingEvents(
  year: FiscalYearState,
  { facts, ids, journalId }: CloseFiscalYear,
  journal: FoundJournal,
  before: CompanyFile,
): readonly ClosingEvent[] {
  const events: ClosingEvent[] = [];
  let file = before;
  if (!findNextYear(year, file.fiscalYears)) {
    const opened = openNextYear(year, ids, file);
    events.push(opened);
    file = { ...file, fiscalYears: evolveFiscalYears(file.fiscalYears, opened) };
  }
  const next = findNextYear(year, file.fiscalYears)!;
  for (const empty of listOpenYearsBefore(year, before)) events.push(closeWithoutEntries(empty, file));

  const plan = planClosing(facts, before);
  const lineIds = ids.lines.values();
  const entries: { [name in EntryId]?: number } = {};
  const openingJournal =
    journalId === null ? resolveOpeningJournal(journal, ids.journal, before) : { ...journal, created: [] };
  for (const [index, { origin, amounts }] of plan.entries.entries()) {
    const lines = buildEntryLines(amounts, lineIds);
    if (lines.length === 0) continue;
    const entry_date = origin === 'opening' ? next.starts_on : year.ends_on;
    const { id: journal_id, journal: used } = origin === 'opening' ? openingJournal : journal;
    if (origin === 'opening') events.push(...openingJournal.created);
    const place = findPlace(file.fiscalYears, entry_date)!;
    const labelledYear = origin === 'opening' ? next : year;
    const label = LABELS[origin][before.identity.locale].replace('{year}', labelledYear.code);
    const draft = {
      id: ids.entries[index]!,
      journal_id,
      entry_date,
      due_date: null,
      label,
      reference: null,
    };
    const entry = buildPostedEntry({ ...draft, origin, ...LAYER_OF[origin], lines }, used, place, file);
    events.push(entry);
    file = { ...file, ledger: evolveLedger(file.ledger, entry) };
    entries[`${origin}_entry_id`] = entry.data.id;
  }
  const { id, version } = year;
  const { result } = plan;
  const data = { id, version: version + 1, next_fiscal_year_id: next.id, result, ...entries };
  return [...events, { type: 'FiscalYearClosed', data }];
}

type EntryId = `${ClosingOrigin}_entry_id`;

const LAYER_OF: Readonly<Record<ClosingOrigin, Pick<PostedEntry, 'layer'>>> = {
  appropriation: {},
  closing: { layer: 'closing' },
  opening: { layer: 'carried' },
};

/** By account id. Debit is positive. */
type Amounts = ReadonlyMap<number, SignedAmount>;
/**
 * Lines of an entry, in order. An account may occur twice. `broughtFrom` is the account that held the amount in the
 * previous year.
 */
type Postings = readonly (readonly [
  accountId: number,
  amount: SignedAmount,
  broughtFrom?: number | undefined,
  currency?: LineCurrency | undefined,
])[];

interface PlannedEntry {
  readonly origin: ClosingOrigin;
  readonly amounts: Postings;
}

interface ClosingPlan {
  readonly result: SignedAmount;
  /** In posting order. */
  readonly entries: readonly PlannedEntry[];
}

/** Plans each entry. The opening entry carries all remaining balances, with the result on its waiting account. */
function planClosing({ balances: held, currencies = [] }: ClosingFacts, file: CompanyFile): ClosingPlan {
  const { result } = computeYearResult(held, file);
  const transfer = planResultTransfer(held, file);
  const appropriation = buildAppropriation(transfer);
  const balances = addPostings(
    NOTHING,
    held.map(({ account_id, balance }) => [account_id, balance] as const),
  );
  const appropriated = addPostings(balances, appropriation);
  const zeroing = [...appropriated]
    .filter(([id]) => isResultAccount(findAccountById(file, id)))
    .map(([id, amount]) => [id, negate(amount)] as const);
  const closing =
    transfer && !transfer.appropriation ? addPostings(new Map(zeroing), buildEquityPostings(transfer)) : zeroing;
  const left = addPostings(appropriated, closing);
  return {
    result,
    entries: [
      ...(appropriation.length > 0 ? [{ origin: 'appropriation' as const, amounts: appropriation }] : []),
      { origin: 'closing', amounts: sortByAccountNumber(closing, file) },
      { origin: 'opening', amounts: sortByAccountNumber(buildOpeningPostings(left, currencies, file), file) },
    ],
  };
}

const buildEquityPostings = ({ equity, amount }: Transfer): Postings => [[equity.id!, negate(amount)]];

/**
 * Brings earlier results in first, then transfers the total to equity in one line. Empty if no appropriation accounts
 * exist.
 */
function buildAppropriation(transfer: Transfer | null): Postings {
  if (!transfer?.appropriation) return [];
  const { broughtForward, amount, appropriation } = transfer;
  return [
    ...broughtForward.flatMap(({ account_id, balance, through }): Postings => [
      [account_id, negate(balance)],
      [through.id!, balance],
    ]),
    ...buildEquityPostings(transfer),
    [appropriation.id!, amount],
  ];
}

/** The result opens on its waiting account, so that the result account is free for the next year. */
function buildOpeningPostings(left: Amounts, currencies: readonly CurrencyBalance[], file: CompanyFile): Postings {
  const waiting = findWaitingAccounts(file);
  const held = groupByAccount(
    currencies.filter(({ account_id }) => !isResultAccount(findAccountById(file, account_id))),
  );
  // Amounts in currency may remain on an account that is balanced in the currency of the file.
  const all = addPostings(
    left,
    [...held.keys()].map((id) => [id, ZERO] as const),
  );
  return [...all].flatMap(([id, amount]): Postings => {
    if (waiting?.from === id && waiting.to.id !== undefined) return [[waiting.to.id, amount, id]];
    const ofAccount = held.get(id);
    if (!ofAccount) return [[id, amount]];
    return splitByCurrency(amount, ofAccount).map((part) => [id, part.amount, undefined, part.currency] as const);
  });
}

const NOTHING: Amounts = new Map();

function addPostings(one: Amounts, other: Iterable<Postings[number]>): Amounts {
  const sums = new Map(one);
  for (const [id, amount] of other) sums.set(id, add(amount, sums.get(id) ?? ZERO));
  return sums;
}

/** The year that follows this one, with the same length of periods. */
export function openNextYear(
  year: FiscalYearState,
  ids: Pick<ClosingIds, 'fiscalYear' | 'periods'>,
  { fiscalYears }: CompanyFile,
) {
  const starts_on = getNextDay(year.ends_on);
  // A month end stays a month end. Any other day keeps its day, even if a year begins on 29 February.
  const ends_on = starts_on.endsWith('-01')
    ? addDays(addMonths(starts_on, MONTHS_OF_A_YEAR), -1)
    : addMonths(year.ends_on, MONTHS_OF_A_YEAR);
  const { period_length = 'month' } = year;
  const code = findFreeYearCode(ends_on, fiscalYears);
  return buildFiscalYearOpened({ code, starts_on, ends_on, period_length }, ids.fiscalYear, ids.periods);
}

/** Years are closed in order, so an earlier year without entries is closed along with this one. */
function closeWithoutEntries(year: FiscalYearState, { fiscalYears }: CompanyFile): ClosingEvent {
  const { id, version } = year;
  const next_fiscal_year_id = findNextYear(year, fiscalYears)!.id;
  return { type: 'FiscalYearClosed', data: { id, version: version + 1, next_fiscal_year_id, result: ZERO } };
}

/** By account number. */
function sortByAccountNumber(amounts: Iterable<Postings[number]>, file: CompanyFile): Postings {
  const getAccountNumber = (id: number): string => findAccountById(file, id)?.data.number ?? '';
  return [...amounts].sort(([one], [other]) => (getAccountNumber(one) < getAccountNumber(other) ? -1 : 1));
}

/** Skips accounts with a zero amount. */
function buildEntryLines(amounts: Postings, ids: Iterator<number, unknown>): EntryLine[] {
  return amounts
    .filter(([, amount, , currency]) => !isZero(amount) || currency !== undefined)
    .map(([account_id, amount, broughtFrom, currency]) => ({
      id: takeNextId(ids),
      account_id,
      debit: isNegative(amount) ? ZERO : amount,
      credit: isNegative(amount) ? negate(amount) : ZERO,
      label: null,
      third_party_id: null,
      ...(broughtFrom !== undefined && { brought_from: { account_id: broughtFrom, line_id: takeNextId(ids) } }),
      ...currency,
    }));
}

const takeNextId = (ids: Iterator<number, unknown>): number => ids.next().value as number;
