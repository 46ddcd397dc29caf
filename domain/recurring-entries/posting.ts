import { accounts } from '../accounts/account.ts';
import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import { findLock, findPlace } from '../ledger/place.ts';
import { add, subtract, type SignedAmount } from '../money.ts';
import { getRecords } from '../records/state.ts';
import { refuseInvalid, isRefusal, refuse, type Decision, type Problem, type Refusal } from '../refusal.ts';
import type { AskedBalance, BalanceOf } from './amounts.ts';
import { advanceCourse, getPackCountry, findNextDate, listOpenDates } from './progress.ts';
import {
  decideOccurrence,
  countOccurrenceIds,
  type DecidedOccurrence,
  type IdsNeeded,
  type OccurrenceEvent,
  type OccurrenceFacts,
} from './occurrence.ts';
import { evolveFile, startTakingIds, type GivenIds } from './run-steps.ts';
import { listActiveEntries } from './forecast.ts';
import type { PostedOccurrence, PostedRecurringEntry, RecurringEvent } from './recurring-events.ts';
import { hasDate } from './schedule.ts';
import type { RecurringEntryState } from './state.ts';
import { findVersionConflict } from '../versions.ts';

/**
 * Posts due occurrences, each on its own date, together with the event that records them: in one append, so that no date
 * is posted twice, however often it runs.
 */

export interface RunRecurringEntries {
  readonly type: 'RunRecurringEntries';
  /** One template. Null: all templates of the company file. */
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

export interface Candidate {
  readonly entry: RecurringEntryState;
  readonly date: PlainDate;
}

/** The maximum per append. The next one posts the rest. */
export const MOST_AT_ONCE = 200;
const MOST_LINES_AT_ONCE = 3_000;
/** Maximum number of dates tried per template: after so many refusals, the template is faulty. */
const MOST_TRIED = 400;

type PostingEvent = RecurringEvent | OccurrenceEvent;

/** Due occurrences in unlocked periods, by date. Only for templates that post automatically. */
export function listCandidates(file: CompanyFile, id: number | null, until: PlainDate): readonly Candidate[] {
  const country = getPackCountry(file);
  const isSelected = ({ mode, ...entry }: RecurringEntryState) => mode === 'post' && (id === null || entry.id === id);
  const found: Candidate[] = [];
  for (const entry of listActiveEntries(file).filter(isSelected)) {
    let tried = 0;
    for (const date of listOpenDates(entry, until, country)) {
      const place = findPlace(file.fiscalYears, date);
      if (!place || findLock(place)) continue;
      found.push({ entry, date });
      tried += 1;
      if (tried === MOST_TRIED) break;
    }
  }
  return found.sort(
    (one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0) || one.entry.id - other.entry.id,
  );
}

/** The maximum number of ids that one append needs. */
export function countNeededIds(found: readonly Candidate[]): IdsNeeded {
  const needed = found.map(({ entry }) => countOccurrenceIds(entry));
  const countIds = (kind: keyof IdsNeeded, most: number): number => {
    const all = needed.slice(0, MOST_AT_ONCE).reduce((count, ids) => count + ids[kind], 0);
    // The largest occurrence must always fit.
    return Math.max(Math.min(all, most), ...needed.map((ids) => ids[kind]), 0);
  };
  return {
    entries: countIds('entries', 2 * MOST_AT_ONCE),
    lines: countIds('lines', MOST_LINES_AT_ONCE),
    letterings: countIds('letterings', MOST_LINES_AT_ONCE),
    documents: countIds('documents', MOST_AT_ONCE),
    documentLines: countIds('documentLines', MOST_LINES_AT_ONCE),
  };
}

export function decideRun(command: RunRecurringEntries, file: CompanyFile): Decision<PostingEvent> {
  const { id, until, baseVersion } = command;
  const entry = id === null ? null : file.recurringEntries[id];
  if (entry === undefined || entry?.is_trashed) return refuse('not_found');
  const conflict = findVersionConflict(entry, baseVersion);
  if (conflict) return conflict;
  const run = startRun(command.facts, command.ids, file);
  // Refused occurrences are held: the next run tries again, and the outlook shows the reason.
  for (const { entry: one, date } of listCandidates(file, id, until))
    if (run.postOccurrence(one, date) === 'no ids') break;
  return run.buildEvents();
}

/** All or nothing, because the user has reviewed each date. */
export function decideConfirmation(command: ConfirmOccurrences, file: CompanyFile): Decision<PostingEvent> {
  const { id, dates, baseVersion } = command;
  const entry = file.recurringEntries[id];
  if (!entry || entry.is_trashed) return refuse('not_found');
  const conflict = findVersionConflict(entry, baseVersion);
  if (conflict) return conflict;
  const unknown = dates.flatMap((date, index): readonly Problem[] => {
    const isRepeated = dates.indexOf(date) !== index;
    return isConfirmable(entry, date, file) && !isRepeated
      ? []
      : [{ code: 'occurrence_not_open', field: `dates.${index}`, params: { date } }];
  });
  if (unknown.length > 0) return refuseInvalid(unknown);
  const run = startRun(command.facts, command.ids, file);
  const refusals = dates.toSorted().flatMap((date): readonly Refusal[] => {
    const outcome = run.postOccurrence(entry, date);
    // Ids were reserved for each date.
    if (outcome === null || outcome === 'no ids') return [];
    return [
      { ...outcome, problems: outcome.problems.map((one) => ({ ...one, field: `dates.${dates.indexOf(date)}` })) },
    ];
  });
  if (refusals.length === 0) return run.buildEvents();
  const coded = refusals.find(({ code }) => code !== undefined);
  return { ...(coded ?? refuseInvalid([])), problems: refusals.flatMap(({ problems }) => problems) };
}

/** An unposted date of the schedule, due or not, or a date that was undone. */
function isConfirmable({ schedule, course }: RecurringEntryState, date: PlainDate, file: CompanyFile): boolean {
  if (course.open.includes(date) || course.withdrawn.includes(date)) return true;
  return (course.through === null || date > course.through) && hasDate(schedule, getPackCountry(file), date);
}

/** Posts entries in order. Each sees the effects of the ones before. */
function startRun(facts: OccurrenceFacts, given: GivenIds, before: CompanyFile) {
  let file = before;
  const written: OccurrenceEvent[] = [];
  const occurrences = new Map<number, PostedOccurrence[]>();
  const ids = startTakingIds(given);
  return {
    /** Null if it was posted. */
    postOccurrence(entry: RecurringEntryState, date: PlainDate): Refusal | 'no ids' | null {
      const reserved = ids.reserve(countOccurrenceIds(entry));
      if (!reserved) return 'no ids';
      const balanceOf = withPostedEntries(facts.balanceOf, written, file);
      const decided = decideOccurrence(entry, date, reserved, { ...facts, balanceOf }, file);
      if (isRefusal(decided)) return decided;
      ids.take(countOccurrenceIds(entry));
      written.push(...decided.events);
      file = decided.events.reduce(evolveFile, file);
      occurrences.set(entry.id, [...(occurrences.get(entry.id) ?? []), toOccurrence(date, decided)]);
      return null;
    },
    buildEvents(): readonly PostingEvent[] {
      const country = getPackCountry(before);
      const recurring_entries = [...occurrences].map(([id, posted]): PostedRecurringEntry => {
        const entry = before.recurringEntries[id]!;
        const course = advanceCourse(
          entry,
          posted.map(({ date }) => date),
          country,
        );
        const next_on = findNextDate({ ...entry, course }, country);
        return { id, version: entry.version + 1, occurrences: posted, course, next_on };
      });
      const [first, ...others] = recurring_entries;
      if (!first) return written;
      // One event for all: otherwise, each night, every company file would get one per template.
      const told: RecurringEvent =
        others.length === 0
          ? { type: 'RecurringEntryPosted', data: first }
          : { type: 'RecurringEntriesPosted', data: { recurring_entries } };
      return [...written, told];
    },
  };
}

const toOccurrence = (date: PlainDate, { entry, reversal, document }: DecidedOccurrence): PostedOccurrence => ({
  date,
  entry_id: entry.data.id,
  ...(reversal && { reversal_entry_id: reversal.data.id }),
  ...(document && { document_id: document.id }),
  ...(document?.delivery && { delivery: document.delivery }),
});

/** Includes entries of the same run in the balances for later formulas. */
function withPostedEntries(balanceOf: BalanceOf, written: readonly OccurrenceEvent[], file: CompanyFile): BalanceOf {
  const known = getRecords(file.records, accounts).byId;
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
