import type { DomainEvent } from '../event.ts';
import {
  blockUndo,
  blockIfChanged,
  selectUndoItems,
  undoNothing,
  undoOneByOne,
  toUndone,
  type Undone,
  type Undoing,
  type UndoRules,
} from '../history/undo.ts';
import { isSameJson, type Json } from '../json.ts';
import { findEffectiveEntry, getEntryFacts } from '../ledger/undo-context.ts';
import { refuseInvalid } from '../refusal.ts';
import { recurringBin } from './bin.ts';
import { checkRecurringContent } from './content.ts';
import { advanceCourse, withdrawDates, getPackCountry, findNextDate } from './progress.ts';
import { buildRecurringChange } from './editing.ts';
import type { PostedOccurrence, RecurringChanges, recurringEvents, RecurringEvent } from './recurring-events.ts';
import type { RecurringEntryState } from './state.ts';

const NAME = 'recurring-entries';

/**
 * Undoing a creation trashes the template. Occurrences are undone with their entries. They are posted again if the undo is
 * undone or if a user confirms them, never automatically.
 */
export const recurringUndo: UndoRules<typeof recurringEvents> = {
  RecurringEntryCreated: {
    role: 'encoder',
    revert: ({ id }, undoing) => recurringBin.undo('TrashRecurringEntry', id, undoing),
  },
  RecurringEntryChanged: {
    role: 'encoder',
    revert: ({ id, changes, previous }, undoing) => revertChange(id, changes, previous, undoing),
  },
  RecurringEntryPosted: {
    role: 'encoder',
    revert: ({ id, occurrences }, undoing) => withdrawOccurrences(id, occurrences, undoing),
  },
  RecurringEntriesPosted: {
    role: 'encoder',
    revert: ({ recurring_entries }, undoing) =>
      undoOneByOne(selectUndoItems(recurring_entries, undoing.only), undoing, ({ id, occurrences }, now) =>
        withdrawOccurrences(id, occurrences, now),
      ),
  },
  RecurringEntryTakenBack: {
    role: 'encoder',
    isWhole: () => true,
    listNeeds: ({ occurrences }) => ({ entries: listEntryIds(occurrences) }),
    revert: ({ id, occurrences }, undoing) => restoreOccurrences(id, occurrences, undoing),
  },
  // A document that was sent cannot be recalled: its mail or message may be on its way.
  RecurringDocumentSent: { never: 'undo_recurring_sent', resource: 'documents' },
  RecurringDocumentNotSent: undoNothing('encoder'),
  RecurringEntryTrashed: {
    role: 'encoder',
    revert: ({ id }, undoing) => recurringBin.undo('RestoreRecurringEntry', id, undoing),
  },
  RecurringEntryRestored: {
    role: 'encoder',
    revert: ({ id }, undoing) => recurringBin.undo('TrashRecurringEntry', id, undoing),
  },
  RecurringEntriesPurged: { never: 'undo_purged', resource: 'trash' },
};

function revertChange(
  id: number,
  changes: RecurringChanges,
  previous: RecurringChanges,
  { file, today }: Undoing,
): Undone {
  const entry = file.recurringEntries[id];
  if (!entry) return blockUndo('undo_purged', 'trash', id);
  if (entry.is_trashed) return blockUndo('undo_record_trashed', NAME, id);
  const names = Object.keys(changes) as (keyof RecurringChanges)[];
  const moved = names.filter((name) => !isSameJson(entry[name] as Json, changes[name] as Json));
  const stuck = blockIfChanged(moved, NAME, id);
  if (stuck) return stuck;
  const problems = checkRecurringContent(withoutCredited({ ...entry, ...previous }), null, file);
  return problems.length > 0
    ? toUndone(refuseInvalid(problems), NAME, id)
    : buildRecurringChange(entry, previous, today, file);
}

/** The credited invoice was checked on creation and is checked again on posting. */
function withoutCredited({ template, ...rest }: RecurringEntryState): RecurringEntryState {
  const { credited_entry_id: _credited, ...others } = template;
  return { ...rest, template: others };
}

/** Their entries belong to the same operation and are undone separately. */
function withdrawOccurrences(
  id: number,
  occurrences: readonly PostedOccurrence[],
  { file, together }: Undoing,
): Undone {
  const apart = occurrences.find(({ entry_id }) => !isPostedWith(together, entry_id));
  if (apart) return blockUndo('undo_recurring_by_entry', 'entries', apart.entry_id);
  const entry = file.recurringEntries[id];
  // An issued document keeps its number, so that it is the one to be booked again, not its date.
  const withdrawn = occurrences.filter(({ document_id }) => document_id === undefined);
  // A purged template posts nothing more, so there is nothing to withdraw.
  if (!entry || withdrawn.length === 0) return [];
  const course = withdrawDates(
    entry.course,
    withdrawn.map(({ date }) => date),
  );
  const next_on = findNextDate({ ...entry, course }, getPackCountry(file));
  const event: RecurringEvent = {
    type: 'RecurringEntryTakenBack',
    data: { id, version: entry.version + 1, occurrences: withdrawn, course, next_on },
  };
  return [event];
}

const listEntryIds = (occurrences: readonly PostedOccurrence[]): readonly number[] =>
  occurrences.flatMap(({ entry_id, reversal_entry_id }) => [entry_id, reversal_entry_id ?? []].flat());

/** Their entries are reversed back in the same operation, before this event is undone. */
function restoreOccurrences(id: number, occurrences: readonly PostedOccurrence[], undoing: Undoing): Undone {
  const { file } = undoing;
  const entry = file.recurringEntries[id];
  if (!entry) return blockUndo('undo_purged', 'trash', id);
  const { withdrawn } = entry.course;
  const again = occurrences.find(({ date }) => !withdrawn.includes(date));
  if (again) return blockUndo('undo_recurring_posted_again', NAME, id, { date: again.date });
  const effective = new Map(
    listEntryIds(occurrences).map((one) => [one, findEffectiveEntry(getEntryFacts(undoing, one), undoing)?.id]),
  );
  const apart = [...effective].find(([, now]) => now === undefined);
  if (apart) return blockUndo('undo_recurring_by_entry', 'entries', apart[0]);
  const posted = occurrences.map(({ date, entry_id, reversal_entry_id }): PostedOccurrence => ({
    date,
    entry_id: effective.get(entry_id)!,
    ...(reversal_entry_id !== undefined && { reversal_entry_id: effective.get(reversal_entry_id)! }),
  }));
  const country = getPackCountry(file);
  const course = advanceCourse(
    entry,
    occurrences.map(({ date }) => date),
    country,
  );
  const next_on = findNextDate({ ...entry, course }, country);
  const event: RecurringEvent = {
    type: 'RecurringEntryPosted',
    data: { id, version: entry.version + 1, occurrences: posted, course, next_on },
  };
  return [event];
}

const isPostedWith = (together: readonly DomainEvent[], id: number): boolean =>
  together.some(({ type, data }) => type === 'EntryPosted' && data['id'] === id);
