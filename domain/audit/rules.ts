import { accounts } from '../accounts/account.ts';
import type { CompanyFileState, CompanyFileEvent } from '../company-file.ts';
import type { ClosedYear } from '../fiscal-years/fiscal-year-events.ts';
import { journals } from '../journals/journal.ts';
import { isSameJson, type Json } from '../json.ts';
import type { PostedEntry } from '../ledger/entry-events.ts';
import { getLastNumber } from '../ledger/state.ts';
import type { LetteredLine } from '../lettering/lettering-events.ts';
import { absolute, add, compare, isNegative, isZero, subtract, sum, ZERO } from '../money.ts';
import { getRecords } from '../records/state.ts';
import { thirdParties } from '../third-parties/third-party.ts';
import { vatCodes } from '../vat-codes/vat-code.ts';
import { bookEntry, computeEffect, formatEntryName, type BookedEntry, type Books } from './books.ts';

/**
 * Conditions that each event must satisfy, given the events before it. Rules check facts, not permissions: an event that
 * would be refused today is not an inconsistency; one that contradicts the books is.
 */

type EventType = CompanyFileEvent['type'];
type DataOf<Type extends EventType> = Extract<CompanyFileEvent, { readonly type: Type }>['data'];

/** Returns the problem, or null; books the event if it belongs to the ledger. */
type Rule<Type extends EventType> = (data: DataOf<Type>, file: CompanyFileState, books: Books) => string | null;

export const rules: { readonly [Type in EventType]?: Rule<Type> } = {
  CompanyFileOpened: (_data, { identity }) => (identity === null ? null : 'the company file was opened before'),
  CompanyFileUpdated: ({ version, previous }, { identity }) =>
    findVersionProblem('the company file', identity?.version, version) ??
    findPreviousProblem('the company file', identity, previous),
  CompanySettingsChanged: ({ version, previous }, { identity }) =>
    findVersionProblem('the company file', identity?.version, version) ??
    findPreviousProblem('the settings', identity?.settings, previous),
  FiscalYearOpened: ({ id, code }, { fiscalYears }) =>
    fiscalYears.some((year) => year.id === id) ? `fiscal year ${code} was opened before` : null,
  FiscalYearClosed: ({ id, version }, file) => findYearProblem(file, id, version),
  FiscalYearReopened: ({ id, version }, file) => findYearProblem(file, id, version),
  PeriodLocked: ({ fiscal_year_id, version }, file) => findYearProblem(file, fiscal_year_id, version),
  PeriodUnlocked: ({ fiscal_year_id, version }, file) => findYearProblem(file, fiscal_year_id, version),
  RecordsCreated({ resource, records }, file) {
    const again = records.find(({ id }) => file.records[resource]?.byId.has(id));
    return again ? `${resource} ${again.id} was created before` : null;
  },
  RecordUpdated: (data, file) => findRecordProblem(file, data),
  RecordsUpdated({ resource, records }, file) {
    for (const record of records) {
      const problem = findRecordProblem(file, { resource, ...record });
      if (problem !== null) return problem;
    }
    return null;
  },
  RecordTrashed: (data, file) => findRecordProblem(file, data),
  RecordRestored: (data, file) => findRecordProblem(file, data),
  EntryPosted(entry, file, books) {
    const name = `${entry.journal_code} ${entry.fiscal_year_code}/${entry.number}`;
    const problem =
      findBalanceProblem(entry) ?? findPlaceProblem(entry, file) ?? findReferenceProblem(entry, file, books);
    if (problem !== null) return `entry ${name} ${problem}`;
    return findReversalProblem(bookEntry(books, entry), books);
  },
  MigratedBooksDropped(_data, _file, books) {
    for (const part of [books.entries, books.lines, books.letterings, books.sums, books.awaited]) part.clear();
    return null;
  },
  DocumentRecorded: ({ id, amount_net, amount_vat, amount_gross, lines }, { documents }) => {
    if (documents.waiting.has(id)) return `document ${id} was recorded before`;
    const net = sum(lines.map((line) => line.amount_net));
    const isRight = compare(net, amount_net) === 0 && compare(add(amount_net, amount_vat), amount_gross) === 0;
    return isRight ? null : `document ${id} does not add up: ${amount_net} and ${amount_vat} are not ${amount_gross}`;
  },
  DocumentBooked: ({ id, version, entry_id }, { documents }, books) =>
    findVersionProblem(`document ${id}`, documents.waiting.get(id)?.version, version) ??
    (books.entries.has(entry_id) ? null : `document ${id} is booked by entry ${entry_id}, which does not exist`),
  EntryAmended({ id, version, changes, previous }, _file, books) {
    const entry = books.entries.get(id);
    if (!entry) return `entry ${id} does not exist`;
    const name = `entry ${formatEntryName(entry)}`;
    const problem =
      findVersionProblem(name, entry.version, version) ?? findPreviousProblem(name, entry.details, previous);
    books.entries.set(id, { ...entry, version, details: { ...entry.details, ...changes } });
    return problem;
  },
  EntryLinesDisputed({ id, version }, _file, books) {
    const entry = books.entries.get(id);
    if (!entry) return `entry ${id} does not exist`;
    books.entries.set(id, { ...entry, version });
    return findVersionProblem(`entry ${formatEntryName(entry)}`, entry.version, version);
  },
  EntryLinesAllocated({ id, version }, _file, books) {
    const entry = books.entries.get(id);
    if (!entry) return `entry ${id} does not exist`;
    books.entries.set(id, { ...entry, version });
    return findVersionProblem(`entry ${formatEntryName(entry)}`, entry.version, version);
  },
  EntryReversed({ id, version, reversed_by_entry_id: by }, _file, books) {
    const entry = books.entries.get(id);
    if (!entry) return `entry ${id} does not exist`;
    if (entry.reversedBy !== null) return `entry ${formatEntryName(entry)} was reversed before`;
    books.entries.set(id, { ...entry, version, reversedBy: by });
    const reversal = books.entries.get(by);
    if (!reversal) books.awaited.set(by, id);
    return (
      findVersionProblem(`entry ${formatEntryName(entry)}`, entry.version, version) ??
      (reversal ? findOppositeProblem(reversal, books) : null)
    );
  },
  LinesLettered({ letterings }, _file, books) {
    for (const { id, code, account_id, lines } of letterings) {
      if (books.letterings.has(id)) return `lettering ${code} was made before`;
      if (!isZero(sum(lines.map(({ amount }) => amount)))) return `lettering ${code} does not balance`;
      const problem = applySettlement(lines, account_id, books);
      if (problem !== null) return `lettering ${code} ${problem}`;
      books.letterings.set(id, { lines, isUndone: false, version: 1 });
    }
    return null;
  },
  LinesUnlettered({ letterings }, _file, books) {
    for (const { id, version, lines } of letterings) {
      const lettering = books.letterings.get(id);
      if (!lettering) return `lettering ${id} does not exist`;
      if (lettering.isUndone) return `lettering ${id} was undone before`;
      if (!isSameJson(sortByLine(lettering.lines), sortByLine(lines)))
        return `lettering ${id} is undone for other lines than it was made of`;
      const problem = findVersionProblem(`lettering ${id}`, lettering.version, version);
      if (problem !== null) return problem;
      for (const { line_id, amount } of lines) {
        const line = books.lines.get(line_id)!;
        line.settled = subtract(line.settled, amount);
      }
      books.letterings.set(id, { ...lettering, isUndone: true, version });
    }
    return null;
  },
};

/** A lettering names its lines as the user does, and its undoing in the order of the entries. */
const sortByLine = (lines: readonly LetteredLine[]): LetteredLine[] =>
  lines.toSorted((one, other) => one.line_id - other.line_id);

const findVersionProblem = (what: string, before: number | undefined, version: number): string | null =>
  before === undefined
    ? `${what} does not exist`
    : version === before + 1
      ? null
      : `${what} goes from version ${before} to ${version}: a change is missing`;

/** The previous values recorded in an event must match the state left by earlier events. */
function findPreviousProblem(what: string, held: object | null | undefined, previous: object): string | null {
  const values = (held ?? {}) as Readonly<Record<string, Json | undefined>>;
  for (const [name, value] of Object.entries(previous) as [string, Json][]) {
    const known = values[name];
    if (known !== undefined && !isSameJson(known, value)) return `${what} had another ${name} than the event says`;
  }
  return null;
}

function findYearProblem({ fiscalYears }: CompanyFileState, yearId: number, version: number): string | null {
  const year = fiscalYears.find(({ id }) => id === yearId);
  return findVersionProblem(`fiscal year ${year?.code ?? yearId}`, year?.version, version);
}

interface ChangedRecord {
  readonly resource: string;
  readonly id: number;
  readonly version: number;
  readonly previous?: object;
}

function findRecordProblem(
  { records }: CompanyFileState,
  { resource, id, version, previous = {} }: ChangedRecord,
): string | null {
  const record = records[resource]?.byId.get(id);
  const what = `${resource} ${id}`;
  return findVersionProblem(what, record?.version, version) ?? findPreviousProblem(what, record?.data, previous);
}

function findBalanceProblem({ lines, total }: PostedEntry): string | null {
  const debit = sum(lines.map((line) => line.debit));
  const credit = sum(lines.map((line) => line.credit));
  if (compare(debit, credit) !== 0) return `does not balance: debit ${debit}, credit ${credit}`;
  return compare(debit, total) === 0 ? null : `has a total of ${total} over lines of ${debit}`;
}

/** Its number must be the next in its journal and year, and its date must lie in its period. */
function findPlaceProblem(entry: PostedEntry, { fiscalYears, ledger }: CompanyFileState): string | null {
  const next = getLastNumber(ledger, entry.journal_id, entry.fiscal_year_id) + 1;
  if (entry.number !== next) return `has a number where ${next} comes next`;
  const year = fiscalYears.find(({ id }) => id === entry.fiscal_year_id);
  const period = year?.periods.find(({ id }) => id === entry.period_id);
  if (!period) return 'is in a period that does not exist';
  if (entry.entry_date < period.starts_on || entry.entry_date > period.ends_on)
    return `of ${entry.entry_date} is in the period from ${period.starts_on} to ${period.ends_on}`;
  if (year?.closing && !isReopeningEntry(entry, year.closing)) return 'is in a fiscal year that was closed';
  return period.isLocked && (entry.layer ?? 'movement') === 'movement' && entry.origin !== 'appropriation'
    ? 'is in a period that was locked'
    : null;
}

/** The entries of a closing are reversed before the year is open again. */
const isReopeningEntry = (
  { reversed_entry_id: taken }: PostedEntry,
  { closing_entry_id, appropriation_entry_id }: ClosedYear,
): boolean => taken !== undefined && (taken === closing_entry_id || taken === appropriation_entry_id);

function findReferenceProblem(entry: PostedEntry, { records }: CompanyFileState, books: Books): string | null {
  if (books.entries.has(entry.id)) return `has the id ${entry.id} of another`;
  if (!getRecords(records, journals).byId.has(entry.journal_id))
    return `is in journal ${entry.journal_id}, which does not exist`;
  for (const { id, account_id, third_party_id, vat_code_id } of entry.lines) {
    if (books.lines.has(id)) return `has a line with the id ${id} of another`;
    if (!getRecords(records, accounts).byId.has(account_id)) return `names account ${account_id}, which does not exist`;
    if (third_party_id !== null && !getRecords(records, thirdParties).byId.has(third_party_id))
      return `names third party ${third_party_id}, which does not exist`;
    if (vat_code_id !== undefined && !getRecords(records, vatCodes).byId.has(vat_code_id))
      return `names VAT code ${vat_code_id}, which does not exist`;
  }
  return null;
}

/** Checks that the entry is the announced reversal and reverses the right entry. */
function findReversalProblem(entry: BookedEntry, books: Books): string | null {
  const { id, reversedEntryId } = entry;
  const awaitedFor = books.awaited.get(id) ?? null;
  if (reversedEntryId === null)
    return awaitedFor === null
      ? null
      : `entry ${formatEntryName(entry)} should reverse entry ${awaitedFor}, but reverses none`;
  if (!books.entries.has(reversedEntryId))
    return `entry ${formatEntryName(entry)} reverses entry ${reversedEntryId}, which does not exist`;
  if (awaitedFor === null) return null;
  books.awaited.delete(id);
  return awaitedFor === reversedEntryId
    ? findOppositeProblem(entry, books)
    : `entry ${formatEntryName(entry)} reverses a different entry than announced`;
}

function findOppositeProblem(reversal: BookedEntry, books: Books): string | null {
  const entry = reversal.reversedEntryId === null ? undefined : books.entries.get(reversal.reversedEntryId);
  if (!entry) return `entry ${formatEntryName(reversal)} reverses none`;
  const [done, undone] = [computeEffect(books, entry), computeEffect(books, reversal)];
  for (const account of new Set([...done.keys(), ...undone.keys()]))
    if (!isZero(add(done.get(account) ?? ZERO, undone.get(account) ?? ZERO)))
      return `entry ${formatEntryName(reversal)} is not the opposite of entry ${formatEntryName(entry)}`;
  return null;
}

/** Settles lines as the lettering states; a line cannot be settled for more than its amount. */
function applySettlement(lines: readonly LetteredLine[], accountId: number, books: Books): string | null {
  for (const { line_id, entry_id, amount } of lines) {
    const line = books.lines.get(line_id);
    if (!line || line.entryId !== entry_id) return `names line ${line_id}, which does not exist`;
    if (line.accountId !== accountId) return `names line ${line_id} of another account`;
    line.settled = add(line.settled, amount);
    const isBeyond = compare(absolute(line.settled), absolute(line.amount)) > 0;
    const isOtherSide = !isZero(line.settled) && isNegative(line.settled) !== isNegative(line.amount);
    if (isBeyond || isOtherSide) return `settles ${line.settled} of line ${line_id}, which has ${line.amount}`;
  }
  return null;
}
