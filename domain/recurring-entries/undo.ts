import type { DomainEvent } from '../event.ts';
import {
  blocked,
  cannotMove,
  changedSince,
  chosen,
  oneByOne,
  unlessRefused,
  type Undone,
  type Undoing,
  type UndoRules,
} from '../history/undo.ts';
import { sameJson, type Json } from '../json.ts';
import { invalid } from '../refusal.ts';
import { decideMove } from './bin.ts';
import { contentProblems } from './content.ts';
import { afterTakingBack, countryOf, nextOn } from './progress.ts';
import { changed } from './editing.ts';
import type { PostedOccurrence, RecurringChanges, recurringEvents, RecurringEvent } from './recurring-events.ts';
import type { RecurringEntryState } from './state.ts';

const NAME = 'recurring-entries';

/** A template that was set up goes to the recycle bin; its occurrences go back with their entries, and do not come again by themselves. */
export const recurringUndo: UndoRules<typeof recurringEvents> = {
  RecurringEntryCreated: { role: 'encoder', back: ({ id }, undoing) => moved('TrashRecurringEntry', id, undoing) },
  RecurringEntryChanged: {
    role: 'encoder',
    back: ({ id, changes, previous }, undoing) => changedBack(id, changes, previous, undoing),
  },
  RecurringEntryPosted: {
    role: 'encoder',
    back: ({ id, occurrences }, undoing) => takenBack(id, occurrences, undoing),
  },
  RecurringEntriesPosted: {
    role: 'encoder',
    back: ({ recurring_entries }, undoing) =>
      oneByOne(chosen(recurring_entries, undoing.only), undoing, ({ id, occurrences }, now) =>
        takenBack(id, occurrences, now),
      ),
  },
  // Whoever wants them in the books after all confirms their dates.
  RecurringEntryTakenBack: { never: 'undo_recurring_taken_back', resource: NAME },
  RecurringEntryTrashed: { role: 'encoder', back: ({ id }, undoing) => moved('RestoreRecurringEntry', id, undoing) },
  RecurringEntryRestored: { role: 'encoder', back: ({ id }, undoing) => moved('TrashRecurringEntry', id, undoing) },
  RecurringEntriesPurged: { never: 'undo_purged', resource: 'trash' },
};

function moved(type: 'TrashRecurringEntry' | 'RestoreRecurringEntry', id: number, { file }: Undoing): Undone {
  const stuck = cannotMove(file.recurringEntries[id], type === 'TrashRecurringEntry' ? 'bin' : 'file', NAME, id);
  if (stuck) return stuck;
  return unlessRefused(decideMove({ type, id, baseVersion: null }, file), NAME, id);
}

function changedBack(
  id: number,
  changes: RecurringChanges,
  previous: RecurringChanges,
  { file, today }: Undoing,
): Undone {
  const entry = file.recurringEntries[id];
  if (!entry) return blocked('undo_purged', 'trash', id);
  if (entry.is_trashed) return blocked('undo_record_trashed', NAME, id);
  const names = Object.keys(changes) as (keyof RecurringChanges)[];
  const moved = names.filter((name) => !sameJson(entry[name] as Json, changes[name] as Json));
  const stuck = changedSince(moved, NAME, id);
  if (stuck) return stuck;
  const problems = contentProblems(withoutCredited({ ...entry, ...previous }), null, file);
  return problems.length > 0 ? unlessRefused(invalid(problems), NAME, id) : changed(entry, previous, today, file);
}

/** What it credits was looked at when it was set up, and is again when it is posted. */
function withoutCredited({ template, ...rest }: RecurringEntryState): RecurringEntryState {
  const { credited_entry_id: _credited, ...others } = template;
  return { ...rest, template: others };
}

/** Their entries are those of the same operation, and go back by themselves. */
function takenBack(id: number, occurrences: readonly PostedOccurrence[], { file, together }: Undoing): Undone {
  const apart = occurrences.find(({ entry_id }) => !isPostedWith(together, entry_id));
  if (apart) return blocked('undo_recurring_by_entry', 'entries', apart.entry_id);
  const entry = file.recurringEntries[id];
  // A template that is gone for good posts nothing any more: there is nothing to keep it from.
  if (!entry) return [];
  const course = afterTakingBack(
    entry.course,
    occurrences.map(({ date }) => date),
  );
  const next_on = nextOn({ ...entry, course }, countryOf(file));
  const event: RecurringEvent = {
    type: 'RecurringEntryTakenBack',
    data: { id, version: entry.version + 1, occurrences, course, next_on },
  };
  return [event];
}

const isPostedWith = (together: readonly DomainEvent[], id: number): boolean =>
  together.some(({ type, data }) => type === 'EntryPosted' && data['id'] === id);
