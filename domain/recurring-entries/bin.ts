import { trashable } from '../records/trashable.ts';
import { evolveRecurring } from './state.ts';

/** Trashed templates: nothing is posted from them, and they are restored unchanged. */
export const recurringBin = trashable({
  name: 'recurring-entries',
  commands: { trash: 'TrashRecurringEntry', restore: 'RestoreRecurringEntry' },
  events: {
    trashed: 'RecurringEntryTrashed',
    restored: 'RecurringEntryRestored',
    purged: 'RecurringEntriesPurged',
    list: 'recurring_entries',
  },
  find: ({ recurringEntries }, id) => recurringEntries[id],
  evolve: (file, purged) => ({ ...file, recurringEntries: evolveRecurring(file.recurringEntries, purged) }),
});
