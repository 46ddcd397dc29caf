import type { CompanyFile, CompanyFileState } from '../company-file-state.ts';
import { on, plainSlice, type Subject } from '../subject.ts';
import { recurringBin } from './bin.ts';
import { decideDelivery } from './delivery.ts';
import { decideChange, decideCreation } from './editing.ts';
import { decideConfirmation, decideRun } from './posting.ts';
import { recurringEvents } from './recurring-events.ts';
import { evolveRecurring, initialRecurring } from './state.ts';
import { recurringUndo } from './undo.ts';

/** Recurring entries: templates, their schedules and their posted occurrences. */
export const recurringEntries = {
  events: recurringEvents,
  decide: {
    CreateRecurringEntry: decideCreation,
    ChangeRecurringEntry: decideChange,
    RunRecurringEntries: decideRun,
    ConfirmOccurrences: decideConfirmation,
    RecordDelivery: decideDelivery,
    TrashRecurringEntry: recurringBin.decide,
    RestoreRecurringEntry: recurringBin.decide,
  },
  evolve: [
    on(recurringEvents, (file, event) => ({
      ...file,
      recurringEntries: evolveRecurring(file.recurringEntries, event),
    })),
  ],
  slices: { recurringEntries: plainSlice(initialRecurring) },
  bins: { 'recurring-entries': recurringBin },
  undo: recurringUndo,
} satisfies Subject<CompanyFileState, CompanyFile>;
