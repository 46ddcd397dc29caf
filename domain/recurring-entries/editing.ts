import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import { isSameJson, type Json } from '../json.ts';
import type { CreditedEntry } from '../ledger/invoice.ts';
import { refuseInvalid, refuse, type Decision } from '../refusal.ts';
import { completeTemplate, checkRecurringContent, type RecurringContent } from './content.ts';
import { getPackCountry, restartCourse, findNextDate } from './progress.ts';
import type { RecurringChanges, RecurringEvent } from './recurring-events.ts';
import { NOTHING_YET, type RecurringEntryState } from './state.ts';
import { findVersionConflict } from '../versions.ts';

/** Templates are created and changed. Entries already posted stay as they are. */

/** Limited, because every template is checked each night. */
export const MOST_RECURRING_ENTRIES = 1_000;

export interface CreateRecurringEntry {
  readonly type: 'CreateRecurringEntry';
  readonly id: number;
  readonly content: RecurringContent;
  /** Facts about the invoice that a credit note refers to. Null if it does not exist. */
  readonly credited: CreditedEntry | null;
}

export interface ChangeRecurringEntry {
  readonly type: 'ChangeRecurringEntry';
  readonly id: number;
  readonly changes: RecurringChanges;
  readonly credited: CreditedEntry | null;
  /** The start date of a reactivated template. */
  readonly today: PlainDate;
  readonly baseVersion: number | null;
}

export function decideCreation(command: CreateRecurringEntry, file: CompanyFile): Decision<RecurringEvent> {
  const { id, credited } = command;
  if (Object.keys(file.recurringEntries).length >= MOST_RECURRING_ENTRIES)
    return refuse('too_many_recurring_entries', { params: { max: MOST_RECURRING_ENTRIES } });
  const problems = checkRecurringContent(command.content, credited, file);
  if (problems.length > 0) return refuseInvalid(problems);
  const content = { ...command.content, template: completeTemplate(command.content.template, file) };
  const next_on = findNextDate({ ...content, course: NOTHING_YET }, getPackCountry(file));
  return [{ type: 'RecurringEntryCreated', data: { id, ...content, next_on } }];
}

export function decideChange(command: ChangeRecurringEntry, file: CompanyFile): Decision<RecurringEvent> {
  const { id, credited, today, baseVersion } = command;
  const entry = file.recurringEntries[id];
  if (!entry || entry.is_trashed) return refuse('not_found');
  const conflict = findVersionConflict(entry, baseVersion);
  if (conflict) return conflict;
  const after = { ...entry, ...command.changes };
  const problems = checkRecurringContent(after, credited, file);
  if (problems.length > 0) return refuseInvalid(problems);
  const requested = {
    ...command.changes,
    ...(command.changes.template && { template: completeTemplate(after.template, file) }),
  };
  return buildRecurringChange(entry, requested, today, file);
}

type Name = keyof RecurringChanges;

/** Empty if nothing changes. */
export function buildRecurringChange(
  entry: RecurringEntryState,
  requested: RecurringChanges,
  today: PlainDate,
  file: CompanyFile,
): readonly RecurringEvent[] {
  const names = (Object.keys(requested) as Name[]).filter(
    (name) => requested[name] !== undefined && !isSameJson(requested[name] as Json, entry[name] as Json),
  );
  if (names.length === 0) return [];
  const pickChanged = (from: RecurringChanges): RecurringChanges =>
    Object.fromEntries(names.map((name) => [name, from[name]]));
  const changes = pickChanged(requested);
  const isSwitchedOn = changes.is_active === true;
  const course = isSwitchedOn ? restartCourse(entry.course, today) : entry.course;
  const next_on = findNextDate({ ...entry, ...changes, course }, getPackCountry(file));
  const data = { id: entry.id, version: entry.version + 1, changes, previous: pickChanged(entry), course, next_on };
  return [{ type: 'RecurringEntryChanged', data }];
}
