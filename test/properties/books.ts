import type { DomainEvent } from '../../domain/event.ts';
import type { CompanyFileEvent } from '../../domain/company-file.ts';
import type { FiscalYear, Period } from '../../domain/fiscal-years/fiscal-year-events.ts';
import type { EntryDetails, Layer, PostedEntry } from '../../domain/ledger/entry-events.ts';
import type { Lettering, LetteredLine } from '../../domain/lettering/lettering-events.ts';

/**
 * The books that the events of a company file make, kept in the plainest way: maps, and amounts in whole cents. They know
 * nothing of deciders and projectors, and they are strict: an event that does not fit what came before throws.
 */

export interface BookLine {
  readonly id: number;
  readonly entryId: number;
  readonly lineNumber: number;
  readonly accountId: number;
  readonly thirdPartyId: number | null;
  readonly layer: Layer;
  /** Cents: debit positive, credit negative. */
  readonly amount: bigint;
  settled: bigint;
}

export interface BookEntry {
  readonly posted: PostedEntry;
  readonly layer: Layer;
  readonly lines: readonly BookLine[];
  details: Required<EntryDetails>;
  version: number;
  reversedBy: number | null;
}

export interface BookLettering extends Lettering {
  version: number;
  isUndone: boolean;
}

export interface BookYear extends Omit<FiscalYear, 'periods'> {
  version: number;
  isClosed: boolean;
  periods: readonly (Period & { isLocked: boolean })[];
}

export interface Books {
  readonly entries: Map<number, BookEntry>;
  readonly lines: Map<number, BookLine>;
  readonly letterings: Map<number, BookLettering>;
  readonly years: Map<number, BookYear>;
  /** The third party that another one counts for since they were merged. */
  readonly mergedInto: Map<number, number>;
  readonly lastNumbers: Map<string, number>;
}

export class BrokenBooks extends Error {}

export function demand(condition: unknown, what: string): asserts condition {
  if (!condition) throw new BrokenBooks(what);
}

const CENTS = /^(-?)(\d+)\.(\d{2})$/;

export function cents(amount: string): bigint {
  const match = CENTS.exec(amount);
  demand(match, `${amount} is no amount`);
  const value = BigInt(match[2]! + match[3]!);
  demand(match[1] === '' || value !== 0n, 'zero has no sign');
  return match[1] === '' ? value : -value;
}

export function asAmount(value: bigint): string {
  const digits = (value < 0n ? -value : value).toString().padStart(3, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

export const sumOf = (amounts: Iterable<bigint>): bigint => {
  let total = 0n;
  for (const amount of amounts) total += amount;
  return total;
};

export const emptyBooks = (): Books => ({
  entries: new Map(),
  lines: new Map(),
  letterings: new Map(),
  years: new Map(),
  mergedInto: new Map(),
  lastNumbers: new Map(),
});

/** Whom the lines of a third party count for, over any number of merges. */
export function countsFor(books: Books, thirdPartyId: number | null): number | null {
  let id = thirdPartyId;
  for (let next = id; next !== undefined && next !== null; next = books.mergedInto.get(next)!) id = next;
  return id;
}

/** @throws BrokenBooks where the event is not what the books allow */
export function record(books: Books, fact: DomainEvent): void {
  const event = fact as CompanyFileEvent;
  switch (event.type) {
    case 'FiscalYearOpened': {
      const { periods } = event.data;
      for (const year of books.years.values())
        demand(
          year.ends_on < event.data.starts_on || event.data.ends_on < year.starts_on,
          'two fiscal years share a day',
        );
      books.years.set(event.data.id, { ...event.data, version: 1, isClosed: false, periods: periods.map(unlocked) });
      return;
    }
    case 'FiscalYearUpdated': {
      const year = yearAt(books, event.data);
      const { periods, ...changes } = event.data.changes;
      Object.assign(year, changes, periods && { periods: periods.map(unlocked) });
      if (!periods) return;
      demand(!year.isClosed, `closed year ${year.code} got other dates`);
      for (const { posted } of books.entries.values())
        demand(posted.fiscal_year_id !== year.id, `year ${year.code} got other dates under its entries`);
      return;
    }
    case 'FiscalYearDeleted': {
      yearAt(books, event.data);
      books.years.delete(event.data.id);
      for (const { posted } of books.entries.values())
        demand(posted.fiscal_year_id !== event.data.id, 'a fiscal year with entries was deleted');
      return;
    }
    case 'PeriodLocked':
    case 'PeriodUnlocked': {
      const year = yearAt(books, { id: event.data.fiscal_year_id, version: event.data.version });
      demand(!year.isClosed, 'a lock in a closed year was moved');
      const period = year.periods.find(({ id }) => id === event.data.period_id);
      demand(period && period.isLocked === (event.type === 'PeriodUnlocked'), 'a lock was set or taken twice');
      period.isLocked = !period.isLocked;
      return;
    }
    case 'FiscalYearClosed':
    case 'FiscalYearReopened': {
      const year = yearAt(books, event.data);
      const isClosing = event.type === 'FiscalYearClosed';
      demand(year.isClosed !== isClosing, `year ${year.code} was ${isClosing ? 'closed' : 'reopened'} twice`);
      year.isClosed = isClosing;
      return;
    }
    case 'EntryPosted':
      return post(books, event.data);
    case 'EntryAmended': {
      const entry = entryAt(books, event.data);
      const { changes, previous } = event.data;
      demand(Object.keys(changes).length > 0, 'an entry was amended into itself');
      for (const [name, was] of Object.entries(previous))
        demand(entry.details[name as keyof EntryDetails] === was, `the ${name} of an entry was not ${String(was)}`);
      demand(Object.keys(changes).join() === Object.keys(previous).join(), 'an amendment tells half of what was');
      Object.assign(entry.details, changes);
      return;
    }
    case 'EntryReversed': {
      const entry = entryAt(books, event.data);
      demand(entry.reversedBy === null, `entry ${event.data.id} was reversed twice`);
      demand(
        entry.lines.every(({ settled }) => settled === 0n || entry.layer === 'carried'),
        `entry ${event.data.id} was reversed while lettered`,
      );
      entry.reversedBy = event.data.reversed_by_entry_id;
      return;
    }
    case 'LinesLettered':
      return event.data.letterings.forEach((lettering) => letter(books, lettering));
    case 'LinesUnlettered':
      return event.data.letterings.forEach(({ id, version, lines }) => {
        const lettering = books.letterings.get(id);
        demand(lettering && !lettering.isUndone, `lettering ${id} was undone twice`);
        demand(version === lettering.version + 1, `lettering ${id} came to version ${version}`);
        demand(sameLines(lines, lettering.lines), `lettering ${id} was undone in other lines`);
        lettering.version = version;
        lettering.isUndone = true;
        lines.forEach((line) => settle(books, line, -1n));
      });
    case 'ThirdPartyMerged':
      books.mergedInto.set(event.data.id, event.data.into_id);
      return;
    case 'ThirdPartyUnmerged':
      books.mergedInto.delete(event.data.id);
      return;
    default:
  }
}

const sameLines = (some: readonly LetteredLine[], others: readonly LetteredLine[]): boolean => {
  const reported = (lines: readonly LetteredLine[]) =>
    lines.map(({ line_id, amount }) => `${line_id} ${amount}`).sort();
  return reported(some).join() === reported(others).join();
};

const unlocked = (period: Period) => ({ ...period, isLocked: false });

function yearAt(books: Books, { id, version }: { id: number; version: number }): BookYear {
  const year = books.years.get(id);
  demand(year, `fiscal year ${id} does not exist`);
  demand(version === year.version + 1, `fiscal year ${id} came from version ${year.version} to ${version}`);
  year.version = version;
  return year;
}

function entryAt(books: Books, { id, version }: { id: number; version: number }): BookEntry {
  const entry = books.entries.get(id);
  demand(entry, `entry ${id} does not exist`);
  demand(version === entry.version + 1, `entry ${id} came from version ${entry.version} to ${version}`);
  entry.version = version;
  return entry;
}

function post(books: Books, posted: PostedEntry): void {
  const what = `entry ${posted.id}`;
  demand(!books.entries.has(posted.id), `${what} was posted twice`);
  const layer = posted.layer ?? 'movement';
  const lines = posted.lines.map((line, index): BookLine => {
    demand(!books.lines.has(line.id), `line ${line.id} was posted twice`);
    const [debit, credit] = [cents(line.debit), cents(line.credit)];
    // A document that comes to nothing still has the line of its third party.
    const isOfNothing = debit === 0n && credit === 0n && line.third_party_id !== null && posted.vat !== undefined;
    demand(isOfNothing || (debit === 0n) !== (credit === 0n), `${what} has a line without one side`);
    demand(debit >= 0n && credit >= 0n, `${what} has a line below zero`);
    return {
      id: line.id,
      entryId: posted.id,
      lineNumber: index + 1,
      accountId: line.account_id,
      thirdPartyId: line.third_party_id,
      layer: line.brought_from ? 'awaiting' : layer,
      amount: debit - credit,
      settled: layer === 'carried' ? debit - credit : 0n,
    };
  });
  demand(
    layer === 'carried' || posted.lines.every(({ brought_from }) => brought_from === undefined),
    `${what} brings from another account what it does not carry`,
  );
  demand(lines.length > 0, `${what} has no lines`);
  demand(new Set(lines.map(({ id }) => id)).size === lines.length, `${what} has two lines under one id`);
  demand(sumOf(lines.map(({ amount }) => amount)) === 0n, `${what} does not balance`);
  demand(
    sumOf(lines.map(({ amount }) => (amount > 0n ? amount : 0n))) === cents(posted.total),
    `${what} has another total than its lines`,
  );
  const year = books.years.get(posted.fiscal_year_id);
  const period = year?.periods.find(({ id }) => id === posted.period_id);
  const { entry_date: date } = posted;
  demand(year && year.starts_on <= date && date <= year.ends_on, `${what} is dated outside its year`);
  demand(period && period.starts_on <= date && date <= period.ends_on, `${what} is dated outside its period`);
  demand(posted.fiscal_year_code === year.code, `${what} names year ${posted.fiscal_year_code}`);
  const place = `${posted.journal_id}:${posted.fiscal_year_id}`;
  const expected = (books.lastNumbers.get(place) ?? 0) + 1;
  demand(posted.number === expected, `${what} has number ${posted.number} where ${expected} comes next`);
  books.lastNumbers.set(place, expected);
  const { label, reference, due_date } = posted;
  const details = { label, reference, due_date };
  books.entries.set(posted.id, { posted, layer, lines, details, version: 1, reversedBy: null });
  lines.forEach((line) => books.lines.set(line.id, line));
  if (posted.reversed_entry_id !== undefined) mirrors(books, posted);
}

/** A reversal does the very opposite of what it reverses, which says so by now. */
function mirrors(books: Books, posted: PostedEntry): void {
  const original = books.entries.get(posted.reversed_entry_id!);
  const what = `reversal ${posted.id}`;
  demand(original?.reversedBy === posted.id, `${what} is not the one that its original names`);
  const sides = ({ lines }: PostedEntry, sign: 1 | -1) =>
    lines.map(({ account_id, third_party_id, vat_code_id, brought_from, debit, credit }) =>
      [
        account_id,
        brought_from?.account_id,
        third_party_id,
        vat_code_id,
        ...(sign === 1 ? [debit, credit] : [credit, debit]),
      ].join(),
    );
  demand(
    sides(posted, -1).sort().join('\n') === sides(original.posted, 1).sort().join('\n'),
    `${what} is no mirror of its original`,
  );
  demand((posted.layer ?? 'movement') === original.layer, `${what} is in another layer than its original`);
  demand(posted.journal_id === original.posted.journal_id, `${what} is in another journal than its original`);
}

function letter(books: Books, lettering: Lettering): void {
  const what = `lettering ${lettering.id}`;
  demand(!books.letterings.has(lettering.id), `${what} was made twice`);
  for (const { code } of books.letterings.values()) demand(code !== lettering.code, `letters ${code} were given twice`);
  demand(sumOf(lettering.lines.map(({ amount }) => cents(amount))) === 0n, `${what} does not balance`);
  demand(
    new Set(lettering.lines.map(({ line_id }) => line_id)).size === lettering.lines.length,
    `${what} has a line twice`,
  );
  const dates = lettering.lines.map((allocated) => {
    settle(books, allocated, 1n);
    const line = books.lines.get(allocated.line_id)!;
    demand(line.accountId === lettering.account_id, `${what} has lines of several accounts`);
    demand(
      countsFor(books, line.thirdPartyId) === countsFor(books, lettering.third_party_id),
      `${what} has lines of several third parties`,
    );
    demand(books.entries.get(line.entryId)!.layer !== 'carried', `${what} settles what was only carried over`);
    return books.entries.get(line.entryId)!.posted.entry_date;
  });
  demand(lettering.settled_on === dates.sort().at(-1), `${what} is settled on ${lettering.settled_on}`);
  books.letterings.set(lettering.id, { ...lettering, version: 1, isUndone: false });
}

function settle(books: Books, { line_id, entry_id, line_number, amount }: LetteredLine, sign: 1n | -1n): void {
  const line = books.lines.get(line_id);
  const what = `line ${line_id}`;
  demand(line?.entryId === entry_id && line.lineNumber === line_number, `${what} stands in another place`);
  demand(cents(amount) !== 0n, `nothing of ${what} was lettered`);
  line.settled += sign * cents(amount);
  const [least, most] = line.amount > 0n ? [0n, line.amount] : [line.amount, 0n];
  demand(least <= line.settled && line.settled <= most, `${what} of ${line.amount} is settled for ${line.settled}`);
}

/** Sums of the lines by a key, those of zero left out, as text that compares. */
function sums(books: Books, keyOf: (line: BookLine, entry: BookEntry) => string | null, of: 'amount' | 'open'): string {
  const totals = new Map<string, bigint>();
  for (const entry of books.entries.values())
    for (const line of entry.lines) {
      const key = keyOf(line, entry);
      if (key === null) continue;
      totals.set(key, (totals.get(key) ?? 0n) + (of === 'amount' ? line.amount : line.amount - line.settled));
    }
  return [...totals]
    .filter(([, total]) => total !== 0n)
    .map(([key, total]) => `${key} ${total}`)
    .sort()
    .join('\n');
}

/** Balances by account, third party and layer. */
export const balancesOf = (books: Books): string =>
  sums(
    books,
    ({ accountId, thirdPartyId, layer }) => `${accountId}:${countsFor(books, thirdPartyId)}:${layer}`,
    'amount',
  );

/** What is open of every line on accounts whose lines settle one another. */
export const openItemsOf = (books: Books, isLetterable: (accountId: number, lineId: number) => boolean): string =>
  sums(books, ({ id, accountId }) => (isLetterable(accountId, id) ? `${id}` : null), 'open');

/** The same by account, third party and amount: items that are worth the same stand for one another. */
export const openAmountsOf = (books: Books, isLetterable: (accountId: number, lineId: number) => boolean): string =>
  [...books.lines.values()]
    .filter(({ id, accountId, amount, settled }) => amount !== settled && isLetterable(accountId, id))
    .map(({ accountId, thirdPartyId, amount, settled }) =>
      [accountId, countsFor(books, thirdPartyId), amount - settled].join(':'),
    )
    .sort()
    .join('\n');

/** What passed from one account to another between two years, with the entry that carries the balances: debit is positive. */
export function passedBetweenYears({ lines }: PostedEntry): [accountId: number, amount: bigint][] {
  return lines.flatMap(({ account_id, brought_from, debit, credit }): [number, bigint][] => {
    if (!brought_from) return [];
    const amount = cents(debit) - cents(credit);
    return [
      [account_id, amount],
      [brought_from.account_id, -amount],
    ];
  });
}

/** Balances of one year by account, over all layers or in one. */
export function balancesOfYear(books: Books, yearId: number, only?: Layer): Map<number, bigint> {
  const totals = new Map<number, bigint>();
  for (const { posted, lines, layer } of books.entries.values()) {
    if (posted.fiscal_year_id !== yearId || (only && layer !== only)) continue;
    for (const { accountId, amount } of lines) totals.set(accountId, (totals.get(accountId) ?? 0n) + amount);
  }
  return totals;
}
