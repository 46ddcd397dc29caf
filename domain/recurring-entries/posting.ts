import { accounts } from '../accounts/account.ts';
import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import type { EntryEvent } from '../ledger/entry-events.ts';
import { lockOf, placeOf } from '../ledger/place.ts';
import { evolveLedger } from '../ledger/state.ts';
import type { LetteringEvent } from '../lettering/lettering-events.ts';
import { evolveLettering } from '../lettering/state.ts';
import { add, subtract, type SignedAmount } from '../money.ts';
import { conflict } from '../records/records.ts';
import { recordsOf } from '../records/state.ts';
import { invalid, isRefusal, refuse, type Decision, type Problem, type Refusal } from '../refusal.ts';
import type { AskedBalance, BalanceOf } from './amounts.ts';
import { afterPosting, countryOf, nextOn, openDates } from './progress.ts';
import {
  decideOccurrence,
  idsOfOccurrence,
  type DecidedOccurrence,
  type IdsNeeded,
  type OccurrenceFacts,
} from './occurrence.ts';
import { livingEntries } from './forecast.ts';
import type { PostedOccurrence, PostedRecurringEntry, RecurringEvent } from './recurring-events.ts';
import { hasDate } from './schedule.ts';
import type { RecurringEntryState } from './state.ts';

/**
 * Occurrences whose day has come are posted, each on its own date, with the event that says so: in one append, so that no date is ever
 * posted twice, whoever runs and how often.
 */

export interface RunRecurringEntries {
  readonly type: 'RunRecurringEntries';
  /** One template; null: all of the company file. */
  readonly id: number | null;
  readonly until: PlainDate;
  readonly baseVersion: number | null;
  readonly facts: OccurrenceFacts;
  readonly ids: GivenIds;
}

export interface ConfirmOccurrences {
  readonly type: 'ConfirmOccurrences';
  readonly id: number;
  readonly dates: readonly PlainDate[];
  readonly baseVersion: number | null;
  readonly facts: OccurrenceFacts;
  readonly ids: GivenIds;
}

/** As many as `idsFor` says; what is left of them is never used. */
export interface GivenIds {
  readonly entries: readonly number[];
  readonly lines: readonly number[];
  readonly letterings: readonly number[];
}

export interface Candidate {
  readonly entry: RecurringEntryState;
  readonly date: PlainDate;
}

/** What one append takes: the rest is posted by the next. */
export const MOST_AT_ONCE = 200;
const MOST_LINES_AT_ONCE = 3_000;
/** Dates of one template that are tried: one that is refused on so many is out of order. */
const MOST_TRIED = 400;

type PostingEvent = RecurringEvent | EntryEvent | LetteringEvent;

/** What is due and not locked, in the order of its dates. Only what posts by itself. */
export function candidates(file: CompanyFile, id: number | null, until: PlainDate): readonly Candidate[] {
  const country = countryOf(file);
  const isMeant = ({ mode, ...entry }: RecurringEntryState) => mode === 'post' && (id === null || entry.id === id);
  const found: Candidate[] = [];
  for (const entry of livingEntries(file).filter(isMeant)) {
    let tried = 0;
    for (const date of openDates(entry, until, country)) {
      const place = placeOf(file.fiscalYears, date);
      if (!place || lockOf(place)) continue;
      found.push({ entry, date });
      tried += 1;
      if (tried === MOST_TRIED) break;
    }
  }
  return found.sort(
    (one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0) || one.entry.id - other.entry.id,
  );
}

/** How many ids one append needs for these at most. */
export function idsFor(found: readonly Candidate[]): IdsNeeded {
  const needed = found.map(({ entry }) => idsOfOccurrence(entry));
  const total = (kind: keyof IdsNeeded, most: number): number => {
    const all = needed.slice(0, MOST_AT_ONCE).reduce((count, ids) => count + ids[kind], 0);
    // Whatever else is posted, the largest of them must have room.
    return Math.max(Math.min(all, most), ...needed.map((ids) => ids[kind]), 0);
  };
  return {
    entries: total('entries', 2 * MOST_AT_ONCE),
    lines: total('lines', MOST_LINES_AT_ONCE),
    letterings: total('letterings', MOST_LINES_AT_ONCE),
  };
}

export function decideRun(command: RunRecurringEntries, file: CompanyFile): Decision<PostingEvent> {
  const { id, until, baseVersion } = command;
  const entry = id === null ? null : file.recurringEntries[id];
  if (entry === undefined || entry?.is_trashed) return refuse('not_found');
  if (entry && baseVersion !== null && baseVersion !== entry.version) return conflict(entry.version);
  const run = startRun(command.facts, command.ids, file);
  // What is refused is held: it is tried again by the next run, and whoever looks is told why.
  for (const { entry: one, date } of candidates(file, id, until)) if (run.post(one, date) === 'no ids') break;
  return run.events();
}

/** All of them or none: who confirms has looked at each. */
export function decideConfirmation(command: ConfirmOccurrences, file: CompanyFile): Decision<PostingEvent> {
  const { id, dates, baseVersion } = command;
  const entry = file.recurringEntries[id];
  if (!entry || entry.is_trashed) return refuse('not_found');
  if (baseVersion !== null && baseVersion !== entry.version) return conflict(entry.version);
  const unknown = dates.flatMap((date, index): readonly Problem[] => {
    const isRepeated = dates.indexOf(date) !== index;
    return isConfirmable(entry, date, file) && !isRepeated
      ? []
      : [{ code: 'occurrence_not_open', field: `dates.${index}`, params: { date } }];
  });
  if (unknown.length > 0) return invalid(unknown);
  const run = startRun(command.facts, command.ids, file);
  const refusals = dates.toSorted().flatMap((date): readonly Refusal[] => {
    const outcome = run.post(entry, date);
    // Ids were handed out for each of the dates.
    if (outcome === null || outcome === 'no ids') return [];
    return [
      { ...outcome, problems: outcome.problems.map((one) => ({ ...one, field: `dates.${dates.indexOf(date)}` })) },
    ];
  });
  if (refusals.length === 0) return run.events();
  const coded = refusals.find(({ code }) => code !== undefined);
  return { ...(coded ?? invalid([])), problems: refusals.flatMap(({ problems }) => problems) };
}

/** A date of the schedule that is not posted, whether its day has come or not, or one that was taken back. */
function isConfirmable({ schedule, course }: RecurringEntryState, date: PlainDate, file: CompanyFile): boolean {
  if (course.open.includes(date) || course.withdrawn.includes(date)) return true;
  return (course.through === null || date > course.through) && hasDate(schedule, countryOf(file), date);
}

/** Entries one after another, each on the books that the ones before it leave. */
function startRun(facts: OccurrenceFacts, given: GivenIds, before: CompanyFile) {
  let file = before;
  const written: (EntryEvent | LetteringEvent)[] = [];
  const occurrences = new Map<number, PostedOccurrence[]>();
  const taken = { entries: 0, lines: 0, letterings: 0 };
  return {
    /** Null when it was posted. */
    post(entry: RecurringEntryState, date: PlainDate): Refusal | 'no ids' | null {
      const needed = idsOfOccurrence(entry);
      const own = (kind: keyof GivenIds) => given[kind].slice(taken[kind], taken[kind] + needed[kind]);
      const [entries, lines, letterings] = [own('entries'), own('lines'), own('letterings')];
      if (entries.length < needed.entries || lines.length < needed.lines || letterings.length < needed.letterings)
        return 'no ids';
      const ids = { entryId: entries[0]!, lineIds: lines, reversalId: entries[1] ?? 0, letteringIds: letterings };
      const balanceOf = withWritten(facts.balanceOf, written, file);
      const decided = decideOccurrence(entry, date, ids, { ...facts, balanceOf }, file);
      if (isRefusal(decided)) return decided;
      for (const kind of ['entries', 'lines', 'letterings'] as const) taken[kind] += needed[kind];
      for (const event of eventsOf(decided)) {
        written.push(event);
        file =
          event.type === 'LinesLettered' || event.type === 'LinesUnlettered'
            ? { ...file, lettering: evolveLettering(file.lettering, event) }
            : { ...file, ledger: evolveLedger(file.ledger, event) };
      }
      const { entry: main, reversal } = decided;
      const occurrence = { date, entry_id: main.data.id, ...(reversal && { reversal_entry_id: reversal.data.id }) };
      occurrences.set(entry.id, [...(occurrences.get(entry.id) ?? []), occurrence]);
      return null;
    },
    events(): readonly PostingEvent[] {
      const country = countryOf(before);
      const recurring_entries = [...occurrences].map(([id, posted]): PostedRecurringEntry => {
        const entry = before.recurringEntries[id]!;
        const course = afterPosting(
          entry,
          posted.map(({ date }) => date),
          country,
        );
        const next_on = nextOn({ ...entry, course }, country);
        return { id, version: entry.version + 1, occurrences: posted, course, next_on };
      });
      const [first, ...others] = recurring_entries;
      if (!first) return written;
      // One event for all of them: every night, each company file has as many as it has templates.
      const told: RecurringEvent =
        others.length === 0
          ? { type: 'RecurringEntryPosted', data: first }
          : { type: 'RecurringEntriesPosted', data: { recurring_entries } };
      return [...written, told];
    },
  };
}

const eventsOf = ({ entry, reversal, letterings }: DecidedOccurrence) => [
  entry,
  ...(reversal ? [reversal] : []),
  ...letterings,
];

/** What the same run has posted counts for the formulas behind it. */
function withWritten(
  balanceOf: BalanceOf,
  written: readonly (EntryEvent | LetteringEvent)[],
  file: CompanyFile,
): BalanceOf {
  const known = recordsOf(file.records, accounts).byId;
  return (asked: AskedBalance) => {
    let balance: SignedAmount | undefined = balanceOf(asked);
    if (balance === undefined) return undefined;
    for (const event of written) {
      if (event.type !== 'EntryPosted' || event.data.fiscal_year_id !== asked.fiscal_year_id) continue;
      if (event.data.entry_date > asked.until) continue;
      for (const { account_id, debit, credit } of event.data.lines)
        if (known.get(account_id)?.data.number.startsWith(asked.account))
          balance = add(balance, subtract(debit, credit));
    }
    return balance;
  };
}
