import type { CompanyFile } from '../company-file-state.ts';
import { daysLater, monthsLater, nextDay } from '../dates.ts';
import type { Labels } from '../language.ts';
import type { EntryEvent, EntryLine, EntryOrigin, PostedEntry } from '../ledger/entry-events.ts';
import { evolveLedger } from '../ledger/state.ts';
import { placeOf } from '../ledger/place.ts';
import { posted } from '../ledger/posting.ts';
import { add, isNegative, isZero, negate, ZERO, type SignedAmount } from '../money.ts';
import { invalid, isRefusal, refuse, type Decision, type Problem, type Refusal } from '../refusal.ts';
import { closingFindings, openYearsBefore, type ClosingFacts, type Finding } from './closing-checks.ts';
import { freeCode, openedFiscalYear, yearConcerned } from './fiscal-year.ts';
import { evolveFiscalYears, yearAfter, type FiscalYearState } from './state.ts';
import type { FiscalYearEvent } from './fiscal-year-events.ts';
import { journalFor, type FoundJournal } from './journal.ts';
import {
  accountOf,
  isResultAccount,
  resultOf,
  transferOf,
  waitingOf,
  type AccountBalance,
  type Transfer,
} from './result.ts';

/**
 * The closing of a year in one operation: the result goes to equity, income and expenses are set to zero, and what all other
 * accounts hold is said again on the first day of the next year, which is opened when it is missing. These entries are
 * posted whatever periods are locked.
 */

export interface CloseFiscalYear {
  readonly type: 'CloseFiscalYear';
  readonly id: number;
  readonly baseVersion: number | null;
  /** Null: the default one of miscellaneous operations. */
  readonly journalId: number | null;
  readonly facts: ClosingFacts;
  readonly ids: ClosingIds;
}

export interface ClosingIds {
  /** Three: the most that a closing posts. */
  readonly entries: readonly number[];
  /** `linesAtMost` of them. */
  readonly lines: readonly number[];
  /** Of the next year, should it be missing. */
  readonly fiscalYear: number;
  readonly periods: readonly number[];
}

/**
 * Each account is closed or carried. One that holds the result of earlier years takes two lines more when that is brought
 * forward, and the result takes a few on its way.
 */
export const linesAtMost = (accounts: number): number => 3 * accounts + 8;

const MONTHS_OF_A_YEAR = 12;

type ClosingEvent = FiscalYearEvent | EntryEvent;
type ClosingOrigin = Extract<EntryOrigin, 'appropriation' | 'closing' | 'opening'>;

const LABELS: Readonly<Record<ClosingOrigin, Labels>> = {
  appropriation: {
    fr: 'Affectation du résultat de l’exercice {year}',
    nl: 'Resultaatverwerking van boekjaar {year}',
    en: 'Appropriation of the result of fiscal year {year}',
    de: 'Ergebnisverwendung des Geschäftsjahres {year}',
  },
  closing: {
    fr: 'Clôture des comptes de résultat de l’exercice {year}',
    nl: 'Afsluiting van de resultatenrekeningen van boekjaar {year}',
    en: 'Closing of income and expenses of fiscal year {year}',
    de: 'Abschluss der Erfolgskonten des Geschäftsjahres {year}',
  },
  opening: {
    fr: 'À-nouveaux de l’exercice {year}',
    nl: 'Heropening van boekjaar {year}',
    en: 'Balances brought forward to fiscal year {year}',
    de: 'Saldovorträge des Geschäftsjahres {year}',
  },
};

export function decideClosing(command: CloseFiscalYear, file: CompanyFile): Decision<ClosingEvent> {
  const year = yearConcerned(command, file.fiscalYears);
  if (isRefusal(year)) return year;
  if (year.closing) return refuse('fiscal_year_already_closed', { field: 'id', params: { year: year.code } });
  const { facts, journalId } = command;
  const problems: Problem[] = [];
  if (journalId !== null) journalFor(journalId, file, problems);
  if (problems.length > 0) return invalid(problems);
  const errors = closingFindings(year, facts, file).filter(({ severity }) => severity === 'error');
  if (errors.length > 0) return blocked(errors);
  return closed(year, command, journalFor(journalId, file, problems)!, file);
}

function blocked(errors: readonly Finding[]): Refusal {
  return {
    refused: true,
    code: 'closing_blocked',
    problems: errors.map(({ code, params }) => ({ code, field: 'id', ...(params && { params }) })),
    facts: { checks: errors.map(({ code }) => code) },
  };
}

function closed(
  year: FiscalYearState,
  { facts, ids }: CloseFiscalYear,
  journal: FoundJournal,
  before: CompanyFile,
): readonly ClosingEvent[] {
  const events: ClosingEvent[] = [];
  let file = before;
  if (!yearAfter(year, file.fiscalYears)) {
    const opened = nextYear(year, ids, file);
    events.push(opened);
    file = { ...file, fiscalYears: evolveFiscalYears(file.fiscalYears, opened) };
  }
  const next = yearAfter(year, file.fiscalYears)!;
  for (const empty of openYearsBefore(year, before)) events.push(closedWithoutEntries(empty, file));

  const plan = closingPlan(facts.balances, before);
  const lineIds = ids.lines.values();
  const entries: { [name in EntryId]?: number } = {};
  for (const [index, { origin, amounts }] of plan.entries.entries()) {
    const lines = linesOf(amounts, lineIds);
    if (lines.length === 0) continue;
    const entry_date = origin === 'opening' ? next.starts_on : year.ends_on;
    const place = placeOf(file.fiscalYears, entry_date)!;
    const labelledYear = origin === 'opening' ? next : year;
    const label = LABELS[origin][before.identity!.locale].replace('{year}', labelledYear.code);
    const draft = {
      id: ids.entries[index]!,
      journal_id: journal.id,
      entry_date,
      due_date: null,
      label,
      reference: null,
    };
    const entry = posted({ ...draft, origin, ...LAYER_OF[origin], lines }, journal.journal, place, file);
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

/** By account; debit is positive. */
type Amounts = ReadonlyMap<number, SignedAmount>;
/** What the lines of an entry say, in their order; an account may come twice. The last one is what the year before left it on. */
type Postings = readonly (readonly [accountId: number, amount: SignedAmount, broughtFrom?: number])[];

interface PlannedEntry {
  readonly origin: ClosingOrigin;
  readonly amounts: Postings;
}

interface ClosingPlan {
  readonly result: SignedAmount;
  /** In the order in which they are posted. */
  readonly entries: readonly PlannedEntry[];
}

/** What each entry posts. The one that opens the next year holds all that the year leaves, its result where it waits. */
function closingPlan(facts: readonly AccountBalance[], file: CompanyFile): ClosingPlan {
  const { result } = resultOf(facts, file);
  const transfer = transferOf(facts, file);
  const appropriation = appropriationOf(transfer);
  const balances = added(
    NOTHING,
    facts.map(({ account_id, balance }) => [account_id, balance] as const),
  );
  const appropriated = added(balances, appropriation);
  const zeroing = [...appropriated]
    .filter(([id]) => isResultAccount(accountOf(file, id)))
    .map(([id, amount]) => [id, negate(amount)] as const);
  const closing = transfer && !transfer.appropriation ? added(new Map(zeroing), toEquity(transfer)) : zeroing;
  const left = added(appropriated, closing);
  return {
    result,
    entries: [
      ...(appropriation.length > 0 ? [{ origin: 'appropriation' as const, amounts: appropriation }] : []),
      { origin: 'closing', amounts: inOrder(closing, file) },
      { origin: 'opening', amounts: inOrder(opened(left, file), file) },
    ],
  };
}

const toEquity = ({ equity, amount }: Transfer): Postings => [[equity.id!, negate(amount)]];

/** Earlier results come in first, then all that is left goes to equity in one line; nothing where no accounts are kept for it. */
function appropriationOf(transfer: Transfer | null): Postings {
  if (!transfer?.appropriation) return [];
  const { broughtForward, amount, appropriation } = transfer;
  return [
    ...broughtForward.flatMap(({ account_id, balance, through }): Postings => [
      [account_id, negate(balance)],
      [through.id!, balance],
    ]),
    ...toEquity(transfer),
    [appropriation.id!, amount],
  ];
}

/** A result opens where it waits, beside what waits there already, and not where the next one will stand. */
function opened(left: Amounts, file: CompanyFile): Postings {
  const waiting = waitingOf(file);
  return [...left].map(([id, amount]) =>
    waiting?.from === id && waiting.to.id !== undefined ? [waiting.to.id, amount, id] : [id, amount],
  );
}

const NOTHING: Amounts = new Map();

function added(one: Amounts, other: Iterable<Postings[number]>): Amounts {
  const sums = new Map(one);
  for (const [id, amount] of other) sums.set(id, add(amount, sums.get(id) ?? ZERO));
  return sums;
}

function nextYear(year: FiscalYearState, ids: ClosingIds, { fiscalYears }: CompanyFile) {
  const starts_on = nextDay(year.ends_on);
  // The end of a month stays the end of one; any other day is the same day again, also where a year begins on 29 February.
  const ends_on = starts_on.endsWith('-01')
    ? daysLater(monthsLater(starts_on, MONTHS_OF_A_YEAR), -1)
    : monthsLater(year.ends_on, MONTHS_OF_A_YEAR);
  const { period_length = 'month' } = year;
  const code = freeCode(ends_on, fiscalYears);
  return openedFiscalYear({ code, starts_on, ends_on, period_length }, ids.fiscalYear, ids.periods);
}

/** Years are closed in their order, so that an earlier one in which nothing was posted goes along. */
function closedWithoutEntries(year: FiscalYearState, { fiscalYears }: CompanyFile): ClosingEvent {
  const { id, version } = year;
  const next_fiscal_year_id = yearAfter(year, fiscalYears)!.id;
  return { type: 'FiscalYearClosed', data: { id, version: version + 1, next_fiscal_year_id, result: ZERO } };
}

/** By the numbers of the accounts. */
function inOrder(amounts: Iterable<Postings[number]>, file: CompanyFile): Postings {
  const numberOf = (id: number): string => accountOf(file, id)?.data.number ?? '';
  return [...amounts].sort(([one], [other]) => (numberOf(one) < numberOf(other) ? -1 : 1));
}

/** Nothing for an account at zero. */
function linesOf(amounts: Postings, ids: Iterator<number, unknown>): EntryLine[] {
  return amounts
    .filter(([, amount]) => !isZero(amount))
    .map(([account_id, amount, broughtFrom]) => ({
      id: nextOf(ids),
      account_id,
      debit: isNegative(amount) ? ZERO : amount,
      credit: isNegative(amount) ? negate(amount) : ZERO,
      label: null,
      third_party_id: null,
      ...(broughtFrom !== undefined && { brought_from: { account_id: broughtFrom, line_id: nextOf(ids) } }),
    }));
}

const nextOf = (ids: Iterator<number, unknown>): number => ids.next().value as number;
