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
import { accountOf, isResultAccount, resultOf, transferAccounts, type AccountBalance } from './result.ts';

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

/** Each account is closed or carried, and the result takes two lines on its way. */
export const linesAtMost = (accounts: number): number => accounts + 6;

const MONTHS_OF_A_YEAR = 12;

type ClosingEvent = FiscalYearEvent | EntryEvent;
/** The entries of a closing, in the order in which they are posted. */
const ORIGINS = ['appropriation', 'closing', 'opening'] as const satisfies readonly EntryOrigin[];
type ClosingOrigin = (typeof ORIGINS)[number];

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
  for (const [index, origin] of ORIGINS.entries()) {
    const lines = linesOf(plan[origin], lineIds, before);
    if (lines.length === 0) continue;
    const entry_date = origin === 'opening' ? next.starts_on : year.ends_on;
    const place = placeOf(file.fiscalYears, entry_date)!;
    const label = LABELS[origin][before.identity!.locale].replace('{year}', place.year.code);
    const draft = {
      id: ids.entries[index]!,
      journal_id: journal.id,
      entry_date,
      due_date: null,
      label,
      reference: null,
    };
    const entry = posted({ ...draft, origin, ...layerOf(origin), lines }, journal.journal, place, file);
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

const layerOf = (origin: ClosingOrigin): Pick<PostedEntry, 'layer'> =>
  (({ appropriation: {}, closing: { layer: 'closing' }, opening: { layer: 'carried' } }) as const)[origin];

/** By account; debit is positive. */
type Amounts = ReadonlyMap<number, SignedAmount>;

/** What each entry posts. The one that opens the next year holds all that the year leaves, which is the rest of it. */
function closingPlan(
  facts: readonly AccountBalance[],
  file: CompanyFile,
): Readonly<Record<ClosingOrigin, Amounts>> & { readonly result: SignedAmount } {
  const { result, remainder } = resultOf(facts, file);
  const transfer = transferAccounts(remainder, file);
  const toEquity = new Map(transfer && [[transfer.equity.id!, negate(remainder)]]);
  const throughOwnAccount = transfer?.appropriation?.id;
  const appropriation =
    throughOwnAccount === undefined ? NOTHING : added(new Map([[throughOwnAccount, remainder]]), toEquity);
  const appropriated = added(new Map(facts.map(({ account_id, balance }) => [account_id, balance])), appropriation);
  const zeroed = [...appropriated].filter(([id]) => isResultAccount(accountOf(file, id)));
  const zeroing = new Map(zeroed.map(([id, amount]) => [id, negate(amount)]));
  const closing = throughOwnAccount === undefined ? added(zeroing, toEquity) : zeroing;
  return { result, appropriation, closing, opening: added(appropriated, closing) };
}

const NOTHING: Amounts = new Map();

function added(one: Amounts, other: Amounts): Amounts {
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

/** One line an account, in the order of their numbers; nothing for an account at zero. */
function linesOf(amounts: Amounts, ids: Iterator<number, unknown>, file: CompanyFile): EntryLine[] {
  const numberOf = (id: number): string => accountOf(file, id)?.data.number ?? '';
  return [...amounts]
    .filter(([, amount]) => !isZero(amount))
    .sort(([one], [other]) => (numberOf(one) < numberOf(other) ? -1 : 1))
    .map(([account_id, amount]) => ({
      id: ids.next().value as number,
      account_id,
      debit: isNegative(amount) ? ZERO : amount,
      credit: isNegative(amount) ? negate(amount) : ZERO,
      label: null,
      third_party_id: null,
    }));
}
