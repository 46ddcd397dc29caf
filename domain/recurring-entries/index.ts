import type { CompanyFile } from '../company-file-state.ts';
import { on, plain, type Subject } from '../subject.ts';
import { decideMove } from './bin.ts';
import { decideChange, decideCreation } from './editing.ts';
import { decideConfirmation, decideRun } from './posting.ts';
import { recurringEvents } from './recurring-events.ts';
import { evolveRecurring, initialRecurring } from './state.ts';
import { recurringUndo } from './undo.ts';

/** Entries that come again and again: templates, their schedules, and what was posted of them. */
export const recurringEntries = {
  events: recurringEvents,
  decide: {
    CreateRecurringEntry: decideCreation,
    ChangeRecurringEntry: decideChange,
    RunRecurringEntries: decideRun,
    ConfirmOccurrences: decideConfirmation,
    TrashRecurringEntry: decideMove,
    RestoreRecurringEntry: decideMove,
  },
  evolve: [
    on(recurringEvents, (file, event) => ({
      ...file,
      recurringEntries: evolveRecurring(file.recurringEntries, event),
    })),
  ],
  slices: { recurringEntries: plain(initialRecurring) },
  undo: recurringUndo,
} satisfies Subject<CompanyFile>;
