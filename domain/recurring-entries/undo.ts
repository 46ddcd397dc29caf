import type { DomainEvent } from '../event.ts';
import {
  blockUndo,
  blockIfChanged,
  selectUndoItems,
  undoOneByOne,
  toUndone,
  type Undone,
  type Undoing,
  type UndoRules,
} from '../history/undo.ts';
import { isSameJson, type Json } from '../json.ts';
import { refuseInvalid } from '../refusal.ts';
import { recurringBin } from './bin.ts';
import { checkRecurringContent } from './content.ts';
import { withdrawDates, getPackCountry, findNextDate } from './progress.ts';
import { buildRecurringChange } from './editing.ts';
import type { PostedOccurrence, RecurringChanges, recurringEvents, RecurringEvent } from './recurring-events.ts';
import type { RecurringEntryState } from './state.ts';

const NAME = 'recurring-entries';

/** Undoing a creation trashes the template. Occurrences are undone with their entries and are not repeated automatically. */
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
  // To post them again, a user confirms their dates.
  RecurringEntryTakenBack: { never: 'undo_recurring_taken_back', resource: NAME },
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
  // A purged template posts nothing more, so there is nothing to withdraw.
  if (!entry) return [];
  const course = withdrawDates(
    entry.course,
    occurrences.map(({ date }) => date),
  );
  const next_on = findNextDate({ ...entry, course }, getPackCountry(file));
  const event: RecurringEvent = {
    type: 'RecurringEntryTakenBack',
    data: { id, version: entry.version + 1, occurrences, course, next_on },
  };
  return [event];
}

const isPostedWith = (together: readonly DomainEvent[], id: number): boolean =>
  together.some(({ type, data }) => type === 'EntryPosted' && data['id'] === id);
