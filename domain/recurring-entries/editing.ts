import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import { sameJson, type Json } from '../json.ts';
import type { CreditedEntry } from '../ledger/invoice.ts';
import { conflict } from '../records/records.ts';
import { invalid, refuse, type Decision } from '../refusal.ts';
import { completed, contentProblems, type RecurringContent } from './content.ts';
import { countryOf, fromDayOn, nextOn } from './progress.ts';
import type { RecurringChanges, RecurringEvent } from './recurring-events.ts';
import { NOTHING_YET, type RecurringEntryState } from './state.ts';

/** Templates are set up and changed; what they have posted stays as it is. */

/** Each of them is looked at every night. */
export const MOST_RECURRING_ENTRIES = 1_000;

export interface CreateRecurringEntry {
  readonly type: 'CreateRecurringEntry';
  readonly id: number;
  readonly content: RecurringContent;
  /** What is known of the invoice that a credit note credits; null when there is none. */
  readonly credited: CreditedEntry | null;
}

export interface ChangeRecurringEntry {
  readonly type: 'ChangeRecurringEntry';
  readonly id: number;
  readonly changes: RecurringChanges;
  readonly credited: CreditedEntry | null;
  /** Who is switched on again starts with it. */
  readonly today: PlainDate;
  readonly baseVersion: number | null;
}

export function decideCreation(command: CreateRecurringEntry, file: CompanyFile): Decision<RecurringEvent> {
  const { id, credited } = command;
  if (Object.keys(file.recurringEntries).length >= MOST_RECURRING_ENTRIES)
    return refuse('too_many_recurring_entries', { params: { max: MOST_RECURRING_ENTRIES } });
  const problems = contentProblems(command.content, credited, file);
  if (problems.length > 0) return invalid(problems);
  const content = { ...command.content, template: completed(command.content.template, file) };
  const next_on = nextOn({ ...content, course: NOTHING_YET }, countryOf(file));
  return [{ type: 'RecurringEntryCreated', data: { id, ...content, next_on } }];
}

export function decideChange(command: ChangeRecurringEntry, file: CompanyFile): Decision<RecurringEvent> {
  const { id, credited, today, baseVersion } = command;
  const entry = file.recurringEntries[id];
  if (!entry || entry.is_trashed) return refuse('not_found');
  if (baseVersion !== null && baseVersion !== entry.version) return conflict(entry.version);
  const after = { ...entry, ...command.changes };
  const problems = contentProblems(after, credited, file);
  if (problems.length > 0) return invalid(problems);
  const requested = {
    ...command.changes,
    ...(command.changes.template && { template: completed(after.template, file) }),
  };
  return changed(entry, requested, today, file);
}

type Name = keyof RecurringChanges;

/** Nothing where everything is so already. */
export function changed(
  entry: RecurringEntryState,
  requested: RecurringChanges,
  today: PlainDate,
  file: CompanyFile,
): readonly RecurringEvent[] {
  const names = (Object.keys(requested) as Name[]).filter(
    (name) => requested[name] !== undefined && !sameJson(requested[name] as Json, entry[name] as Json),
  );
  if (names.length === 0) return [];
  const pick = (from: RecurringChanges): RecurringChanges =>
    Object.fromEntries(names.map((name) => [name, from[name]]));
  const changes = pick(requested);
  const isSwitchedOn = changes.is_active === true;
  const course = isSwitchedOn ? fromDayOn(entry.course, today) : entry.course;
  const next_on = nextOn({ ...entry, ...changes, course }, countryOf(file));
  const data = { id: entry.id, version: entry.version + 1, changes, previous: pick(entry), course, next_on };
  return [{ type: 'RecurringEntryChanged', data }];
}
